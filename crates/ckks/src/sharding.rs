//! Arrays over meshes of ciphertexts: how blocks are distributed, before slots are assigned.
//!
//! A mesh is an ordinary [`Mesh`] whose devices are ciphertexts. An [`ArraySharding`] names, for every
//! dimension, the axis that shards it, or none. Axes that it does not name replicate the array, which costs
//! nothing because all ciphertexts are values of one program. An [`OpSharding`] has one for each operand and
//! result, a [`ShardingMap`] has an `OpSharding` for each op of a model.

use std::collections::BTreeMap;
use std::sync::Arc;

use partita_base::code;
use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisId, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};

pub use crate::sharding_text::parse_axes;
use crate::{CkksError, CkksResult};

/// Creates a mesh with these axes. Axes of size 1 are allowed and have no effect.
pub fn ciphertext_mesh(axes: &[(&str, u64)]) -> CkksResult<Arc<Mesh>> {
    let axes = axes.iter().map(|&(name, size)| (name, i64::try_from(size).unwrap_or(i64::MAX)));
    Mesh::from_spec(&MeshSpec::new(axes)).map(Arc::new).map_err(|errors| {
        let error = errors.first().map(ToString::to_string).unwrap_or_default();
        CkksError::new(code::CIPHERTEXT_AXIS, error)
    })
}

/// The mesh of a convolution: `x` for output channels, `y` for input channels, `z` for rows.
pub fn conv_mesh([x, y, z]: [u64; 3]) -> CkksResult<Arc<Mesh>> {
    ciphertext_mesh(&[("x", x), ("y", y), ("z", z)])
}

/// How an array is sharded over a mesh of ciphertexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArraySharding {
    mesh: Arc<Mesh>,
    spec: Vec<Option<AxisId>>,
}

/// The blocks of an array: `count` of them, all of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DArray {
    /// The number of blocks.
    pub count: u64,
    /// The shape of a block.
    pub block: Vec<u64>,
}

impl DArray {
    /// The number of values in a block, a lower bound on the slots it needs.
    pub fn block_slots(&self) -> u64 {
        self.block.iter().product()
    }

    /// Fails if a block has more values than a ciphertext has slots.
    pub fn check_slots(&self, slots: usize) -> CkksResult<()> {
        let block = self.block_slots();
        if block <= slots as u64 {
            return Ok(());
        }
        let help =
            format!("shard a dimension into at least {} times as many blocks", block.div_ceil(slots as u64));
        Err(CkksError::slots(&format!("a block {:?}", self.block), block as usize, slots, help))
    }
}

impl ArraySharding {
    /// Shards each dimension by the named axis.
    pub fn new(mesh: &Arc<Mesh>, spec: &[Option<&str>]) -> CkksResult<ArraySharding> {
        let mut axes: Vec<Option<AxisId>> = Vec::with_capacity(spec.len());
        for name in spec {
            let axis = match name {
                None => None,
                Some(name) => Some(mesh.find(name).ok_or_else(|| {
                    let known: Vec<&str> = mesh.axes().iter().map(|axis| axis.name()).collect();
                    CkksError::new(code::CIPHERTEXT_AXIS, format!("unknown axis {name}"))
                        .help(format!("the mesh has the axes {}", known.join(", ")))
                })?),
            };
            if axis.is_some() && axes.contains(&axis) {
                let message = format!("axis {} shards two dimensions of one array", name.unwrap_or_default());
                return Err(CkksError::new(code::CIPHERTEXT_AXIS, message)
                    .help("use another axis for one of them, or none"));
            }
            axes.push(axis);
        }
        Ok(ArraySharding { mesh: Arc::clone(mesh), spec: axes })
    }

    /// The mesh of ciphertexts.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// The axis of each dimension; `None` if it is not sharded.
    pub fn spec(&self) -> &[Option<AxisId>] {
        &self.spec
    }

