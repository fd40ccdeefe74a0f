//! Ops that create or move elements: constants, iotas, slices, padding, concatenation, reversal.

use partita_base::{Diagnostics, Id};
use partita_ir::{Attr, Definition, DenseData, Module, OpCode, OpId, ValueId, names};
use partita_mesh::axis_list::shard_count;
use partita_rule::{FactorId, RuleSpec};

use super::{Written, table, view};
use crate::emit::Emitter;
use crate::local_layout::{Axes, LocalLayout};
use crate::local_values::{FreeValue, LocalValues, shape_and_bits};
use crate::localize::{Localizer, PlacedOp};
use crate::window::LocalDim;
use partita_place::{Factors, Role};

/// A constant is rematerialised in any layout.
pub(crate) fn constant(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let result = local.module.op(op).result(0);
    if let Some(Attr::Dense { data: DenseData::Splat(bytes), .. }) = local.module.attr(op, names::VALUE) {
        local.values.define_free(&local.emit, result, FreeValue::Splat((**bytes).into()));
        return Ok(());
    }
    let new = local.copy_op(op, &[], &[local.module.type_of(result)]);
    let value = local.emit.out.op(new).result(0);
    // `sdy.constant` becomes `stablehlo.constant`.
    local.emit.out.rename(new, OpCode::Constant);
    let layout = local.replicated(result);
    local.values.define(&local.emit, result, layout, value);
    Ok(())
}

/// An iota is rematerialised in any layout.
pub(crate) fn iota(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let result = local.module.op(op).result(0);
    let dim = view::int_attr(local.module, op, "iota_dimension", 0) as usize;
    local.values.define_free(&local.emit, result, FreeValue::Iota(dim));
    Ok(())
}

/// A broadcast constant is rematerialised in any layout.
pub(crate) fn broadcast_in_dim(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    match local.values.source(data.operands[0]) {
        Some(FreeValue::Splat(bytes)) => {
            local.values.define_free(&local.emit, data.result(0), FreeValue::Splat(bytes));
        }
        _ => local.by_rule(op, super::table::SAME),
    }
    Ok(())
}

/// The sharded dimensions of an operand along which the op reads across shard boundaries.
fn windows(local: &Localizer<'_>, placed: &PlacedOp<'_>, operand: usize) -> Vec<(usize, LocalDim)> {
    let shape = local.shape(local.module.op(placed.op).operands[operand]);
    let layout = &placed.results[0];
    let is_window = |dim: usize| {
        let factor = placed.factors.factor(operand, dim);
        factor.is_some_and(|factor| placed.factors.roles[factor] == Role::Window)
    };
    (0..shape.len())
        .filter(|&dim| layout.is_sharded(dim) && is_window(dim))
        .map(|dim| {
            (dim, LocalDim { mesh: placed.mesh, dim, axes: layout.dims[dim].clone(), size: shape[dim] })
        })
        .collect()
}

/// `slice`: a sliced dimension that is sharded becomes a window.
pub(crate) fn slice(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let module = local.module;
    let [starts, limits, strides] = ["start_indices", "limit_indices", "strides"]
        .map(|name| view::int_list_attr(module, placed.op, name));
    let layout = placed.results[0].clone();
    let shape = local.shape(module.op(placed.op).result(0));
    let mut value = placed.operands[0].0;
    // Unsharded dimensions are sliced first, so that less is sent.
    for dim in 0..shape.len() {
        if !layout.is_sharded(dim) {
            let [start, limit, stride] = [starts[dim], limits[dim], strides[dim]].map(|each| each as u64);
            value = local.emit.strided_slice(value, dim, start, limit, stride);
        }
    }
    let mut windows = windows(local, placed, 0);
    windows.sort_by_key(|(dim, placed)| shape[*dim] * 1000 / placed.size.max(1));
    for (dim, local_dim) in &windows {
        let (stride, block) = (strides[*dim], layout.block(*dim, shape[*dim]) as i64);
        let (starts, end) =
            slice_windows(starts[*dim], stride, shape[*dim] as i64, block, layout.shards(*dim));
        let width = (stride * (block - 1) + 1) as u64;
        let local_dim = LocalDim { size: end, ..local_dim.clone() };
        value = local.emit.window(value, &local_dim, &local_dim.axes, &starts, width);
        value = local.emit.strided_slice(value, *dim, 0, width, stride as u64);
    }
    vec![(value, layout)]
}

