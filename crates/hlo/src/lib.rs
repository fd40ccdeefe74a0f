//! What StableHLO and sdy mean for sharding: the factor rule of every op, and the transforms around
//! propagation under Shardy's own names.

mod class;
pub mod export;
pub mod import;
mod pipeline;
mod placement;
pub mod propagation;
pub mod rules;

use partita_ir::pass::PassInfo;

/// All passes about sharding, in the order in which a program meets them.
pub fn passes() -> impl Iterator<Item = &'static PassInfo> {
    [import::PASSES, rules::PASSES, propagation::PASSES, export::PASSES, pipeline::PASSES]
        .into_iter()
        .flatten()
}