    /// The name of the axis of each dimension.
    pub fn names(&self) -> impl Iterator<Item = Option<&str>> {
        self.spec.iter().map(|axis| axis.map(|axis| self.mesh.mesh_axis(axis).name()))
    }

    /// How many blocks a dimension has.
    pub fn parts(&self, dim: usize) -> u64 {
        self.spec[dim].map_or(1, |axis| self.mesh.mesh_axis(axis).size())
    }

    /// The blocks of an array of this shape; fails if an axis does not divide its dimension.
    pub fn distribute(&self, shape: &[u64]) -> CkksResult<DArray> {
        if shape.len() != self.spec.len() {
            return Err(CkksError::shapes(format!(
                "expected {} dimensions, found a sharding of {}",
                shape.len(),
                self.spec.len()
            )));
        }
        let mut block = Vec::with_capacity(shape.len());
        for (dim, &size) in shape.iter().enumerate() {
            let parts = self.parts(dim);
            if !size.is_multiple_of(parts) {
                let name = self.names().nth(dim).flatten().unwrap_or_default();
                return Err(not_divisible(shape, dim, name, parts));
            }
            block.push(size / parts);
        }
        Ok(DArray { count: (0..shape.len()).map(|dim| self.parts(dim)).product(), block })
    }

    /// The index of the block at these coordinates of the mesh.
    pub fn shard(&self, coordinates: &[u64]) -> u64 {
        let at = |axis: AxisId| {
            let index = self.mesh.axis_ids().position(|id| id == axis).unwrap_or_default();
            coordinates.get(index).copied().unwrap_or_default()
        };
        (0..self.spec.len()).fold(0, |shard, dim| shard * self.parts(dim) + self.spec[dim].map_or(0, at))
    }

    /// The axes along which the array is replicated.
    pub fn replicated_axes(&self) -> Vec<&str> {
        let unused = |axis: &AxisId| !self.spec.contains(&Some(*axis));
        self.mesh.axis_ids().filter(unused).map(|axis| self.mesh.mesh_axis(axis).name()).collect()
    }

    /// The same as a [`TensorSharding`], closed in every dimension.
    pub fn to_tensor_sharding(&self, id: MeshId) -> TensorSharding {
        let dim = |axis: &Option<AxisId>| {
            let used = axis.filter(|&axis| self.mesh.mesh_axis(axis).size() > 1);
            DimSharding::closed(used.map(|axis| self.mesh.axis(axis)).into_iter().collect())
        };
        let parts = ShardingParts { dims: self.spec.iter().map(dim).collect(), ..ShardingParts::default() };
        TensorSharding::new(id, &self.mesh, parts).expect("unsplit axes, each used once, can coexist")
    }

    /// Converts a [`TensorSharding`]; a dimension may be sharded by at most one axis, unsplit.
    pub fn from_tensor_sharding(mesh: &Arc<Mesh>, sharding: &TensorSharding) -> CkksResult<ArraySharding> {
        let dim = |dim: &DimSharding| match dim.axes[..] {
            [] => Ok(None),
            [axis] if mesh.is_full_axis(axis) => Ok(Some(axis.axis())),
            _ => Err(CkksError::new(
                code::CIPHERTEXT_AXIS,
                "a dimension is sharded by a sub-axis or by several axes",
            )
            .help("shard each dimension by at most one axis, without sub-axes")),
        };
        let spec: CkksResult<Vec<_>> = sharding.dims().iter().map(dim).collect();
        Ok(ArraySharding { mesh: Arc::clone(mesh), spec: spec? })
    }
}

fn not_divisible(shape: &[u64], dim: usize, axis: &str, parts: u64) -> CkksError {
    let size = shape[dim];
    let padded = size.div_ceil(parts) * parts;
    let legal: Vec<String> = (1..=size.min(4096))
        .rev()
        .filter(|n| size.is_multiple_of(*n))
        .take(4)
        .map(|n| format!("{axis}={n}"))
        .collect();
    CkksError::new(
        code::AXIS_DOES_NOT_DIVIDE,
        format!("dimension {dim} of {shape:?} has {size} values, not divisible by {axis}={parts}"),
    )
    .help(format!("pad it to {padded}, or use {}", legal.join(" or ")))
}

