//! Findings about a partitioned program, and budgets for it.
//!
//! A lint is a coded warning about a program that is valid, but wastes memory or communication. A budget is a file with limits for
//! both. Each lint is one file; [`LINTS`] lists them.

mod back_and_forth;
mod budget;
mod facts;
mod finding;
mod gather;
mod levels;
mod padding;
mod place;
mod reduction;
mod repeated;
mod replication;
mod size;
mod table;
mod tiny;

pub use budget::{
    Budget, Contributor, Figures, Holder, Limit, StepTimes, TimePart, TrafficLimits, Usage, write_budget,
};
pub use levels::{Level, Levels, UnknownLint};
pub use size::{parse_size, size_text};
pub use table::{LINTS, Lint, Thresholds, run_lints};
