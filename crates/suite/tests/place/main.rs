//! Tests of `partita-place` by its public interface.

mod placement;
