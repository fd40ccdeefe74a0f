//! The sharding semantics of StableHLO and sdy: the factor rule of every op, and the passes around
//! propagation under Shardy's own names.

mod class;
mod debug_info;
pub mod export;
pub mod gspmd;
pub mod import;
mod loops;
mod pipeline;
mod placement;
pub mod propagation;
pub mod reduce;
pub mod rules;
mod runs;
mod uneven;

use partita_ir::pass::PassInfo;

pub use class::{has_effect, is_elementwise};
pub use export::sharding_of;
pub use loops::loop_trip_counts;
pub use runs::{RunCounts, Runs};
pub use uneven::{check_interface, interface_sharding};

/// All passes about sharding, in the order in which they run on a program.
pub fn passes() -> impl Iterator<Item = &'static PassInfo> {
    [import::PASSES, rules::PASSES, propagation::PASSES, export::PASSES, pipeline::PASSES]
        .into_iter()
        .flatten()
}
