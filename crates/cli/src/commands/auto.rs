//! `partita auto`

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use partita::auto::{NoChoices, Progress, SolveOptions, Watch, read_iopddl, solve};
use partita::code;
use partita::report::SolutionView;

use super::plan;
use crate::args::Common;
use crate::exit::Exit;
use crate::interrupt::stop_flag;
use crate::output::{self, Timing};
use crate::tool_args::Auto;
use crate::{input, progress, reading};

/// The default time limit of the contest.
const CONTEST_SECONDS: f64 = 60.0;

pub(super) fn run_auto(arguments: &Auto, common: &Common) -> Exit {
    match (&arguments.iopddl, &arguments.file) {
        (Some(instance), _) => run_contest(instance, arguments, common),
        (None, Some(file)) => plan::run_plan(file, arguments, common),
        (None, None) => unreachable!("one of both is required"),
    }
}

fn run_contest(instance: &Path, arguments: &Auto, common: &Common) -> Exit {
    let name = match instance.to_str() {
        Some("-") => "<stdin>".into(),
        _ => instance.to_string_lossy(),
    };
    let bytes = match reading::read_bytes(instance) {
        Ok(bytes) => bytes,
        Err(error) => {
            output::print_error(&format!("cannot read {name}: {error}"));
            return Exit::Usage;
        }
    };
    if bytes.is_empty() {
        let message = format!("{name}: expected a contest instance, found an empty file");
        let help = "the command that writes it has probably failed; write it again";
        input::print_finding(code::EMPTY_FILE, &message, help, common);
        return Exit::Findings;
    }
    let mut timing = Timing::default();
    let problem = match timing.stage("read", || read_iopddl(&bytes)) {
        Ok(problem) => problem,
        Err(error) => {
            input::print_finding(error.code(), &format!("{name}: {error}"), "", common);
            return Exit::Findings;
        }
    };
    let limit = Duration::from_secs_f64(arguments.time_limit.unwrap_or(CONTEST_SECONDS));
    let options = SolveOptions::default()
        .seed(arguments.seed)
        .rounds(arguments.rounds)
        .time_limit(arguments.rounds.is_none().then_some(limit))
        .stop(Some(stop_flag()));
    let mut watch = Shown { started: Instant::now(), limit };
    progress::begin_stage("solve");
    let solved = timing.stage("solve", || solve(&problem, &options, &mut watch));
    progress::end_stage();
    let outcome = match solved {
        Ok(outcome) => outcome,
        Err(error) => {
            let help = match error {
                NoChoices::Memory { proven: false, .. } => "raise the limit, or search longer",
                NoChoices::Memory { .. } => "raise the limit",
                _ => "allow a combination by a finite cost",
            };
            input::print_finding(error.code(), &format!("{name}: {error}"), help, common);
            return Exit::Findings;
        }
    };
    output::print_view(&SolutionView { problem: &problem, outcome: &outcome }, common);
    timing.report(common);
    Exit::Fine
}

/// Shows the gap while the search runs.
struct Shown {
    started: Instant,
    limit: Duration,
}

impl Watch for Shown {
    fn progress(&mut self, state: &Progress) -> ControlFlow<()> {
        let seconds = |time: Duration| time.as_secs() as usize;
        progress::set_count(seconds(self.started.elapsed()), seconds(self.limit), "s");
        if let Some(gap) = state.gap() {
            progress::set_count((gap.min(1.0) * 1e4) as usize, 10_000, "of the gap left");
        }
        ControlFlow::Continue(())
    }
}
