//! An input or output of the model, and each rank's shard of it.

use std::collections::BTreeSet;
use std::ops::Range;

use bytes::Bytes;
use partita_mesh::{DeviceId, Mesh};

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
    /// The ranks that take or return it, if not all.
    pub on: Option<PortStage>,
    value: ValueId,
}

/// The ranks of an input or output that not all ranks have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortStage {
    /// The ranks, in increasing order: device `i` of the mesh is the `i`-th of these.
    pub devices: Vec<u64>,
    /// The mesh of the sharding.
    pub mesh: Mesh,
}

impl Port {
    pub(super) fn new(job: &Job<'_, '_>, value: ValueId, layout: MeshLayout) -> Self {
        let name = job.typed.graph.values[value].name.to_owned();
        Self { name, ty: job.typed.types[value].clone(), layout, on: None, value }
    }

    /// The value of the model.
    pub(super) fn value(&self) -> ValueId {
        self.value
    }

    /// The same on the ranks of some stages. Only a replicated port may be on several.
    pub(super) fn on(mut self, job: &Job<'_, '_>, stages: &[usize]) -> Self {
        if let Some(first) = stages.first().and_then(|&stage| job.stages.list.get(stage)) {
            let devices: BTreeSet<u64> =
                stages.iter().flat_map(|&stage| &job.stages.list[stage].devices).copied().collect();
            let devices = devices.into_iter().collect();
            self.on = Some(PortStage { devices, mesh: job.meshes.get(first.mesh).clone() });
        }
        self
    }

    /// The mesh of the sharding, which is `mesh` unless only some ranks have this input or output.
    pub fn mesh<'a>(&'a self, mesh: &'a Mesh) -> &'a Mesh {
        self.on.as_ref().map_or(mesh, |on| &on.mesh)
    }

    /// Whether a rank takes or returns it.
    pub fn is_on(&self, rank: u64) -> bool {
        self.on.as_ref().is_none_or(|on| on.devices.contains(&rank))
    }

    /// The position of a rank on the mesh of the sharding; `None` if it has no shard.
    fn position(&self, mesh: &Mesh, rank: u64) -> Option<u64> {
        match &self.on {
            None => mesh.position(DeviceId(rank)),
            Some(on) => {
                let device = on.devices.binary_search(&rank).ok()? as u64;
                // A replicated port may be on more ranks than its mesh, all of which have everything.
                Some(on.mesh.position(DeviceId(device)).unwrap_or(0))
            }
        }
    }

    /// The index range of a rank, per dimension; `None` for a rank outside the mesh or an unknown shape.
    pub fn ranges(&self, mesh: &Mesh, rank: u64) -> Option<Vec<Range<u64>>> {
        let position = self.position(mesh, rank)?;
        Some(self.layout.ranges(self.mesh(mesh), &self.ty.shape()?, position))
    }

    /// A rank's shard of the contents, with its shape. All elements take the same number of bytes, whatever their type.
    pub fn shard(&self, mesh: &Mesh, rank: u64, raw: &Bytes) -> Option<(Vec<u64>, Bytes)> {
        let (shape, ranges) = (self.ty.shape()?, self.ranges(mesh, rank)?);
        let shard = weights::slice_tensor(raw, &shape, element_bytes(raw, &shape)?, &ranges)?;
        Some((super::rank::range_lengths(&ranges), shard))
    }

    /// Assembles the contents from the shards of ranks, given with their numbers, with the same sizes of elements.
    pub fn assemble(&self, mesh: &Mesh, parts: &[(u64, Bytes)]) -> Option<Bytes> {
        let shape = self.ty.shape()?;
        let held = |(rank, part): &(u64, Bytes)| {
            element_bytes(part, &super::rank::range_lengths(&self.ranges(mesh, *rank)?))
        };
        let element = parts.iter().filter_map(held).max()?;
        let count = shape.iter().try_fold(element as u64, |bytes, &size| bytes.checked_mul(size))?;
        let mut full = vec![0; usize::try_from(count).ok()?];
        for (rank, shard) in parts {
            let ranges = self.ranges(mesh, *rank)?;
            weights::write_slice(&mut full, &shape, element, &ranges, shard)?;
        }
        Some(full.into())
    }

    /// How a rank's model declares it: like the model, unless inference found a different or more precise type.
    pub(super) fn value_info(&self, job: &Job<'_, '_>, rank: u64) -> Result<proto::ValueInfo, Obstacle> {
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
            let mesh = job.meshes.get(job.mesh);
            let position = self.position(mesh, rank).unwrap_or(0);
            let ranges = self.layout.ranges(self.mesh(mesh), &shape, position);
            let dims = super::rank::range_lengths(&ranges).into_iter().map(Dim::Known).collect();
            ty = TensorType { element: self.ty.element, dims: Some(dims) }.to_proto();
        }
        let mesh = self.mesh(job.meshes.get(job.mesh));
        let metadata_props = shard_entry(mesh, &self.layout, &self.ty);
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
