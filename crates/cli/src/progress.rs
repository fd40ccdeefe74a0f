//! The progress line of long commands: shown only on a terminal, updated in place, erased before other output.
//!
//! There is one terminal, so there is one line. Libraries do not depend on it: commands wrap their stages, and pass on the counts that
//! libraries report through `Watch`.

use std::io::{IsTerminal, Stderr, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::args::{Common, OutputFormat};
use crate::output;

/// Commands that take less time show no progress.
const SHOW_AFTER: Duration = Duration::from_millis(500);
/// The interval between two updates of the line.
const TICK: Duration = Duration::from_millis(100);

static TERMINAL: OnceLock<Terminal> = OnceLock::new();

struct Terminal {
    started: Instant,
    line: Mutex<Line<Stderr>>,
}

impl Terminal {
    fn line(&self) -> MutexGuard<'_, Line<Stderr>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows progress from now on, if the output is text and standard error is a terminal that supports carriage returns.
pub(crate) fn start_display(common: &Common) {
    if common.format != OutputFormat::Text || output::is_dumb() || !std::io::stderr().is_terminal() {
        return;
    }
    let terminal = TERMINAL
        .get_or_init(|| Terminal { started: Instant::now(), line: Mutex::new(Line::new(std::io::stderr())) });
    // Stages run without interruption, so a thread draws the line. It ends with the process; if it cannot start, there is no line.
    let tick = move || {
        loop {
            std::thread::sleep(TICK);
            terminal.line().draw(terminal.started.elapsed(), columns());
        }
    };
    let _ = std::thread::Builder::new().name("progress".into()).spawn(tick);
}

/// Runs a stage, which the line shows while it lasts.
pub(crate) fn run_stage<T>(name: &'static str, body: impl FnOnce() -> T) -> T {
    begin_stage(name);
    let result = body();
    end_stage();
    result
}

/// Begins a stage, nested in those that have not ended.
pub(crate) fn begin_stage(name: &'static str) {
    if let Some(terminal) = TERMINAL.get() {
        terminal.line().begin(name);
    }
}

/// Ends the innermost stage.
pub(crate) fn end_stage() {
    if let Some(terminal) = TERMINAL.get() {
        terminal.line().end();
    }
}

/// Sets the progress of the innermost stage: `done` of `total` units.
pub(crate) fn set_count(done: usize, total: usize, unit: &'static str) {
    if let Some(terminal) = TERMINAL.get() {
        terminal.line().count(done, total, unit);
    }
}

/// Shows the progress that libraries report.
pub(crate) struct TerminalWatch;

impl partita::Watch for TerminalWatch {
    fn begin(&mut self, stage: &'static str) {
        begin_stage(stage);
    }

    fn end(&mut self) {
        end_stage();
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        set_count(done, total, unit);
    }
}

/// Erases the line, then prints other output while the line is locked.
pub(crate) fn print_without_line<T>(print: impl FnOnce() -> T) -> T {
    let mut line = TERMINAL.get().map(Terminal::line);
    if let Some(line) = &mut line {
        line.erase();
    }
    print()
}

#[cfg(unix)]
fn columns() -> usize {
    rustix::termios::tcgetwinsize(std::io::stderr()).map_or(0, |size| size.ws_col.into())
}

#[cfg(not(unix))]
fn columns() -> usize {
    0
}

/// The state of the line. Clock and terminal size are parameters, so that tests can set them.
struct Line<W> {
    out: W,
    stages: Vec<Stage>,
    /// The text currently on the terminal.
    shown: String,
}

struct Stage {
    name: &'static str,
    counts: Vec<Count>,
}

struct Count {
    done: usize,
    total: usize,
    unit: &'static str,
}

impl<W: Write> Line<W> {
    fn new(out: W) -> Self {
        Self { out, stages: Vec::new(), shown: String::new() }
    }

    fn begin(&mut self, name: &'static str) {
        self.stages.push(Stage { name, counts: Vec::new() });
    }

    fn end(&mut self) {
        self.stages.pop();
        if self.stages.is_empty() {
            self.erase();
        }
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        let Some(stage) = self.stages.last_mut() else { return };
        match stage.counts.iter_mut().find(|count| count.unit == unit) {
            Some(count) => (count.done, count.total) = (done, total),
            None => stage.counts.push(Count { done, total, unit }),
        }
    }

    /// Overwrites the line. A terminal that reports 0 columns does not support the query; 80 is a safe width.
    fn draw(&mut self, elapsed: Duration, columns: usize) {
        if elapsed < SHOW_AFTER || self.stages.is_empty() {
            return;
        }
        let columns = if columns == 0 { 80 } else { columns };
        // Some terminals wrap after a character in the last column.
        let text: String = self.text(elapsed).chars().take(columns - 1).collect();
        if text != self.shown {
            let rest = self.shown.len().saturating_sub(text.len());
            self.write(&format!("\r{text}{}", " ".repeat(rest)));
            self.shown = text;
        }
    }

    fn erase(&mut self) {
        if !self.shown.is_empty() {
            self.write(&format!("\r{}\r", " ".repeat(self.shown.len())));
            self.shown.clear();
        }
    }

    fn text(&self, elapsed: Duration) -> String {
        let mut text = String::new();
        for Stage { name, counts } in &self.stages {
            text += name;
            for (index, Count { done, total, unit }) in counts.iter().enumerate() {
                let before = if index == 0 { ": " } else { ", " };
                text += &format!("{before}{done} of {total} {unit}");
            }
            text += ", ";
        }
        text + &format!("{:.1} s", elapsed.as_secs_f64())
    }

    /// Ignores errors: a terminal that has been closed must not fail the command.
    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line that a terminal shows after all of `written`.
    fn screen(written: &[u8]) -> String {
        let mut cells: Vec<u8> = Vec::new();
        let mut at = 0;
        for &byte in written {
            match byte {
                b'\r' => at = 0,
                byte => {
                    cells.resize(cells.len().max(at + 1), b' ');
                    cells[at] = byte;
                    at += 1;
                }
            }
        }
        String::from_utf8(cells).expect("the line is ASCII").trim_end().to_string()
    }

    fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn short_commands_show_no_progress() {
        let mut line = Line::new(Vec::new());
        line.draw(millis(10), 80);
        line.begin("parse");
        line.draw(millis(499), 80);
        line.end();
        line.draw(millis(2000), 80);
        assert!(line.out.is_empty(), "{:?}", line.out);
    }

    #[test]
    fn stages_and_counts_are_written_over() {
        let mut line = Line::new(Vec::new());
        line.begin("demo");
        line.count(3, 8, "examples");
        line.begin("simulate");
        line.draw(millis(1260), 80);
        assert_eq!(screen(&line.out), "demo: 3 of 8 examples, simulate, 1.3 s");
        line.count(100, 4000, "steps");
        line.count(1, 2, "bootstraps");
        line.count(200, 4000, "steps");
        line.draw(millis(2000), 80);
        let both = "demo: 3 of 8 examples, simulate: 200 of 4000 steps, 1 of 2 bootstraps, 2.0 s";
        assert_eq!(screen(&line.out), both);
        line.end();
        line.draw(millis(2100), 80);
        assert_eq!(screen(&line.out), "demo: 3 of 8 examples, 2.1 s");
        line.end();
        assert_eq!(screen(&line.out), "");
        assert_eq!(line.out.last(), Some(&b'\r'), "the cursor is back at the left");
    }

    #[test]
    fn the_line_is_erased_before_other_output() {
        let mut line = Line::new(Vec::new());
        line.begin("partition");
        line.draw(millis(700), 80);
        line.erase();
        assert_eq!(screen(&line.out), "");
        let erased = line.out.len();
        line.erase();
        assert_eq!(line.out.len(), erased, "there is nothing left to erase");
        line.draw(millis(800), 80);
        assert_eq!(screen(&line.out[erased..]), "partition, 0.8 s");
    }

    #[test]
    fn an_unchanged_line_is_written_once_and_fits_narrow_terminals() {
        let mut line = Line::new(Vec::new());
        line.begin("partition");
        line.draw(millis(1001), 8);
        assert_eq!(line.out, b"\rpartiti");
        line.draw(millis(1002), 8);
        line.draw(millis(1002), 1);
        assert_eq!(screen(&line.out), "");
    }
}
