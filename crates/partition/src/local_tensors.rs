//! The values of a local program that hold global tensors, and in which layout.

use partita_ir::ValueId;
use partita_mesh::{AxisRef, Mesh};

use crate::local_layout::LocalLayout;
use crate::partition::Partitioned;

/// A value of the local program that holds a tensor of the global program.
#[derive(Clone, Copy)]
pub struct LocalTensor<'p> {
    /// The value of the global program, in [`Partitioned::sharded`].
    pub global: ValueId,
    /// The value of the local program.
    pub local: ValueId,
    /// The mesh of its layout.
    pub mesh: &'p Mesh,
    layout: &'p LocalLayout,
}

impl<'p> LocalTensor<'p> {
    /// The axes that shard a dimension, major first.
    pub fn axes(&self, dim: usize) -> &'p [AxisRef] {
        self.layout.dims.get(dim).map_or(&[], |axes| &axes[..])
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.layout.dims.len()
    }

    /// The axes along which the value is partial.
    pub fn partial(&self) -> &'p [AxisRef] {
        &self.layout.partial
    }

    /// The number of shards of a dimension; 1 if it is not sharded.
    pub fn shards(&self, dim: usize) -> u64 {
        self.axes(dim).iter().fold(1, |all, axis| all.saturating_mul(axis.size()))
    }

    /// Whether every device holds the entire tensor with nothing left to combine.
    pub fn is_replicated(&self) -> bool {
        self.layout.is_replicated()
    }

    /// Whether two tensors are sharded alike.
    pub fn same_layout(&self, other: &LocalTensor<'_>) -> bool {
        self.layout == other.layout
    }

    /// Whether an axis shards a dimension or the value is partial along it.
    pub fn uses(&self, axis: AxisRef) -> bool {
        let used = self.layout.dims.iter().flatten().chain(&self.layout.partial);
        used.into_iter().any(|other| other.overlaps(axis))
    }
}

impl Partitioned {
    /// All values of the local program that hold a global tensor. For every global tensor, the layout of its
    /// definition comes first. A value may be listed for several global tensors that are aliases of one another;
    /// the first is the one that is defined first.
    pub fn local_tensors(&self) -> impl Iterator<Item = LocalTensor<'_>> {
        let tensor = |(global, layout, local): (ValueId, _, ValueId)| {
            let layout: &LocalLayout = layout;
            LocalTensor { global, local, mesh: self.meshes.get(layout.mesh), layout }
        };
        self.values.versions().map(tensor)
    }
}
