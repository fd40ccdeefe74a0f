//! `partita ckks lower`: every stage from a network to its program, as text.

use partita::ckks::Ring;

use super::{heir, load, print_ckks_error, program};
use crate::args::Common;
use crate::ckks_args::{Lower, LowerStage};
use crate::exit::{Exit, Outcome};
use crate::output::{self, Timing};

pub(super) fn run_ckks_lower(arguments: &Lower, common: &Common) -> Outcome {
    let Lower { network: arguments, passes, seed, stage, plaintexts } = arguments;
    if plaintexts.is_some() && *stage != Some(LowerStage::Heir) {
        output::print_error("`--plaintexts` needs `--stage heir`");
        return Ok(Exit::Usage);
    }
    let refused = |error| print_ckks_error(&error, common);
    let timing = &mut Timing::default();
    let network = load::with_weights(arguments, *seed, common, timing)?;
    if let (Some(LowerStage::Shardings), Some(slots)) = (stage, arguments.slots) {
        output::print_exactly(&network.analyse(slots).map_err(refused)?.map.to_string());
        return Ok(Exit::Fine);
    }
    let ring = Ring::default();
    let planning = load::Planning::default_in(&ring);
    let planned = load::plan_network(&network, arguments, &planning, common, timing)?;
    let plan = &planned.plan;
    let loops = || plan.schedule(&network, &planned.bootstraps).map(|loops| loops.form).map_err(refused);
    match stage {
        Some(LowerStage::Shardings) => {
            output::print_exactly(&network.analyse(plan.slots).map_err(refused)?.map.to_string());
        }
        Some(LowerStage::Propagated) => output::print_exactly(&plan.strategy.map.to_string()),
        Some(LowerStage::Plan) => output::print_exactly(&plan.text(&network).to_string()),
        Some(LowerStage::Loops) => output::print_exactly(&loops()?.to_string()),
        Some(LowerStage::Program) => {
            let made = program::lower_plan(&planned, passes, common, timing)?;
            output::print_exactly(&made.program.lowered.listing(&network).to_string());
        }
        Some(LowerStage::Heir) => {
            let made = program::lower_plan(&planned, passes, common, timing)?;
            heir::print_heir(&made.program, plaintexts.as_deref(), common)?;
        }
        None => {
            output::print_exactly(&loops()?.to_string());
            let made = program::lower_plan(&planned, passes, common, timing)?;
            output::print_exactly(&format!("\n{}", made.program.lowered.listing(&network)));
        }
    }
    timing.report(common);
    Ok(Exit::Fine)
}
