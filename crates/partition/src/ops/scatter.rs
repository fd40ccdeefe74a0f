//! Scatters: every device applies the updates that fall into its block and drops the others.

use partita_ir::{Module, OpCode, OpId, TypeId, ValueId};
use partita_rule::RuleSpec;

use super::Written;
use super::indices::{IndexDims, set_role};
use crate::combiner::Combiner;
use crate::local_layout::Shape;
use crate::local_values::{FreeValue, shape_and_bits};
use crate::localize::{Localizer, PlacedOp};
use partita_place::Role;

/// Restricts the rule to dimensions that may be sharded.
///
/// Of the operand: those of which a window has one element, at an index, and those that every window covers
/// fully. Of the updates: those that number the updates, if the order of combination does not matter.
pub(crate) fn scatter_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let numbers = IndexDims::of_scatter(module, op)?;
    if numbers.map.is_empty() {
        // Without an index there is nothing to drop an update by.
        return None;
    }
    let data = module.op(op);
    let count = data.operands.len() / 2;
    if (0..count).any(|index| element(module, data.operands[index]) != element(module, data.result(index))) {
        return None;
    }
    let [input, update] =
        [data.operands[0], data.operands[count + 1]].map(|value| shape_and_bits(module, value).0);
    let windows = numbers.slices(&input, &update);
    for dim in (0..input.len()).filter(|dim| !numbers.batching.contains(dim)) {
        // A window that covers a dimension may still begin elsewhere if there is an index for it.
        let covers = if numbers.map.contains(&dim) { 1 } else { input[dim] };
        let kind = if windows[dim] == covers { Role::PassThrough } else { Role::Replicated };
        let factor = *rule.operands[0].dims[dim].first()?;
        set_role(&mut rule, factor, kind);
    }
    let kind = if combiners(module, op).is_some() { Role::Reduction } else { Role::Replicated };
    for dim in (0..update.len()).filter(|dim| !numbers.window.contains(dim)) {
        let factor = *rule.operands[count + 1].dims[dim].first()?;
        if rule.results[0].factors().all(|other| other != factor) {
            set_role(&mut rule, factor, kind);
        }
    }
    Some(rule)
}

fn element(module: &Module, value: ValueId) -> Option<TypeId> {
    module.context.tensor(module.type_of(value)).map(|tensor| tensor.element)
}

/// The combiner of each result and the bytes of its neutral element; `None` for any other body.
fn combiners(module: &Module, op: OpId) -> Option<Vec<(Combiner, Vec<u8>)>> {
    let data = module.op(op);
    let count = data.operands.len() / 2;
    let all = Combiner::of_body(module, *data.regions.first()?)?;
    let with_neutral = |(index, combiner): (usize, Combiner)| {
        let result = element(module, data.result(index))?;
        let same = element(module, data.operands[count + 1 + index]) == Some(result);
        Some((combiner, combiner.neutral(module, result)?))
            .filter(|_| same && combiner.can_all_reduce(module, result))
    };
    all.into_iter().enumerate().map(with_neutral).collect()
}

/// The sharded parameters of a scatter.
struct Aim {
    numbers: IndexDims,
    /// The number of tensors that are scattered into.
    count: usize,
    input: Shape,
    windows: Vec<u64>,
    indices: Shape,
    /// The sharded dimensions of the inputs that indices refer to.
    sharded_dims: Vec<usize>,
    /// The dimensions of the indices that number the updates and whose blocks are padded.
    padded: Vec<usize>,
}

