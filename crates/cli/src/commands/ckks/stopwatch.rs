//! The time until a program runs: that in which keys are created or loaded.

use std::time::{Duration, Instant};

use partita::Watch;

/// Shows the stages of a command by another watch, and measures the time before the first run of the program.
pub(super) struct Stopwatch<'w> {
    started: Instant,
    keys: Option<Duration>,
    shown: &'w mut dyn Watch,
}

impl<'w> Stopwatch<'w> {
    /// Starts now.
    pub(super) fn start(shown: &'w mut dyn Watch) -> Self {
        Self { started: Instant::now(), keys: None, shown }
    }

    /// The time before the first run.
    pub(super) fn keys_ready(&self) -> Duration {
        self.keys.unwrap_or_default()
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Watch for Stopwatch<'_> {
    fn begin(&mut self, stage: &'static str) {
        if stage == "run" {
            self.keys.get_or_insert(self.started.elapsed());
        }
        self.shown.begin(stage);
    }

    fn end(&mut self) {
        self.shown.end();
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        self.shown.count(done, total, unit);
    }
}
