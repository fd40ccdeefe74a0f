//! Meshes, and shardings of tensors on them.

pub use partita_mesh::spec::MeshOrRef;
pub use partita_mesh::{Mesh, MeshId, Meshes, TensorSharding};
