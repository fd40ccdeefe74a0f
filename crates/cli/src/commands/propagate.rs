//! `partita propagate`, and what it shares with `why`.

use std::path::Path;

use partita::hlo::{self, Compat, Options, Propagated, RuleFile, Strategy};

use super::{load, parse_options, write};
use crate::args::{Common, CompatChoice, Input, OutputFormat, Propagation, StrategyChoice};
use crate::output::{self, Timing};
use crate::{FINE, beside, input};

pub(super) fn run(
    arguments: &Input,
    propagation: &Propagation,
    output: Option<&Path>,
    conflicts: bool,
    common: &Common,
) -> u8 {
    let traced = conflicts || common.format == OutputFormat::Json;
    let mut texts = Vec::new();
    let result = each_module(arguments, propagation, traced, common, |mut propagated, timing| {
        if common.format == OutputFormat::Text {
            output::eprint(&format!("{}\n", propagated.summary()));
        }
        if traced {
            let view = propagated.view();
            texts.push(match common.format {
                OutputFormat::Json => {
                    format!("{}\n", serde_json::to_string_pretty(&view).expect("views are plain data"))
                }
                OutputFormat::Text => partita_report::visible(&view.render_conflicts()).into_owned(),
            });
            return FINE;
        }
        match propagated.annotated_watched(timing) {
            Ok(module) => {
                texts.push(timing.stage("print", || hlo::print(&module)));
                FINE
            }
            Err(error) => input::refuse(&error, common),
        }
    });
    let code = match result {
        Ok(code) | Err(code) => code,
    };
    if texts.is_empty() {
        return code;
    }
    texts.truncate(texts.len() / propagation.repeat.max(1));
    match write(output, texts.join("// -----\n")) {
        Ok(()) => code,
        Err(code) => code,
    }
}

/// Propagates through every module of a file and calls `body` for each. The result is the worst exit code.
pub(super) fn each_module(
    arguments: &Input,
    propagation: &Propagation,
    traced: bool,
    common: &Common,
    mut body: impl FnMut(Propagated, &mut Timing) -> u8,
) -> Result<u8, u8> {
    let rules = propagation.rules.as_deref().map(|path| beside::rules(path, common)).transpose()?;
    let settings = settings(propagation, rules.as_ref().map(|rules| &rules.content), traced);
    let loaded = load(&arguments.file, arguments.split_input_file, common)?;
    let mut timing = Timing::default();
    let mut worst = FINE;
    let parts = loaded.parts.iter().cycle().take(loaded.parts.len() * propagation.repeat.max(1));
    for (index, part) in parts.cloned().enumerate() {
        if index > 0 && index % loaded.parts.len() == 0 {
            timing.next_run();
        }
        let options = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, options, &mut timing);
        rules.iter().for_each(|rules| rules.saw(program.module()));
        let code = match program.propagate(&settings, &mut timing) {
            Ok(propagated) => {
                if common.format == OutputFormat::Text {
                    input::print_findings(&loaded.source, propagated.found(), common);
                }
                body(propagated, &mut timing)
            }
            Err(error) => input::refuse(&error, common),
        };
        worst = worst.max(code);
    }
    rules.iter().for_each(|rules| rules.warn(common));
    timing.report(common);
    Ok(worst)
}

/// What the options mean.
pub(super) fn settings<'a>(
    propagation: &Propagation,
    rules: Option<&'a RuleFile>,
    traced: bool,
) -> hlo::Propagation<'a> {
    let compat = match propagation.compat {
        CompatChoice::Full => Compat::Full,
        CompatChoice::Shardy => Compat::Shardy,
    };
    hlo::Propagation { compat, rules, options: options(propagation, traced) }
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
