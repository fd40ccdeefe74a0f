//! `partita ckks lower`: loops over ciphertexts and the slot program.

use partita_ckks::loops::LoopShard;
use partita_ckks::network::{LayerOp, Network};
use partita_ckks::plan::Plan;
use partita_ckks::sharding::OpSharding;

use super::{load, refuse};
use crate::args::Common;
use crate::ckks_args::Network as Arguments;
use crate::{FINE, output};

pub(super) fn run(arguments: &Arguments, seed: u64, loops: bool, common: &Common) -> Result<u8, u8> {
    let network = load::network(arguments, common)?;
    let network = network.with_seeded_weights(seed).map_err(|error| refuse(&error, common))?;
    let load::Planned { network, plan, bootstraps } = load::planned(network, arguments, false, None, common)?;
    output::print(&loop_form(&network, &plan).map_err(|error| refuse(&error, common))?);
    if !loops {
        let lowered = plan.lower(&network, &bootstraps).map_err(|error| refuse(&error, common))?;
        output::print(&format!("{}\n", lowered.program));
    }
    Ok(FINE)
}

/// Every layer with rotations of its own as loops over its mesh of ciphertexts.
fn loop_form(network: &Network, plan: &Plan) -> partita_ckks::CkksResult<String> {
    let mut text = String::new();
    for (id, layer) in network.layers.iter() {
        let LayerOp::Linear { op, .. } = &layer.op else { continue };
        let Some(step) = plan.layer_steps(id).next() else { continue };
        let mesh = [step.to.groups() as u64, step.from.groups() as u64, step.to.parts() as u64];
        let taps = (op.window().kernel[0] * op.window().kernel[1]) as u64;
        let name: String =
            layer.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let shard = LoopShard::conv(&name, &OpSharding::conv(mesh)?, taps - 1, &["y", "z", "x"]).hoisted();
        text.push_str(&format!("{shard}\n"));
    }
    Ok(text)
}
