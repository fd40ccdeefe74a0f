//! `partita ckks evaluate`: the step of a server, which has no secret key.

use partita::ckks::deploy::{CompiledModel, Evaluated, EvaluationKeys, key_text};

use super::deploy::{StepReport, read, seal};
use super::stopwatch::Stopwatch;
use crate::args::Common;
use crate::ckks_deploy_args::Evaluate;
use crate::exit::Outcome;
use crate::{input, progress};

pub(super) fn run_ckks_evaluate(arguments: &Evaluate, common: &Common) -> Outcome {
    let stopped = |error| input::report_error(&error, common);
    let model = CompiledModel::read(&read(&arguments.model)?).map_err(stopped)?;
    let keys = read(&arguments.keys)?;
    let keys = EvaluationKeys::read(&keys).map_err(stopped)?;
    let inputs = read(&arguments.input)?;
    let mut report = StepReport::new(&model.contract);
    let mut shown = progress::TerminalWatch;
    let mut watch = Stopwatch::start(&mut shown);
    let made = model.evaluate(&keys, &inputs, &seal(&arguments.seal), common.limits.memory, &mut watch);
    let Evaluated { results, samples, runs, counters, .. } = made.map_err(stopped)?;
    let loaded = watch.keys_ready().as_secs_f64();
    let ran = watch.elapsed().as_secs_f64() - loaded;
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
