//! `partita ckks count`: rotations from shapes alone.

use partita::ckks;
use partita::report::CountView;

use super::{load, parameters};
use crate::args::Common;
use crate::ckks_args::{CkksCount, Planning};
use crate::exit::{Exit, Outcome};
use crate::{input, output};

pub(super) fn run_ckks_count(arguments: &CkksCount, common: &Common) -> Outcome {
    let Planning { network: arguments, ring } = &arguments.planning;
    let network = load::load_network(arguments, common)?;
    let planned = load::plan_network(&network, arguments, false, None, common)?;
    let encrypted = ckks::ring_of_plan(&parameters::ring_options(ring), &planned.plan, &planned.bootstraps);
    let encrypted = encrypted.map_err(|error| input::report_error(&error, common))?;
    let view = CountView {
        parts: planned.parts(arguments),
        ring: encrypted,
        has_limited_levels: arguments.levels.is_some(),
    };
    output::print_view_with_flags(&view, common);
    Ok(Exit::Fine)
}
