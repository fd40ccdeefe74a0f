//! Tests of `partita-reshard` through its public interface.

mod exhaustive;
mod limits;
mod simulation;
mod world;
