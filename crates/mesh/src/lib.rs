//! Meshes of devices and shardings of tensors over them.
//!
//! There are two layers. [`spec`] holds what is *written*: plain data that may be invalid; [`text`]
//! parses and prints it. [`Mesh`] and [`TensorSharding`] hold what has been *checked*:
//! [`Mesh::from_spec`] and [`TensorSharding::resolve`] build them from a spec and either establish
//! every invariant or return every problem. On the checked layer, [`AxisRef`] has the algebra of axes
//! and sub-axes, [`axis_list`] that of lists of them, [`DeviceSlices`] maps each device to the slice it
//! holds, and [`notation`] prints the short form for people, [`foreign_notation`] those of other systems and the one that
//! the user chose.

mod axis;
pub mod axis_list;
mod device_slices;
pub mod foreign_notation;
mod mesh;
mod mesh_error;
mod meshes;
pub mod notation;
mod resolve;
mod sharding;
mod sharding_error;
pub mod spec;
pub mod text;

pub use axis::{AxisId, AxisRef, gcd};
pub use device_slices::{DeviceSlices, Slice};
pub use mesh::{DeviceId, Mesh, MeshAxis, MeshKind};
pub use mesh_error::{MeshError, MeshPart};
pub use meshes::Meshes;
pub use resolve::{Subject, check_subject};
pub use sharding::{DimSharding, MeshId, Priority, ShardingParts, TensorSharding};
pub use sharding_error::{ShardingError, ShardingPart};
pub use spec::{Openness, ReductionOp};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
