//! Budgets: limits for what a program sends and holds.
//!
//! ```toml
//! count = 120          # collectives per step
//! bytes = "64 GiB"     # sent per device and step
//! peak = "80 GiB"      # memory per device
//!
//! [all_gather]
//! count = 0
//!
//! [axis.model]
//! bytes = "1 GiB"
//! ```

mod check;
mod file;
mod usage;
mod write;

pub use file::{Budget, Limit, TrafficLimits};
pub use usage::{Contributor, Figures, Holder, Usage};
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