/// The starts of the windows of a slice of `size` elements, and their width.
fn slice_windows(start: i64, stride: i64, size: i64, block: i64, shards: u64) -> (Vec<i64>, u64) {
    let starts = (0..shards as i64).map(|shard| start + stride * block * shard).collect();
    (starts, (start + stride * (size - 1) + 1).max(0) as u64)
}

/// A dimension that keeps its size may still be padded: what is added on one side is removed on the other.
pub(crate) fn pad_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let edges = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| view::int_list_attr(module, op, name));
    for dim in 0..rule.results[0].dims.len() {
        let is_padded = edges.iter().any(|edge| edge.get(dim).is_some_and(|&edge| edge != 0));
        let &[factor] = &rule.results[0].dims[dim][..] else { continue };
        if is_padded && !rule.permutation.contains(&factor) && !rule.need_replication.contains(&factor) {
            rule.permutation.push(factor);
        }
    }
    Some(rule)
}

/// `pad`: a padded dimension that is sharded becomes a window, filled outside of the operand.
pub(crate) fn pad(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let module = local.module;
    let [lows, highs, interiors] = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| view::int_list_attr(module, placed.op, name));
    let layout = placed.results[0].clone();
    let shape = local.shape(module.op(placed.op).result(0));
    let mut value = placed.operands[0].0;
    let fill = placed.operands[1].0;
    for (dim, local_dim) in windows(local, placed, 0) {
        let block = layout.block(dim, shape[dim]);
        let range = (lows[dim], interiors[dim]);
        value = local.padded_window(value, &local_dim, range, block, fill);
    }
    for dim in 0..shape.len() {
        if !layout.is_sharded(dim) {
            value = local.emit.pad(value, fill, dim, [lows[dim], highs[dim], interiors[dim]]);
        }
    }
    vec![(value, layout)]
}

impl Localizer<'_> {
    /// The blocks of a dimension after padding: `low` elements before it, `interior` between its elements, and
    /// the rest after it.
    pub(crate) fn padded_window(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        (low, interior): (i64, i64),
        block: u64,
        fill: ValueId,
    ) -> ValueId {
        let starts: Vec<i64> =
            (0..shard_count(&local_dim.axes) as i64).map(|shard| shard * block as i64 - low).collect();
        self.dilated_window(value, local_dim, &local_dim.axes.clone(), &starts, block, interior + 1, fill)
    }

    /// The window `starts[i] .. starts[i] + width` of a dimension with `dilation - 1` filled positions between
    /// its elements, for the device with shard `i` along `axes`. Positions without an element are filled.
    #[allow(clippy::too_many_arguments, reason = "a window, where it comes from, and what fills it")]
    pub(crate) fn dilated_window(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
        dilation: i64,
        fill: ValueId,
    ) -> ValueId {
        let masked_dim = LocalDim { axes: axes.clone(), ..local_dim.clone() };
        let valid = 0..local_dim.size as i64;
        if dilation == 1 {
            let window = self.emit.window(value, local_dim, axes, starts, width);
            return self.emit.mask_window(window, &masked_dim, starts, valid, fill);
        }
        let (first, count, needed) = dilated(starts, width as i64, dilation);
        let window = self.emit.window_in_part(value, local_dim, axes, &first, count as u64, &needed);
        let window = self.emit.mask_window(window, &masked_dim, &first, valid, fill);
        let dilated = self.emit.pad(window, fill, local_dim.dim, [dilation - 1; 3]);
        // The first element is at position `dilation - 1` of the padded window; skip what the window does not
        // include.
        let table: Vec<i64> = starts
            .iter()
            .zip(&first)
            .map(|(start, first)| dilation - 1 - (first * dilation - start))
            .collect();
        let index = self.emit.shard_index(local_dim.mesh, axes);
        let start = self.emit.look_up(&table, index);
        self.emit.dynamic_slice(dilated, local_dim.dim, start, width)
    }
}

