//! Tests of `partita-mesh` by its public interface.

mod laws;
mod mesh;
mod seed_representation;
mod sharding;
mod text;
