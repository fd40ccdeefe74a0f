//! Ops about where elements stand: constants, iota, slices, padding, concatenation, reversal.

use partita_base::{Diagnostics, Id};
use partita_ir::{Attr, Definition, DenseData, Module, OpCode, OpId, ValueId, names};
use partita_rule::{FactorId, RuleSpec};

use super::{Written, table, view};
use crate::emit::Emitter;
use crate::layout::{Axes, Layout, shards};
use crate::localize::{Cut, Localizer};
use crate::values::{Source, Values, facts};
use crate::window::CutDim;
use partita_place::{Factors, Role};

/// A constant can be made in any layout.
pub(crate) fn constant(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let result = local.module.op(op).result(0);
    if let Some(Attr::Dense { data: DenseData::Splat(bytes), .. }) = local.module.attr(op, names::VALUE) {
        local.values.define_source(&local.emit, result, Source::Splat((**bytes).into()));
        return Ok(());
    }
    let new = local.copy_op(op, &[], &[local.module.type_of(result)]);
    let value = local.emit.out.op(new).result(0);
    // `sdy.constant` is written as what it stands for.
    local.emit.out.rename(new, OpCode::Constant);
    let layout = local.replicated(result);
    local.values.define(&local.emit, result, layout, value);
    Ok(())
}

/// An iota can be made in any layout.
pub(crate) fn iota(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let result = local.module.op(op).result(0);
    let dim = view::int(local.module, op, "iota_dimension", 0) as usize;
    local.values.define_source(&local.emit, result, Source::Iota(dim));
    Ok(())
}

/// Copies of a constant can be made in any layout.
pub(crate) fn broadcast_in_dim(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    match local.values.source(data.operands[0]) {
        Some(Source::Splat(bytes)) => {
            local.values.define_source(&local.emit, data.result(0), Source::Splat(bytes));
        }
        _ => local.by_rule(op, super::table::SAME),
    }
    Ok(())
}

/// The dimensions of operand 0 that are cut although the op looks across the borders of their shards.
fn windows(local: &Localizer<'_>, cut: &Cut<'_>, operand: usize) -> Vec<(usize, CutDim)> {
    let shape = local.shape(local.module.op(cut.op).operands[operand]);
    let layout = &cut.results[0];
    let is_window = |dim: usize| {
        let factor = cut.factors.factor(operand, dim);
        factor.is_some_and(|factor| cut.factors.roles[factor] == Role::Window)
    };
    (0..shape.len())
        .filter(|&dim| layout.is_cut(dim) && is_window(dim))
        .map(|dim| (dim, CutDim { mesh: cut.mesh, dim, axes: layout.dims[dim].clone(), size: shape[dim] }))
        .collect()
}

/// `slice`
pub(crate) fn slice(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    let module = local.module;
    let [starts, limits, strides] =
        ["start_indices", "limit_indices", "strides"].map(|name| view::ints(module, cut.op, name));
    let layout = cut.results[0].clone();
    let shape = local.shape(module.op(cut.op).result(0));
    let mut value = cut.operands[0].0;
    // What is not cut gets smaller first, so that less is sent.
    for dim in 0..shape.len() {
        if !layout.is_cut(dim) {
            let [start, limit, stride] = [starts[dim], limits[dim], strides[dim]].map(|each| each as u64);
            value = local.emit.strided_slice(value, dim, start, limit, stride);
        }
    }
    let mut windows = windows(local, cut, 0);
    windows.sort_by_key(|(dim, cut)| shape[*dim] * 1000 / cut.size.max(1));
    for (dim, dim_cut) in &windows {
        let (stride, block) = (strides[*dim], layout.block(*dim, shape[*dim]) as i64);
        let (starts, end) =
            slice_windows(starts[*dim], stride, shape[*dim] as i64, block, layout.shards(*dim));
        let width = (stride * (block - 1) + 1) as u64;
        let dim_cut = CutDim { size: end, ..dim_cut.clone() };
        value = local.emit.window(value, &dim_cut, &dim_cut.axes, &starts, width);
        value = local.emit.strided_slice(value, *dim, 0, width, stride as u64);
    }
    vec![(value, layout)]
}

