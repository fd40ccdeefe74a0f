//! What the solver is asked for and what it answers.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use partita_base::{Code, code, setters};

use crate::problem::NodeId;

/// How long to search, and on how many threads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolveOptions {
    /// Chooses the random neighbourhoods of the search.
    pub seed: u64,
    /// Stops after this time, with the best choices found.
    pub time_limit: Option<Duration>,
    /// Stops after this many rounds. A round is a fixed amount of work, so the answer is the same on every machine.
    pub rounds: Option<u64>,
    /// The work of a thread in a round, in additions; by default some tenths of a second.
    pub round_work: usize,
    /// Threads to use, 1 or 2. The answer for a number of rounds does not depend on it.
    pub threads: usize,
    /// Ends the search, with the best choices found, once another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
    /// A class per node, numbered from 0: nodes of a class have the same strategies and the same part in repeated layers. Where memory
    /// is tight, the problem in which they are chosen alike is solved first, which is small; the search goes on from there.
    pub classes: Option<Arc<[u32]>>,
}

impl SolveOptions {
    /// Whether another thread asked the search to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl Default for SolveOptions {
    /// 300 rounds, no time limit, two threads.
    fn default() -> Self {
        Self {
            seed: 1,
            time_limit: None,
            rounds: Some(300),
            round_work: 200_000_000,
            threads: 2,
            stop: None,
            classes: None,
        }
    }
}

setters!(SolveOptions {
    seed: u64,
    time_limit: Option<Duration>,
    rounds: Option<u64>,
    round_work: usize,
    threads: usize,
    stop: Option<Arc<AtomicBool>>,
    classes: Option<Arc<[u32]>>,
});

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The rounds that are complete.
    pub round: u64,
    /// The cost of the best choices so far, if any were found.
    pub cost: Option<f64>,
    /// No choices cost less.
    pub bound: f64,
}

impl Progress {
    /// How much more the best choices may cost than the optimum, relative to the bound; infinite if that is 0.
    pub fn gap(&self) -> Option<f64> {
        self.cost.map(|cost| relative_gap(cost, self.bound))
    }
}

/// The difference of a cost and a bound, relative to the bound; 0 if both are 0, and infinite if only the bound is.
fn relative_gap(cost: f64, bound: f64) -> f64 {
    if cost <= bound { 0.0 } else { (cost - bound) / bound.max(0.0) }
}

/// Observes a search and may end it. `()` does neither.
pub trait Watch {
    /// Called after every round; `Break` ends the search with the best choices found.
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Watch for () {}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The bound equals the cost.
    Optimal,
    /// The time limit is reached.
    TimeLimit,
    /// The rounds are complete.
    Rounds,
    /// The observer, or another thread, ended it.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::TimeLimit => "time limit",
            Self::Rounds => "rounds",
            Self::Cancelled => "cancelled",
        })
    }
}

/// The best choices that were found, and how good they are at least.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number of a strategy per node.
    pub choices: Vec<u32>,
    /// Their cost.
    pub cost: f64,
    /// No choices cost less.
    pub bound: f64,
    /// The most memory that is held at any point.
    pub peak: u64,
    /// Why the search ended.
    pub reason: StopReason,
    /// The rounds that were complete.
    pub rounds: u64,
    /// The best choices that are alike in each class, with their cost, if classes were given and memory is tight.
    pub uniform: Option<(Vec<u32>, f64)>,
}

impl Outcome {
    /// Whether the choices are proven to be the cheapest.
    pub fn is_optimal(&self) -> bool {
        self.bound >= self.cost
    }

    /// How much more the choices may cost than the optimum, relative to the bound; infinite if that is 0.
    pub fn gap(&self) -> f64 {
        relative_gap(self.cost, self.bound)
    }
}

/// A node that holds memory at the tightest point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The node that holds memory.
    pub node: NodeId,
    /// The memory that it holds.
    pub memory: u64,
}

/// Why there are no choices to return.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoChoices {
    /// Every combination contains one that is not allowed.
    Conflict {
        /// A node of which no strategy is possible.
        node: NodeId,
    },
    /// No choices within the memory limit exist, or none were found.
    Memory {
        /// The given limit, in bytes.
        limit: u64,
        /// The memory at `point` of the choices that exceed the limit least, of those that were found.
        least: u64,
        /// The point at which they hold most.
        point: u32,
        /// The nodes that hold most there, the largest first.
        holders: Vec<Holder>,
        /// Whether it is proven that no choices are within the limit.
        proven: bool,
    },
}

impl NoChoices {
    /// Its error code.
    pub fn code(&self) -> Code {
        match self {
            Self::Conflict { .. } => code::AUTO_CONFLICT,
            Self::Memory { .. } => code::AUTO_MEMORY,
        }
    }
}

impl fmt::Display for NoChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict { node } => {
                write!(
                    f,
                    "no strategy of node {} is allowed together with any of its neighbours",
                    node.index()
                )
            }
            Self::Memory { limit, least, point, holders, proven } => {
                let found = if *proven { "no choices fit" } else { "no choices that fit were found" };
                let above = least.saturating_sub(*limit);
                write!(f, "{found}: {least} bytes at point {point} are {above} above the limit of {limit}")?;
                let list: Vec<String> = holders
                    .iter()
                    .map(|holder| format!("node {} holds {}", holder.node.index(), holder.memory))
                    .collect();
                if list.is_empty() { Ok(()) } else { write!(f, "; {}", list.join(", ")) }
            }
        }
    }
}

impl std::error::Error for NoChoices {}