/// Drops factors that only one side of a reshape has: they do not map to the same elements on both sides.
pub(crate) fn reshape_rule(_: &Module, _: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let has = |tensor: &partita_rule::TensorMapping, factor| tensor.factors().any(|other| other == factor);
    for factor in (0..rule.factor_sizes.len()).map(FactorId::from_index) {
        if !has(&rule.operands[0], factor) || !has(&rule.results[0], factor) {
            rule.need_replication.push(factor);
        }
    }
    Some(rule)
}

/// `reshape` to the local shape of the result.
pub(crate) fn reshape(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    local.same(placed.op, &placed.operands[..1], placed.results)
}

/// The elements inside windows onto a dilated dimension: the first element of each window, the largest number
/// in any window, and the number in each.
fn dilated(starts: &[i64], width: i64, dilation: i64) -> (Vec<i64>, i64, Vec<i64>) {
    let first: Vec<i64> = starts.iter().map(|start| -(-start).div_euclid(dilation)).collect();
    let held = |(start, first): (&i64, &i64)| (start + width - 1).div_euclid(dilation) - first + 1;
    let needed = starts.iter().zip(&first).map(held).collect();
    (first, (width - 1) / dilation + 1, needed)
}

/// Lets the concatenated dimension be sharded.
pub(crate) fn concatenate_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let dim = view::int_attr(module, op, "dimension", 0) as usize;
    if let Some(&[factor]) = rule.results[0].dims.get(dim).map(|dim| &dim[..])
        && let Some(at) = rule.need_replication.iter().position(|other| *other == factor)
    {
        rule.need_replication.remove(at);
        rule.permutation.push(factor);
    }
    Some(rule)
}

/// A tensor rotated along one dimension.
struct Rotation {
    source: ValueId,
    /// The index that comes first in the result.
    first: u64,
}

/// Whether an op concatenates the end and the beginning of one tensor, as `jnp.roll` does.
fn rotation(module: &Module, op: OpId, dim: usize) -> Option<Rotation> {
    let &[end, beginning] = &module.op(op).operands[..] else { return None };
    let (source, from, to) = slice_of(module, end, dim)?;
    let (other, start, limit) = slice_of(module, beginning, dim)?;
    let size = crate::local_values::shape_and_bits(module, source).0[dim];
    (source == other && start == 0 && limit == from && to == size).then_some(Rotation { source, first: from })
}

/// The tensor that a value is a slice of along a single dimension, with the bounds of the slice.
fn slice_of(module: &Module, value: ValueId, dim: usize) -> Option<(ValueId, u64, u64)> {
    let Definition::Result { op, .. } = module.value(value).definition else { return None };
    if module.op(op).name.code() != Some(OpCode::Slice) {
        return None;
    }
    let source = module.op(op).operands[0];
    let (shape, placed) = (
        crate::local_values::shape_and_bits(module, source).0,
        crate::local_values::shape_and_bits(module, value).0,
    );
    let same = shape.iter().zip(&placed).enumerate().all(|(other, (a, b))| other == dim || a == b);
    let [start, limit, stride] = ["start_indices", "limit_indices", "strides"]
        .map(|name| view::int_list_attr(module, op, name).get(dim).copied().unwrap_or(1));
    (same && stride == 1).then_some((source, start as u64, limit as u64))
}

