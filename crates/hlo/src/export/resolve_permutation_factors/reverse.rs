//! A reverse along sharded dimensions: the order of devices is reversed, and each reverses its own shard.
//!
//! Where the shards do not divide a dimension, its padding must be in front before it is reversed. Every device sends
//! the end of its shard to the next one, inside a manual computation.

use partita_base::{Span, Symbol};
use partita_ir::{Attr, AttrId, Module, OpCode, OpId, SdyAttr, Type, TypeId, ValueId, names};
use partita_mesh::axis_list::shard_count;
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::{AxisRef, Mesh, Meshes};

use super::super::editor::Editor;
use super::super::shardings;
use crate::import::SymbolTable;

/// The outcome for a reverse.
pub(super) enum Outcome {
    /// It is local now, or was local already.
    Done,
    /// The padding would have to move farther than to the next device.
    TooFar,
}

/// The meshes of a module, old and new.
pub(super) struct Meshwork {
    known: Vec<(MeshSpec, String)>,
    made: Vec<(MeshSpec, String, OpId)>,
    names: SymbolTable,
}

impl Meshwork {
    /// The meshes of a module.
    pub(super) fn new(module: &Module) -> Self {
        let ops = module.block(module.body()).ops.iter().copied();
        let meshes = ops.filter(|&op| shardings::op_code(module, op) == Some(OpCode::SdyMesh));
        let named = |op| {
            Some((normal(module.mesh_spec(module.symbol_name(op)?)?), module.symbol_name(op)?.to_string()))
        };
        Self { known: meshes.filter_map(named).collect(), made: Vec::new(), names: SymbolTable::new(module) }
    }

    /// The name of a mesh; a new mesh is added if none is equal.
    fn name(&mut self, spec: MeshSpec, base: &str, cause: OpId) -> String {
        let spec = normal(&spec);
        if let Some((_, name)) = self.known.iter().rev().find(|(known, _)| *known == spec) {
            return name.clone();
        }
        let name = String::from(self.names.insert(&format!("{base}_reversed")));
        self.known.push((spec.clone(), name.clone()));
        self.made.push((spec, name.clone(), cause));
        name
    }

    /// Puts the new meshes at the beginning of the module, the last one first.
    pub(super) fn place(self, module: &mut Module) {
        for (spec, name, cause) in self.made {
            let (loc, span) = (module.op(cause).loc, module.op(cause).span);
            let name = module.context.attr(Attr::String(name.as_bytes().into()));
            let mesh = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Mesh(spec))));
            let attrs = [(names::SYM_NAME, name), (names::MESH, mesh)];
            let op = module.build(OpCode::SdyMesh, &[], &[], &attrs, loc, span);
            module.insert(module.body(), 0, op);
        }
    }
}

/// Removes the list of devices if they are in the default order.
fn normal(spec: &MeshSpec) -> MeshSpec {
    let mut spec = spec.clone();
    spec.drop_iota_ids();
    spec
}

/// The parameters of a reverse that can be made local.
struct ReversePlan {
    sharding: ShardingSpec,
    mesh: Mesh,
    mesh_name: Box<str>,
    /// The axes of the dimensions that are reversed.
    reversed: Vec<AxisRef>,
    /// The names of the axes of those dimensions that are padded.
    manual: Vec<Box<str>>,
    shape: Vec<u64>,
    padded: Vec<u64>,
}

/// Makes a reverse local by reversing the order of devices.
pub(super) fn make_reverse_local(
    editor: &mut Editor<'_>,
    meshes: &Meshes,
    meshwork: &mut Meshwork,
    op: OpId,
) -> Result<Outcome, String> {
    let plan = match plan(editor.module, meshes, op)? {
        Planned::Nothing => return Ok(Outcome::Done),
        Planned::TooFar => return Ok(Outcome::TooFar),
        Planned::Local(plan) => plan,
    };
    let result = editor.module.op(op).result(0);
    let mut input = editor.module.op(op).operands[0];
    if !plan.manual.is_empty() {
        input = plan.pad(editor, op, input)?;
        input = plan.shift(editor, op, input);
    }
    let spec = plan.reversed_mesh();
    let mut reversed = plan.sharding.clone();
    reversed.mesh = MeshOrRef::Symbol(meshwork.name(spec, &plan.mesh_name, op).into());
    let reshard = editor.reshard(input, reversed, op);
    editor.put_before(op, reshard);
    let input = editor.result(reshard);
    editor.module.op_mut(op).operands[0] = input;
    set_sharding(editor.module, op, plan.sharding.clone());
    if !plan.manual.is_empty() {
        editor.module.set_type(result, editor.module.type_of(input));
        let trimmed = plan.slice(editor.module, op, result, &vec![0; plan.shape.len()], &plan.shape);
        set_sharding(editor.module, trimmed, plan.sharding.clone());
        editor.put_after(op, &[trimmed]);
        editor.replace(result, editor.result(trimmed));
    }
    Ok(Outcome::Done)
}

