//! Tests of `partita-reshard` by its public interface.

mod exhaustive;
mod limits;
mod simulation;
mod world;