/// Where the windows of a slice begin that takes `size` elements, and the index after its last one.
fn slice_windows(start: i64, stride: i64, size: i64, block: i64, shards: u64) -> (Vec<i64>, u64) {
    let starts = (0..shards as i64).map(|shard| start + stride * block * shard).collect();
    (starts, (start + stride * (size - 1) + 1).max(0) as u64)
}

/// A dimension that keeps its size may still be padded: here by what it loses there.
pub(crate) fn pad_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let edges = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| view::ints(module, op, name));
    for dim in 0..rule.results[0].dims.len() {
        let is_padded = edges.iter().any(|edge| edge.get(dim).is_some_and(|&edge| edge != 0));
        let &[factor] = &rule.results[0].dims[dim][..] else { continue };
        if is_padded && !rule.permutation.contains(&factor) && !rule.need_replication.contains(&factor) {
            rule.permutation.push(factor);
        }
    }
    Some(rule)
}

/// `pad`
pub(crate) fn pad(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    let module = local.module;
    let [lows, highs, interiors] = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| view::ints(module, cut.op, name));
    let layout = cut.results[0].clone();
    let shape = local.shape(module.op(cut.op).result(0));
    let mut value = cut.operands[0].0;
    let fill = cut.operands[1].0;
    for (dim, dim_cut) in windows(local, cut, 0) {
        let block = layout.block(dim, shape[dim]);
        let range = (lows[dim], interiors[dim]);
        value = local.padded_window(value, &dim_cut, range, block, fill);
    }
    for dim in 0..shape.len() {
        if !layout.is_cut(dim) {
            value = local.emit.pad(value, fill, dim, [lows[dim], highs[dim], interiors[dim]]);
        }
    }
    vec![(value, layout)]
}

impl Localizer<'_> {
    /// The blocks of a dimension after padding: `low` elements before it, `interior` between its elements, and
    /// as many behind it as it takes.
    pub(crate) fn padded_window(
        &mut self,
        value: ValueId,
        cut: &CutDim,
        (low, interior): (i64, i64),
        block: u64,
        fill: ValueId,
    ) -> ValueId {
        let starts: Vec<i64> =
            (0..shards(&cut.axes) as i64).map(|shard| shard * block as i64 - low).collect();
        self.dilated_window(value, cut, &cut.axes.clone(), &starts, block, interior + 1, fill)
    }

    /// The window `starts[i] .. starts[i] + width` of a dimension with `dilation - 1` fillers between its
    /// elements, for the device with shard `i` along `axes`. Everything that is no element is filled.
    #[allow(clippy::too_many_arguments, reason = "a window, where it comes from, and what fills it")]
    pub(crate) fn dilated_window(
        &mut self,
        value: ValueId,
        cut: &CutDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
        dilation: i64,
        fill: ValueId,
    ) -> ValueId {
        let masked_cut = CutDim { axes: axes.clone(), ..cut.clone() };
        let valid = 0..cut.size as i64;
        if dilation == 1 {
            let window = self.emit.window(value, cut, axes, starts, width);
            return self.emit.mask_window(window, &masked_cut, starts, valid, fill);
        }
        let (first, count, needed) = dilated(starts, width as i64, dilation);
        let window = self.emit.window_in_part(value, cut, axes, &first, count as u64, &needed);
        let window = self.emit.mask_window(window, &masked_cut, &first, valid, fill);
        let spread = self.emit.pad(window, fill, cut.dim, [dilation - 1; 3]);
        // The first element stands after `dilation - 1` fillers, and should after fewer.
        let table: Vec<i64> = starts
            .iter()
            .zip(&first)
            .map(|(start, first)| dilation - 1 - (first * dilation - start))
            .collect();
        let index = self.emit.shard_index(cut.mesh, axes);
        let start = self.emit.look_up(&table, index);
        self.emit.dynamic_slice(spread, cut.dim, start, width)
    }
}

/// Factors that only one side of a reshape has are not the same elements on both.
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

/// `reshape`
pub(crate) fn reshape(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    local.same(cut.op, &cut.operands[..1], cut.results)
}

