//! `partita ckks simulate`: the program on plain slots against the plain network.

use partita_ckks::network::{LayerOp, Network};
use serde_json::json;

use super::{load, refuse};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::Network as Arguments;
use crate::{FINDINGS, FINE, output};

pub(super) fn run(arguments: &Arguments, seed: u64, common: &Common) -> Result<u8, u8> {
    let refused = |error| refuse(&error, common);
    let network = load::network(arguments, common)?.with_seeded_weights(seed).map_err(refused)?;
    let load::Planned { network, plan, bootstraps } = load::planned(network, arguments, false, None, common)?;
    let lowered = plan.lower(&network, &bootstraps).map_err(refused)?;
    let input = network.seeded_input(seed);
    let packed = lowered.input.pack(&input).map_err(refused)?;
    let (slots, counters) =
        partita_ckks::simulate(&lowered.program, &lowered.sources, &packed, None).map_err(refused)?;
    let made = lowered.output.unpack(&slots).map_err(refused)?;
    let made: Vec<f64> = made.iter().map(|value| value * lowered.factor).collect();
    let direct = network.run(&input).map_err(refused)?;
    let error = relative_error(&made, &direct);
    let agrees = error <= tolerance(&network) && counters.rotations == plan.rotations();
    match common.format {
        OutputFormat::Json => {
            let json = json!({
                "model": arguments.model, "slots": plan.slots, "error": error, "equal": agrees,
                "rotations": counters.rotations, "planned": plan.rotations(), "pmul": counters.pmul,
                "cmul": counters.cmul, "levels": counters.levels, "keys": counters.keys.len(),
                "bootstraps": counters.bootstraps, "peak": counters.peak,
            });
            output::print(&format!("{json:#}\n"));
        }
        OutputFormat::Text => output::print(&format!(
            "{} rotations ({} planned), {} plaintext products, {} products, {} levels, {} keys, {} bootstraps, at most {} ciphertexts at once\n\
             {}: the largest difference is {error:.1e} of the largest value\n",
            counters.rotations,
            plan.rotations(),
            counters.pmul,
            counters.cmul,
            counters.levels,
            counters.keys.len(),
            counters.bootstraps,
            counters.peak,
            if agrees { "equal" } else { "different" },
        )),
    }
    Ok(if agrees { FINE } else { FINDINGS })
}

/// The largest difference, as a part of the largest value.
pub(super) fn relative_error(made: &[f64], direct: &[f64]) -> f64 {
    let largest = direct.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()));
    let off = made.iter().zip(direct).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    off / largest
}

/// Rounding only; a maximum is compared with the exact one.
fn tolerance(network: &Network) -> f64 {
    let has_maximum = network.layers.iter().any(|(_, layer)| matches!(layer.op, LayerOp::MaxPool { .. }));
    if has_maximum { 5e-2 } else { 1e-9 }
}
