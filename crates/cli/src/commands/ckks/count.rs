//! `partita ckks count`: rotations from shapes alone.

use partita::ckks;
use serde_json::{Value, json};

use super::{load, parameters};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::Count;
use crate::exit::{Exit, Outcome};
use crate::flags::spelled;
use crate::{input, output};

pub(super) fn run(arguments: &Count, common: &Common) -> Outcome {
    let Count { network: arguments, ring } = arguments;
    let network = load::network(arguments, common)?;
    let planned = load::planned(&network, arguments, false, None, common)?;
    let encrypted = ckks::ring_of_plan(&parameters::ring(ring), &planned.plan, &planned.bootstraps);
    let encrypted = encrypted.map_err(|error| input::refuse(&error, common))?;
    let load::Planned { plan, bootstraps, .. } = planned;
    let rotations = plan.rotations_without_gemm(&network);
    let with_gemm = plan.rotations();
    let layers: Vec<Value> = network
        .layers
        .iter()
        .map(|(id, layer)| {
            let own: usize = plan.layer_steps(id).map(|step| step.cost.rotations).sum();
            let changes: usize = plan.changes(id).map(|step| step.cost.rotations).sum();
            let pmul: usize = plan.layer_steps(id).chain(plan.changes(id)).map(|step| step.cost.pmul).sum();
            json!({
                "name": layer.name, "op": layer.op.kind(), "rotations": own, "changes": changes, "pmul": pmul,
                "ciphertexts": plan.made[id].ciphertexts(),
            })
        })
        .collect();
    match common.format {
        OutputFormat::Json => {
            let mut json = json!({
                "model": arguments.model, "slots": plan.slots, "rotations": rotations, "gemm": with_gemm - rotations,
                "pmul": plan.pmul(), "levels": plan.depth(), "bootstraps": bootstraps.count(),
                "exact": plan.is_exact, "layers": layers,
            });
            json.as_object_mut().expect("it has fields").extend(encrypted.fields);
            output::print_exactly(&spelled(&format!("{json:#}\n")));
        }
        OutputFormat::Text => {
            encrypted.warning.iter().for_each(|warning| output::print(&spelled(&format!("{warning}\n"))));
            output::print(&format!(
                "{}, {} slots: {rotations} rotations, {} more for matrix products; {} plaintext products, {} levels\n",
                arguments.model,
                plan.slots,
                with_gemm - rotations,
                plan.pmul(),
                plan.depth(),
            ));
            if arguments.levels.is_some() {
                output::print(&format!("{} bootstraps\n", bootstraps.count()));
            }
            output::print(&spelled(&format!("{}\n", encrypted.line)));
        }
    }
    Ok(Exit::Fine)
}
