//! Printing, colours and timing.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use partita::Watch;
use partita_report::Color;

use crate::args::{ColorChoice, Common};
use crate::progress;

/// Prints to standard output. A reader that has gone away is not our error.
pub(crate) fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = progress::alone(|| stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
}

/// Prints to standard error.
pub(crate) fn eprint(text: &str) {
    let _ = progress::alone(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Prints a message of our own to standard error.
pub(crate) fn error(message: &str) {
    eprint(&format!("error: {message}\n"));
}

/// Whether diagnostics, which go to standard error, are coloured.
pub(crate) fn color(common: &Common) -> Color {
    let on = match common.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
        }
    };
    if on { Color::On } else { Color::Off }
}

/// CPU time of each stage, for `--timing`.
#[derive(Default)]
pub(crate) struct Timing {
    /// The stages with their milliseconds in each run.
    stages: Vec<(&'static str, Vec<f64>)>,
    run: usize,
    /// Stages that have not ended, with the time when they began.
    open: Vec<(&'static str, Duration)>,
}

impl Timing {
    /// Runs a stage, which the line of progress names, and remembers the CPU time it took.
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

    /// From now on the stages are those of another run of the same work.
    pub(crate) fn next_run(&mut self) {
        self.run += 1;
    }

    /// Prints the line, if it was asked for: medians, where there were several runs.
    pub(crate) fn report(&self, common: &Common) {
        if common.timing {
            let median = |runs: &[f64]| {
                let mut runs = runs.to_vec();
                runs.sort_by(f64::total_cmp);
                runs.get(runs.len() / 2).copied().unwrap_or(0.0)
            };
            let field = |(name, runs): &(&str, Vec<f64>)| format!("\"{name}\": {:.3}", median(runs));
            let fields: Vec<String> = self.stages.iter().map(field).collect();
            eprint(&format!("{{{}}}\n", fields.join(", ")));
        }
    }
}

impl Watch for Timing {
    fn begin(&mut self, stage: &'static str) {
        progress::begin(stage);
        self.open.push((stage, cpu_time()));
    }

    fn end(&mut self) {
        if let Some((stage, began)) = self.open.pop() {
            self.add(stage, cpu_time().saturating_sub(began));
        }
        progress::end();
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        progress::count(done, total, unit);
    }
}

/// The CPU time of this thread, which does all the work.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Wall time, where the system does not tell CPU time safely.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}