enum Planned {
    Nothing,
    TooFar,
    Local(Box<ReversePlan>),
}

fn plan(module: &Module, meshes: &Meshes, op: OpId) -> Result<Planned, String> {
    let operand = module.op(op).operands[0];
    let Some(sharding) = shardings::of_value(module, operand) else { return Ok(Planned::Nothing) };
    let mesh = shardings::resolved_mesh(meshes, &sharding.mesh).map(std::borrow::Cow::into_owned);
    let shape = shardings::static_shape(module, module.type_of(operand));
    let is_replicated = sharding.dims.iter().all(|dim| dim.axes.is_empty());
    let (Some(mesh), Some(shape), false) = (mesh, shape, is_replicated) else { return Ok(Planned::Nothing) };
    if mesh.is_maximal() {
        return Ok(Planned::Nothing);
    }
    let dims = match module.attr(op, names::DIMENSIONS) {
        Some(Attr::DenseArray { values, .. }) => values.to_vec(),
        _ => Vec::new(),
    };
    let (mut reversed, mut manual, mut padded) = (Vec::new(), Vec::new(), shape.clone());
    for (dim, spec) in sharding.dims.iter().enumerate() {
        let axes: Vec<AxisRef> = spec.axes.iter().filter_map(|axis| mesh.resolve_axis(axis)).collect();
        let count = shard_count(&axes);
        if !dims.contains(&(dim as i64)) || count <= 1 {
            continue;
        }
        reversed.extend(axes);
        padded[dim] = shape[dim].next_multiple_of(count);
        if padded[dim] == shape[dim] {
            continue;
        }
        manual.extend(spec.axes.iter().map(|axis| axis.name.clone()));
        if padded[dim] - shape[dim] > padded[dim] / count {
            return Ok(Planned::TooFar);
        }
    }
    if reversed.is_empty() {
        return Ok(Planned::Nothing);
    }
    let MeshOrRef::Symbol(mesh_name) = sharding.mesh.clone() else {
        return Err("its mesh has no name".into());
    };
    Ok(Planned::Local(Box::new(ReversePlan { sharding, mesh, mesh_name, reversed, manual, shape, padded })))
}

impl ReversePlan {
    /// The mesh with the devices along the axes in reversed order.
    fn reversed_mesh(&self) -> MeshSpec {
        let mut spec = self.mesh.to_spec();
        let flip = |position: u64| {
            self.reversed.iter().fold(position, |flipped, &axis| {
                let (stride, size) = (self.mesh.stride(axis), axis.size());
                let coordinate = position / stride % size;
                flipped + (size - 1 - coordinate) * stride - coordinate * stride
            })
        };
        let device = |position: u64| self.mesh.device(position).map_or(position, |device| device.0) as i64;
        spec.device_ids = (0..self.mesh.device_count()).map(|position| device(flip(position))).collect();
        spec
    }

    fn is_manual(&self, axis: AxisRef) -> bool {
        let name = self.mesh.mesh_axis(axis.axis()).name();
        self.manual.iter().any(|manual| **manual == *name)
    }

    fn axes(&self, dim: usize) -> Vec<AxisRef> {
        let axes = self.sharding.dims[dim].axes.iter().filter_map(|axis| self.mesh.resolve_axis(axis));
        axes.filter(|&axis| self.is_manual(axis)).collect()
    }

