//! `partita ckks simulate`: runs the program on plain slots and compares with the plain network.

use partita::ckks::{Ring, Simulated, relative_error};
use partita::report::{Agreement, SimulationView};

use super::{load, print_ckks_error, program, values};
use crate::args::Common;
use crate::ckks_args::{CkksRunning, Simulate};
use crate::exit::{Exit, Outcome};
use crate::output::Timing;
use crate::{input, output};

/// The largest relative error: rounding only.
const TOLERANCE: f64 = 1e-9;

pub(super) fn run_ckks_simulate(arguments: &Simulate, common: &Common) -> Outcome {
    let CkksRunning { network: arguments, values: given, passes, program: file } = &arguments.running;
    let refused = |error| print_ckks_error(&error, common);
    let mut timing = Timing::default();
    let mut network = load::with_weights(arguments, given.seed, common, &mut timing)?;
    let sample = values::prepare_input(&mut network, given, common)?;
    let (file, ring) = (file.as_deref(), Ring::default());
    let made = program::load_or_lower_program(&network, arguments, passes, file, &ring, common, &mut timing)?;
    let program::Made { program, planned } = made;
    let simulated = program.simulate(&sample, &mut timing);
    let Simulated { values: made, counters } =
        simulated.map_err(|error| input::report_error(&error, common))?;
    values::write_result(&made, &network, given, common)?;
    let direct = timing.stage("plain network", || network.run(&sample)).map_err(refused)?;
    let error = relative_error(&network, &made, &direct);
    let approximation = values::approximation_error(&network, &sample, &direct, common)?;
    let agrees = error <= TOLERANCE && program.rotations == planned;
    let view = SimulationView {
        model: &arguments.model,
        slots: program.lowered.program.slots,
        planned,
        counters: &counters,
        agreement: Agreement { error, equal: agrees, approximation },
    };
    output::print_view(&view, common);
    timing.report(common);
    Ok(Exit::checked(agrees))
}
