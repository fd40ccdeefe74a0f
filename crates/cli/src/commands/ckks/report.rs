//! `partita ckks report`: the page of a plan.

use partita::ckks;
use partita::report::PlanView;

use super::{load, parameters, print_ckks_error};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::{CkksReport as Arguments, Planning};
use crate::commands::write;
use crate::exit::{Exit, Outcome};
use crate::{input, output, progress};

pub(super) fn run_ckks_report(arguments: &Arguments, common: &Common) -> Outcome {
    let Arguments { planning: Planning { network: arguments, ring }, output: target, title } = arguments;
    let network = load::load_network(arguments, common)?;
    let planned = load::plan_network(&network, arguments, true, None, common)?;
    let ring = ckks::ring_of_plan(&parameters::ring_options(ring), &planned.plan, &planned.bootstraps);
    let ring = ring.map_err(|error| input::report_error(&error, common))?;
    let parts = planned.parts(arguments);
    let described = progress::run_stage("compare with others", || PlanView::new(parts, ring));
    let described = described.map_err(|error| print_ckks_error(&error, common))?;
    match common.format {
        OutputFormat::Text => {
            let mut view = described.report();
            if let Some(title) = title {
                view.title = title.clone();
            }
            write(target.as_deref(), view.html())?;
        }
        OutputFormat::Json => output::print_view_with_flags(&described, common),
    }
    Ok(Exit::Fine)
}
