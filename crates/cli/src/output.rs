//! Printing, colours and timing.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use partita::Watch;
use partita::report::{Color, View, fitted, visible};

use crate::args::{ColorChoice, Common, OutputFormat};
use crate::exit::Exit;
use crate::flags::with_flags;
use crate::{closed, progress};

/// Whether output to standard output was lost. Global, because standard output is global.
static LOST: AtomicBool = AtomicBool::new(false);

/// Prints text for people to standard output. Control characters, such as an escape in a name, are made visible.
pub(crate) fn print_text(text: &str) {
    print_bytes(visible(text).as_bytes());
}

/// The same, within the width of the terminal if there is one.
pub(crate) fn print_fitted(text: &str) {
    match known_columns() {
        Some(columns) => print_text(&fitted(text, columns)),
        None => print_text(text),
    }
}

/// Prints text for programs to standard output, byte for byte, except to a terminal, where control characters are made visible.
pub(crate) fn print_exactly(text: &str) {
    if std::io::stdout().is_terminal() { print_text(text) } else { print_bytes(text.as_bytes()) }
}

/// Prints a view: text for people, or JSON for a program.
pub(crate) fn print_view(view: &impl View, common: &Common) {
    match common.format {
        OutputFormat::Text => print_fitted(&view.text()),
        OutputFormat::Json => print_exactly(&view.json()),
    }
}

/// Prints a view with every setting of the library replaced by its option.
pub(crate) fn print_view_with_flags(view: &impl View, common: &Common) {
    match common.format {
        OutputFormat::Text => print_fitted(&with_flags(&view.text())),
        OutputFormat::Json => print_exactly(&with_flags(&view.json())),
    }
}

/// Prints bytes to standard output, unchanged.
pub(crate) fn print_bytes(bytes: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    let mut print =
        || closed::check_stdout().and_then(|()| stdout.write_all(bytes)).and_then(|()| stdout.flush());
    note_lost(progress::print_without_line(|| if bytes.is_empty() { Ok(()) } else { print() }));
}

/// Reports, once, that standard output cannot be written. A broken pipe is not an error: the reader has enough.
pub(crate) fn note_lost(result: std::io::Result<()>) {
    if let Err(why) = result
        && why.kind() != ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        print_error(&format!("cannot write to standard output: {why}"));
    }
}

/// Turns success into failure if output was lost.
pub(crate) fn exit_code(code: Exit) -> Exit {
    if code == Exit::Fine && LOST.load(Ordering::Relaxed) { Exit::Findings } else { code }
}

/// Prints text for people to standard error, with control characters made visible.
pub(crate) fn eprint_text(text: &str) {
    eprint_rendered(&visible(text));
}

/// The same, within the width of the terminal if there is one.
pub(crate) fn eprint_fitted(text: &str) {
    match known_columns() {
        Some(columns) => eprint_text(&fitted(text, columns)),
        None => eprint_text(text),
    }
}

/// Prints rendered text, with its colours, to standard error. The renderer has already applied [`visible`] to text from files.
pub(crate) fn eprint_rendered(text: &str) {
    let _ = progress::print_without_line(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Prints an error without a code to standard error.
pub(crate) fn print_error(message: &str) {
    eprint_text(&format!("error: {message}\n"));
}

/// Prints the help line of the preceding error.
pub(crate) fn print_help(message: &str) {
    eprint_text(&format!("  = help: {message}\n"));
}

/// The number of columns for text: the variable COLUMNS, the width of the terminal, or 100.
pub(crate) fn columns() -> usize {
    known_columns().unwrap_or(100)
}

/// The number of columns, if the output has a width.
pub(crate) fn known_columns() -> Option<usize> {
    let given = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    given.or_else(terminal_columns).filter(|&columns| columns > 0)
}

#[cfg(unix)]
fn terminal_columns() -> Option<usize> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| size.ws_col.into())
}

#[cfg(not(unix))]
fn terminal_columns() -> Option<usize> {
    None
}

/// Whether to colour diagnostics, which go to standard error.
pub(crate) fn diagnostic_color(common: &Common) -> Color {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    color_on(common.color, std::io::stderr().is_terminal(), is_refused || is_dumb())
}

/// An explicit choice takes precedence. By default, a terminal has colours unless NO_COLOR is set or the terminal is dumb.
fn color_on(choice: ColorChoice, is_terminal: bool, is_refused: bool) -> Color {
    match choice {
        ColorChoice::Always => Color::On,
        ColorChoice::Never => Color::Off,
        ColorChoice::Auto if is_terminal && !is_refused => Color::On,
        ColorChoice::Auto => Color::Off,
    }
}

/// Whether the terminal prints escape sequences instead of interpreting them.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// CPU time of each stage, for `--timing`.
#[derive(Default)]
pub(crate) struct Timing {
    /// Each stage with its milliseconds in each run.
    stages: Vec<(&'static str, Vec<f64>)>,
    run: usize,
    /// Stages that have not ended, with their start times, outermost first.
    open: Vec<(&'static str, Duration)>,
}

impl Timing {
    /// Runs a stage, shows it on the progress line and records its CPU time.
    pub(crate) fn stage<T>(&mut self, name: &'static str, body: impl FnOnce() -> T) -> T {
        self.begin(name);
        let result = body();
        self.end();
        result
    }

    fn add(&mut self, name: &'static str, spent: Duration) {
        let spent = spent.as_secs_f64() * 1e3;
        let known = self.stages.iter().position(|(stage, _)| *stage == name);
        let index = known.unwrap_or_else(|| {
            self.stages.push((name, Vec::new()));
            self.stages.len() - 1
        });
        let runs = &mut self.stages[index].1;
        runs.resize(runs.len().max(self.run + 1), 0.0);
        runs[self.run] += spent;
    }

    /// Starts the next repetition: stages from now on belong to it.
    pub(crate) fn next_run(&mut self) {
        self.run += 1;
    }

    /// Prints the line if `--timing` is given: the medians of all runs.
    pub(crate) fn report(&self, common: &Common) {
        if common.timing {
            let median = |runs: &[f64]| {
                let mut runs = runs.to_vec();
                runs.sort_by(f64::total_cmp);
                runs.get(runs.len() / 2).copied().unwrap_or(0.0)
            };
            let field = |(name, runs): &(&str, Vec<f64>)| format!("\"{name}\": {:.3}", median(runs));
            let fields: Vec<String> = self.stages.iter().map(field).collect();
            eprint_text(&format!("{{{}}}\n", fields.join(", ")));
        }
    }
}

impl Watch for Timing {
    fn begin(&mut self, stage: &'static str) {
        progress::begin_stage(stage);
        self.open.push((stage, cpu_time()));
    }

    fn end(&mut self) {
        if let Some((stage, began)) = self.open.pop() {
            self.add(stage, cpu_time().saturating_sub(began));
        }
        progress::end_stage();
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        progress::set_count(done, total, unit);
    }
}

/// The CPU time of this thread, which does all of the work.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Wall time, on systems without a safe interface to CPU time.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dumb_terminal_has_colours_only_on_request() {
        assert_eq!(color_on(ColorChoice::Auto, true, false), Color::On);
        assert_eq!(color_on(ColorChoice::Auto, true, true), Color::Off);
        assert_eq!(color_on(ColorChoice::Auto, false, false), Color::Off);
        assert_eq!(color_on(ColorChoice::Always, false, true), Color::On);
        assert_eq!(color_on(ColorChoice::Never, true, false), Color::Off);
    }
}
