//! `partita propagate`, and what it shares with `why`.

use std::path::Path;

use partita_base::Source;
use partita_hlo::propagation::{self, Run, Settings};
use partita_hlo::rules::{Compat, RuleFile, RuleOptions, parse_rule_file};
use partita_ir::Module;
use partita_mlir::PrintOptions;
use partita_propagate::{Options, Stop, Strategy, Trace};
use partita_report::{Answers, Functions, PropagationView};

use super::{load, unknown_dialects, write};
use crate::args::{Common, CompatChoice, Input, OutputFormat, Propagation, StrategyChoice};
use crate::output::{self, Timing};
use crate::{FINDINGS, FINE, USAGE, input};

pub(super) fn run(
    arguments: &Input,
    propagation: &Propagation,
    output: Option<&Path>,
    conflicts: bool,
    common: &Common,
) -> u8 {
    let traced = conflicts || common.format == OutputFormat::Json;
    let mut texts = Vec::new();
    let result = each_module(arguments, propagation, traced, common, |stage| {
        if common.format == OutputFormat::Text {
            output::eprint(&summary(stage.run));
        }
        if traced {
            let Stage { module, source, functions, run, trace, .. } = stage;
            let view = PropagationView::new(module, source, functions, run, trace);
            texts.push(match common.format {
                OutputFormat::Json => {
                    format!("{}\n", serde_json::to_string_pretty(&view).expect("views are plain data"))
                }
                OutputFormat::Text => view.render_conflicts(),
            });
            return FINE;
        }
        let Stage { module, run, timing, .. } = stage;
        timing.stage("propagate", || propagation::apply(module, run));
        let finished = timing.stage("export", || propagation::finish(module));
        if let Err(diagnostics) = finished {
            input::print_findings(stage.source, &diagnostics, common);
            return FINDINGS;
        }
        let text = stage.timing.stage("print", || partita_mlir::print(stage.module, PrintOptions::default()));
        texts.push(text);
        FINE
    });
    let code = match result {
        Ok(code) | Err(code) => code,
    };
    if texts.is_empty() {
        return code;
    }
    texts.truncate(texts.len() / propagation.repeat.max(1));
    match write(output, &texts.join("// -----\n")) {
        Ok(()) => code,
        Err(code) => code,
    }
}

/// A module that was propagated through, with all that explains it.
pub(super) struct Stage<'a> {
    pub(super) module: &'a mut Module,
    pub(super) source: &'a Source,
    pub(super) functions: &'a Functions,
    pub(super) run: &'a mut Run,
    pub(super) trace: &'a Trace,
    pub(super) timing: &'a mut Timing,
}

impl Stage<'_> {
    /// Answers to questions about the run.
    pub(super) fn answers(&mut self) -> Answers<'_> {
        Answers::new(self.module, self.source, self.functions, self.run, self.trace)
    }
}

/// Propagates through every module of a file and calls `body` for each. The result is the worst exit code.
pub(super) fn each_module(
    arguments: &Input,
    propagation: &Propagation,
    traced: bool,
    common: &Common,
    mut body: impl FnMut(&mut Stage<'_>) -> u8,
) -> Result<u8, u8> {
    let rules = propagation.rules.as_deref().map(|path| rule_file(path, common)).transpose()?;
    let compat = match propagation.compat {
        CompatChoice::Full => Compat::Full,
        CompatChoice::Shardy => Compat::Shardy,
    };
    let settings = Settings {
        rules: RuleOptions { conservative: propagation.conservative, compat, user: rules.as_ref() },
        options: options(propagation, traced),
    };
    let loaded = load(&arguments.file, arguments.split_input_file, common)?;
    let mut timing = Timing::default();
    let mut worst = FINE;
    let parts = loaded.parts.iter().cycle().take(loaded.parts.len() * propagation.repeat.max(1));
    for (index, part) in parts.cloned().enumerate() {
        if index > 0 && index % loaded.parts.len() == 0 {
            timing.next_run();
        }
        let dialects = unknown_dialects(arguments.deny_unknown_dialects);
        let (mut module, mut found) = input::read_module(&loaded, part, dialects, &mut timing);
        if let Some(rules) = &rules {
            found.append(rules.check(&module));
        }
        let functions = Functions::new(&module);
        let mut run = None;
        if !found.has_errors() {
            let prepared = timing.stage("prepare", || propagation::prepare(&mut module, compat));
            match prepared {
                Ok(()) => run = Some(timing.stage("propagate", || propagation::run(&mut module, &settings))),
                Err(diagnostics) => found.append(diagnostics),
            }
        }
        if let Some(run) = &run {
            found.append(run.warnings.clone());
        }
        partita_report::add_locations(&module, &mut found);
        let Some(mut run) = run else {
            input::print_findings(&loaded.source, &found, common);
            worst = worst.max(FINDINGS);
            continue;
        };
        if common.format == OutputFormat::Text {
            input::print_findings(&loaded.source, &found, common);
        }
        let trace = run.outcome.trace.take().unwrap_or_default();
        let code = body(&mut Stage {
            module: &mut module,
            source: &loaded.source,
            functions: &functions,
            run: &mut run,
            trace: &trace,
            timing: &mut timing,
        });
        worst = worst.max(code);
    }
    timing.report(common);
    Ok(worst)
}

fn options(propagation: &Propagation, trace: bool) -> Options {
    Options {
        op_priorities: !propagation.no_op_priorities,
        strategy: match propagation.strategy {
            StrategyChoice::Basic => Strategy::Basic,
            StrategyChoice::Aggressive => Strategy::Aggressive,
            StrategyChoice::BasicThenAggressive => Strategy::BasicThenAggressive,
        },
        conservative: propagation.conservative,
        step_limit: propagation.step_limit.unwrap_or(u64::MAX),
        trace,
        ..Options::default()
    }
}

/// One line about the run.
fn summary(run: &Run) -> String {
    let problem = &run.problem.problem;
    let sharded = problem.tensors.iter().filter(|(_, tensor)| {
        let sharding = tensor.sharding.map(|id| problem.sharding_of(id));
        sharding.is_some_and(|sharding| sharding.dims().iter().any(|dim| !dim.axes.is_empty()))
    });
    let steps = match run.outcome.steps {
        1 => "1 step".to_string(),
        steps => format!("{steps} steps"),
    };
    let stop = match run.outcome.stop {
        Stop::FixedPoint => "fixed point",
        Stop::StepLimit => "step limit",
    };
    format!(
        "{stop} after {} and {} visits; {} of {} tensors sharded\n",
        steps,
        run.outcome.visits,
        sharded.count(),
        problem.tensors.len()
    )
}

/// Reads a file of rules, or prints what is wrong with it.
pub(super) fn rule_file(path: &Path, common: &Common) -> Result<RuleFile, u8> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        output::error(&format!("cannot read {}: {error}", path.display()));
        USAGE
    })?;
    parse_rule_file(&text).map_err(|diagnostics| {
        match Source::new(&path.display().to_string(), text) {
            Ok(source) => input::print_findings(&source, &diagnostics, common),
            Err(_) => output::error("the rule file is too large"),
        }
        FINDINGS
    })
}