    /// Pads with zeros behind the elements.
    fn pad(&self, editor: &mut Editor<'_>, op: OpId, value: ValueId) -> Result<ValueId, String> {
        let module = &mut *editor.module;
        let (loc, span) = (module.op(op).loc, module.op(op).span);
        let ty = module.type_of(value);
        let element = module.context.tensor(ty).map_or(ty, |tensor| tensor.element);
        let bits = match module.context.type_of(element) {
            Type::Integer { width, .. } => *width,
            Type::Float(kind) => kind.bits(),
            _ => return Err("its element type has no zero to pad with".into()),
        };
        let scalar = module.context.tensor_type(&[], element);
        let bytes = vec![0; bits.div_ceil(8) as usize].into();
        let zero = Attr::Dense { ty: scalar, data: partita_ir::DenseData::Splat(bytes) };
        let zero = module.context.attr(zero);
        let zero = module.build(OpCode::Constant, &[], &[scalar], &[(names::VALUE, zero)], loc, span);
        let high: Vec<i64> =
            self.padded.iter().zip(&self.shape).map(|(new, old)| (new - old) as i64).collect();
        let none = vec![0; high.len()];
        let ty = module.context.tensor_type(&self.padded, element);
        let attrs = [("edge_padding_high", &high), ("edge_padding_low", &none), ("interior_padding", &none)]
            .map(|(name, list)| ints(module, name, list));
        let padding = module.op(zero).result(0);
        let pad = module.build(OpCode::Pad, &[value, padding], &[ty], &attrs, loc, span);
        set_sharding(module, pad, self.sharding.clone());
        editor.put_before(op, zero);
        editor.put_before(op, pad);
        Ok(editor.result(pad))
    }

