//! `partita propagate`, and the code that it shares with `why`.

use partita::Error;
use partita::hlo::{self, Compat, Options, PrintOptions, Program, RuleFile, Strategy};
use partita::report::{View, visible};

use super::{joined, load_input, parse_options, summary, write};
use crate::args::{Common, CompatChoice, Input, OutputFormat, Propagate, Propagation, StrategyChoice};
use crate::exit::{Exit, Outcome};
use crate::output::{self, Timing};
use crate::{companion, input};

pub(super) fn run_propagate(arguments: &Propagate, common: &Common) -> Exit {
    let Propagate { input, propagation, output: target, conflicts, top, all, written } = arguments;
    let list = summary::short_list(*top, *all);
    let traced = *conflicts || common.format == OutputFormat::Json;
    let mut texts = Vec::new();
    let result = each_module(input, propagation, common, |program, settings, timing| {
        let mut settings = settings.notation(written.notation());
        settings.options.trace = traced;
        let priced = (*conflicts && !*all).then(|| program.clone());
        let annotated = program.annotate(&settings, timing)?;
        if common.format == OutputFormat::Text {
            input::print_findings(annotated.source(), annotated.found(), common);
            output::eprint_text(&format!("{}\n", annotated.summary()));
        }
        if traced {
            let mut view = annotated.view();
            // A program that cannot be partitioned has conflicts without costs.
            let comms = priced.filter(|_| !view.conflicts.is_empty()).map(|program| {
                settings.options.trace = false;
                let propagated = program.propagate(&settings, timing)?;
                Ok(propagated.partition(&hlo::Partitioning::default(), timing)?.comms())
            });
            if let Some(Ok::<_, Error>(comms)) = comms {
                view.add_costs(&comms);
            }
            let summary = view.conflict_summary(list);
            texts.push(match common.format {
                OutputFormat::Json => summary.json().into(),
                OutputFormat::Text => visible(&summary.text()).into_owned().into(),
            });
        } else {
            let module = annotated.into_module(timing)?;
            texts.push(timing.stage("print", || hlo::print_text(&module, PrintOptions::default())));
        }
        Ok(Exit::Fine)
    });
    let code = Exit::of(result);
    if texts.is_empty() {
        return code;
    }
    texts.truncate(texts.len() / propagation.repeat.max(1));
    match write(target.as_deref(), joined(texts)) {
        Ok(()) => code,
        Err(code) => code,
    }
}

/// Reads every module of a file and calls `body` for each one, with the settings of propagation. Returns the most severe exit code.
pub(super) fn each_module(
    arguments: &Input,
    propagation: &Propagation,
    common: &Common,
    mut body: impl FnMut(Program, &hlo::Propagation<'_>, &mut Timing) -> Result<Exit, Error>,
) -> Outcome {
    let rules = propagation.rules.as_deref().map(|path| companion::read_rules(path, common)).transpose()?;
    let settings = propagation_settings(propagation, rules.as_ref().map(|rules| &rules.content));
    let loaded = load_input(arguments, common)?;
    let mut timing = Timing::default();
    let mut worst = Exit::Fine;
    let parts = loaded.parts.iter().cycle().take(loaded.parts.len() * propagation.repeat.max(1));
    for (index, part) in parts.cloned().enumerate() {
        if index > 0 && index % loaded.parts.len() == 0 {
            timing.next_run();
        }
        let options = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, options, &mut timing);
        rules.iter().for_each(|rules| rules.note_module(program.module()));
        let code =
            body(program, &settings, &mut timing).unwrap_or_else(|error| input::report_error(&error, common));
        worst = worst.max(code);
    }
    rules.iter().for_each(|rules| rules.warn(common));
    timing.report(common);
    Ok(worst)
}

/// The settings of the library that correspond to the options.
pub(super) fn propagation_settings<'a>(
    propagation: &Propagation,
    rules: Option<&'a RuleFile>,
) -> hlo::Propagation<'a> {
    let compat = match propagation.compat {
        CompatChoice::Full => Compat::Full,
        CompatChoice::Shardy => Compat::Shardy,
    };
    let options = Options::default()
        .op_priorities(!propagation.no_op_priorities)
        .strategy(match propagation.strategy {
            StrategyChoice::Basic => Strategy::Basic,
            StrategyChoice::Aggressive => Strategy::Aggressive,
            StrategyChoice::BasicThenAggressive => Strategy::BasicThenAggressive,
        })
        .conservative(propagation.conservative)
        .step_limit(propagation.step_limit.unwrap_or(u64::MAX))
        .trace(true);
    let mut settings = hlo::Propagation::default();
    (settings.compat, settings.rules, settings.options) = (compat, rules, options);
    settings
}
