//! The mesh axes that shard each dimension of a tensor.

use std::ops::Range;

use partita_mesh::axis_list::{merge_neighbours, shard_count};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use partita_place::Axes;

/// The axes that shard each dimension, major to minor. A dimension in `m` shards has blocks of `ceil(size / m)`; the last ones are smaller
/// or empty.
///
/// Along unreduced axes every device holds a partial sum: the sum of all of them is the tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MeshLayout(pub Vec<Axes>, Axes);

impl From<Vec<Axes>> for MeshLayout {
    /// The layout whose dimensions have these axes.
    fn from(dims: Vec<Axes>) -> Self {
        Self(dims, Axes::new())
    }
}

impl MeshLayout {
    /// The layout of a replicated tensor.
    pub fn replicated(rank: usize) -> Self {
        Self::from(vec![Axes::new(); rank])
    }

    /// The layout of a sharding, without axes of size 1. Unreduced axes are not kept: whether sums are finished is chosen by cost.
    pub fn from_sharding(sharding: &TensorSharding) -> Self {
        Self::from(sharding.dims().iter().map(|dim| drop_unit_axes(&dim.axes)).collect::<Vec<_>>())
    }

    /// The layout after a step of a reshard, whose unreduced axes are kept.
    pub(crate) fn after_step(sharding: &TensorSharding) -> Self {
        Self::from_sharding(sharding).with_unreduced(sharding.unreduced_axes().iter().copied())
    }

    /// The sharding with this layout; `None` unless the axes belong to `mesh` and do not overlap.
    pub fn to_sharding(&self, id: MeshId, mesh: &Mesh) -> Option<TensorSharding> {
        let dims = self.0.iter().map(|axes| DimSharding::closed(axes.to_vec())).collect();
        let parts = ShardingParts { dims, unreduced: self.1.to_vec(), ..ShardingParts::default() };
        TensorSharding::new(id, mesh, parts.normalised()).ok()
    }

    /// Whether every device holds the entire tensor.
    pub fn is_replicated(&self) -> bool {
        self.1.is_empty() && self.0.iter().all(|axes| axes.is_empty())
    }

    /// The axes along which every device holds a partial sum, in increasing order.
    pub fn unreduced(&self) -> &[AxisRef] {
        &self.1
    }

    /// The same dimensions with partial sums along these axes.
    pub(crate) fn with_unreduced(mut self, axes: impl IntoIterator<Item = AxisRef>) -> Self {
        self.1 = axes.into_iter().collect();
        self.1.sort_unstable();
        self
    }

    /// Whether one of these axes shards a dimension.
    pub(crate) fn uses_any(&self, axes: &Axes) -> bool {
        self.0.iter().flatten().any(|own| axes.iter().any(|axis| axis.overlaps(*own)))
    }

    /// The same layout without axes that would leave shards empty: no node is lowered for empty shards.
    pub(crate) fn without_empty_shards(&self, shape: &[u64]) -> MeshLayout {
        let keep = |(axes, &size): (&Axes, &u64)| match fills_all_shards(size, shard_count(axes)) {
            true => axes.clone(),
            false => Axes::new(),
        };
        MeshLayout(self.0.iter().zip(shape).map(keep).collect(), self.1.clone())
    }

    /// The shape of the largest shard.
    pub(crate) fn local_shape(&self, shape: &[u64]) -> Vec<u64> {
        self.0.iter().zip(shape).map(|(axes, size)| size.div_ceil(shard_count(axes))).collect()
    }

    /// The index range of every dimension that the device at `position` of the mesh holds.
    pub fn ranges(&self, mesh: &Mesh, shape: &[u64], position: u64) -> Vec<Range<u64>> {
        let dims = self.0.iter().zip(shape);
        dims.map(|(axes, &size)| shard_range(size, shard_count(axes), shard_index(mesh, axes, position)))
            .collect()
    }
}

/// The index of the shard that the device at `position` of the mesh holds.
pub(crate) fn shard_index(mesh: &Mesh, axes: &[AxisRef], position: u64) -> u64 {
    axes.iter().fold(0, |index, &axis| index * axis.size() + position / mesh.stride(axis) % axis.size())
}

/// The index range of one shard of a dimension.
pub(crate) fn shard_range(size: u64, shards: u64, index: u64) -> Range<u64> {
    let block = size.div_ceil(shards);
    (index * block).min(size)..((index + 1) * block).min(size)
}

/// Whether every one of the shards has an element.
pub(crate) fn fills_all_shards(size: u64, shards: u64) -> bool {
    shards == 1 || !shard_range(size, shards, shards - 1).is_empty()
}

/// Drops axes of size 1 and merges adjacent sub-axes.
pub(crate) fn drop_unit_axes(axes: &[AxisRef]) -> Axes {
    let mut axes: Vec<AxisRef> = axes.iter().copied().filter(|axis| axis.size() > 1).collect();
    merge_neighbours(&mut axes);
    axes.into()
}
