//! `partita ckks simulate`: the program on plain slots against the plain network.

use partita::ckks::{Simulated, relative_error};
use serde_json::json;

use super::{load, program, refuse, values};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::Simulate;
use crate::exit::{Exit, Outcome};
use crate::{input, output, progress};

/// Rounding only.
const TOLERANCE: f64 = 1e-9;

pub(super) fn run(arguments: &Simulate, common: &Common) -> Outcome {
    let Simulate { network: arguments, values: given, passes, program: file } = arguments;
    let refused = |error| refuse(&error, common);
    let mut network = load::with_weights(arguments, given.seed, common)?;
    let sample = values::prepare(&mut network, given, common)?;
    let made = program::of(&network, arguments, passes, file.as_deref(), None, common)?;
    let program::Made { program, planned } = made;
    let simulated = program.simulate(&sample, &mut progress::Shown);
    let Simulated { values: made, counters } = simulated.map_err(|error| input::refuse(&error, common))?;
    values::write(&made, &network, given, common)?;
    let direct = progress::stage("plain network", || network.run(&sample)).map_err(refused)?;
    let error = relative_error(&network, &made, &direct);
    let approximation = values::approximation(&network, &sample, &direct, common)?;
    let agrees = error <= TOLERANCE && program.rotations == planned;
    match common.format {
        OutputFormat::Json => {
            let json = json!({
                "model": arguments.model, "slots": program.lowered.program.slots, "error": error, "equal": agrees,
                "rotations": counters.rotations, "planned": planned, "pmul": counters.pmul,
                "cmul": counters.cmul, "levels": counters.levels, "keys": counters.keys.len(),
                "bootstraps": counters.bootstraps, "peak": counters.peak, "approximation": approximation,
            });
            output::print_json(&json);
        }
        OutputFormat::Text => output::print(&format!(
            "{} rotations ({} planned), {} plaintext products, {} products, {} levels, {} keys, {} bootstraps, at most {} ciphertexts at once\n\
             {}: the largest difference is {error:.1e} of the largest value\n{}",
            counters.rotations,
            planned,
            counters.pmul,
            counters.cmul,
            counters.levels,
            counters.keys.len(),
            counters.bootstraps,
            counters.peak,
            if agrees { "equal" } else { "different" },
            values::approximation_line(approximation),
        )),
    }
    Ok(Exit::checked(agrees))
}
