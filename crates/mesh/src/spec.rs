//! Meshes and shardings as written: plain data, unchecked.
//!
//! A text or another front end produces these. [`Mesh::from_spec`](crate::Mesh::from_spec) and
//! [`TensorSharding::resolve`](crate::TensorSharding::resolve) check them later, so that an invalid
//! attribute can be stored, printed and pointed at like a valid one. `Display` gives MLIR's canonical
//! spelling.

/// One axis of a mesh: `"x"=2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeshAxisSpec {
    /// The name, unescaped.
    pub name: Box<str>,
    /// The size as written; a valid one is at least 1.
    pub size: i64,
}

impl MeshAxisSpec {
    /// The axis `"name"=size`.
    pub fn new(name: impl Into<Box<str>>, size: i64) -> Self {
        Self { name: name.into(), size }
    }
}

/// A mesh: `<["x"=2, "y"=4], device_ids=[…]>`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MeshSpec {
    /// The axes, major to minor.
    pub axes: Vec<MeshAxisSpec>,
    /// The device at each position, or empty if no ids are written: the devices are then `0, 1, 2, …`.
    pub device_ids: Vec<i64>,
}

impl MeshSpec {
    /// A mesh of these axes on devices `0, 1, 2, …`.
    pub fn new<N: Into<Box<str>>>(axes: impl IntoIterator<Item = (N, i64)>) -> Self {
        let axes = axes.into_iter().map(|(name, size)| MeshAxisSpec::new(name, size)).collect();
        Self { axes, device_ids: Vec::new() }
    }

    /// The mesh of a single device.
    pub fn maximal(device: i64) -> Self {
        Self { axes: Vec::new(), device_ids: vec![device] }
    }

    /// Drops a list of device ids that is just `0, 1, 2, …`, as sdy does when it reads a mesh.
    pub fn drop_iota_ids(&mut self) {
        let ids = &self.device_ids;
        if self.axes.is_empty() || ids.iter().enumerate().any(|(i, &id)| i as i64 != id) {
            return;
        }
        let product = self.axes.iter().try_fold(1i64, |product, axis| product.checked_mul(axis.size));
        if product == Some(ids.len() as i64) {
            self.device_ids = Vec::new();
        }
    }
}

/// The factor of an axis that a reference names: `(pre)size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubAxis {
    /// Product of the sizes of the sub-axes that are major to this one.
    pub pre: i64,
    /// Size of this sub-axis.
    pub size: i64,
}

/// A reference to an axis or a sub-axis: `"x"` or `"x":(1)2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AxisSpec {
    /// The name of the axis, unescaped.
    pub name: Box<str>,
    /// The sub-axis, or `None` for the full axis.
    pub part: Option<SubAxis>,
}

impl AxisSpec {
    /// The full axis `"name"`.
    pub fn full(name: impl Into<Box<str>>) -> Self {
        Self { name: name.into(), part: None }
    }

    /// The sub-axis `"name":(pre)size`.
    pub fn part(name: impl Into<Box<str>>, pre: i64, size: i64) -> Self {
        Self { name: name.into(), part: Some(SubAxis { pre, size }) }
    }
}

/// Whether propagation may add axes to a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Openness {
    /// `{"x", ?}`: more axes may be added.
    Open,
    /// `{"x"}`: the axes are final.
    Closed,
}

/// How one dimension is sharded: `{"x", ?}p1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DimSpec {
    /// The axes, major to minor.
    pub axes: Vec<AxisSpec>,
    /// Whether propagation may add axes.
    pub openness: Openness,
    /// The priority, if written.
    pub priority: Option<u64>,
}

impl DimSpec {
    /// `{…}`: has these axes and admits no others.
    pub fn closed(axes: impl IntoIterator<Item = AxisSpec>) -> Self {
        Self { axes: axes.into_iter().collect(), openness: Openness::Closed, priority: None }
    }

    /// `{…, ?}`: has these axes and admits others after them.
    pub fn open(axes: impl IntoIterator<Item = AxisSpec>) -> Self {
        Self { openness: Openness::Open, ..Self::closed(axes) }
    }
}

/// The mesh of a sharding, by name or inline.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MeshOrRef {
    /// `@mesh`; the name without `@`, unescaped.
    Symbol(Box<str>),
    /// `mesh<["x"=2]>`.
    Inline(MeshSpec),
}

/// How the partial values on unreduced axes are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReductionOp {
    /// By addition; the default, which is not written.
    #[default]
    Sum,
    /// By taking the largest.
    Max,
    /// By taking the smallest.
    Min,
}

impl ReductionOp {
    /// The keyword, `sum`, `max` or `min`.
    pub fn keyword(self) -> &'static str {
        match self {
            ReductionOp::Sum => "sum",
            ReductionOp::Max => "max",
            ReductionOp::Min => "min",
        }
    }
}

/// How one tensor is sharded: `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShardingSpec {
    /// The mesh the axes belong to.
    pub mesh: MeshOrRef,
    /// One entry per dimension of the tensor.
    pub dims: Vec<DimSpec>,
    /// Axes that must not shard the tensor.
    pub replicated: Vec<AxisSpec>,
    /// Axes along which the tensor holds partial values.
    pub unreduced: Vec<AxisSpec>,
    /// How those partial values combine. `Sum` if there are none.
    pub reduction: ReductionOp,
}

impl ShardingSpec {
    /// A sharding of these dimensions on the mesh `@mesh`, with no other axes mentioned.
    pub fn new(mesh: impl Into<Box<str>>, dims: impl IntoIterator<Item = DimSpec>) -> Self {
        Self {
            mesh: MeshOrRef::Symbol(mesh.into()),
            dims: dims.into_iter().collect(),
            replicated: Vec::new(),
            unreduced: Vec::new(),
            reduction: ReductionOp::Sum,
        }
    }
}
