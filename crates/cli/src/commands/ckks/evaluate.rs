//! `partita ckks evaluate`: the step of a server, which has no secret key.

use std::time::{Duration, Instant};

use partita::Watch;
use partita::ckks::deploy::{CompiledModel, Evaluated, EvaluationKeys, key_text};

use super::deploy::{StepReport, read, seal};
use crate::args::Common;
use crate::ckks_deploy_args::Evaluate;
use crate::exit::Outcome;
use crate::{input, progress};

/// Shows the stages of a run, and measures the time before the first run of the program, in which keys are loaded.
struct Stopwatch {
    started: Instant,
    keys: Option<Duration>,
}

impl Watch for Stopwatch {
    fn begin(&mut self, stage: &'static str) {
        if stage == "run" {
            self.keys.get_or_insert(self.started.elapsed());
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

pub(super) fn run_ckks_evaluate(arguments: &Evaluate, common: &Common) -> Outcome {
    let stopped = |error| input::report_error(&error, common);
    let model = CompiledModel::read(&read(&arguments.model)?).map_err(stopped)?;
    let keys = read(&arguments.keys)?;
    let keys = EvaluationKeys::read(&keys).map_err(stopped)?;
    let inputs = read(&arguments.input)?;
    let mut report = StepReport::new(&model.contract);
    let mut watch = Stopwatch { started: Instant::now(), keys: None };
    let made = model.evaluate(&keys, &inputs, &seal(&arguments.seal), common.limits.memory, &mut watch);
    let Evaluated { results, samples, runs, counters, .. } = made.map_err(stopped)?;
    let loaded = watch.keys.unwrap_or_default().as_secs_f64();
    let ran = watch.started.elapsed().as_secs_f64() - loaded;
    let rate = samples as f64 / ran.max(1e-9);
    report.line(format!(
        "{samples} samples in {runs} runs of {} rotations: {ran:.1} s, {rate:.1} per second; keys loaded in {loaded:.1} s",
        counters.rotations
    ));
    report.name("key", key_text(&keys.id));
    for (name, count) in [("samples", samples), ("runs", runs), ("rotations", counters.rotations)] {
        report.count(name, count);
    }
    for (name, real) in [("keys_seconds", loaded), ("run_seconds", ran), ("samples_per_second", rate)] {
        report.real(name, real);
    }
    report.file(&arguments.output, "encrypted results", results);
    report.finish(common)
}