/// `concatenate`, or a rotation of a tensor that is sharded along the dimension. A rotation sends only what
/// leaves each shard, once; its two slices would each be resharded.
pub(crate) fn concatenate_or_rotate(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let dim = view::int_attr(local.module, op, "dimension", 0) as usize;
    let result = local.module.op(op).result(0);
    let (layout, size) = (local.settled(result), local.shape(result).get(dim).copied().unwrap_or(0));
    let source = rotation(local.module, op, dim).filter(|rotation| {
        let same = |known: &LocalLayout| {
            known.mesh == layout.mesh && known.dims[dim] == layout.dims[dim] && known.partial.is_empty()
        };
        let is_even = layout.is_sharded(dim) && !layout.is_padded(dim, size);
        is_even && size > 0 && local.values.layouts(rotation.source).any(same)
    });
    let Some(Rotation { source, first }) = source else {
        local.by_rule(op, table::CONCATENATE);
        return Ok(());
    };
    let operand = local.demand(source, &layout);
    let local_dim = LocalDim { mesh: layout.mesh, dim, axes: layout.dims[dim].clone(), size };
    let rotated = local.emit.rotate(operand, &local_dim, first);
    local.define(result, layout, rotated);
    Ok(())
}

/// `concatenate`: each device takes a window of every operand and selects, element by element, the one that
/// applies.
pub(crate) fn concatenate(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let dim = view::int_attr(local.module, placed.op, "dimension", 0) as usize;
    let layout = placed.results[0].clone();
    if !layout.is_sharded(dim) {
        return local.same(placed.op, placed.operands, placed.results);
    }
    let data = local.module.op(placed.op);
    let axes = layout.dims[dim].clone();
    let size = local.shape(data.result(0))[dim];
    let block = layout.block(dim, size);
    let count = shard_count(&axes) as i64;
    let mut begin = 0;
    let mut slices: Vec<(ValueId, i64)> = Vec::new();
    for (index, &operand) in data.operands.iter().enumerate() {
        let own = local.shape(operand)[dim];
        // An operand that is already available unsharded along the dimension needs no exchange.
        let mut unsharded = placed.operands[index].1.clone();
        unsharded.dims[dim].clear();
        let is_free =
            local.values.is_free(operand) || local.values.layouts(operand).any(|layout| *layout == unsharded);
        let (value, operand_axes) = if is_free {
            (local.demand(operand, &unsharded), Default::default())
        } else {
            (placed.operands[index].0, axes.clone())
        };
        let starts: Vec<i64> = (0..count).map(|shard| shard * block as i64 - begin).collect();
        let local_dim = LocalDim { mesh: placed.mesh, dim, axes: operand_axes, size: own };
        begin += own as i64;
        slices.push((local.emit.window(value, &local_dim, &axes, &starts, block), begin));
    }
    let (mut result, _) = slices.pop().expect("a concatenation has operands");
    let shape = local.emit.shape(result);
    let index = local.emit.shard_index(placed.mesh, &axes);
    let start = local.emit.times_constant(index, block as i64);
    let positions = local.emit.iota(&shape, dim, local.emit.index_type());
    for (slice, end) in slices.into_iter().rev() {
        let end = local.emit.constant_index(end);
        let bound = local.emit.like(OpCode::Subtract, &[end, start]);
        let bound = local.emit.broadcast(bound, &shape);
        let here = local.emit.compare("LT", positions, bound);
        result = local.emit.select(here, slice, result);
    }
    vec![(result, layout)]
}

/// `reverse`: a reversed dimension that is sharded becomes a window, reversed locally.
pub(crate) fn reverse(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let mut value = placed.operands[0].0;
    for (dim, local_dim) in windows(local, placed, 0) {
        let block = local.emit.shape(value)[dim];
        let starts: Vec<i64> = (1..=shard_count(&local_dim.axes) as i64)
            .map(|shard| local_dim.size as i64 - shard * block as i64)
            .collect();
        value = local.emit.window(value, &local_dim, &local_dim.axes, &starts, block);
    }
    local.same(placed.op, &[(value, placed.operands[0].1.clone())], placed.results)
}

/// Whether [`window_bits`] counts what an op sends across shard boundaries.
pub(crate) fn has_windows(module: &Module, op: OpId) -> bool {
    use OpCode::{Concatenate, Pad, Reverse, Slice};
    matches!(module.op(op).name.code(), Some(Concatenate | Pad | Reverse | Slice))
}

