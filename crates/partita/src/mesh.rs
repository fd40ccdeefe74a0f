//! Meshes, and shardings of tensors on them.

pub use partita_mesh::spec::MeshOrRef;
pub use partita_mesh::{DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
