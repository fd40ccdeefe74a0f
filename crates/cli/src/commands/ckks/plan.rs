//! `partita ckks plan`: a table of layers, with published baselines for comparison.

use partita::ckks;
use partita::report::PlanView;

use super::{load, parameters, print_ckks_error};
use crate::args::Common;
use crate::ckks_args::{CkksPlan as Arguments, Planning};
use crate::commands::write;
use crate::exit::{Exit, Outcome};
use crate::flags::with_flags;
use crate::{input, output, progress};

pub(super) fn run_ckks_plan(arguments: &Arguments, common: &Common) -> Outcome {
    let Arguments { planning: Planning { network: arguments, ring }, html } = arguments;
    let network = load::load_network(arguments, common)?;
    let planned = load::plan_network(&network, arguments, true, None, common)?;
    let ring = ckks::ring_of_plan(&parameters::ring_options(ring), &planned.plan, &planned.bootstraps);
    let ring = ring.map_err(|error| input::report_error(&error, common))?;
    let parts = planned.parts(arguments);
    let described = progress::run_stage("compare with others", || PlanView::new(parts, ring));
    let described = described.map_err(|error| print_ckks_error(&error, common))?;
    if let Some(path) = html {
        write(Some(path), with_flags(&described.html()).into_owned())?;
    }
    output::print_view_with_flags(&described, common);
    Ok(Exit::Fine)
}
