//! Indices into a sharded tensor, converted to indices into the shard of the device.

use partita_ir::{OpCode, Type, TypeId, ValueId};
use partita_mesh::Mesh;
use partita_mesh::spec::ShardingSpec;

use super::super::conversion::Conversion;
use super::Refusal;

/// An indexed tensor and its dimension numbers.
pub(super) struct Indexed<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) sharding: &'a ShardingSpec,
    /// The shapes of the tensor and of its shard.
    pub(super) shape: &'a [u64],
    pub(super) local: &'a [u64],
    /// The dimension that each index is for.
    pub(super) map: &'a [i64],
    /// The dimension of the indices along which index vectors extend.
    pub(super) vector: usize,
    /// The sharded dimensions of which every index selects one element.
    pub(super) taken: &'a [usize],
}

impl Indexed<'_> {
    fn is_mapped(&self, dim: usize) -> bool {
        self.map.contains(&(dim as i64))
    }

    /// Whether some index is for a sharded dimension.
    pub(super) fn depends_on_indices(&self) -> bool {
        self.taken.iter().any(|&dim| self.is_mapped(dim))
    }

    /// The indices, clamped to the bounds of the global tensor.
    pub(super) fn clamped(&self, out: &mut Conversion<'_>, indices: ValueId) -> Result<ValueId, Refusal> {
        let ty = out.module.type_of(indices);
        let count: u64 = out.shape(indices).iter().product();
        if count != 1 && !is_wide(out, out.element(indices)) {
            // Shardy reads the limits as 64-bit integers whatever their type: the process ends, or the limits are
            // wrong.
            return Err("its indices have fewer than 64 bits".into());
        }
        let zero = out.integer(0, ty).ok_or("its indices are not integers")?;
        let limits: Vec<i64> = self.map.iter().map(|&dim| self.shape[dim as usize] as i64 - 1).collect();
        let limit = if self.vector < out.shape(indices).len() && limits.len() > 1 {
            let list = out.table(&limits);
            out.broadcast(list, ty, &[self.vector as i64])
        } else {
            out.integer(limits[0], ty).ok_or("its indices are not integers")?
        };
        Ok(out.single_result(OpCode::Clamp, &[zero, indices, limit], ty, &[]))
    }

    /// The first and, on request, the last index of the shard, for each entry of an index vector.
    pub(super) fn bounds(
        &self,
        out: &mut Conversion<'_>,
        element: TypeId,
        with_last: bool,
    ) -> Result<(Vec<ValueId>, Vec<ValueId>), Refusal> {
        let scalar = out.scalar(element);
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for &dim in self.map {
            let dim = dim as usize;
            if !self.taken.contains(&dim) {
                first.push(out.integer(0, scalar).ok_or("its indices are not integers")?);
                if with_last {
                    let limit = self.shape[dim] as i64 - 1;
                    last.push(out.integer(limit, scalar).ok_or("its indices are not integers")?);
                }
                continue;
            }
            let start = out.shard_start(self.mesh, &self.sharding.dims[dim].axes, self.local[dim])?;
            let start = out.convert_to(start, scalar);
            first.push(start);
            if with_last {
                let size = out.integer(self.local[dim] as i64 - 1, scalar);
                let size = size.ok_or("its indices are not integers")?;
                last.push(out.like(OpCode::Add, &[start, size]));
            }
        }
        Ok((first, last))
    }

    /// Broadcasts one bound for each entry of an index vector to the shape of the indices.
    pub(super) fn broadcast_bounds(
        &self,
        out: &mut Conversion<'_>,
        bounds: &[ValueId],
        ty: TypeId,
    ) -> ValueId {
        let shape = super::shardings::static_shape(out.module, ty).unwrap_or_default();
        if shape.get(self.vector).is_none_or(|size| *size == 1) {
            return out.broadcast(bounds[0], ty, &[]);
        }
        let parts: Vec<ValueId> = bounds.iter().map(|&bound| out.reshape(bound, &[1])).collect();
        let list = out.tensor(&[parts.len() as u64], out.element(parts[0]));
        let dim = out.int(0);
        let list = out.single_result(OpCode::Concatenate, &parts, list, &[("dimension", dim)]);
        out.broadcast(list, ty, &[self.vector as i64])
    }

    /// Whether this device has the first shard along the dimensions that are not indexed.
    pub(super) fn is_first(&self, out: &mut Conversion<'_>) -> Result<Option<ValueId>, Refusal> {
        let mut is_first = None;
        for &dim in self.taken.iter().filter(|&&dim| !self.is_mapped(dim)) {
            let start = out.shard_start(self.mesh, &self.sharding.dims[dim].axes, self.local[dim])?;
            let zero = out.constant_index(0);
            let here = out.compare("EQ", start, zero);
            is_first = Some(match is_first {
                Some(others) => out.like(OpCode::And, &[others, here]),
                None => here,
            });
        }
        Ok(is_first)
    }
}

fn is_wide(out: &Conversion<'_>, element: TypeId) -> bool {
    matches!(out.module.context.type_of(element), Type::Integer { width: 64, .. })
}
