//! An input or output of the model, and each rank's shard of it.

use std::ops::Range;

use bytes::Bytes;
use partita_mesh::Mesh;

use super::declare::shard_entry;
use super::emit::Obstacle;
use super::mesh_layout::MeshLayout;
use super::{Job, weights};
use crate::graph::ValueId;
use crate::proto;
use crate::types::{Dim, TensorType};

/// An input or output of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name, which is the same in the models of all ranks.
    pub name: String,
    /// The global type.
    pub ty: TensorType,
    /// The sharding on the mesh.
    pub layout: MeshLayout,
    value: ValueId,
}

impl Port {
    pub(super) fn new(job: &Job<'_, '_>, value: ValueId, layout: MeshLayout) -> Self {
        let name = job.typed.graph.values[value].name.to_owned();
        Self { name, ty: job.typed.types[value].clone(), layout, value }
    }

    /// The index range of a rank, per dimension; `None` for a rank outside the mesh or an unknown shape.
    pub fn ranges(&self, mesh: &Mesh, rank: u64) -> Option<Vec<Range<u64>>> {
        let position = mesh.position(partita_mesh::DeviceId(rank))?;
        Some(self.layout.ranges(mesh, &self.ty.shape()?, position))
    }

    /// A rank's shard of the contents, with its shape. All elements take the same number of bytes, whatever their type.
    pub fn shard(&self, mesh: &Mesh, rank: u64, raw: &Bytes) -> Option<(Vec<u64>, Bytes)> {
        let (shape, ranges) = (self.ty.shape()?, self.ranges(mesh, rank)?);
        let shard = weights::slice_tensor(raw, &shape, element_bytes(raw, &shape)?, &ranges)?;
        Some((super::rank::range_lengths(&ranges), shard))
    }

    /// Assembles the contents from the shards of all ranks, in their order, with the same sizes of elements.
    pub fn assemble(&self, mesh: &Mesh, parts: &[Bytes]) -> Option<Bytes> {
        let shape = self.ty.shape()?;
        let held = |(rank, part): (usize, &Bytes)| {
            let local = super::rank::range_lengths(&self.ranges(mesh, rank as u64)?);
            element_bytes(part, &local)
        };
        let element = parts.iter().enumerate().filter_map(held).max()?;
        let count = shape.iter().try_fold(element as u64, |bytes, &size| bytes.checked_mul(size))?;
        let mut full = vec![0; usize::try_from(count).ok()?];
        for (rank, shard) in parts.iter().enumerate() {
            let ranges = self.ranges(mesh, rank as u64)?;
            weights::write_slice(&mut full, &shape, element, &ranges, shard)?;
        }
        Some(full.into())
    }

    /// How a rank's model declares it: like the model, unless inference found a different or more precise type.
    pub(super) fn value_info(&self, job: &Job<'_, '_>, position: u64) -> Result<proto::ValueInfo, Obstacle> {
        let declared = job.typed.graph.values[self.value].declared;
        let is_tensor =
            declared.is_none_or(|ty| matches!(ty.value, None | Some(proto::TypeValue::Tensor(_))));
        let adds_nothing = declared.and_then(TensorType::from_proto).unwrap_or_default() == self.ty;
        let mut ty = match is_tensor && !adds_nothing {
            true => self.ty.to_proto(),
            false => declared.cloned().unwrap_or_default(),
        };
        if !self.layout.is_replicated() {
            let shape = self.ty.shape().ok_or_else(|| Obstacle {
                value: self.value,
                what: format!("is sharded, but its type {} has unknown sizes", self.ty),
            })?;
            let ranges = self.layout.ranges(job.meshes.get(job.mesh), &shape, position);
            let dims = super::rank::range_lengths(&ranges).into_iter().map(Dim::Known).collect();
            ty = TensorType { element: self.ty.element, dims: Some(dims) }.to_proto();
        }
        let metadata_props = shard_entry(job.meshes.get(job.mesh), &self.layout, &self.ty);
        Ok(proto::ValueInfo {
            name: Some(self.name.clone()),
            r#type: Some(ty),
            metadata_props: metadata_props.into_iter().collect(),
            ..Default::default()
        })
    }
}

/// The number of bytes of each element; `None` if they do not have the same number.
fn element_bytes(contents: &Bytes, shape: &[u64]) -> Option<usize> {
    let count = usize::try_from(shape.iter().product::<u64>()).ok()?;
    match count {
        0 => Some(0),
        _ => contents.len().is_multiple_of(count).then(|| contents.len() / count),
    }
}
