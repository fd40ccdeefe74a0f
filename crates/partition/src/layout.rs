//! Where the pieces of one tensor are, and which values they hold.

use partita_mesh::{MeshId, ReductionOp, TensorSharding};
use partita_place::FactorLayout;
pub(crate) use partita_place::{Axes, can_join, shards};
use smallvec::SmallVec;

use crate::combiner::Combiner;

/// The sizes of a tensor.
pub(crate) type Shape = SmallVec<[u64; 6]>;

/// How one tensor lies on the devices of a mesh.
///
/// A dimension of size `n` in `k` shards has blocks of `n / k` rounded up: shard `i` holds the indices from
/// `i` blocks on. What a block holds at indices from `n` on is **arbitrary**; whoever lets it reach a result
/// masks it first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    pub(crate) mesh: MeshId,
    /// The axes of every dimension.
    pub(crate) dims: SmallVec<[Axes; 4]>,
    /// Axes along which every device holds a part of the result, still to be combined.
    pub(crate) partial: Axes,
    /// How the parts combine.
    pub(crate) combiner: Combiner,
}

impl Layout {
    /// Every device holds everything.
    pub(crate) fn replicated(mesh: MeshId, rank: usize) -> Self {
        Self {
            mesh,
            dims: std::iter::repeat_with(Axes::new).take(rank).collect(),
            partial: Axes::new(),
            combiner: Combiner::Sum,
        }
    }

    /// What the factors of an op make of a tensor; partial values are summed.
    pub(crate) fn placed(mesh: MeshId, layout: FactorLayout) -> Self {
        Self { mesh, dims: layout.dims, partial: layout.partial, combiner: Combiner::Sum }
    }

    /// What a sharding says. On a single device it says nothing: then every device holds everything.
    pub(crate) fn of(sharding: &TensorSharding, rank: usize) -> Self {
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

    /// Into how many shards a dimension is cut.
    pub(crate) fn shards(&self, dim: usize) -> u64 {
        shards(&self.dims[dim])
    }

    /// Whether a dimension is cut at all.
    pub(crate) fn is_cut(&self, dim: usize) -> bool {
        !self.dims[dim].is_empty()
    }

    /// The size of the blocks of a dimension of this size.
    pub(crate) fn block(&self, dim: usize, size: u64) -> u64 {
        size.div_ceil(self.shards(dim))
    }

    /// Whether the blocks of a dimension hold more than its indices.
    pub(crate) fn is_padded(&self, dim: usize, size: u64) -> bool {
        !size.is_multiple_of(self.shards(dim))
    }

    /// The shape that every device holds.
    pub(crate) fn local_shape(&self, shape: &[u64]) -> Shape {
        shape.iter().enumerate().map(|(dim, &size)| self.block(dim, size)).collect()
    }

    /// Whether every device holds all there is, ready to use.
    pub(crate) fn is_whole(&self) -> bool {
        self.partial.is_empty() && self.dims.iter().all(|dim| dim.is_empty())
    }

    /// The same with nothing left to combine.
    pub(crate) fn combined(&self) -> Self {
        Self { partial: Axes::new(), combiner: Combiner::Sum, ..self.clone() }
    }
}
