//! Tests of `partita-mesh` by its public interface.

mod laws;
mod mesh;
mod notations;
mod seed_representation;
mod sharding;
mod text;
