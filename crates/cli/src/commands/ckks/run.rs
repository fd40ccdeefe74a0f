//! `partita ckks run`: the program on encrypted slots against the plain network.

use std::time::Instant;

use partita::ckks::{CkksEngine, LattigoSettings, relative_error};
use serde_json::json;
use zeroize::Zeroizing;

use super::parameters::{self, Needs, Scheme};
use super::{load, program, refuse, values};
use crate::args::{Common, OutputFormat};
use crate::ckks_args::{CkksEngineName, Run};
use crate::exit::{Exit, Outcome};
use crate::{input, output, progress};

/// How far off encrypted results may be, of the largest value.
const TOLERANCE: f64 = 1e-3;

/// Keys that are asked for at once, so that progress is seen.
const KEYS: usize = 16;

pub(super) fn run(arguments: &Run, common: &Common) -> Outcome {
    let CkksEngineName::Lattigo = arguments.engine;
    let refused = |error| refuse(&error, common);
    let failed = |error| parameters::refuse(&error, common);
    // Planning takes long; without the library nothing comes of it.
    let settings = LattigoSettings::find(arguments.lattigo.as_deref()).map_err(failed)?;
    let given = &arguments.values;
    let mut network = load::with_weights(&arguments.network, given.seed, common)?;
    let sample = Zeroizing::new(values::prepare(&mut network, given, common)?);
    let slots = arguments.ring.log_n.map_or(4096, |log_n| 1 << (log_n - 1));
    let file = arguments.program.as_deref();
    let made = program::of(&network, &arguments.network, &arguments.passes, file, Some(slots), common)?;
    let program = made.program;
    let top = program.top();
    let slots = program.lowered.program.slots;
    let stopped = |error| input::refuse(&error, common);
    let counters = program.counters().map_err(stopped)?;
    let needs = Needs::of_program(top, slots, &counters);
    let scheme = Scheme::choose(&arguments.ring, &needs).map_err(failed)?;
    scheme.check_memory(common.limits.memory, common)?;
    let direct = progress::stage("plain network", || network.run(&sample)).map_err(refused)?;
    let approximation = values::approximation(&network, &sample, &direct, common)?;
    let started = Instant::now();
    let params = &scheme.params;
    let mut engine = progress::stage("start", || settings.start(params, scheme.safety)).map_err(failed)?;
    if counters.bootstraps != 0 {
        let primes = &scheme.bootstrap_primes;
        progress::stage("keys of bootstraps", || engine.load_bootstrap_keys(primes)).map_err(failed)?;
    }
    let keys: Vec<i64> = counters.keys.iter().map(|&key| i64::from(key)).collect();
    progress::stage("keys", || {
        keys.chunks(KEYS).enumerate().try_for_each(|(index, some)| {
            progress::count(index * KEYS, keys.len(), "keys");
            engine.load_keys(slots, some)
        })
    })
    .map_err(failed)?;
    let keys_ready = started.elapsed();
    let made = program.run(&mut engine, &sample, &mut progress::Shown);
    let made = Zeroizing::new(made.map_err(stopped)?);
    let ran = started.elapsed() - keys_ready;
    values::write(&made, &network, given, common)?;
    let error = relative_error(&network, &made, &direct);
    let agrees = error <= TOLERANCE;
    match common.format {
        OutputFormat::Json => {
            let mut json = json!({
                "model": arguments.network.model, "slots": slots, "levels": top, "rotations": counters.rotations,
                "keys": keys.len(), "keys_seconds": keys_ready.as_secs_f64(), "run_seconds": ran.as_secs_f64(),
                "bootstraps": counters.bootstraps, "error": error, "equal": agrees, "approximation": approximation,
            });
            json.as_object_mut().expect("it has fields").extend(scheme.fields());
            output::print_json(&json);
        }
        OutputFormat::Text => output::print(&format!(
            "{}ring of degree {}, modulus of {} bits, {} levels; {} keys in {:.1} s; {} rotations, {:.1} s\n{}\n\
             {}: the largest difference is {error:.1e} of the largest value\n{}",
            scheme.warning().map_or(String::new(), |warning| warning + "\n"),
            params.degree(),
            params.modulus_bits(),
            top,
            keys.len(),
            keys_ready.as_secs_f64(),
            counters.rotations,
            ran.as_secs_f64(),
            scheme.memory_line(),
            if agrees { "equal" } else { "different" },
            values::approximation_line(approximation),
        )),
    }
    if agrees {
        return Ok(Exit::Fine);
    }
    output::eprint(&values::held_line(&network, &sample, common)?);
    Ok(Exit::Findings)
}
