//! Device layouts: which devices hold which elements of a tensor.
//!
//! A layout is a grid of shards with one set of devices per shard. It can express every sharding spec of the format, however it is
//! written, and every sharding on a named mesh ([`from_mesh`]). The conversion to a mesh does not always exist ([`to_mesh`]).

pub(crate) mod axis;
pub(crate) mod chain;
mod contiguous;
mod devices;
mod elements;
pub mod from_mesh;
pub(crate) mod grid;
mod reduce;
mod spec;
pub mod to_mesh;
mod transfer;

pub use axis::{Axis, SimpleSharding};
pub use devices::DeviceSet;
pub use from_mesh::mesh_to_layout;
pub use grid::DeviceLayout;
pub use spec::SpecError;
pub use to_mesh::{NoMesh, layouts_to_mesh};
pub use transfer::Transfer;
