//! Meshes of devices and shardings of tensors over them.
//!
//! There are two layers. [`spec`] is what is *written*: plain data that may be wrong, with [`text`]
//! both ways. [`Mesh`] and [`TensorSharding`] are what is *meant*: made from a spec by
//! [`Mesh::from_spec`] and [`TensorSharding::resolve`], which either hold every invariant or return
//! everything that is wrong. On the meant layer, [`AxisRef`] has the algebra of axes and their
//! parts, [`axis_list`] that of lists of them, [`Layout`] says which device holds which slice, and
//! [`notation`] prints the short form people read.

mod axis;
pub mod axis_list;
mod layout;
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
pub use layout::{Layout, Slice};
pub use mesh::{DeviceId, Mesh, MeshAxis, MeshKind};
pub use mesh_error::{MeshError, MeshPlace};
pub use meshes::Meshes;
pub use resolve::{Subject, check_subject};
pub use sharding::{DimSharding, MeshId, Priority, ShardingParts, TensorSharding};
pub use sharding_error::{Place, ShardingError};
pub use spec::{Openness, ReductionOp};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
