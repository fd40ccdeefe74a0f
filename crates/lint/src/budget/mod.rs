//! Budgets: limits for what a program sends and holds, and for the time that it takes.
//!
//! ```toml
//! count = 120          # collectives per step
//! bytes = "64 GiB"     # sent per device and step
//! peak = "80 GiB"      # memory per device
//! hardware = "h200x8"  # what the times are for
//! step = "412 ms"      # time of a step
//! exposed = "20 ms"    # communication during which nothing is computed
//!
//! [all_gather]
//! count = 0
//!
//! [axis.model]
//! bytes = "1 GiB"
//! time = "15 ms"       # of all collectives along this axis, hidden or not
//! ```

mod check;
mod file;
mod usage;
mod write;

pub use file::{Budget, Limit, TrafficLimits};
pub use usage::{Contributor, Figures, Holder, StepTimes, TimePart, Usage};
pub use write::write_budget;

/// The kinds of collectives that a budget has tables for.
const KINDS: [&str; 7] = [
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
    "ragged_all_to_all",
    "reduce_scatter",
];