    /// Moves the padding in front of the elements: a manual computation along the axes of the padded dimensions.
    fn shift(&self, editor: &mut Editor<'_>, op: OpId, value: ValueId) -> ValueId {
        let module = &mut *editor.module;
        let (loc, span) = (module.op(op).loc, module.op(op).span);
        let ty = module.type_of(value);
        let list = shardings::list_attr(module, vec![self.sharding.clone()]);
        let axes = self.mesh.axes().iter().map(|axis| Box::from(axis.name()));
        let axes = axes.filter(|name| self.manual.contains(name)).collect();
        let axes = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ManualAxes(axes))));
        let attrs = [(names::IN_SHARDINGS, list), (names::OUT_SHARDINGS, list), (names::MANUAL_AXES, axes)];
        let manual = module.build(OpCode::SdyManualComputation, &[value], &[ty], &attrs, loc, span);
        let region = module.add_region(manual);
        let block = module.add_block(region, Span::default());
        let local: Vec<u64> =
            (0..self.padded.len()).map(|dim| self.padded[dim] / shard_count(&self.axes(dim))).collect();
        let element = module.context.tensor(ty).map_or(ty, |tensor| tensor.element);
        let ty = module.context.tensor_type(&local, element);
        let mut shifted = module.add_arg(block, ty, span, loc);
        for dim in 0..local.len() {
            let padding = self.padded[dim] - self.shape[dim];
            if padding > 0 {
                let ops = self.shift_dim(module, op, shifted, dim, padding);
                shifted = module.op(*ops.last().expect("a shift has ops")).result(0);
                ops.into_iter().for_each(|op| module.append(block, op));
            }
        }
        let end = module.build(OpCode::SdyReturn, &[shifted], &[], &[], loc, span);
        module.append(block, end);
        editor.put_before(op, manual);
        editor.result(manual)
    }

    /// Sends the last elements of each shard to the next device. The last op has the result.
    fn shift_dim(
        &self,
        module: &mut Module,
        cause: OpId,
        value: ValueId,
        dim: usize,
        count: u64,
    ) -> Vec<OpId> {
        let (loc, span) = (module.op(cause).loc, module.op(cause).span);
        let ty = module.type_of(value);
        let shape = shardings::static_shape(module, ty).unwrap_or_default();
        let kept = shape[dim] - count;
        let mut ops = Vec::new();
        let mut edge = value;
        let mut starts = vec![0; shape.len()];
        if kept > 0 {
            starts[dim] = kept;
            let slice = self.slice(module, cause, value, &starts, &shape);
            edge = module.op(slice).result(0);
            ops.push(slice);
        }
        let (edge_ty, pairs) = (module.type_of(edge), self.next_devices(module, dim));
        let received = module.build(OpCode::CollectivePermute, &[edge], &[edge_ty], &[pairs], loc, span);
        ops.push(received);
        if kept > 0 {
            let mut limits = shape.clone();
            limits[dim] = kept;
            starts[dim] = 0;
            let head = self.slice(module, cause, value, &starts, &limits);
            let inputs = [module.op(received).result(0), module.op(head).result(0)];
            let number = module.context.int_type(64);
            let number = module.context.attr(Attr::Integer { value: dim as i128, ty: number });
            let joined =
                module.build(OpCode::Concatenate, &inputs, &[ty], &[(names::DIMENSION, number)], loc, span);
            ops.extend([head, joined]);
        }
        let local = shardings::without_axes_of_dims(&self.sharding, &self.manual);
        for &op in &ops {
            set_sharding(module, op, local.clone());
        }
        ops
    }

    /// The source-target pairs from each device to the one with the next shard along a dimension, among the devices
    /// along the manual axes.
    fn next_devices(&self, module: &mut Module, dim: usize) -> (Symbol, AttrId) {
        let mut spec = self.mesh.to_spec();
        spec.axes.retain(|axis| self.manual.contains(&axis.name));
        spec.device_ids.clear();
        let mut values = Vec::new();
        if let Ok(mesh) = Mesh::from_spec(&spec) {
            let names = self.sharding.dims[dim].axes.iter();
            let axes: Vec<AxisRef> = names.filter_map(|axis| mesh.resolve_axis(axis)).collect();
            for position in 0..mesh.device_count() {
                if let Some(next) = next_position(&mesh, &axes, position) {
                    values.extend([position as i64, next as i64]);
                }
            }
        }
        let element = module.context.int_type(64);
        let ty = module.context.tensor_type(&[values.len() as u64 / 2, 2], element);
        let bytes = values.iter().flat_map(|value: &i64| value.to_le_bytes()).collect();
        let pairs = module.context.attr(Attr::Dense { ty, data: partita_ir::DenseData::Full(bytes) });
        (module.context.symbol("source_target_pairs"), pairs)
    }

    /// `value[starts..limits]`
    fn slice(
        &self,
        module: &mut Module,
        cause: OpId,
        value: ValueId,
        starts: &[u64],
        limits: &[u64],
    ) -> OpId {
        let (loc, span) = (module.op(cause).loc, module.op(cause).span);
        let ty: TypeId = module.type_of(value);
        let element = module.context.tensor(ty).map_or(ty, |tensor| tensor.element);
        let shape: Vec<u64> = limits.iter().zip(starts).map(|(limit, start)| limit - start).collect();
        let ty = module.context.tensor_type(&shape, element);
        let signed = |list: &[u64]| list.iter().map(|&value| value as i64).collect::<Vec<i64>>();
        let (starts, limits, strides) = (signed(starts), signed(limits), vec![1; starts.len()]);
        let attrs = [("limit_indices", &limits), ("start_indices", &starts), ("strides", &strides)]
            .map(|(name, list)| ints(module, name, list));
        module.build(OpCode::Slice, &[value], &[ty], &attrs, loc, span)
    }
}

/// The position of the device with the next shard, if there is one; the axes are major to minor.
fn next_position(mesh: &Mesh, axes: &[AxisRef], position: u64) -> Option<u64> {
    let mut next = position;
    for &axis in axes.iter().rev() {
        let (stride, size) = (mesh.stride(axis), axis.size());
        if position / stride % size + 1 < size {
            return Some(next + stride);
        }
        next -= (size - 1) * stride;
    }
    None
}

fn ints(module: &mut Module, name: &str, values: &[i64]) -> (Symbol, AttrId) {
    let element = module.context.int_type(64);
    let attr = module.context.attr(Attr::DenseArray { element, values: values.into() });
    (module.context.symbol(name), attr)
}

fn set_sharding(module: &mut Module, op: OpId, sharding: ShardingSpec) {
    let attr = shardings::list_attr(module, vec![sharding]);
    module.set_attr(op, names::SDY_SHARDING, attr);
}