/// Which elements lie in windows onto a dimension with fillers between them: the first of each window, the most
/// that any can hold, and how many each does.
fn dilated(starts: &[i64], width: i64, dilation: i64) -> (Vec<i64>, i64, Vec<i64>) {
    let first: Vec<i64> = starts.iter().map(|start| -(-start).div_euclid(dilation)).collect();
    let held = |(start, first): (&i64, &i64)| (start + width - 1).div_euclid(dilation) - first + 1;
    let needed = starts.iter().zip(&first).map(held).collect();
    (first, (width - 1) / dilation + 1, needed)
}

/// Lets the dimension of a concatenation be cut.
pub(crate) fn concatenate_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let dim = view::int(module, op, "dimension", 0) as usize;
    if let Some(&[factor]) = rule.results[0].dims.get(dim).map(|dim| &dim[..])
        && let Some(at) = rule.need_replication.iter().position(|other| *other == factor)
    {
        rule.need_replication.remove(at);
        rule.permutation.push(factor);
    }
    Some(rule)
}

/// A tensor whose beginning was moved behind its end.
struct Rotation {
    source: ValueId,
    /// The index that comes first.
    first: u64,
}

/// Whether an op concatenates the end and the beginning of one tensor, as `jnp.roll` does.
fn rotation(module: &Module, op: OpId, dim: usize) -> Option<Rotation> {
    let &[end, beginning] = &module.op(op).operands[..] else { return None };
    let (source, from, to) = slice_of(module, end, dim)?;
    let (other, start, limit) = slice_of(module, beginning, dim)?;
    let size = crate::values::facts(module, source).0[dim];
    (source == other && start == 0 && limit == from && to == size).then_some(Rotation { source, first: from })
}

/// The tensor that a value is a slice of, along one dimension only, and where the slice begins and ends.
fn slice_of(module: &Module, value: ValueId, dim: usize) -> Option<(ValueId, u64, u64)> {
    let Definition::Result { op, .. } = module.value(value).definition else { return None };
    if module.op(op).name.code() != Some(OpCode::Slice) {
        return None;
    }
    let source = module.op(op).operands[0];
    let (shape, cut) = (crate::values::facts(module, source).0, crate::values::facts(module, value).0);
    let same = shape.iter().zip(&cut).enumerate().all(|(other, (a, b))| other == dim || a == b);
    let [start, limit, stride] = ["start_indices", "limit_indices", "strides"]
        .map(|name| view::ints(module, op, name).get(dim).copied().unwrap_or(1));
    (same && stride == 1).then_some((source, start as u64, limit as u64))
}

/// `concatenate`, unless it rotates a tensor that is sharded along the dimension: then every device sends what leaves its
/// shard, once, whatever its two slices would cost.
pub(crate) fn concatenate_or_rotate(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let dim = view::int(local.module, op, "dimension", 0) as usize;
    let result = local.module.op(op).result(0);
    let (layout, size) = (local.settled(result), local.shape(result).get(dim).copied().unwrap_or(0));
    let source = rotation(local.module, op, dim).filter(|rotation| {
        let same = |known: &Layout| known.mesh == layout.mesh && known.dims[dim] == layout.dims[dim];
        let is_even = layout.is_cut(dim) && !layout.is_padded(dim, size);
        is_even && size > 0 && local.values.layouts(rotation.source).any(same)
    });
    let Some(Rotation { source, first }) = source else {
        local.by_rule(op, table::CONCATENATE);
        return Ok(());
    };
    let whole = local.demand(source, &layout);
    let cut = CutDim { mesh: layout.mesh, dim, axes: layout.dims[dim].clone(), size };
    let rotated = local.emit.rotate(whole, &cut, first);
    local.define(result, layout, rotated);
    Ok(())
}

