//! `partita ckks run`: runs the program on encrypted slots and compares with the plain network.

use std::time::{Duration, Instant};

use partita::Watch;
use partita::ckks::{EncryptedBatch, Encryption, find_lattigo, relative_error};
use partita::report::{Agreement, EncryptedRunView, held_line};
use zeroize::Zeroizing;

use super::{load, parameters, print_ckks_error, program, values};
use crate::args::Common;
use crate::ckks_args::{CkksEngineName, CkksRun, CkksRunning};
use crate::exit::{Exit, Outcome};
use crate::{input, output, progress};

/// The largest error of encrypted results, relative to the largest value.
const TOLERANCE: f64 = 1e-3;

/// Shows the stages of a run, and measures the time before the last one, in which keys are created.
struct Stopwatch {
    started: Instant,
    keys: Duration,
}

impl Watch for Stopwatch {
    fn begin(&mut self, stage: &'static str) {
        if stage == "run" && self.keys.is_zero() {
            self.keys = self.started.elapsed();
        }
        progress::TerminalWatch.begin(stage);
    }

    fn end(&mut self) {
        progress::TerminalWatch.end();
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        progress::TerminalWatch.count(done, total, unit);
    }
}

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
    let mut network = load::with_weights(planned, given.seed, common)?;
    let samples = Zeroizing::new(values::prepare_inputs(&mut network, given, common)?);
    let slots = arguments.ring.log_n.map_or(4096, |log_n| 1 << (log_n - 1));
    let made =
        program::load_or_lower_program(&network, planned, passes, file.as_deref(), Some(slots), common)?;
    let program = made.program;
    // A program that cannot be encrypted is rejected before the plain network runs.
    encryption.scheme(&program).map_err(stopped)?;
    let run_all = || samples.iter().map(|sample| network.run(sample)).collect::<Result<Vec<_>, _>>();
    let direct = progress::run_stage("plain network", run_all).map_err(refused)?;
    let mut approximation: Option<f64> = None;
    for (sample, direct) in samples.iter().zip(&direct) {
        let one = values::approximation_error(&network, sample, direct, common)?;
        approximation = one.map(|one| approximation.map_or(one, |most| most.max(one)));
    }
    let mut watch = Stopwatch { started: Instant::now(), keys: Duration::ZERO };
    let ran = program.run_all_encrypted(&samples, &encryption, &mut watch).map_err(stopped)?;
    let ran_for = watch.started.elapsed() - watch.keys;
    let EncryptedBatch { values: made, scheme, counters } = &ran;
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
        keys_ready: watch.keys,
        ran_for,
        agreement: Agreement { error, equal: agrees, approximation },
    };
    output::print_view_with_flags(&view, common);
    if agrees {
        return Ok(Exit::Fine);
    }
    let (layer, value) = network.largest_held(&samples[worst]).map_err(refused)?;
    output::eprint_text(&held_line(&network.layers[layer].name, value));
    Ok(Exit::Findings)
}
