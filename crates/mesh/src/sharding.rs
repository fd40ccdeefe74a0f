//! The sharding of a tensor on a mesh.

use partita_base::ids;

use crate::axis_list::{merge_neighbours, shard_count};
use crate::spec::{DimSpec, MeshOrRef, ShardingSpec};
use crate::{AxisRef, Mesh, Openness, ReductionOp, ShardingError, resolve};

ids! {
    /// A mesh of one [`Meshes`](crate::Meshes).
    MeshId;
}

/// The round in which a dimension takes part in propagation: 0, the default, is first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Priority(pub u64);

/// How one dimension is sharded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DimSharding {
    /// The axes, major to minor.
    pub axes: Vec<AxisRef>,
    /// Whether propagation may add axes.
    pub openness: Openness,
    /// The priority, if the user gave one.
    pub priority: Option<Priority>,
}

impl DimSharding {
    /// Has these axes and admits no others.
    pub fn closed(axes: Vec<AxisRef>) -> Self {
        Self { axes, openness: Openness::Closed, priority: None }
    }

    /// Has these axes and admits others after them.
    pub fn open(axes: Vec<AxisRef>) -> Self {
        Self { axes, openness: Openness::Open, priority: None }
    }

    /// The number of shards of the dimension. In a valid sharding it never exceeds the number of
    /// devices.
    pub fn shards(&self) -> u64 {
        shard_count(&self.axes)
    }
}

/// The elements of a sharding before their relations are checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardingParts {
    /// One entry per dimension.
    pub dims: Vec<DimSharding>,
    /// Axes that must not shard the tensor.
    pub replicated: Vec<AxisRef>,
    /// Axes along which the tensor holds partial values.
    pub unreduced: Vec<AxisRef>,
    /// How partial values combine.
    pub reduction: ReductionOp,
}

impl ShardingParts {
    /// Sorts replicated and unreduced axes into the order of the mesh and merges adjacent sub-axes
    /// everywhere, so that [`TensorSharding::new`] only fails on a real conflict.
    pub fn normalised(mut self) -> Self {
        for dim in &mut self.dims {
            merge_neighbours(&mut dim.axes);
        }
        for axes in [&mut self.replicated, &mut self.unreduced] {
            axes.sort_unstable();
            merge_neighbours(axes);
        }
        self
    }
}

/// How one tensor is sharded over one mesh.
///
/// Invariants, established by [`TensorSharding::new`]: no two references overlap, all can coexist,
/// adjacent sub-axes are merged, and replicated and unreduced axes are in the order of the mesh. On a
/// maximal mesh there are no dimensions, whatever the shape of the tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorSharding {
    mesh: MeshId,
    dims: Vec<DimSharding>,
    replicated: Vec<AxisRef>,
    unreduced: Vec<AxisRef>,
    reduction: ReductionOp,
}

impl TensorSharding {
    /// Checks that the elements fit together; fails with every problem found.
    pub fn new(id: MeshId, mesh: &Mesh, parts: ShardingParts) -> Result<Self, Vec<ShardingError>> {
        let errors = resolve::check_parts(mesh, &parts);
        if errors.is_empty() { Ok(Self::from_checked(id, parts)) } else { Err(errors) }
    }

    pub(crate) fn from_checked(mesh: MeshId, parts: ShardingParts) -> Self {
        let ShardingParts { dims, replicated, unreduced, reduction } = parts;
        let reduction = if unreduced.is_empty() { ReductionOp::Sum } else { reduction };
        Self { mesh, dims, replicated, unreduced, reduction }
    }

    /// Closed and without axes in every dimension.
    pub fn replicated(mesh: MeshId, rank: usize) -> Self {
        Self::unsharded(mesh, rank, Openness::Closed)
    }

    /// Open and without axes in every dimension, as a tensor without annotation is.
    pub fn open(mesh: MeshId, rank: usize) -> Self {
        Self::unsharded(mesh, rank, Openness::Open)
    }

    fn unsharded(mesh: MeshId, rank: usize, openness: Openness) -> Self {
        let dim = DimSharding { axes: Vec::new(), openness, priority: None };
        Self::from_checked(mesh, ShardingParts { dims: vec![dim; rank], ..ShardingParts::default() })
    }

    /// The mesh that all axes belong to.
    pub fn mesh(&self) -> MeshId {
        self.mesh
    }

