//! Layouts over the axes of one mesh, small enough to compare millions of pairs.

use partita_mesh::{AxisRef, Mesh, Openness, TensorSharding};
use smallvec::SmallVec;

use super::program::Allowed;
use crate::axes::Axes;

/// How many devices are along each axis or part of one, and how far apart its neighbours are numbered; minor first.
pub(crate) type GroupLengths = SmallVec<[(u64, u64); 3]>;

/// The axes of one dimension, major to minor, four bits each: the number of the axis plus one, the major axis lowest.
type DimAxes = u32;

/// The most axes of a mesh that a plan can use, as a dimension has eight places for them.
pub const MAX_AXES: usize = 8;

/// The axes that shard each dimension of a tensor, and those along which it is a partial sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanLayout {
    dims: SmallVec<[DimAxes; 5]>,
    /// A bit for each axis along which every device holds a partial sum. None of them shards a dimension.
    partial: u8,
}

impl PlanLayout {
    /// The layout of a replicated tensor.
    pub fn replicated(rank: usize) -> Self {
        Self { dims: SmallVec::from_elem(0, rank), partial: 0 }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Whether every device holds the entire tensor: no axis shards any dimension, and no sum is partial.
    pub fn is_replicated(&self) -> bool {
        self.is_complete() && self.dims.iter().all(|&dim| dim == 0)
    }

    /// Whether it is a partial sum along no axis.
    pub fn is_complete(&self) -> bool {
        self.partial == 0
    }

    /// The axes along which it is a partial sum, a bit each.
    pub(crate) fn partial(&self) -> u8 {
        self.partial
    }

    /// The same dimensions, and partial sums along a set of axes that shard none of them.
    pub(crate) fn with_partial(mut self, partial: u8) -> Self {
        debug_assert_eq!(self.mask() & u32::from(partial), 0, "an axis shards a tensor or sums it");
        self.partial = partial;
        self
    }

    /// Whether both have the same axes in every dimension.
    pub(crate) fn has_dims_of(&self, other: &PlanLayout) -> bool {
        self.dims == other.dims
    }

    /// The numbers of the axes of a dimension, major to minor.
    pub fn axes(&self, dim: usize) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.dims.get(dim).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let axis = (rest & 15) as usize;
            rest >>= 4;
            axis.checked_sub(1)
        })
    }

    /// Whether slices alone make it of another complete layout: every dimension has the axes of the other, then more.
    pub(crate) fn is_slice_of(&self, other: &PlanLayout) -> bool {
        self.dims.iter().zip(&other.dims).all(|(&own, &other)| {
            let places = (u32::BITS - other.leading_zeros()).div_ceil(4);
            own & 1u32.checked_shl(4 * places).map_or(u32::MAX, |end| end - 1) == other
        })
    }

    /// Adds an axis at the minor end of a dimension.
    pub(crate) fn push(&mut self, dim: usize, axis: usize) {
        let places = self.axes(dim).count();
        self.dims[dim] |= (axis as u32 + 1) << (4 * places);
    }

    /// The set of the axes that shard it, a bit each.
    pub(crate) fn mask(&self) -> u32 {
        (0..self.rank()).flat_map(|dim| self.axes(dim)).fold(0, |mask, axis| mask | 1 << axis)
    }

    /// The layout whose dimension `d` is dimension `from[d]` of this one; replicated where there is none. Partial sums stay.
    pub(crate) fn select(&self, from: impl Iterator<Item = Option<usize>>) -> Self {
        let dim = |dim: Option<usize>| dim.and_then(|dim| self.dims.get(dim).copied()).unwrap_or(0);
        Self { dims: from.map(dim).collect(), partial: self.partial }
    }
}

/// The axes of a mesh that have more than one device.
#[derive(Clone, Debug)]
pub struct PlanAxes {
    /// All axes, also those with one device.
    pub mesh: Mesh,
    /// In the order of the mesh.
    pub axes: Vec<AxisRef>,
    /// The name of each.
    pub names: Vec<String>,
    /// The number of devices along each, and how far apart the numbers of neighbours are.
    pub lengths: Vec<(u64, u64)>,
}