/// `concatenate`
pub(crate) fn concatenate(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    let dim = view::int(local.module, cut.op, "dimension", 0) as usize;
    let layout = cut.results[0].clone();
    if !layout.is_cut(dim) {
        return local.same(cut.op, cut.operands, cut.results);
    }
    let data = local.module.op(cut.op);
    let axes = layout.dims[dim].clone();
    let size = local.shape(data.result(0))[dim];
    let block = layout.block(dim, size);
    let count = shards(&axes) as i64;
    let mut begin = 0;
    let mut pieces: Vec<(ValueId, i64)> = Vec::new();
    for (index, &operand) in data.operands.iter().enumerate() {
        let own = local.shape(operand)[dim];
        // One that is whole along the dimension anywhere needs no exchange.
        let mut uncut = cut.operands[index].1.clone();
        uncut.dims[dim].clear();
        let is_free =
            local.values.is_free(operand) || local.values.layouts(operand).any(|layout| *layout == uncut);
        let (value, cut_axes) = if is_free {
            (local.demand(operand, &uncut), Default::default())
        } else {
            (cut.operands[index].0, axes.clone())
        };
        let starts: Vec<i64> = (0..count).map(|shard| shard * block as i64 - begin).collect();
        let dim_cut = CutDim { mesh: cut.mesh, dim, axes: cut_axes, size: own };
        begin += own as i64;
        pieces.push((local.emit.window(value, &dim_cut, &axes, &starts, block), begin));
    }
    let (mut result, _) = pieces.pop().expect("a concatenation has operands");
    let shape = local.emit.shape(result);
    let index = local.emit.shard_index(cut.mesh, &axes);
    let start = local.emit.times_constant(index, block as i64);
    let positions = local.emit.iota(&shape, dim, local.emit.index_type());
    for (piece, end) in pieces.into_iter().rev() {
        let end = local.emit.constant_index(end);
        let bound = local.emit.like(OpCode::Subtract, &[end, start]);
        let bound = local.emit.broadcast(bound, &shape);
        let here = local.emit.compare("LT", positions, bound);
        result = local.emit.select(here, piece, result);
    }
    vec![(result, layout)]
}

/// `reverse`
pub(crate) fn reverse(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    let mut value = cut.operands[0].0;
    for (dim, dim_cut) in windows(local, cut, 0) {
        let block = local.emit.shape(value)[dim];
        let starts: Vec<i64> = (1..=shards(&dim_cut.axes) as i64)
            .map(|shard| dim_cut.size as i64 - shard * block as i64)
            .collect();
        value = local.emit.window(value, &dim_cut, &dim_cut.axes, &starts, block);
    }
    local.same(cut.op, &[(value, cut.operands[0].1.clone())], cut.results)
}

/// Whether what an op moves across the borders of shards is counted by [`window_bits`].
pub(crate) fn has_windows(module: &Module, op: OpId) -> bool {
    use OpCode::{Concatenate, Pad, Reverse, Slice};
    matches!(module.op(op).name.code(), Some(Concatenate | Pad | Reverse | Slice))
}

/// The bytes that a device sends because an op looks across the borders of shards.
pub(crate) fn window_bits(
    module: &Module,
    values: &Values,
    op: OpId,
    factors: &Factors,
    assignment: &[Axes],
) -> u128 {
    if !has_windows(module, op) {
        return 0;
    }
    let data = module.op(op);
    let result = facts(module, data.result(0)).0;
    let concatenates = data.name.code() == Some(OpCode::Concatenate);
    let slices = data.name.code() == Some(OpCode::Slice);
    let mut begin = 0;
    let mut sent: u128 = 0;
    for (index, &operand) in data.operands.iter().enumerate().take(if concatenates { usize::MAX } else { 1 })
    {
        let (shape, bits) = facts(module, operand);
        let cut = |dim: usize| factors.factor(index, dim).map_or(1, |factor| shards(&assignment[factor]));
        let mut local: Vec<u64> =
            shape.iter().enumerate().map(|(dim, &size)| size.div_ceil(cut(dim))).collect();
        for dim in 0..shape.len() {
            if slices && cut(dim) == 1 {
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
            let here = values.layouts(operand).any(|layout| !layout.is_cut(dim));
            if cut(dim) == 1 || !is_window || (concatenates && (here || values.is_free(operand))) {
                continue;
            }
            let moved = window_traffic(module, op, dim, shape[dim], result[dim], begin, cut(dim));
            let others = local.iter().enumerate().filter(|(other, _)| *other != dim);
            let own = u128::from(moved) * u128::from(bits);
            sent = sent.saturating_add(others.fold(own, |sent, (_, &size)| sent.saturating_mul(size.into())));
            local[dim] = result[dim].div_ceil(cut(dim));
        }
        if concatenates {
            begin += shape[view::int(module, op, "dimension", 0) as usize] as i64;
        }
    }
    sent
}

/// How many indices of a dimension a device sends.
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
    let entry = |name: &str, default| view::ints(module, op, name).get(dim).copied().unwrap_or(default);
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
