//! The layout of one tensor on the devices: its shards, its padding, and whether its values are partial.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use partita_mesh::axis_list::shard_count;
use partita_mesh::{MeshId, ReductionOp, TensorSharding};
use partita_place::FactorLayout;
pub(crate) use partita_place::{Axes, can_join};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::combiner::Combiner;

/// Sizes per dimension, global or local.
pub(crate) type Shape = SmallVec<[u64; 6]>;

/// How the buffer that one device holds of a tensor relates to the tensor.
///
/// A dimension of size `n` over `k` shards has blocks of `n / k` elements, rounded up; shard `i` begins at
/// index `i * block`. So the last shards may hold padding at their end, and some may hold nothing but padding.
/// The elements of a block at global indices `>= n` are **arbitrary**: no op may rely on them, and an op
/// through which they could reach a result masks them first (`mask.rs`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalLayout {
    pub(crate) mesh: MeshId,
    /// The axes that shard each dimension, major first.
    pub(crate) dims: SmallVec<[Axes; 4]>,
    /// Axes along which each device holds a partial value, still to be combined.
    pub(crate) partial: Axes,
    /// How partial values combine.
    pub(crate) combiner: Combiner,
}

impl LocalLayout {
    /// The layout in which every device holds the entire tensor.
    pub(crate) fn replicated(mesh: MeshId, rank: usize) -> Self {
        Self {
            mesh,
            dims: std::iter::repeat_with(Axes::new).take(rank).collect(),
            partial: Axes::new(),
            combiner: Combiner::Sum,
        }
    }

    /// The layout that the sharding of an op's factors gives a tensor; partial values are summed.
    pub(crate) fn placed(mesh: MeshId, layout: FactorLayout) -> Self {
        Self { mesh, dims: layout.dims, partial: layout.partial, combiner: Combiner::Sum }
    }

    /// The layout that a sharding describes.
    pub(crate) fn from_sharding(sharding: &TensorSharding, rank: usize) -> Self {
        let mut layout = Self::replicated(sharding.mesh(), rank);
        for (dim, sharding) in layout.dims.iter_mut().zip(sharding.dims()) {
            *dim = sharding.axes.iter().copied().collect();
        }
        layout.partial = sharding.unreduced_axes().iter().copied().collect();
        layout.combiner = match sharding.reduction() {
            ReductionOp::Sum => Combiner::Sum,
            ReductionOp::Max => Combiner::Max,
            ReductionOp::Min => Combiner::Min,
        };
        layout
    }

    /// How many shards a dimension has; 1 if it is not sharded.
    pub(crate) fn shards(&self, dim: usize) -> u64 {
        shard_count(&self.dims[dim])
    }

    /// Whether any axis shards a dimension.
    pub(crate) fn is_sharded(&self, dim: usize) -> bool {
        !self.dims[dim].is_empty()
    }

    /// The local size of a dimension of this global size, padding included.
    pub(crate) fn block(&self, dim: usize, size: u64) -> u64 {
        size.div_ceil(self.shards(dim))
    }

    /// Whether the last shards of a dimension hold padding.
    pub(crate) fn is_padded(&self, dim: usize, size: u64) -> bool {
        !size.is_multiple_of(self.shards(dim))
    }

    /// The shape of the buffer on every device.
    pub(crate) fn local_shape(&self, shape: &[u64]) -> Shape {
        shape.iter().enumerate().map(|(dim, &size)| self.block(dim, size)).collect()
    }

    /// Whether every device holds the entire tensor with nothing left to combine.
    pub(crate) fn is_replicated(&self) -> bool {
        self.partial.is_empty() && self.dims.iter().all(|dim| dim.is_empty())
    }

    /// The same layout with nothing left to combine.
    pub(crate) fn combined(&self) -> Self {
        Self { partial: Axes::new(), combiner: Combiner::Sum, ..self.clone() }
    }
}

/// A layout that is stored once, so that equal ones have the same address.
#[derive(Clone, Debug)]
pub(crate) struct SharedLayout(Arc<LocalLayout>);

impl Deref for SharedLayout {
    type Target = LocalLayout;

    fn deref(&self) -> &LocalLayout {
        &self.0
    }
}

impl PartialEq for SharedLayout {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedLayout {}

impl Hash for SharedLayout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// All layouts of a program. It has few distinct ones.
#[derive(Default)]
pub(crate) struct SharedLayouts {
    known: FxHashSet<Arc<LocalLayout>>,
    /// The one that was found last: neighbours in a program are often laid out alike.
    last: Option<SharedLayout>,
}

impl SharedLayouts {
    pub(crate) fn share(&mut self, layout: LocalLayout) -> SharedLayout {
        if let Some(last) = self.last.as_ref().filter(|last| ***last == layout) {
            return last.clone();
        }
        let shared = self.known.get(&layout).cloned().unwrap_or_else(|| {
            let layout = Arc::new(layout);
            self.known.insert(Arc::clone(&layout));
            layout
        });
        self.last.insert(SharedLayout(shared)).clone()
    }
}
