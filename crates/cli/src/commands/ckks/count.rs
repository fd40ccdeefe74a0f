//! `partita ckks count`: rotations from shapes alone.

use partita::ckks;
use partita::report::CountView;

use super::{load, parameters};
use crate::args::Common;
use crate::ckks_args::{CkksCount, Minimise, Planning};
use crate::exit::{Exit, Outcome};
use crate::output::Timing;
use crate::{input, output};

pub(super) fn run_ckks_count(arguments: &CkksCount, common: &Common) -> Outcome {
    let Planning { network: arguments, ring } = &arguments.planning;
    let mut timing = Timing::default();
    let network = load::load_network(arguments, common, &mut timing)?;
    let ring = &parameters::ring_options(ring);
    let planning = load::Planning { minimise: Minimise::Rotations, ..load::Planning::default_in(ring) };
    let planned = load::plan_network(&network, arguments, &planning, common, &mut timing)?;
    let encrypted = ckks::ring_of_plan(ring, &planned.plan, &planned.bootstraps);
    let encrypted = encrypted.map_err(|error| input::report_error(&error, common))?;
    let view = CountView {
        parts: planned.parts(&arguments.model),
        ring: encrypted,
        has_limited_levels: arguments.levels.is_some(),
    };
    output::print_view_with_flags(&view, common);
    timing.report(common);
    Ok(Exit::Fine)
}
