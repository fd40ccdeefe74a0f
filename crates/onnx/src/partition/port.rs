//! An input or output of the whole model, and the part of it that each rank has.

use std::ops::Range;

use bytes::Bytes;
use partita_mesh::Mesh;

use super::cuts::Cuts;
use super::emit::Obstacle;
use super::{Job, weights};
use crate::graph::ValueId;
use crate::proto;
use crate::types::TensorType;

/// An input or output of the whole model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name, in all models.
    pub name: String,
    /// Its type in the whole model.
    pub ty: TensorType,
    /// How it is cut.
    pub cuts: Cuts,
    value: ValueId,
}

impl Port {
    pub(super) fn new(job: &Job<'_, '_>, value: ValueId, cuts: Cuts) -> Self {
        let name = job.typed.graph.values[value].name.to_owned();
        Self { name, ty: job.typed.types[value].clone(), cuts, value }
    }

    /// The indices that a rank has; `None` for a rank outside the mesh or a shape that is not known.
    pub fn ranges(&self, mesh: &Mesh, rank: u64) -> Option<Vec<Range<u64>>> {
        let position = mesh.position(partita_mesh::DeviceId(rank))?;
        Some(self.cuts.ranges(mesh, &self.ty.shape()?, position))
    }

    /// A rank's part of the contents and its shape.
    pub fn cut(&self, mesh: &Mesh, rank: u64, raw: &Bytes) -> Option<(Vec<u64>, Bytes)> {
        let (shape, ranges) = (self.ty.shape()?, self.ranges(mesh, rank)?);
        let element = self.ty.element?.bits() / 8;
        let part = weights::slice(raw, &shape, element as usize, &ranges)?;
        Some((super::rank::lengths(&ranges), part))
    }

    /// The whole from the parts of all ranks, by rank.
    pub fn assemble(&self, mesh: &Mesh, parts: &[Bytes]) -> Option<Bytes> {
        let shape = self.ty.shape()?;
        let element = (self.ty.element?.bits() / 8) as usize;
        let count = shape.iter().try_fold(element as u64, |bytes, &size| bytes.checked_mul(size))?;
        let mut whole = vec![0; usize::try_from(count).ok()?];
        for (rank, part) in parts.iter().enumerate() {
            let ranges = self.ranges(mesh, rank as u64)?;
            weights::paste(&mut whole, &shape, element, &ranges, part)?;
        }
        Some(whole.into())
    }

    /// What a rank's model says of it.
    pub(super) fn value_info(&self, job: &Job<'_, '_>, position: u64) -> Result<proto::ValueInfo, Obstacle> {
        let declared = job.typed.graph.values[self.value].declared;
        let mut ty = declared.cloned().unwrap_or_default();
        if !self.cuts.is_whole() {
            let shape = self.ty.shape().ok_or_else(|| Obstacle {
                value: self.value,
                what: format!("is cut, and of its type {} not all sizes are known", self.ty),
            })?;
            let ranges = self.cuts.ranges(job.meshes.get(job.mesh), &shape, position);
            ty = tensor_type(self.ty.element.map(|element| element as i32), &super::rank::lengths(&ranges));
        }
        Ok(proto::ValueInfo { name: Some(self.name.clone()), r#type: Some(ty), ..Default::default() })
    }
}

fn tensor_type(elem_type: Option<i32>, shape: &[u64]) -> proto::Type {
    let dim =
        |&size: &u64| proto::Dimension { value: Some(proto::DimValue::Value(size as i64)), denotation: None };
    let shape = proto::Shape { dim: shape.iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type, shape: Some(shape) };
    proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), denotation: None }
}
