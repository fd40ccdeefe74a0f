//! `partita ckks run`: the program on encrypted slots against the plain network.

use std::time::Instant;

use partita_ckks::count_steps;
use partita_engine::ckks::{CkksEngine, CkksError, CkksParams, LattigoSettings, Safety, Secret};
use serde_json::json;

use super::simulate::relative_error;
use super::stream::{Lazy, stream};
use super::{finding, load, refuse};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::{CkksEngineName, Run};
use crate::{FINDINGS, FINE, output};

/// How far off encrypted results may be, of the largest value.
const TOLERANCE: f64 = 1e-3;

pub(super) fn run(arguments: &Run, common: &Common) -> Result<u8, u8> {
    let CkksEngineName::Lattigo = arguments.engine;
    let refused = |error| refuse(&error, common);
    let seed = arguments.seed;
    let network = load::network(&arguments.network, common)?.with_seeded_weights(seed).map_err(refused)?;
    let slots = arguments.log_n.map_or(4096, |log_n| 1 << (log_n - 1));
    let planned = load::planned(network, &arguments.network, false, Some(slots), common)?;
    let load::Planned { network, plan, bootstraps } = planned;
    let lowered = plan.lower(&network, &bootstraps).map_err(refused)?;
    let counters = count_steps(&lowered.program).map_err(refused)?;
    let input = network.seeded_input(seed);
    let packed = lowered.input.pack(&input).map_err(refused)?;
    let direct = network.run(&input).map_err(refused)?;

    let failed = |error: CkksError| {
        let help = if error.code() == partita_base::code::CKKS_INSECURE {
            "use a larger ring, fewer levels, or --insecure-test for a test"
        } else {
            ""
        };
        finding(error.code(), &error.message, help, common)
    };
    let safety = if arguments.insecure_test { Safety::InsecureTest } else { Safety::Standard };
    let params = match arguments.log_n {
        None => CkksParams::secure(bootstraps.top, plan.slots).map_err(failed)?,
        Some(log_n) => in_ring(log_n, bootstraps.top),
    };
    params.check(safety).map_err(failed)?;
    let settings = LattigoSettings::find(arguments.lattigo.as_deref()).map_err(failed)?;
    let started = Instant::now();
    let mut engine = settings.start(&params, safety).map_err(failed)?;
    if !bootstraps.cuts.is_empty() {
        engine.load_bootstrap_keys(&[61, 61]).map_err(failed)?;
    }
    let keys: Vec<i64> = counters.keys.iter().map(|&key| i64::from(key)).collect();
    engine.load_keys(plan.slots, &keys).map_err(failed)?;
    let keys_ready = started.elapsed();
    let mut plaintexts = Lazy::new(&lowered.program, &lowered.sources);
    let outcome = engine.run(&stream(&lowered.program), &packed, &mut plaintexts);
    if let Some(error) = plaintexts.error.take() {
        return Err(refuse(&error, common));
    }
    let outcome = outcome.map_err(failed)?;
    let ran = started.elapsed() - keys_ready;
    let values: Vec<Vec<f64>> = outcome.outputs.into_iter().map(|output| output.values).collect();
    let made = lowered.output.unpack(&values).map_err(refused)?;
    let made: Vec<f64> = made.iter().map(|value| value * lowered.factor).collect();
    let error = relative_error(&made, &direct);
    let agrees = error <= TOLERANCE;
    match common.format {
        OutputFormat::Json => {
            let json = json!({
                "model": arguments.network.model, "slots": plan.slots, "ring": params.degree(),
                "modulus_bits": params.modulus_bits(), "levels": bootstraps.top, "rotations": counters.rotations,
                "keys": keys.len(), "keys_seconds": keys_ready.as_secs_f64(), "run_seconds": ran.as_secs_f64(),
                "error": error, "equal": agrees,
            });
            output::print(&format!("{json:#}\n"));
        }
        OutputFormat::Text => output::print(&format!(
            "ring of degree {}, modulus of {} bits, {} levels; {} keys in {:.1} s; {} rotations, {:.1} s\n\
             {}: the largest difference is {error:.1e} of the largest value\n",
            params.degree(),
            params.modulus_bits(),
            bootstraps.top,
            keys.len(),
            keys_ready.as_secs_f64(),
            counters.rotations,
            ran.as_secs_f64(),
            if agrees { "equal" } else { "different" },
        )),
    }
    Ok(if agrees { FINE } else { FINDINGS })
}

/// Parameters for so many levels in a given ring, with as few bits as can be.
fn in_ring(log_n: u32, levels: u32) -> CkksParams {
    let mut q_bits = vec![49];
    q_bits.extend((0..levels).map(|_| 40));
    CkksParams { log_n, q_bits, p_bits: vec![49], scale_bits: 40, secret: Secret::Ternary }
}