/// The bits that a device sends because an op reads across shard boundaries.
pub(crate) fn window_bits(
    module: &Module,
    values: &LocalValues,
    op: OpId,
    factors: &Factors,
    assignment: &[Axes],
) -> u128 {
    if !has_windows(module, op) {
        return 0;
    }
    let data = module.op(op);
    let result = shape_and_bits(module, data.result(0)).0;
    let concatenates = data.name.code() == Some(OpCode::Concatenate);
    let slices = data.name.code() == Some(OpCode::Slice);
    let mut begin = 0;
    let mut sent: u128 = 0;
    for (index, &operand) in data.operands.iter().enumerate().take(if concatenates { usize::MAX } else { 1 })
    {
        let (shape, bits) = shape_and_bits(module, operand);
        let shards_of =
            |dim: usize| factors.factor(index, dim).map_or(1, |factor| shard_count(&assignment[factor]));
        let mut local: Vec<u64> =
            shape.iter().enumerate().map(|(dim, &size)| size.div_ceil(shards_of(dim))).collect();
        for dim in 0..shape.len() {
            if slices && shards_of(dim) == 1 {
                local[dim] = result[dim];
            }
        }
        let mut order: Vec<usize> = (0..shape.len()).collect();
        if slices {
            order.sort_by_key(|&dim| result[dim] * 1000 / shape[dim].max(1));
        }
        for dim in order {
            let is_window =
                factors.factor(index, dim).is_some_and(|factor| factors.roles[factor] == Role::Window);
            let here = values.layouts(operand).any(|layout| !layout.is_sharded(dim));
            if shards_of(dim) == 1 || !is_window || (concatenates && (here || values.is_free(operand))) {
                continue;
            }
            let moved = window_traffic(module, op, dim, shape[dim], result[dim], begin, shards_of(dim));
            let others = local.iter().enumerate().filter(|(other, _)| *other != dim);
            let own = u128::from(moved) * u128::from(bits);
            sent = sent.saturating_add(others.fold(own, |sent, (_, &size)| sent.saturating_mul(size.into())));
            local[dim] = result[dim].div_ceil(shards_of(dim));
        }
        if concatenates {
            begin += shape[view::int_attr(module, op, "dimension", 0) as usize] as i64;
        }
    }
    sent
}

/// The number of indices of a dimension that a device sends.
fn window_traffic(
    module: &Module,
    op: OpId,
    dim: usize,
    size: u64,
    result: u64,
    begin: i64,
    count: u64,
) -> u64 {
    let (block, after) = (size.div_ceil(count), result.div_ceil(count));
    let entry =
        |name: &str, default| view::int_list_attr(module, op, name).get(dim).copied().unwrap_or(default);
    let blocks = |low: i64| (0..count as i64).map(move |shard| shard * after as i64 - low);
    match module.op(op).name.code() {
        Some(OpCode::Slice) => {
            let stride = entry("strides", 1);
            let (starts, end) =
                slice_windows(entry("start_indices", 0), stride, result as i64, after as i64, count);
            Emitter::window_traffic(end, block, &starts, (stride * (after as i64 - 1) + 1) as u64, &[])
        }
        Some(OpCode::Pad) => {
            let starts: Vec<i64> = blocks(entry("edge_padding_low", 0)).collect();
            let (first, width, needed) = dilated(&starts, after as i64, entry("interior_padding", 0) + 1);
            Emitter::window_traffic(size, block, &first, width as u64, &needed)
        }
        Some(OpCode::Reverse) => {
            let starts = (1..=count as i64).map(|shard| size as i64 - shard * block as i64);
            Emitter::window_traffic(size, block, &starts.collect::<Vec<_>>(), block, &[])
        }
        _ => Emitter::window_traffic(size, block, &blocks(begin).collect::<Vec<_>>(), after, &[]),
    }
}
