//! Scatters: every device applies the updates that fall into its block and drops the others.

use partita_ir::{Module, OpCode, OpId, TypeId, ValueId};
use partita_rule::RuleSpec;

use super::Written;
use super::indices::{Numbers, set_role};
use crate::combiner::Combiner;
use crate::layout::Shape;
use crate::localize::{Cut, Localizer};
use crate::values::{Source, facts};
use partita_place::Role;

/// Says which dimensions may be cut.
///
/// Of the operand: those that a window has one element of, at an index, and those that it covers wherever it is.
/// Those in which updates are counted: if it does not matter in which order they are combined.
pub(crate) fn scatter_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let numbers = Numbers::of_scatter(module, op)?;
    if numbers.map.is_empty() {
        // Without any index there is none to drop an update by.
        return None;
    }
    let data = module.op(op);
    let count = data.operands.len() / 2;
    if (0..count).any(|index| element(module, data.operands[index]) != element(module, data.result(index))) {
        return None;
    }
    let [input, update] = [data.operands[0], data.operands[count + 1]].map(|value| facts(module, value).0);
    let windows = numbers.slices(&input, &update);
    for dim in (0..input.len()).filter(|dim| !numbers.batching.contains(dim)) {
        // A window that covers a dimension may still begin elsewhere if an index says so.
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

/// How the body combines each result, and the bytes of neutral elements; `None` for any other body.
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

/// What of a scatter is cut.
struct Aim {
    numbers: Numbers,
    /// How many tensors are scattered into.
    count: usize,
    input: Shape,
    windows: Vec<u64>,
    indices: Shape,
    /// The dimensions of the inputs that are cut and that indices are about.
    cut_dims: Vec<usize>,
    /// The dimensions of the indices in which updates are counted and whose blocks are padded.
    padded: Vec<usize>,
}

impl Aim {
    fn new(local: &Localizer<'_>, cut: &Cut<'_>) -> Option<Self> {
        let numbers = Numbers::of_scatter(local.module, cut.op)?;
        let operands = &local.module.op(cut.op).operands;
        let count = operands.len() / 2;
        let [input, indices, update] =
            [0, count, count + 1].map(|operand| facts(local.module, operands[operand]).0);
        let windows = numbers.slices(&input, &update);
        let layout = &cut.operands[0].1;
        let is_cut = |dim: &usize| layout.is_cut(*dim) && windows[*dim] != input[*dim];
        let cut_dims = numbers.map.iter().copied().filter(is_cut).collect();
        let is_counted = |dim: usize| {
            let factor = cut.factors.factor(count, dim);
            factor.is_some_and(|factor| cut.factors.roles[factor] == Role::Reduction)
        };
        let layout = &cut.operands[count].1;
        let is_padded = |dim: &usize| is_counted(*dim) && layout.is_padded(*dim, indices[*dim]);
        let padded = (0..indices.len()).filter(is_padded).collect();
        Some(Self { numbers, count, input, windows, indices, cut_dims, padded })
    }

    /// The columns of the indices. What lies outside stays outside: before the start by all of a window, or
    /// behind the end.
    fn columns(&self, local: &mut Localizer<'_>, given: ValueId) -> Vec<ValueId> {
        let range = |dim: usize| (-(self.windows[dim] as i64), self.input[dim] as i64);
        local.columns(given, &self.numbers, range)
    }

    /// Where a column points to in a device's block, and whether it does. It may be the end of a padded block,
    /// which holds anything anyway.
    fn in_block(
        &self,
        local: &mut Localizer<'_>,
        cut: &Cut<'_>,
        column: ValueId,
        dim: usize,
    ) -> (ValueId, ValueId) {
        let layout = &cut.operands[0].1;
        let block = layout.block(dim, self.input[dim]);
        let at = local.counted_in_block(column, cut.mesh, &layout.dims[dim], block);
        let mine = local.is_below(at, block);
        (at, mine)
    }
}

/// `scatter`
pub(crate) fn scatter(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    let Some(aim) = Aim::new(local, cut) else { return local.same(cut.op, cut.operands, cut.results) };
    let mut operands: Vec<ValueId> = cut.operands.iter().map(|(value, _)| *value).collect();
    let mut results = cut.results.to_vec();
    if results.iter().any(|layout| !layout.partial.is_empty())
        && let Some(combiners) = combiners(local.module, cut.op)
    {
        for (index, (combiner, neutral)) in combiners.iter().enumerate() {
            operands[index] = entering_once(local, cut, index, neutral);
            results[index].combiner = *combiner;
        }
    }
    let given = operands[aim.count];
    let values = if aim.cut_dims.is_empty() && aim.padded.is_empty() {
        let is_whole = cut.operands[aim.count].1.is_whole();
        write(local, cut, &operands, is_whole)
    } else if aim.numbers.count(&local.emit.shape(given)) == 1 {
        one_update(local, cut, &aim, &operands)
    } else {
        operands[aim.count] = dropping_indices(local, cut, &aim, given);
        write(local, cut, &operands, false)
    };
    values.into_iter().zip(results).collect()
}

/// The op itself. Flags are left out when they may no longer be true: dropped updates share an index, and the
/// ends of padded blocks may hold any.
fn write(local: &mut Localizer<'_>, cut: &Cut<'_>, operands: &[ValueId], flags: bool) -> Vec<ValueId> {
    let inputs = &operands[..operands.len() / 2];
    let types: Vec<TypeId> = inputs.iter().map(|&input| local.emit.out.type_of(input)).collect();
    let new = local.copy_op(cut.op, operands, &types);
    if !flags {
        for flag in ["indices_are_sorted", "unique_indices"] {
            let flag = local.emit.symbol(flag);
            local.emit.out.remove_attr(new, flag);
        }
    }
    local.emit.out.op(new).results().collect()
}

/// An input on the first of the devices whose results are combined, the neutral element on the others.
fn entering_once(local: &mut Localizer<'_>, cut: &Cut<'_>, index: usize, neutral: &[u8]) -> ValueId {
    let input = cut.operands[index].0;
    let given = local.values.source(local.module.op(cut.op).operands[index]);
    if matches!(given, Some(Source::Splat(bytes)) if *bytes == *neutral) {
        return input;
    }
    let first = local.is_first(cut.mesh, &cut.results[index].partial);
    let (shape, element) = (local.emit.shape(input), local.emit.element(input));
    let neutral = local.emit.splat(neutral, &shape, element);
    local.emit.select(first, input, neutral)
}

/// Indices into the blocks of a device; those of updates that are not for it lie outside.
fn dropping_indices(local: &mut Localizer<'_>, cut: &Cut<'_>, aim: &Aim, given: ValueId) -> ValueId {
    let mut columns = aim.columns(local, given);
    for (column, &dim) in columns.iter_mut().zip(&aim.numbers.map) {
        if aim.cut_dims.contains(&dim) {
            let (at, mine) = aim.in_block(local, cut, *column, dim);
            let shape = local.emit.shape(at);
            let outside = local.emit.constant_index(-1);
            let outside = local.emit.broadcast(outside, &shape);
            *column = local.emit.select(mine, at, outside);
        }
    }
    let mut value = local.joined(&columns, &aim.numbers, aim.indices.len());
    // From here on even the widest window lies outside.
    let widest = aim.numbers.map.iter().map(|&dim| aim.windows[dim]).max().unwrap_or(1).max(1);
    let outside = local.emit.constant_index(-(widest as i64));
    for &dim in &aim.padded {
        let layout = &cut.operands[aim.count].1;
        value = local.emit.mask_padding(value, layout, dim, aim.indices[dim], outside);
    }
    value
}

/// A single update changes the one slice it is for, if the device has it. No index lies outside: compilers
/// read and write a slice for such a scatter, and may merge the reading with what sliced the input before.
fn one_update(local: &mut Localizer<'_>, cut: &Cut<'_>, aim: &Aim, operands: &[ValueId]) -> Vec<ValueId> {
    let mut operands = operands.to_vec();
    let zero = local.emit.constant_index(0);
    let mut columns = aim.columns(local, operands[aim.count]);
    let mut starts = vec![zero; aim.input.len()];
    let mut shape = local.emit.shape(operands[0]);
    let mut mine: Vec<ValueId> = Vec::new();
    for (column, &dim) in columns.iter_mut().zip(&aim.numbers.map) {
        if aim.cut_dims.contains(&dim) {
            let (at, here) = aim.in_block(local, cut, *column, dim);
            mine.push(local.emit.reshape(here, &[]));
            let at = local.emit.reshape(at, &[]);
            starts[dim] = local.bounded(at, shape[dim] as i64 - 1);
            shape[dim] = 1;
            let of_column = local.emit.shape(*column);
            *column = local.emit.zeros(&of_column, local.emit.index_type());
        }
    }
    for &dim in &aim.padded {
        let index = local.emit.shard_index(cut.mesh, &cut.operands[aim.count].1.dims[dim]);
        let size = local.emit.constant_index(aim.indices[dim] as i64);
        mine.push(local.emit.compare("LT", index, size));
    }
    operands[aim.count] = local.joined(&columns, &aim.numbers, aim.indices.len());
    let inputs = operands[..aim.count].to_vec();
    for (operand, &input) in operands.iter_mut().zip(&inputs) {
        *operand = local.emit.dynamic_slices(input, &starts, &shape);
    }
    let updated = write(local, cut, &operands, false);
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