impl PlanAxes {
    /// The axes of a mesh; `None` if there are more than [`MAX_AXES`].
    pub fn new(mesh: &Mesh) -> Option<Self> {
        let used: Vec<_> = mesh.axis_ids().filter(|&id| mesh.mesh_axis(id).size() > 1).collect();
        let stride = |id| {
            let minor = mesh.axis_ids().skip_while(|&other| other != id).skip(1);
            minor.map(|id| mesh.mesh_axis(id).size()).fold(1, u64::saturating_mul)
        };
        (used.len() <= MAX_AXES).then(|| Self {
            mesh: mesh.clone(),
            axes: used.iter().map(|&id| mesh.axis(id)).collect(),
            names: used.iter().map(|&id| mesh.mesh_axis(id).name().to_string()).collect(),
            lengths: used.iter().map(|&id| (mesh.mesh_axis(id).size(), stride(id))).collect(),
        })
    }

    /// What an annotation leaves open. A dimension with a priority keeps exactly its axes, because more of them would
    /// propagate at the same priority.
    pub fn restriction(&self, sharding: &TensorSharding) -> Allowed {
        let dims = sharding.dims().iter().map(|dim| {
            let numbers = dim.axes.iter().map(|axis| self.axes.iter().position(|known| known == axis));
            let is_open = dim.openness == Openness::Open && dim.priority.is_none();
            Some((numbers.collect::<Option<Vec<usize>>>()?, is_open))
        });
        let dims: Option<Vec<(Vec<usize>, bool)>> = dims.collect();
        match dims {
            // A plan uses complete axes only; parts of them stay as they are annotated.
            None => Allowed::Any,
            Some(dims) if dims.iter().all(|(given, is_open)| given.is_empty() && *is_open) => Allowed::Any,
            Some(dims) => Allowed::Given(dims),
        }
    }

    /// The numbers of shards that sets of axes make, without repetition.
    pub fn shard_counts(&self) -> Vec<u64> {
        let mut counts: Vec<u64> = (1..1u32 << self.axes.len()).map(|mask| self.devices(mask)).collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    /// The sizes and strides of a set of axes.
    pub(crate) fn group_lengths(&self, mask: u32) -> GroupLengths {
        let lengths = self.lengths.iter().enumerate().rev();
        lengths.filter(|(axis, _)| mask >> axis & 1 == 1).map(|(_, &length)| length).collect()
    }

    /// The number of devices along a set of axes.
    pub(crate) fn devices(&self, mask: u32) -> u64 {
        let sizes = self.lengths.iter().enumerate().filter(|(axis, _)| mask >> axis & 1 == 1);
        sizes.map(|(_, (size, _))| *size).product()
    }

    /// The number of shards of a dimension.
    pub(crate) fn shards(&self, layout: &PlanLayout, dim: usize) -> u64 {
        layout.axes(dim).map(|axis| self.lengths[axis].0).product()
    }

    /// The set of some axes, a bit each.
    pub(crate) fn set(&self, axes: &[AxisRef]) -> u8 {
        let numbers = axes.iter().filter_map(|axis| self.axes.iter().position(|known| known == axis));
        numbers.fold(0, |set, number| set | 1 << number)
    }

    /// The layout with these axes in each dimension. Only complete axes of the mesh occur.
    pub(crate) fn layout<'a>(&self, dims: impl Iterator<Item = &'a Axes>) -> PlanLayout {
        let dims: Vec<&Axes> = dims.collect();
        let mut layout = PlanLayout::replicated(dims.len());
        for (dim, axes) in dims.into_iter().enumerate() {
            for axis in axes {
                if let Some(number) = self.axes.iter().position(|known| known == axis) {
                    layout.push(dim, number);
                }
            }
        }
        layout
    }
}