impl Aim {
    fn new(local: &Localizer<'_>, placed: &PlacedOp<'_>) -> Option<Self> {
        let numbers = IndexDims::of_scatter(local.module, placed.op)?;
        let operands = &local.module.op(placed.op).operands;
        let count = operands.len() / 2;
        let [input, indices, update] =
            [0, count, count + 1].map(|operand| shape_and_bits(local.module, operands[operand]).0);
        let windows = numbers.slices(&input, &update);
        let layout = &placed.operands[0].1;
        let is_sharded = |dim: &usize| layout.is_sharded(*dim) && windows[*dim] != input[*dim];
        let sharded_dims = numbers.map.iter().copied().filter(is_sharded).collect();
        let is_counted = |dim: usize| {
            let factor = placed.factors.factor(count, dim);
            factor.is_some_and(|factor| placed.factors.roles[factor] == Role::Reduction)
        };
        let layout = &placed.operands[count].1;
        let is_padded = |dim: &usize| is_counted(*dim) && layout.is_padded(*dim, indices[*dim]);
        let padded = (0..indices.len()).filter(is_padded).collect();
        Some(Self { numbers, count, input, windows, indices, sharded_dims, padded })
    }

    /// The columns of the indices. An index out of range stays out of range: it is clamped to a full window
    /// before the start or to just after the end.
    fn columns(&self, local: &mut Localizer<'_>, given: ValueId) -> Vec<ValueId> {
        let range = |dim: usize| (-(self.windows[dim] as i64), self.input[dim] as i64);
        local.columns(given, &self.numbers, range)
    }

    /// The index of a column within a device's block, and whether it is in the block. It may be in the padding
    /// of a block, which is arbitrary anyway.
    fn in_block(
        &self,
        local: &mut Localizer<'_>,
        placed: &PlacedOp<'_>,
        column: ValueId,
        dim: usize,
    ) -> (ValueId, ValueId) {
        let layout = &placed.operands[0].1;
        let block = layout.block(dim, self.input[dim]);
        let at = local.counted_in_block(column, placed.mesh, &layout.dims[dim], block);
        let mine = local.is_below(at, block);
        (at, mine)
    }
}

/// `scatter` on a device's own blocks; updates for other devices get indices out of range.
pub(crate) fn scatter(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let Some(aim) = Aim::new(local, placed) else {
        return local.same(placed.op, placed.operands, placed.results);
    };
    let mut operands: Vec<ValueId> = placed.operands.iter().map(|(value, _)| *value).collect();
    let mut results = placed.results.to_vec();
    if results.iter().any(|layout| !layout.partial.is_empty())
        && let Some(combiners) = combiners(local.module, placed.op)
    {
        for (index, (combiner, neutral)) in combiners.iter().enumerate() {
            operands[index] = entering_once(local, placed, index, neutral);
            results[index].combiner = *combiner;
        }
    }
    let given = operands[aim.count];
    let values = if aim.sharded_dims.is_empty() && aim.padded.is_empty() {
        let is_replicated = placed.operands[aim.count].1.is_replicated();
        write(local, placed, &operands, is_replicated)
    } else if aim.numbers.count(&local.emit.shape(given)) == 1 {
        one_update(local, placed, &aim, &operands)
    } else {
        operands[aim.count] = dropping_indices(local, placed, &aim, given);
        write(local, placed, &operands, false)
    };
    values.into_iter().zip(results).collect()
}

/// The op itself. Flags that may no longer hold are dropped: dropped updates share an index, and the padding
/// may contain any index.
fn write(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    operands: &[ValueId],
    flags: bool,
) -> Vec<ValueId> {
    let inputs = &operands[..operands.len() / 2];
    let types: Vec<TypeId> = inputs.iter().map(|&input| local.emit.out.type_of(input)).collect();
    let new = local.copy_op(placed.op, operands, &types);
    if !flags {
        for flag in ["indices_are_sorted", "unique_indices"] {
            let flag = local.emit.symbol(flag);
            local.emit.out.remove_attr(new, flag);
        }
    }
    local.emit.out.op(new).results().collect()
}