    /// One entry per dimension; none on a maximal mesh.
    pub fn dims(&self) -> &[DimSharding] {
        &self.dims
    }

    /// Axes that must not shard the tensor, in the order of the mesh.
    pub fn replicated_axes(&self) -> &[AxisRef] {
        &self.replicated
    }

    /// Axes along which the tensor holds partial values, in the order of the mesh.
    pub fn unreduced_axes(&self) -> &[AxisRef] {
        &self.unreduced
    }

    /// How partial values combine; `Sum` when there are none.
    pub fn reduction(&self) -> ReductionOp {
        self.reduction
    }

    /// A copy of the elements, for building a modified sharding.
    pub fn parts(&self) -> ShardingParts {
        ShardingParts {
            dims: self.dims.clone(),
            replicated: self.replicated.clone(),
            unreduced: self.unreduced.clone(),
            reduction: self.reduction,
        }
    }

    /// Every axis that the sharding mentions: those of the dimensions, then replicated, then unreduced.
    pub fn axes(&self) -> impl Iterator<Item = AxisRef> + '_ {
        let dims = self.dims.iter().flat_map(|dim| &dim.axes);
        dims.chain(&self.replicated).chain(&self.unreduced).copied()
    }

    /// Whether every device holds all of the tensor's data.
    pub fn is_fully_replicated(&self) -> bool {
        self.unreduced.is_empty() && self.dims.iter().all(|dim| dim.axes.is_empty())
    }

    /// Whether propagation may not add an axis to any dimension.
    pub fn is_fully_closed(&self) -> bool {
        self.dims.iter().all(|dim| dim.openness == Openness::Closed)
    }

    /// The number of shards of dimension `dim`; 1 if it is not listed.
    pub fn shards(&self, dim: usize) -> u64 {
        self.dims.get(dim).map_or(1, DimSharding::shards)
    }

    /// The size of the largest shard of each dimension: the size divided by the number of shards,
    /// rounded up.
    pub fn local_shape(&self, shape: &[u64]) -> Vec<u64> {
        shape.iter().enumerate().map(|(d, size)| size.div_ceil(self.shards(d))).collect()
    }

    /// The shape seen by code that is local along some axes only, such as the body of a manual
    /// computation: like [`TensorSharding::local_shape`], but only with the axes that `is_local` accepts.
    pub fn local_shape_along(&self, shape: &[u64], is_local: impl Fn(AxisRef) -> bool) -> Vec<u64> {
        let shards = |d: usize| {
            let axes = self.dims.get(d).map_or(&[][..], |dim| &dim.axes);
            let local: Vec<AxisRef> = axes.iter().copied().filter(|&axis| is_local(axis)).collect();
            shard_count(&local)
        };
        shape.iter().enumerate().map(|(d, size)| size.div_ceil(shards(d))).collect()
    }

    /// The dimensions whose shards have different sizes.
    pub fn indivisible_dims<'a>(&'a self, shape: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
        (0..shape.len()).filter(|&d| !shape[d].is_multiple_of(self.shards(d)))
    }

    /// Whether two shardings on one mesh place the data alike: the same axes shard the same
    /// dimensions and the same axes are unreduced. Openness, replicated axes and priorities do not
    /// matter. For shardings of different meshes see
    /// [`Meshes::are_equivalent`](crate::Meshes::are_equivalent).
    pub fn same_placement(&self, other: &TensorSharding) -> bool {
        self.unreduced == other.unreduced
            && self.reduction == other.reduction
            && self.dims.len() == other.dims.len()
            && self.dims.iter().zip(&other.dims).all(|(a, b)| a.axes == b.axes)
    }

    /// The sharding as it is written, given its mesh and how to refer to that mesh.
    pub fn to_spec(&self, mesh: &Mesh, name: MeshOrRef) -> ShardingSpec {
        let list = |axes: &[AxisRef]| axes.iter().map(|&axis| mesh.axis_spec(axis)).collect();
        let dims = self.dims.iter().map(|dim| DimSpec {
            axes: list(&dim.axes),
            openness: dim.openness,
            priority: dim.priority.map(|priority| priority.0),
        });
        ShardingSpec {
            mesh: name,
            dims: dims.collect(),
            replicated: list(&self.replicated),
            unreduced: list(&self.unreduced),
            reduction: self.reduction,
        }
    }
}
