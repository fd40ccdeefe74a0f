//! Collectives that exchange data without reducing it: gathers, slices, all-to-alls and permutes.

use partita_ir::{Attr, OpCode, OpId, SdyAttr, ValueId, names};
use partita_mesh::spec::{AxisSpec, ShardingSpec};
use partita_mesh::{AxisRef, Mesh};

use super::super::conversion::Conversion;
use super::super::shardings;
use super::devices::shard_index;
use super::{Localizer, Refusal, resolve, shards};

/// A collective: its operand, the sharding of its result, and the mesh of that.
struct Collective {
    input: ValueId,
    sharding: ShardingSpec,
    mesh: Mesh,
}

impl Collective {
    fn read(local: &Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<Self, Refusal> {
        let sharding = shardings::sharding_in_attr(out.module, op, names::OUT_SHARDING).cloned();
        let sharding = sharding.ok_or("it has no sharding")?;
        let mesh = local.mesh(&sharding)?;
        let source = out.module.op(op).operands[0];
        Ok(Self { input: local.operand(out, source)?, sharding, mesh })
    }
}

/// The lists of axes of a collective, one for each dimension.
pub(super) fn axis_lists(out: &Conversion<'_>, op: OpId, name: &str) -> Vec<Vec<AxisSpec>> {
    match out.sdy_attr(op, name) {
        Some(SdyAttr::AxisRefLists(lists)) => lists.clone(),
        _ => Vec::new(),
    }
}

pub(super) fn all_gather(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let Collective { input, sharding, mesh } = Collective::read(local, out, op)?;
    let lists = axis_lists(out, op, "gathering_axes");
    let dims: Vec<usize> = (0..lists.len()).filter(|&dim| !lists[dim].is_empty()).collect();
    if dims.is_empty() {
        return Err("it gathers nothing".into());
    }
    let result = out.module.op(op).result(0);
    let mut value = input;
    if local.per_dim || dims.len() == 1 {
        for &dim in dims.iter().rev() {
            value = local.gather_dim(out, value, dim, &sharding, &mesh, &lists[dim])?;
        }
    } else {
        value = local.gather_dims(out, value, &dims, &sharding, &mesh, &lists)?;
    }
    out.replace(result, value);
    Ok(())
}

impl Localizer {
    /// Gathers along one dimension.
    fn gather_dim(
        &mut self,
        out: &mut Conversion<'_>,
        value: ValueId,
        dim: usize,
        sharding: &ShardingSpec,
        mesh: &Mesh,
        axes: &[AxisSpec],
    ) -> Result<ValueId, Refusal> {
        let (groups, count) = self.groups(out, mesh, &sharding.mesh, axes)?;
        let channel = self.next_channel(out);
        let mut shape = out.shape(value);
        shape[dim] *= count;
        let ty = out.tensor(&shape, out.element(value));
        let (number, unit) = (out.int(dim as i64), out.module.context.attr(Attr::Unit));
        let attrs = [
            ("all_gather_dim", number),
            ("replica_groups", groups),
            ("channel_handle", channel),
            ("use_global_device_ids", unit),
        ];
        Ok(out.single_result(OpCode::AllGather, &[value], ty, &attrs))
    }

