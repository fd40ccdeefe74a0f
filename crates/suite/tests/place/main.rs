//! Tests of `partita-place` through its public interface.

mod placement;
mod plan;
mod sums;
