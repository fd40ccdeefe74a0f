//! `partita ckks simulate`: the program on plain slots against the plain network.

use std::path::Path;

use partita_ckks::network::Network;
use serde_json::json;

use super::{load, program, refuse, values};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::{Network as Arguments, Passes, Values};
use crate::{FINDINGS, FINE, output};

/// Rounding only.
const TOLERANCE: f64 = 1e-9;

pub(super) fn run(
    arguments: &Arguments,
    given: &Values,
    passes: &Passes,
    file: Option<&Path>,
    common: &Common,
) -> Result<u8, u8> {
    let refused = |error| refuse(&error, common);
    let mut network = load::network(arguments, common)?.with_seeded_weights(given.seed).map_err(refused)?;
    let input = values::prepare(&mut network, given, common)?;
    let made = program::of(&network, arguments, passes, file, None, common)?;
    let program::Made { lowered, rotations, planned } = made;
    let packed = lowered.pack(&input).map_err(refused)?;
    let (slots, counters) =
        partita_ckks::simulate(&lowered.program, &lowered.sources, &packed, None).map_err(refused)?;
    let made = lowered.unpack(&slots).map_err(refused)?;
    values::write(&made, &network, given, common)?;
    let direct = network.run(&input).map_err(refused)?;
    let error = relative_error(&network, &made, &direct);
    let approximation = values::approximation(&network, &input, &direct, common)?;
    let agrees = error <= TOLERANCE && rotations == planned;
    match common.format {
        OutputFormat::Json => {
            let json = json!({
                "model": arguments.model, "slots": lowered.program.slots, "error": error, "equal": agrees,
                "rotations": counters.rotations, "planned": planned, "pmul": counters.pmul,
                "cmul": counters.cmul, "levels": counters.levels, "keys": counters.keys.len(),
                "bootstraps": counters.bootstraps, "peak": counters.peak, "approximation": approximation,
            });
            output::print(&format!("{json:#}\n"));
        }
        OutputFormat::Text => output::print(&format!(
            "{} rotations ({} planned), {} plaintext products, {} products, {} levels, {} keys, {} bootstraps, at most {} ciphertexts at once\n\
             {}: the largest difference is {error:.1e} of the largest value\n{}",
            counters.rotations,
            planned,
            counters.pmul,
            counters.cmul,
            counters.levels,
            counters.keys.len(),
            counters.bootstraps,
            counters.peak,
            if agrees { "equal" } else { "different" },
            values::approximation_line(approximation),
        )),
    }
    Ok(if agrees { FINE } else { FINDINGS })
}

/// The largest difference of results of a network, as a part of the largest value; where ReLU leaves nearly nothing, of what it
/// could have left.
pub(super) fn relative_error(network: &Network, made: &[f64], direct: &[f64]) -> f64 {
    let least = network.layers[network.output()].divisor / 1024.0;
    let largest = direct.iter().fold(least, |most, value| most.max(value.abs()));
    let off = made.iter().zip(direct).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    // A maximum passes over what is no number.
    if made.iter().all(|value| value.is_finite()) { off / largest } else { f64::INFINITY }
}
