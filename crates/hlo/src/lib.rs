//! What StableHLO and sdy mean for sharding: the factor rule of every op, and the transforms around
//! propagation under Shardy's own names.

pub mod export;
pub mod import;
mod placement;
pub mod propagation;
pub mod rules;
