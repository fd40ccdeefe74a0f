//! Which mesh axes cut which dimension of a tensor.

use std::ops::Range;

use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use partita_place::{Axes, shards};

/// The axes that cut each dimension. Dimension `d` in `m` shards has blocks of `ceil(size / m)`, the last ones smaller or
/// empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MeshLayout(pub Vec<Axes>);

impl MeshLayout {
    /// Nothing is cut.
    pub fn replicated(rank: usize) -> Self {
        Self(vec![Axes::new(); rank])
    }

    /// The layout of a sharding; axes of size 1 cut nothing.
    pub fn from_sharding(sharding: &TensorSharding) -> Self {
        Self(sharding.dims().iter().map(|dim| drop_unit_axes(&dim.axes)).collect())
    }

    /// The sharding with these layout. The axes must be of `mesh` and not overlap.
    pub fn to_sharding(&self, id: MeshId, mesh: &Mesh) -> Option<TensorSharding> {
        let dims = self.0.iter().map(|axes| DimSharding::closed(axes.to_vec())).collect();
        TensorSharding::new(id, mesh, ShardingParts { dims, ..ShardingParts::default() }.normalised()).ok()
    }

    /// Whether nothing is cut.
    pub fn is_replicated(&self) -> bool {
        self.0.iter().all(|axes| axes.is_empty())
    }

    /// The same without axes of dimensions that have fewer elements than shards: no node works on such shards.
    pub(crate) fn without_empty_shards(&self, shape: &[u64]) -> MeshLayout {
        let keep = |(axes, &size): (&Axes, &u64)| match fills_all_shards(size, shards(axes)) {
            true => axes.clone(),
            false => Axes::new(),
        };
        MeshLayout(self.0.iter().zip(shape).map(keep).collect())
    }

    /// The shape of the largest shard.
    pub(crate) fn local_shape(&self, shape: &[u64]) -> Vec<u64> {
        self.0.iter().zip(shape).map(|(axes, size)| size.div_ceil(shards(axes))).collect()
    }

    /// The indices of every dimension that the device at `position` of the mesh holds.
    pub fn ranges(&self, mesh: &Mesh, shape: &[u64], position: u64) -> Vec<Range<u64>> {
        let dims = self.0.iter().zip(shape);
        dims.map(|(axes, &size)| shard_range(size, shards(axes), shard_index(mesh, axes, position))).collect()
    }
}

/// Which of the shards the device at `position` of the mesh has.
pub(crate) fn shard_index(mesh: &Mesh, axes: &[AxisRef], position: u64) -> u64 {
    axes.iter().fold(0, |index, &axis| index * axis.size() + position / mesh.stride(axis) % axis.size())
}

/// The indices of shard `index` of a dimension.
pub(crate) fn shard_range(size: u64, shards: u64, index: u64) -> Range<u64> {
    let block = size.div_ceil(shards);
    (index * block).min(size)..((index + 1) * block).min(size)
}

/// Whether each of so many shards has an element.
pub(crate) fn fills_all_shards(size: u64, shards: u64) -> bool {
    shards == 1 || !shard_range(size, shards, shards - 1).is_empty()
}

/// Leaves out axes of size 1, merges neighbours.
pub(crate) fn drop_unit_axes(axes: &[AxisRef]) -> Axes {
    let mut axes: Vec<AxisRef> = axes.iter().copied().filter(|axis| axis.size() > 1).collect();
    merge_neighbours(&mut axes);
    axes.into()
}
