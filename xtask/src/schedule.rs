//! Steps run concurrently, each in its own process, as soon as the steps that they wait for have ended.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use crate::built::Built;
use crate::oracle::READY_VARIABLE;
use crate::{Outcome, cargo_path, confirmed, root};

/// One part of the tests.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    /// Steps that must have ended before this one starts.
    pub(crate) after: &'static [&'static str],
}

/// The process that does a step.
pub(crate) enum Work {
    /// A cargo command.
    Cargo(&'static [&'static str]),
    /// A cargo command that a minimal toolchain may lack.
    Tool(&'static [&'static str]),
    /// The documentation of the workspace.
    Docs,
    /// The façade with each of its cargo features alone, without warnings. A build of the workspace has all of them.
    Features,
    /// Another task of this program.
    Task(Vec<String>),
    /// The build of the workspace, with cargo's progress visible. Steps that need what it makes name it in `after`.
    Build,
}

/// The name of the step that builds. When it fails, the steps that wait for it cannot run.
pub(crate) const BUILD: &str = "build";

impl Work {
    /// Whether the work failed, and what it printed.
    fn run(&self, program: &Path, confirmed: Option<&str>) -> (bool, String) {
        if self.is_absent() {
            return (false, "not installed; skipped".into());
        }
        let command = match self {
            Work::Build => {
                return Built::build().map_or_else(|error| (true, error), |_| (false, String::new()));
            }
            Work::Cargo(arguments) | Work::Tool(arguments) => {
                let mut command = Command::new(cargo_path());
                command.args(*arguments).env("RUSTDOCFLAGS", "-Dwarnings");
                command
            }
            Work::Docs => {
                let mut command = checking(&["doc", "--workspace", "--no-deps", "--quiet"]);
                command.env("RUSTDOCFLAGS", "-Dwarnings");
                command
            }
            Work::Features => {
                return FEATURES
                    .iter()
                    .map(|feature| check_with_feature(feature))
                    .find(|(failed, _)| *failed)
                    .unwrap_or_default();
            }
            Work::Task(arguments) => {
                let mut command = Command::new(program);
                command.args(arguments).env(READY_VARIABLE, "1");
                command.envs(confirmed.map(|mode| (confirmed::VARIABLE, mode)));
                command
            }
        };
        outcome(command)
    }

    fn is_absent(&self) -> bool {
        let Work::Tool([tool, ..]) = self else { return false };
        let version = Command::new(cargo_path()).args([tool, "--version"]).output();
        !version.is_ok_and(|ended| ended.status.success())
    }
}

/// The features of the façade: none, and each alone.
const FEATURES: [&str; 4] = ["", "ckks", "engine", "onnx"];

/// Whether the façade fails to build with one feature, and the compiler's messages.
fn check_with_feature(feature: &str) -> (bool, String) {
    let alone = ["check", "--package", "partita", "--quiet", "--no-default-features", "--features", feature];
    let (failed, printed) = outcome(checking(&alone));
    (failed || printed.contains("warning"), format!("with the features [{feature}]:\n{printed}"))
}

/// A cargo command with clippy's settings: cargo reuses the crates that the step `clippy` has checked instead of checking them again.
fn checking(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_path());
    command.args(arguments);
    if let Some(driver) = clippy_driver() {
        command.env("RUSTC_WORKSPACE_WRAPPER", driver).env("CLIPPY_ARGS", "");
    }
    command
}

/// The path of the clippy compiler driver, if clippy is installed.
fn clippy_driver() -> Option<PathBuf> {
    let printed = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(printed.stdout).ok()?;
    let driver = Path::new(sysroot.trim()).join("bin/clippy-driver");
    driver.exists().then_some(driver)
}

/// A step that has ended.
struct Done {
    name: &'static str,
    counts: CheckCounts,
    failed: bool,
}

/// The sums of the counts that a step prints: `12 passed, 1 failed`.
#[derive(Clone, Copy, Default)]
struct CheckCounts {
    passed: u64,
    failed: u64,
}

impl CheckCounts {
    fn of(output: &str) -> CheckCounts {
        let mut counts = CheckCounts::default();
        for line in output.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            for pair in words.windows(2) {
                let Ok(count) = pair[0].replace(',', "").parse::<u64>() else { continue };
                match pair[1].trim_end_matches([',', ';']) {
                    "passed" => counts.passed += count,
                    "failed" => counts.failed += count,
                    _ => {}
                }
            }
        }
        counts
    }
}

/// The steps that wait, run and have ended.
struct State<'a> {
    waiting: Vec<&'a Step>,
    running: Vec<(&'static str, Instant)>,
    done: Vec<Done>,
}

impl<'a> State<'a> {
    /// Removes and returns the first step in the list whose predecessors have all ended.
    fn next(&mut self) -> Option<&'a Step> {
        let open: BTreeSet<&str> = self
            .waiting
            .iter()
            .map(|step| step.name)
            .chain(self.running.iter().map(|(name, _)| *name))
            .collect();
        let at = self.waiting.iter().position(|step| step.after.iter().all(|name| !open.contains(name)))?;
        Some(self.waiting.remove(at))
    }

    /// Removes the steps that cannot run because `failed` did. Without a build nothing can be tested; any other step
    /// leaves what the steps after it can judge for themselves.
    fn drop_what_needs(&mut self, failed: &Step) {
        if failed.name == BUILD {
            self.waiting.retain(|step| !step.after.contains(&BUILD));
        }
    }

    /// Cargo shows its own progress, on the same line of the terminal.
    fn builds(&self) -> bool {
        self.running.iter().any(|(name, _)| *name == BUILD)
    }
}

/// How many steps run at a time: most are single processes that use one core. One more keeps the cores busy while a step
/// waits, for a browser or a package index.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(1, 4) + 1)
}

