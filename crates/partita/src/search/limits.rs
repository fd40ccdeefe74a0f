//! How long the search goes on, and how much it tries.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use partita_ir::Module;

/// When the best plan so far must be the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits<'a> {
    pub(super) started: Instant,
    pub(super) time: Option<Duration>,
    pub(super) stop: Option<&'a AtomicBool>,
}

impl SearchLimits<'_> {
    /// The time that is left, if it is limited.
    pub(super) fn time_left(self) -> Option<Duration> {
        self.time.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    /// Whether the time is over or another thread ends the search.
    pub(super) fn is_over(self) -> bool {
        self.time_left() == Some(Duration::ZERO) || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The values of all programs that are propagated for one plan, about.
const TRIAL_VALUES: usize = 240_000;
/// The most groups of constraints that are added.
const MAX_GROUPS: usize = 24;

/// How many programs are tried for one plan: fewer of a large program, each of which takes longer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trials {
    /// How many groups of constraints are added at most. A group has the same op of every layer.
    pub(super) groups: usize,
    /// How many of the programs on the way are priced at most.
    pub(super) priced: usize,
    /// The rounds of the solver.
    pub(super) rounds: u64,
    /// How many programs with fewer annotations are propagated at most.
    pub(super) minimised: usize,
}

impl Trials {
    /// The trials of a program, whatever the machine: its answer is the same everywhere.
    pub(super) fn new(module: &Module, rounds: u64) -> Self {
        let share = TRIAL_VALUES / module.value_count().max(1);
        Self {
            groups: share.clamp(6, MAX_GROUPS),
            priced: (share / 2).clamp(3, 12),
            rounds,
            minimised: share.clamp(6, 24),
        }
    }

    /// The trials of a plan of a large program that is searched for again, with less memory.
    pub(super) fn again(self) -> Self {
        if !self.is_large() {
            return self;
        }
        Self { groups: self.groups.min(12), priced: self.priced.min(6), rounds: self.rounds.min(1), ..self }
    }

    /// Whether the program is so large that it gets fewer trials.
    fn is_large(self) -> bool {
        self.groups < MAX_GROUPS
    }
}
