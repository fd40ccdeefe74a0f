//! `partita ckks run`: runs the program on encrypted slots and compares with the plain network.

use partita::ckks::{EncryptedBatch, Encryption, find_lattigo, relative_error};
use partita::report::{Agreement, EncryptedRunView, RunTime, held_line};
use zeroize::Zeroizing;

use super::stopwatch::Stopwatch;
use super::{load, parameters, print_ckks_error, program, values};
use crate::args::Common;
use crate::ckks_args::{CkksEngineName, CkksRun, CkksRunning};
use crate::exit::{Exit, Outcome};
use crate::output::Timing;
use crate::{input, output};

/// The largest error of encrypted results, relative to the largest value.
const TOLERANCE: f64 = 1e-3;

pub(super) fn run_encrypted(arguments: &CkksRun, common: &Common) -> Outcome {
    let CkksEngineName::Lattigo = arguments.engine;
    let refused = |error| print_ckks_error(&error, common);
    let stopped = |error| input::report_error(&error, common);
    // Planning takes long, so the library is looked for first.
    let library = find_lattigo(arguments.lattigo.as_deref()).map_err(stopped)?;
    let mut encryption = Encryption::new(library);
    encryption.ring = parameters::ring_options(&arguments.ring);
    encryption.memory = common.limits.memory;
    let CkksRunning { network: planned, values: given, passes, program: file } = &arguments.running;
    let mut timing = Timing::default();
    let mut network = load::with_weights(planned, given.seed, common, &mut timing)?;
    let samples = Zeroizing::new(values::prepare_inputs(&mut network, given, common)?);
    let (file, ring) = (file.as_deref(), &encryption.ring);
    let made = program::load_or_lower_program(&network, planned, passes, file, ring, common, &mut timing)?;
    let program = made.program;
    // A program that cannot be encrypted is rejected before the plain network runs.
    encryption.scheme(&program).map_err(stopped)?;
    let run_all = || samples.iter().map(|sample| network.run(sample)).collect::<Result<Vec<_>, _>>();
    let direct = timing.stage("plain network", run_all).map_err(refused)?;
    let mut approximation: Option<f64> = None;
    for (sample, direct) in samples.iter().zip(&direct) {
        let one = values::approximation_error(&network, sample, direct, common)?;
        approximation = one.map(|one| approximation.map_or(one, |most| most.max(one)));
    }
    let mut watch = Stopwatch::start(&mut timing);
    let ran = program.run_all_encrypted(&samples, &encryption, &mut watch).map_err(stopped)?;
    let keys_ready = watch.keys_ready();
    let EncryptedBatch { values: made, scheme, counters, runs } = &ran;
    let runs = runs.iter().map(|run| RunTime {
        inputs: run.samples,
        elapsed: run.elapsed,
        processor: run.stats.processor_time(),
    });
    values::write_results(made, &network, given, common)?;
    let errors = made.iter().zip(&direct).map(|(made, direct)| relative_error(&network, made, direct));
    let (worst, error) =
        errors.enumerate().fold((0, 0.0), |most, (n, error)| if error > most.1 { (n, error) } else { most });
    let agrees = error <= TOLERANCE;
    let view = EncryptedRunView {
        model: &planned.model,
        inputs: samples.len(),
        slots: program.lowered.program.slots,
        counters,
        scheme: scheme.view(program.top()),
        keys_ready,
        runs: runs.collect(),
        agreement: Agreement { error, equal: agrees, approximation },
    };
    output::print_view_with_flags(&view, common);
    timing.report(common);
    if agrees {
        return Ok(Exit::Fine);
    }
    let (layer, value) = network.largest_held(&samples[worst]).map_err(refused)?;
    output::eprint_text(&held_line(&network.layers[layer].name, value));
    Ok(Exit::Findings)
}
