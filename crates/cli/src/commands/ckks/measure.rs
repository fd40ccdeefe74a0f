//! `partita ckks measure`: a cost table of the library on this machine.

use partita::ckks::{Measuring, find_lattigo, measure_costs};

use crate::args::Common;
use crate::ckks_args::CkksMeasure;
use crate::commands::write;
use crate::exit::{Exit, Outcome};
use crate::input;
use crate::output::Timing;

pub(super) fn run_ckks_measure(arguments: &CkksMeasure, common: &Common) -> Outcome {
    let CkksMeasure { log_n, levels, repeats, bootstraps, lattigo, output } = arguments;
    let stopped = |error| input::report_error(&error, common);
    let library = find_lattigo(lattigo.as_deref()).map_err(stopped)?;
    let mut measuring = Measuring::default().repeats((*repeats).into()).bootstraps(*bootstraps);
    measuring.log_n = log_n.unwrap_or(measuring.log_n);
    measuring.levels = levels.unwrap_or(measuring.levels);
    let mut timing = Timing::default();
    let table = measure_costs(&library, &measuring, &mut timing).map_err(stopped)?;
    write(output.as_deref(), table.to_json())?;
    timing.report(common);
    Ok(Exit::Fine)
}