/// Runs all steps and prints the outcome of each. Tasks are run by `program`, this executable, with `confirmed` as the
/// value of [`confirmed::VARIABLE`]. A step that fails does not stop the others.
pub(crate) fn run_steps(steps: &[Step], program: &Path, confirmed: Option<&str>) -> Outcome {
    let begun = Instant::now();
    let count = steps.len();
    let state = State { waiting: steps.iter().collect(), running: Vec::new(), done: Vec::new() };
    let (state, changed) = (Mutex::new(state), Condvar::new());
    std::thread::scope(|scope| {
        for _ in 0..workers() {
            scope.spawn(|| work(&state, &changed, count, (program, confirmed)));
        }
        if std::io::stdout().is_terminal() {
            scope.spawn(|| show_progress(&state, &changed, count));
        }
    });
    let done = state.into_inner().expect("no step panics").done;
    let failed: Vec<&str> = done.iter().filter(|done| done.failed).map(|done| done.name).collect();
    let passed: u64 = done.iter().map(|done| done.counts.passed).sum();
    let wrong: u64 = done.iter().map(|done| done.counts.failed).sum();
    println!(
        "{count} steps in {}: {passed} passed, {} failed",
        minutes(begun.elapsed()),
        wrong.max(failed.len() as u64)
    );
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// The loop of one worker: runs steps until none is left.
fn work<'a>(
    state: &Mutex<State<'a>>,
    changed: &Condvar,
    count: usize,
    (program, confirmed): (&Path, Option<&str>),
) {
    loop {
        let mut held = state.lock().expect("no step panics");
        let step = loop {
            if held.waiting.is_empty() {
                return;
            }
            match held.next() {
                Some(step) => break step,
                None => held = changed.wait(held).expect("no step panics"),
            }
        };
        held.running.push((step.name, Instant::now()));
        if !std::io::stdout().is_terminal() {
            println!("        {} starts", step.name);
        }
        drop(held);
        let start = Instant::now();
        let (failed, output) = step.work.run(program, confirmed);
        let counts = CheckCounts::of(&output);
        let mut held = state.lock().expect("no step panics");
        held.running.retain(|(name, _)| *name != step.name);
        held.done.push(Done { name: step.name, counts, failed });
        if failed {
            held.drop_what_needs(step);
        }
        print_outcome(held.done.len(), count, step.name, failed, counts, start.elapsed());
        if failed {
            println!("{output}");
        }
        changed.notify_all();
    }
}

/// Whether the process failed, and what it printed.
fn outcome(mut command: Command) -> (bool, String) {
    command.current_dir(root()).stdin(Stdio::null());
    match command.output() {
        Ok(ended) => {
            let text = [ended.stdout, ended.stderr].concat();
            (!ended.status.success(), String::from_utf8_lossy(&text).into_owned())
        }
        Err(error) => (true, format!("cannot run {command:?}: {error}")),
    }
}

fn print_outcome(at: usize, count: usize, name: &str, failed: bool, counts: CheckCounts, time: Duration) {
    let word = if failed { "FAILED" } else { "ok" };
    let checks = if counts.passed > 0 { format!("{} passed", counts.passed) } else { String::new() };
    clear();
    println!("[{at:2}/{count}] {word:6} {name:16} {checks:>16} {:>7.1} s", time.as_secs_f64());
}

/// Keeps one line on the terminal that names the running steps.
fn show_progress(state: &Mutex<State<'_>>, changed: &Condvar, count: usize) {
    let mut held = state.lock().expect("no step panics");
    while !(held.waiting.is_empty() && held.running.is_empty()) {
        if held.builds() {
            held = changed.wait_timeout(held, Duration::from_secs(1)).expect("no step panics").0;
            continue;
        }
        let running: Vec<String> = held
            .running
            .iter()
            .map(|(name, since)| format!("{name} {} s", since.elapsed().as_secs()))
            .collect();
        let line = format!("[{:2}/{count}] running: {}", held.done.len(), running.join(", "));
        clear();
        print!("{line:.100}");
        let _ = std::io::stdout().flush();
        held = changed.wait_timeout(held, Duration::from_secs(1)).expect("no step panics").0;
    }
    clear();
}

/// Erases the line of progress.
fn clear() {
    if std::io::stdout().is_terminal() {
        print!("\r\x1b[K");
    }
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min {} s", seconds / 60, seconds % 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_counted_in_both_forms() {
        let counts = CheckCounts::of(
            "texts of JAX programs: 3,221 passed, 1 failed\ntest result: ok. 64 passed; 2 failed; 0 ignored\nall passed",
        );
        assert_eq!((counts.passed, counts.failed), (3285, 3));
    }

    #[test]
    fn a_step_waits_for_those_it_names() {
        let step = |name, after| Step { name, work: Work::Cargo(&[]), after };
        let steps = [step("late", &["early"]), step("early", &[])];
        let mut state = State { waiting: steps.iter().collect(), running: Vec::new(), done: Vec::new() };
        assert_eq!(state.next().map(|step| step.name), Some("early"));
        state.running.push(("early", Instant::now()));
        assert!(state.next().is_none());
        state.running.clear();
        assert_eq!(state.next().map(|step| step.name), Some("late"));
    }

    #[test]
    fn nothing_is_tested_without_a_build() {
        let step = |name, after| Step { name, work: Work::Cargo(&[]), after };
        let steps = [step("tests", &[BUILD]), step("fmt", &[])];
        let mut state = State { waiting: steps.iter().collect(), running: Vec::new(), done: Vec::new() };
        state.drop_what_needs(&step(BUILD, &[]));
        assert_eq!(state.waiting.iter().map(|step| step.name).collect::<Vec<_>>(), ["fmt"]);
    }
}
