//! Ops that move elements along dimensions: pads, slices, concatenations and windows.

use partita_ir::{Attr, OpCode, OpId};
use partita_mesh::spec::AxisSpec;

use super::super::conversion::{Conversion, integers};
use super::devices::per_device;
use super::{Localizer, Refusal, is_replicated, resolve, shards};

/// A concatenation is local if the dimension along which it concatenates is replicated.
pub(super) fn concatenate(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let Some(Attr::Integer { value, .. }) = out.attr(op, "dimension") else {
        return Err("it has no dimension".into());
    };
    let along = *value as usize;
    let result = local.sharding(out, out.module.op(op).result(0));
    let axes = |dim: usize| result.as_ref().map_or(&[][..], |spec| &spec.dims[dim].axes);
    if !axes(along).is_empty() {
        return Err(format!("dimension {along}, along which it concatenates, is sharded"));
    }
    for &operand in &out.module.op(op).operands {
        let Some(spec) = local.sharded(out, operand) else { continue };
        for (dim, spec) in spec.dims.iter().enumerate() {
            if spec.axes != axes(dim) {
                return Err(format!("dimension {dim} of an operand is not sharded as that of its result"));
            }
        }
    }
    local.generic(out, op)
}

/// The lists of integers of an op that have one entry for each dimension.
fn lists<const N: usize>(
    out: &Conversion<'_>,
    op: OpId,
    names: [&str; N],
    rank: usize,
) -> Result<[Vec<i64>; N], Refusal> {
    let lists = names.map(|name| out.int_list(op, name).unwrap_or_default().to_vec());
    if lists.iter().any(|list| list.len() != rank) {
        return Err("its attributes do not have one entry per dimension".into());
    }
    Ok(lists)
}

/// A slice is local if it takes sharded dimensions entirely.
pub(super) fn slice(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let (operand, result) = (out.module.op(op).operands[0], out.module.op(op).result(0));
    let (source, target) = (local.sharding(out, operand), local.sharding(out, result));
    if is_replicated(source.as_ref()) && is_replicated(target.as_ref()) {
        return local.generic(out, op);
    }
    let (Some(source), Some(target)) = (source, target) else {
        return Err("its operand or its result has no sharding".into());
    };
    let shape = local.shape_before(out, operand)?;
    let [starts, mut limits, strides] =
        lists(out, op, ["start_indices", "limit_indices", "strides"], shape.len())?;
    let input = local.operand(out, operand)?;
    let local_shape = out.shape(input);
    for (dim, (from, to)) in source.dims.iter().zip(&target.dims).enumerate() {
        if from.axes != to.axes {
            return Err(format!("dimension {dim} is sharded differently before and after"));
        }
        if from.axes.is_empty() {
            continue;
        }
        if starts[dim] != 0 || limits[dim] != shape[dim] as i64 {
            return Err(format!("dimension {dim} is sharded, and not all of it is taken"));
        }
        limits[dim] = local_shape[dim] as i64;
    }
    let ty = local.type_of(out, result)?;
    let attrs = [("limit_indices", limits), ("start_indices", starts), ("strides", strides)];
    let attrs = attrs.map(|(name, list)| (name, out.ints(&list)));
    let new = out.single_result(OpCode::Slice, &[input], ty, &attrs);
    out.replace(result, new);
    Ok(())
}

/// The distance by which elements move along each dimension, per device.
type Shifts = Vec<Vec<i64>>;