/// An input on the first of the devices whose results are combined, the neutral element on the others.
fn entering_once(local: &mut Localizer<'_>, placed: &PlacedOp<'_>, index: usize, neutral: &[u8]) -> ValueId {
    let input = placed.operands[index].0;
    let given = local.values.source(local.module.op(placed.op).operands[index]);
    if matches!(given, Some(FreeValue::Splat(bytes)) if *bytes == *neutral) {
        return input;
    }
    let first = local.is_first(placed.mesh, &placed.results[index].partial);
    let (shape, element) = (local.emit.shape(input), local.emit.element(input));
    let neutral = local.emit.splat(neutral, &shape, element);
    local.emit.select(first, input, neutral)
}

/// Indices into a device's blocks; those of updates for other devices are out of range.
fn dropping_indices(local: &mut Localizer<'_>, placed: &PlacedOp<'_>, aim: &Aim, given: ValueId) -> ValueId {
    let mut columns = aim.columns(local, given);
    for (column, &dim) in columns.iter_mut().zip(&aim.numbers.map) {
        if aim.sharded_dims.contains(&dim) {
            let (at, mine) = aim.in_block(local, placed, *column, dim);
            let shape = local.emit.shape(at);
            let outside = local.emit.constant_index(-1);
            let outside = local.emit.broadcast(outside, &shape);
            *column = local.emit.select(mine, at, outside);
        }
    }
    let mut value = local.joined(&columns, &aim.numbers, aim.indices.len());
    // From here on even the widest window is out of range.
    let widest = aim.numbers.map.iter().map(|&dim| aim.windows[dim]).max().unwrap_or(1).max(1);
    let outside = local.emit.constant_index(-(widest as i64));
    for &dim in &aim.padded {
        let layout = &placed.operands[aim.count].1;
        value = local.emit.mask_padding(value, layout, dim, aim.indices[dim], outside);
    }
    value
}

/// A single update changes one slice, on the device that holds it. No index is out of range: compilers read and
/// write a slice for such a scatter, and may merge the read with an earlier slice of the input.
fn one_update(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    aim: &Aim,
    operands: &[ValueId],
) -> Vec<ValueId> {
    let mut operands = operands.to_vec();
    let zero = local.emit.constant_index(0);
    let mut columns = aim.columns(local, operands[aim.count]);
    let mut starts = vec![zero; aim.input.len()];
    let mut shape = local.emit.shape(operands[0]);
    let mut mine: Vec<ValueId> = Vec::new();
    for (column, &dim) in columns.iter_mut().zip(&aim.numbers.map) {
        if aim.sharded_dims.contains(&dim) {
            let (at, here) = aim.in_block(local, placed, *column, dim);
            mine.push(local.emit.reshape(here, &[]));
            let at = local.emit.reshape(at, &[]);
            starts[dim] = local.bounded(at, shape[dim] as i64 - 1);
            shape[dim] = 1;
            let of_column = local.emit.shape(*column);
            *column = local.emit.zeros(&of_column, local.emit.index_type());
        }
    }
    for &dim in &aim.padded {
        let index = local.emit.shard_index(placed.mesh, &placed.operands[aim.count].1.dims[dim]);
        let size = local.emit.constant_index(aim.indices[dim] as i64);
        mine.push(local.emit.compare("LT", index, size));
    }
    operands[aim.count] = local.joined(&columns, &aim.numbers, aim.indices.len());
    let inputs = operands[..aim.count].to_vec();
    for (operand, &input) in operands.iter_mut().zip(&inputs) {
        *operand = local.emit.dynamic_slices(input, &starts, &shape);
    }
    let updated = write(local, placed, &operands, false);
    let Some(mine) = mine.into_iter().reduce(|a, b| local.emit.like(OpCode::And, &[a, b])) else {
        return updated;
    };
    let each = updated.into_iter().zip(inputs).zip(operands);
    each.map(|((new, input), old)| {
        let new = local.emit.select(mine, new, old);
        if input == old {
            return new;
        }
        let ty = local.emit.out.type_of(input);
        let operands: Vec<ValueId> = [input, new].into_iter().chain(starts.iter().copied()).collect();
        local.emit.one(OpCode::DynamicUpdateSlice, &operands, ty, &[])
    })
    .collect()
}