/// How an op is sharded over a mesh of ciphertexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSharding {
    mesh: Arc<Mesh>,
    inputs: Vec<ArraySharding>,
    outputs: Vec<ArraySharding>,
}

impl OpSharding {
    /// An op with these arrays, all on one mesh.
    pub fn new(inputs: Vec<ArraySharding>, outputs: Vec<ArraySharding>) -> CkksResult<OpSharding> {
        let mesh = match inputs.iter().chain(&outputs).next() {
            Some(first) => Arc::clone(&first.mesh),
            None => return Err(CkksError::shapes("expected at least one array of an op, found none")),
        };
        if inputs.iter().chain(&outputs).any(|array| array.mesh != mesh) {
            return Err(CkksError::new(
                code::CIPHERTEXT_AXIS,
                "all arrays of an op must be on the same mesh",
            ));
        }
        Ok(OpSharding { mesh, inputs, outputs })
    }

    /// A convolution on `[x, y, z]`: input `[C/y, H/z, W]`, weight `[F/x, C/y, kh, kw]`, output `[F/x, H/z,
    /// W]`.
    pub fn conv(mesh: [u64; 3]) -> CkksResult<OpSharding> {
        let mesh = conv_mesh(mesh)?;
        let array = |spec: &[Option<&str>]| ArraySharding::new(&mesh, spec);
        let input = array(&[Some("y"), Some("z"), None])?;
        let weight = array(&[Some("x"), Some("y"), None, None])?;
        Self::new(vec![input, weight], vec![array(&[Some("x"), Some("z"), None])?])
    }

    /// A convolution that is checked for these shapes and this many slots.
    pub fn checked_conv(
        mesh: [u64; 3],
        input: [u64; 3],
        output: [u64; 3],
        stride: u64,
        slots: usize,
    ) -> CkksResult<OpSharding> {
        let op = Self::conv(mesh)?;
        for (array, shape) in [(&op.inputs[0], input), (&op.outputs[0], output)] {
            array.distribute(&shape)?.check_slots(slots)?;
        }
        let rows = input[1] / mesh[2];
        if mesh[2] > 1 && stride > 1 && !rows.is_multiple_of(stride) {
            let multiple = mesh[2] * stride;
            let message =
                format!("stride {stride} does not divide the {rows} rows of a part (of {} rows)", input[1]);
            return Err(CkksError::new(code::STRIDE_ACROSS_BLOCKS, message)
                .help(format!("pad the rows to {} or use z=1", input[1].div_ceil(multiple) * multiple)));
        }
        Ok(op)
    }

    /// The mesh of all its arrays.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// The shardings of the operands.
    pub fn inputs(&self) -> &[ArraySharding] {
        &self.inputs
    }

    /// The shardings of the results.
    pub fn outputs(&self) -> &[ArraySharding] {
        &self.outputs
    }
}

/// The sharding of every op of a model. Ops without an entry are not sharded: all their arrays are replicated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardingMap {
    ops: BTreeMap<String, OpSharding>,
}

impl ShardingMap {
    /// Whether an op has an entry.
    pub fn is_sharded(&self, op: &str) -> bool {
        self.ops.contains_key(op)
    }

    /// Sets the sharding of an op; returns the previous one.
    pub fn set(&mut self, op: impl Into<String>, sharding: OpSharding) -> Option<OpSharding> {
        self.ops.insert(op.into(), sharding)
    }

    /// The sharding of an op, if it has an entry.
    pub fn get(&self, op: &str) -> Option<&OpSharding> {
        self.ops.get(op)
    }

    /// All entries, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OpSharding)> {
        self.ops.iter().map(|(name, sharding)| (name.as_str(), sharding))
    }
}