    /// Gathers along several dimensions at once: the shards of all devices become a new dimension, whose factors
    /// are then merged into the dimensions that they belong to.
    fn gather_dims(
        &mut self,
        out: &mut Conversion<'_>,
        value: ValueId,
        dims: &[usize],
        sharding: &ShardingSpec,
        mesh: &Mesh,
        lists: &[Vec<AxisSpec>],
    ) -> Result<ValueId, Refusal> {
        let shape = out.shape(value);
        let counts = dims.iter().map(|&dim| shards(mesh, &lists[dim])).collect::<Result<Vec<u64>, _>>()?;
        let value = out.reshape(value, &[&[1], &shape[..]].concat());
        let value = self.gather_dim(out, value, 0, sharding, mesh, &lists.concat())?;
        let value = out.reshape(value, &[&counts[..], &shape[..]].concat());
        let mut permutation = Vec::new();
        let mut merged = shape.clone();
        for (dim, size) in merged.iter_mut().enumerate() {
            if let Some(part) = dims.iter().position(|&other| other == dim) {
                permutation.push(part as i64);
                *size *= counts[part];
            }
            permutation.push((dim + dims.len()) as i64);
        }
        let value = out.transpose(value, &permutation);
        Ok(out.reshape(value, &merged))
    }
}

pub(super) fn all_slice(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let Collective { input, mesh, .. } = Collective::read(local, out, op)?;
    let result = out.module.op(op).result(0);
    let ty = local.type_of(out, result)?;
    let axes = axis_lists(out, op, "slicing_axes");
    let new = out.slice_along(input, &mesh, &axes, ty)?;
    out.replace(result, new);
    Ok(())
}

/// One move of an all-to-all.
struct Move {
    axes: Vec<AxisSpec>,
    source: usize,
    target: usize,
    count: u64,
}

pub(super) fn all_to_all(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let Collective { input, sharding, mesh } = Collective::read(local, out, op)?;
    let params = match out.sdy_attr(op, "params") {
        Some(SdyAttr::AllToAll(params)) => params.clone(),
        _ => Vec::new(),
    };
    let read = |param: partita_ir::AllToAllMove| -> Result<Move, Refusal> {
        let count = shards(&mesh, &param.axes)?;
        Ok(Move { axes: param.axes, source: param.source as usize, target: param.target as usize, count })
    };
    let mut moves = params.into_iter().map(read).collect::<Result<Vec<Move>, _>>()?;
    if moves.is_empty() || moves.iter().any(|one| one.axes.is_empty()) {
        return Err("it moves no axes".into());
    }
    let shape = out.shape(input);
    if moves.iter().any(|one| !shape[one.target].is_multiple_of(one.count)) {
        return Err("a dimension is not divisible by the devices of a group".into());
    }
    moves.sort_by_key(|one| one.target);
    let axes: Vec<AxisSpec> = moves.iter().flat_map(|one| one.axes.iter().cloned()).collect();
    let result = out.module.op(op).result(0);
    let new = if let [one] = &moves[..] {
        let mut shape = shape;
        shape[one.source] *= one.count;
        shape[one.target] /= one.count;
        let (groups, count) = local.groups(out, &mesh, &sharding.mesh, &axes)?;
        local.exchange(out, input, &shape, [one.target, one.source], groups, count)
    } else {
        let split = split(out, input, &moves);
        let shape = out.shape(split);
        let (groups, count) = local.groups(out, &mesh, &sharding.mesh, &axes)?;
        let merged = [&[count], &shape[moves.len()..]].concat();
        let value = out.reshape(split, &merged);
        let value = local.exchange(out, value, &merged, [0, 0], groups, count);
        let value = out.reshape(value, &shape);
        join(out, value, &moves)
    };
    out.replace(result, new);
    Ok(())
}

impl Localizer {
    fn exchange(
        &mut self,
        out: &mut Conversion<'_>,
        value: ValueId,
        shape: &[u64],
        [split, concat]: [usize; 2],
        groups: partita_ir::AttrId,
        count: u64,
    ) -> ValueId {
        let channel = self.next_channel(out);
        let ty = out.tensor(shape, out.element(value));
        let (split, concat, count) = (out.int(split as i64), out.int(concat as i64), out.int(count as i64));
        let attrs = [
            ("split_dimension", split),
            ("concat_dimension", concat),
            ("split_count", count),
            ("replica_groups", groups),
            ("channel_handle", channel),
        ];
        out.single_result(OpCode::AllToAll, &[value], ty, &attrs)
    }
}

/// Splits the dimensions that gain axes by device; the device dimensions come first.
fn split(out: &mut Conversion<'_>, value: ValueId, moves: &[Move]) -> ValueId {
    let (mut shape, mut front) = (Vec::new(), Vec::new());
    for (dim, &size) in out.shape(value).iter().enumerate() {
        if let Some(one) = moves.iter().find(|one| one.target == dim) {
            front.push(shape.len() as i64);
            shape.extend([one.count, size / one.count]);
        } else {
            shape.push(size);
        }
    }
    let rest: Vec<i64> = (0..shape.len() as i64).filter(|dim| !front.contains(dim)).collect();
    let value = out.reshape(value, &shape);
    out.transpose(value, &[front, rest].concat())
}

/// Merges the first dimensions, one of each move, into the dimensions that lose axes.
fn join(out: &mut Conversion<'_>, value: ValueId, moves: &[Move]) -> ValueId {
    let count = moves.len();
    let rank = out.shape(value).len() - count;
    let mut permutation: Vec<usize> = (count..count + rank).collect();
    for (index, one) in moves.iter().enumerate() {
        let at = permutation.iter().position(|&dim| dim == one.source + count).unwrap_or(0);
        permutation.insert(at, index);
    }
    let signed: Vec<i64> = permutation.iter().map(|&dim| dim as i64).collect();
    let value = out.transpose(value, &signed);
    let shape = out.shape(value);
    let mut merged = Vec::new();
    let mut dim = 0;
    while dim < shape.len() {
        // As in Shardy, a device dimension is merged into the dimension right after it.
        if permutation[dim] < count && dim + 1 < shape.len() {
            merged.push(shape[dim] * shape[dim + 1]);
            dim += 2;
        } else {
            merged.push(shape[dim]);
            dim += 1;
        }
    }
    out.reshape(value, &merged)
}

/// Every device sends its shard to the one that has it afterwards.
pub(super) fn collective_permute(
    local: &mut Localizer,
    out: &mut Conversion<'_>,
    op: OpId,
) -> Result<(), Refusal> {
    let Collective { input, sharding, mesh } = Collective::read(local, out, op)?;
    let operand = out.module.op(op).operands[0];
    let before = local.sharding(out, operand).ok_or("its operand has no sharding")?;
    if before == sharding {
        return Err("it changes nothing".into());
    }
    let old_mesh = local.mesh(&before)?;
    if old_mesh.device_count() != mesh.device_count() {
        return Err("its meshes differ in size".into());
    }
    let all: Vec<AxisSpec> = [&before, &sharding].into_iter().flat_map(all_axes).collect();
    let parts = atomic_parts(&mesh, &resolve(&mesh, &all)?);
    let (sources, targets) =
        (ordered(&resolve_dims(&mesh, &before)?, &parts), ordered(&resolve_dims(&mesh, &sharding)?, &parts));
    let specs: Vec<AxisSpec> = sources.iter().map(|&axis| mesh.axis_spec(axis)).collect();
    let sources = resolve(&old_mesh, &specs)?;
    let devices = mesh.device_count();
    let mut holders = vec![0; devices as usize];
    for device in 0..devices {
        if let Some(holder) = holders.get_mut(shard_index(&mesh, &targets, device) as usize) {
            *holder = device as i64;
        }
    }
    let target =
        |device| holders.get(shard_index(&old_mesh, &sources, device) as usize).copied().unwrap_or(0);
    let pairs: Vec<i64> = (0..devices).flat_map(|device| [device as i64, target(device)]).collect();
    let (pairs, channel) = (out.matrix(2, &pairs), local.next_channel(out));
    let result = out.module.op(op).result(0);
    let ty = out.module.type_of(input);
    let attrs = [("source_target_pairs", pairs), ("channel_handle", channel)];
    let new = out.single_result(OpCode::CollectivePermute, &[input], ty, &attrs);
    out.replace(result, new);
    Ok(())
}

fn all_axes(spec: &ShardingSpec) -> Vec<AxisSpec> {
    let dims = spec.dims.iter().flat_map(|dim| &dim.axes);
    dims.chain(&spec.replicated).chain(&spec.unreduced).cloned().collect()
}

fn resolve_dims(mesh: &Mesh, spec: &ShardingSpec) -> Result<Vec<AxisRef>, Refusal> {
    let axes: Vec<AxisSpec> = spec.dims.iter().flat_map(|dim| dim.axes.iter().cloned()).collect();
    resolve(mesh, &axes)
}

/// The axes of a mesh, each in the parts that begin and end where one of `axes` does.
fn atomic_parts(mesh: &Mesh, axes: &[AxisRef]) -> Vec<AxisRef> {
    let mut parts = Vec::new();
    for id in mesh.axis_ids() {
        let full = mesh.axis(id);
        let mut bounds = vec![1, full.size()];
        bounds.extend(axes.iter().filter(|axis| axis.axis() == id).flat_map(|axis| [axis.pre(), axis.end()]));
        bounds.sort_unstable();
        bounds.dedup();
        let ranges = bounds.windows(2).filter_map(|pair| mesh.part(id, pair[0], pair[1] / pair[0]));
        parts.extend(ranges);
    }
    parts
}

/// The parts in the order in which a sharding uses them, then the others.
fn ordered(axes: &[AxisRef], parts: &[AxisRef]) -> Vec<AxisRef> {
    let mut order: Vec<AxisRef> = Vec::with_capacity(parts.len());
    for axis in axes {
        for part in parts.iter().filter(|part| axis.contains(**part)) {
            if !order.contains(part) {
                order.push(*part);
            }
        }
    }
    let rest: Vec<AxisRef> = parts.iter().filter(|part| !order.contains(part)).copied().collect();
    order.extend(rest);
    order
}
