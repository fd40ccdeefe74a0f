//! How long the search goes on, and how much it tries.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use partita_report::SearchEnd;

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
        self.time_left() == Some(Duration::ZERO) || self.is_stopped()
    }

    fn is_stopped(self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Why a search that is over ended.
    pub(super) fn end(self) -> SearchEnd {
        if self.is_stopped() { SearchEnd::Cancelled } else { SearchEnd::TimeLimit }
    }
}

/// The values of all programs that are propagated for one plan, about.
const TRIAL_VALUES: usize = 240_000;
/// The rounds of the solver for a program that is not large.
const ROUNDS: u64 = 3;
/// The most programs with another sharding of an argument that are priced.
const MAX_EXPLORED: usize = 300;
/// The most that are priced near the best plans of all sizes of a small program.
const MAX_IMPROVED: usize = 2000;
/// The most groups of constraints that are added.
const MAX_GROUPS: usize = 24;
/// A program with at most this many values is small, and plans of other sizes than the limit are searched for up to twice
/// as many.
const SMALL: usize = 200;
/// The memory limits for which plans are searched, at most.
const RUNGS: usize = 24;

/// How many programs are tried for one plan: fewer of a large program, each of which takes longer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trials {
    /// How many groups of constraints are added at most. A group has the same op of every layer.
    pub(super) groups: usize,
    /// How many of the programs on the way are priced at most, apart from those with all of the plan.
    pub(super) priced: usize,
    /// The rounds of the solver.
    pub(super) rounds: u64,
    /// How many programs with fewer annotations are propagated at most.
    pub(super) minimised: usize,
    /// How many programs with another sharding of an argument are priced at most: near the best plans of all sizes.
    pub(super) improved: usize,
    /// And near plans that are a little slower.
    pub(super) explored: usize,
    /// How often the search starts at most; it starts again with less memory if a plan needs more than its model has.
    pub(super) starts: usize,
    /// For how many memory limits plans are searched at most, whatever the limit that is asked for.
    pub(super) rungs: usize,
    /// Whether the program is so small that plans of every size are improved, whatever the limit, so that more memory never
    /// gives a slower one.
    pub(super) improves_all: bool,
}

impl Trials {
    /// The trials of a program with this many values, whatever the machine: its answer is the same everywhere.
    pub(super) fn new(values: usize, rounds: Option<u64>) -> Self {
        let share = TRIAL_VALUES / values.max(1);
        let is_large = share < MAX_GROUPS;
        Self {
            groups: share.clamp(6, MAX_GROUPS),
            priced: if is_large { 1 } else { (share / 2).clamp(3, 12) },
            // Layers that are alike are a good start, so that a large program needs no more.
            rounds: rounds.unwrap_or(if is_large { 1 } else { ROUNDS }),
            minimised: share.clamp(6, 24),
            improved: if is_large { 0 } else { share.min(MAX_IMPROVED) },
            explored: if is_large { 0 } else { (share / 2).min(MAX_EXPLORED) },
            starts: if is_large { 2 } else { 4 },
            rungs: if values <= 2 * SMALL { (share / 50).clamp(8, RUNGS) } else { 0 },
            improves_all: values <= SMALL,
        }
    }

    /// The trials of a plan of a large program that is searched for again, with less memory.
    pub(super) fn again(self) -> Self {
        if !self.is_large() {
            return self;
        }
        Self { groups: self.groups.min(12), priced: 2, rounds: self.rounds.min(1), ..self }
    }

    /// Whether the program is so large that it gets fewer trials.
    pub(super) fn is_large(self) -> bool {
        self.groups < MAX_GROUPS
    }
}
