//! `partita ckks plan`: a table of layers, with published baselines for comparison.

use partita::ckks;
use partita::report::PlanView;

use super::{load, parameters, print_ckks_error};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::{CkksPlan as Arguments, Planning};
use crate::commands::write;
use crate::exit::{Exit, Outcome};
use crate::flags::with_flags;
use crate::output::Timing;
use crate::{input, output};

pub(super) fn run_ckks_plan(arguments: &Arguments, common: &Common) -> Outcome {
    let Arguments { planning: Planning { network: arguments, ring }, html } = arguments;
    let mut timing = Timing::default();
    let network = load::load_network(arguments, common, &mut timing)?;
    let ring = &parameters::ring_options(ring);
    let planning = load::Planning { explain: true, ..load::Planning::default_in(ring) };
    let planned = load::plan_network(&network, arguments, &planning, common, &mut timing)?;
    let ring = ckks::ring_of_plan(ring, &planned.plan, &planned.bootstraps);
    let ring = ring.map_err(|error| input::report_error(&error, common))?;
    let parts = planned.parts(&arguments.model);
    let described = timing.stage("compare with others", || PlanView::new(parts, ring));
    let described = described.map_err(|error| print_ckks_error(&error, common))?;
    if let Some(path) = html {
        write(Some(path), with_flags(&described.html()).into_owned())?;
    }
    match (common.format, output::known_columns()) {
        (OutputFormat::Text, Some(columns)) => {
            output::print_fitted(&with_flags(&described.text_within(columns)));
        }
        _ => output::print_view_with_flags(&described, common),
    }
    timing.report(common);
    Ok(Exit::Fine)
}
