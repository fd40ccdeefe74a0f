//! Tests of `partita-partition` by its public interface.

mod comm_axes;
mod memory;