/// A pad shifts the elements of a shard. Where the shift differs between devices, each pads enough for all and slices
/// its part.
pub(super) fn pad(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let (operand, result) = (out.module.op(op).operands[0], out.module.op(op).result(0));
    let (source, target) = (local.sharding(out, operand), local.sharding(out, result));
    let Some(source) = source.filter(|spec| !is_replicated(Some(spec))) else {
        if !is_replicated(target.as_ref()) {
            return Err("its result is sharded, but its operand is not".into());
        }
        return local.generic(out, op);
    };
    let target = target.ok_or("its result has no sharding")?;
    let mesh = local.mesh(&source)?;
    let (before, after) = (local.shape_before(out, operand)?, local.shape_before(out, result)?);
    let [low, interior] = lists(out, op, ["edge_padding_low", "interior_padding"], before.len())?;
    let mut shifts: Shifts = Vec::with_capacity(before.len());
    for (dim, (from, to)) in source.dims.iter().zip(&target.dims).enumerate() {
        if from.axes != to.axes {
            return Err(format!("dimension {dim} is sharded differently before and after"));
        }
        let count = shards(&mesh, &from.axes)?;
        let (old, new) = ((before[dim] / count) as i64, (after[dim] / count) as i64);
        let shift = |index: u64| index as i64 * old * (interior[dim] + 1) + low[dim] - index as i64 * new;
        shifts.push(per_device(&mesh, &resolve(&mesh, &from.axes)?, shift));
    }
    let operands = local.operands(out, op)?;
    let ty = local.type_of(out, result)?;
    let new_shape = super::shardings::static_shape(out.module, ty).ok_or("its shape is dynamic")?;
    let old_shape = out.shape(operands[0]);
    let expanded: Vec<i64> = old_shape
        .iter()
        .zip(&interior)
        .map(|(&size, between)| (size as i64 - 1) * (between + 1) + 1)
        .collect();
    let is_uniform: Vec<bool> =
        shifts.iter().map(|list| list.iter().all(|shift| *shift == list[0])).collect();
    let rank = expanded.len();
    let size = |dim: usize| new_shape[dim] as i64;
    if is_uniform.iter().all(|uniform| *uniform) {
        let low: Vec<i64> = shifts.iter().map(|list| list[0]).collect();
        let high: Vec<i64> = (0..rank).map(|dim| size(dim) - expanded[dim] - low[dim]).collect();
        let pad = out.pad(operands[0], operands[1], ty, [&low, &high, &interior]);
        out.replace(result, out.module.op(pad).result(0));
        return Ok(());
    }
    let least = |dim: usize| shifts[dim].iter().copied().min().unwrap_or(0);
    let most = |dim: usize| shifts[dim].iter().copied().max().unwrap_or(0);
    let low: Vec<i64> = (0..rank).map(|dim| most(dim).max(0)).collect();
    let high: Vec<i64> = (0..rank).map(|dim| (size(dim) - least(dim) - expanded[dim]).max(0)).collect();
    let shape: Vec<u64> = (0..rank).map(|dim| (low[dim] + expanded[dim] + high[dim]) as u64).collect();
    let padded = out.tensor(&shape, out.element(operands[0]));
    let pad = out.pad(operands[0], operands[1], padded, [&low, &high, &interior]);
    let device = out.device_number();
    let mut parts = vec![out.module.op(pad).result(0)];
    for dim in 0..rank {
        let starts: Vec<i64> = shifts[dim].iter().map(|shift| low[dim] - shift).collect();
        parts.push(match is_uniform[dim] {
            true => out.constant_index(starts[0]),
            false => out.look_up_index(&starts, device),
        });
    }
    let new = out.dynamic_slice(&parts, ty, &new_shape);
    out.replace(result, new);
    Ok(())
}

/// A windowed op is local if its window slides only along replicated dimensions.
pub(super) fn windowed(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let operand = out.module.op(op).operands[0];
    let Some(spec) = local.sharded(out, operand) else { return local.generic(out, op) };
    let mesh = local.mesh(&spec)?;
    let padding = match out.attr(op, "padding") {
        Some(Attr::Dense { data, .. }) => integers(data, 2 * spec.dims.len()),
        _ => Vec::new(),
    };
    let is_one = |name: &str, dim: usize| out.int_list(op, name).is_none_or(|list| list.get(dim) == Some(&1));
    let axes: Vec<&[AxisSpec]> = spec.dims.iter().map(|dim| &dim.axes[..]).collect();
    for (dim, axes) in axes.into_iter().enumerate() {
        let is_padded = padding.iter().skip(2 * dim).take(2).any(|padding| *padding != 0);
        let passes = !is_padded && is_one("window_strides", dim) && is_one("window_dimensions", dim);
        if shards(&mesh, axes)? > 1 && !passes {
            return Err(format!("dimension {dim} is sharded, and a window slides along it"));
        }
    }
    local.generic(out, op)
}
