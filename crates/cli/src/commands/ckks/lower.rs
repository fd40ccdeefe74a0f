//! `partita ckks lower`: every stage from a network to its program, as text.

use super::{heir, load, print_ckks_error, program};
use crate::args::Common;
use crate::ckks_args::{Lower, LowerStage};
use crate::exit::{Exit, Outcome};
use crate::output;

pub(super) fn run_ckks_lower(arguments: &Lower, common: &Common) -> Outcome {
    let Lower { network: arguments, passes, seed, stage, plaintexts } = arguments;
    if plaintexts.is_some() && *stage != Some(LowerStage::Heir) {
        output::print_error("`--plaintexts` needs `--stage heir`");
        return Ok(Exit::Usage);
    }
    let refused = |error| print_ckks_error(&error, common);
    let network = load::with_weights(arguments, *seed, common)?;
    if *stage == Some(LowerStage::Shardings) {
        let slots = load::slots_per_ciphertext(arguments, None);
        output::print_exactly(&network.analyse(slots).map_err(refused)?.map.to_string());
        return Ok(Exit::Fine);
    }
    let planned = load::plan_network(&network, arguments, false, None, common)?;
    let plan = &planned.plan;
    let loops = || plan.schedule(&network, &planned.bootstraps).map(|loops| loops.form).map_err(refused);
    match stage {
        Some(LowerStage::Shardings) => {}
        Some(LowerStage::Propagated) => output::print_exactly(&plan.strategy.map.to_string()),
        Some(LowerStage::Plan) => output::print_exactly(&plan.text(&network).to_string()),
        Some(LowerStage::Loops) => output::print_exactly(&loops()?.to_string()),
        Some(LowerStage::Program) => {
            let made = program::lower_plan(&planned, passes, common)?;
            output::print_exactly(&made.program.lowered.listing(&network).to_string());
        }
        Some(LowerStage::Heir) => {
            let made = program::lower_plan(&planned, passes, common)?;
            heir::print_heir(&made.program, plaintexts.as_deref(), common)?;
        }
        None => {
            output::print_exactly(&loops()?.to_string());
            let made = program::lower_plan(&planned, passes, common)?;
            output::print_exactly(&format!("\n{}", made.program.lowered.listing(&network)));
        }
    }
    Ok(Exit::Fine)
}
