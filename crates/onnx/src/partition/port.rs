//! An input or output of the model, and each rank's shard of it.

use std::collections::BTreeSet;
use std::ops::Range;

use bytes::Bytes;
use partita_mesh::{DeviceId, Mesh};
use partita_place::Axes;

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

    /// The index range of a rank, per dimension; `None` for a dimension whose size is unknown until run time, of which every rank has all
    /// elements. `None` for a rank outside the mesh or an unknown number of dimensions.
    pub fn ranges(&self, mesh: &Mesh, rank: u64) -> Option<Vec<Option<Range<u64>>>> {
        let ranges = self.ranges_of(mesh, rank, &self.ty.shape_or_ones()?)?;
        let is_known = |dim: &Dim| dim.known().is_some();
        Some(
            ranges
                .into_iter()
                .zip(self.ty.dims.iter().flatten())
                .map(|(r, dim)| is_known(dim).then_some(r))
                .collect(),
        )
    }

    /// The index range of a rank, per dimension, in a tensor of this shape.
    fn ranges_of(&self, mesh: &Mesh, rank: u64, shape: &[u64]) -> Option<Vec<Range<u64>>> {
        let position = self.position(mesh, rank)?;
        Some(self.layout.ranges(self.mesh(mesh), shape, position))
    }

    /// A rank's shard of contents with this shape, which must match the type, and the shape of the shard. All elements take the same number
    /// of bytes, whatever their type.
    pub fn shard(&self, mesh: &Mesh, rank: u64, shape: &[u64], raw: &Bytes) -> Option<(Vec<u64>, Bytes)> {
        let dims = self.ty.dims.as_deref()?;
        let matches = |(dim, size): (&Dim, &u64)| dim.known().is_none_or(|known| known == *size);
        if dims.len() != shape.len() || !dims.iter().zip(shape).all(matches) {
            return None;
        }
        let ranges = self.ranges_of(mesh, rank, shape)?;
        let shard = weights::slice_tensor(raw, shape, element_bytes(raw, shape)?, &ranges)?;
        Some((super::rank::range_lengths(&ranges), shard))
    }

    /// Assembles the contents from the shards of ranks, and returns them with their shape. Each shard is given with the number of its rank and its
    /// own shape; all have the same sizes of elements.
    pub fn assemble(&self, mesh: &Mesh, parts: &[(u64, Vec<u64>, Bytes)]) -> Option<(Vec<u64>, Bytes)> {
        let dims = self.ty.dims.as_deref()?;
        let (_, first, _) = parts.first().filter(|(_, shape, _)| shape.len() == dims.len())?;
        // A dimension of unknown size is not sharded.
        let shape: Vec<u64> = dims.iter().zip(first).map(|(dim, &own)| dim.known().unwrap_or(own)).collect();
        let held = |(rank, _, part): &(u64, Vec<u64>, Bytes)| {
            let local = super::rank::range_lengths(&self.ranges_of(mesh, *rank, &shape)?);
            element_bytes(part, &local)
        };
        let element = parts.iter().filter_map(held).max()?;
        let count = shape.iter().try_fold(element as u64, |bytes, &size| bytes.checked_mul(size))?;
        let mut full = vec![0; usize::try_from(count).ok()?];
        for (rank, _, shard) in parts {
            let ranges = self.ranges_of(mesh, *rank, &shape)?;
            weights::write_slice(&mut full, &shape, element, &ranges, shard)?;
        }
        Some((shape, full.into()))
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
            let dims = self.ty.dims.clone().unwrap_or_default();
            let unknown = |(axes, dim): (&Axes, &Dim)| !axes.is_empty() && dim.known().is_none();
            if let Some(at) = self.layout.0.iter().zip(&dims).position(unknown) {
                let what = format!(
                    "is sharded along dimension {at}, whose size is unknown: its type is {}",
                    self.ty
                );
                return Err(Obstacle { value: self.value, what });
            }
            let shape = self.ty.shape_or_ones().unwrap_or_default();
            let mesh = job.meshes.get(job.mesh);
            let position = self.position(mesh, rank).unwrap_or(0);
            let ranges = self.layout.ranges(self.mesh(mesh), &shape, position);
            let local = super::rank::range_lengths(&ranges).into_iter().zip(dims);
            let local = local.map(|(size, dim)| if dim.known().is_some() { Dim::Known(size) } else { dim });
            ty = TensorType { element: self.ty.element, dims: Some(local.collect()) }.to_proto();
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
