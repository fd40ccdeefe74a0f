//! `partita rules check`

use partita::hlo::Program;
use partita::report::RuleTestsView;

use super::{load, parse_options};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::output::{self, Timing};
use crate::tool_args::{RulesCheck, RulesCommand};
use crate::{companion, input};

pub(super) fn run_rules(command: &RulesCommand, common: &Common) -> Exit {
    match command {
        RulesCommand::Check(arguments) => Exit::of(check(arguments, common)),
    }
}

fn check(arguments: &RulesCheck, common: &Common) -> Outcome {
    let rules = companion::read_rules(&arguments.rules, common)?;
    let mut view = RuleTestsView::default();
    let mut exit = Exit::Fine;
    if let Some(path) = &arguments.file {
        let loaded = load(path, false, common)?;
        let mut timing = Timing::default();
        let reading = parse_options(false, common);
        let program = Program::read_part(&loaded.source, loaded.parts[0].clone(), reading, &mut timing);
        rules.note_module(program.module());
        let tested = program.test_rules(&rules.content, arguments.seeds, common.limits, &mut timing);
        let (tests, found) = tested.map_err(|error| input::report_error(&error, common))?;
        if common.format == crate::args::OutputFormat::Text {
            input::print_findings(&loaded.source, &found, common);
        }
        // A rule that does not fit is only a warning elsewhere; here it is what was asked for.
        exit = Exit::checked(found.is_empty());
        view = tests;
        timing.report(common);
        rules.warn(common);
    }
    view.targets = rules.content.targets().map(str::to_string).collect();
    output::print_view(&view, common);
    Ok(exit)
}
