//! Gathers: every device looks up the indices in its own shards; the others give zero, and all are summed.

use partita_ir::{Module, OpCode, OpId, ValueId};
use partita_rule::RuleSpec;

use super::Written;
use super::indices::{IndexDims, set_role};
use crate::combiner::Combiner;
use crate::local_values::shape_and_bits;
use crate::localize::{Localizer, PlacedOp};
use partita_place::Role;

/// Lets a looked-up dimension be sharded only if partial results can be summed.
pub(crate) fn gather_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let tensor = module.context.tensor(module.type_of(module.op(op).result(0)))?;
    if Combiner::Sum.neutral(module, tensor.element).is_none() {
        for factor in rule.reduction.clone() {
            set_role(&mut rule, factor, Role::Replicated);
        }
    }
    Some(rule)
}

/// `gather`, and `dynamic_gather` with slice sizes that turned out to be static.
pub(crate) fn gather(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let module = local.module;
    let data = module.op(placed.op);
    let Some(numbers) = IndexDims::of_gather(module, placed.op) else {
        return local.same(placed.op, placed.operands, placed.results);
    };
    let [operand, result] = [data.operands[0], data.result(0)].map(|value| shape_and_bits(module, value).0);
    let slices = numbers.slices(&operand, &result);
    let layout = &placed.operands[0].1;
    let looked_up: Vec<usize> = (0..operand.len())
        .filter(|dim| {
            layout.is_sharded(*dim) && slices[*dim] != operand[*dim] && !numbers.batching.contains(dim)
        })
        .collect();
    let (indices, mine) = local_indices(local, placed, &numbers, &looked_up, (&operand, &slices));
    let sizes: Vec<i64> = (0..operand.len())
        .map(|dim| if slices[dim] == operand[dim] { layout.block(dim, operand[dim]) } else { slices[dim] })
        .map(|size| size as i64)
        .collect();
    let ty = local.local_type(module.type_of(data.result(0)), &placed.results[0]);
    let new = local.copy_op(placed.op, &[placed.operands[0].0, indices], &[ty]);
    local.emit.out.rename(new, OpCode::Gather);
    let (name, sizes) = (local.emit.symbol("slice_sizes"), local.emit.ints_attr(&sizes));
    local.emit.out.set_attr(new, name, sizes);
    if indices != placed.operands[1].0 || !placed.operands[1].1.is_replicated() {
        let sorted = local.emit.symbol("indices_are_sorted");
        local.emit.out.remove_attr(new, sorted);
    }
    let mut value = local.emit.out.op(new).result(0);
    let mut layout = placed.results[0].clone();
    if let Some(mine) = mine {
        let shape = local.emit.shape(value);
        let batch: Vec<i64> =
            (0..shape.len()).filter(|dim| !numbers.window.contains(dim)).map(|dim| dim as i64).collect();
        let mine = local.emit.broadcast_in_dim(mine, &shape, &batch);
        let element = local.emit.element(value);
        let zeros = local.emit.zeros(&shape, element);
        value = local.emit.select(mine, value, zeros);
        layout.combiner = local.one_of(value);
    }
    vec![(value, layout)]
}

/// Indices into a device's block, and a mask of those that are in it; no mask if all are.
fn local_indices(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    numbers: &IndexDims,
    looked_up: &[usize],
    (operand, slices): (&[u64], &[u64]),
) -> (ValueId, Option<ValueId>) {
    let (given, layout) = (placed.operands[1].0, &placed.operands[0].1);
    let mut mine: Vec<ValueId> = Vec::new();
    let mut indices = given;
    // Compilers treat a single lookup as a dynamic slice and may merge it with a slice of the result, which is
    // correct only for indices in range.
    let is_slice =
        numbers.count(&local.emit.shape(given)) == 1 && numbers.map.iter().any(|&dim| slices[dim] > 1);
    if is_slice || looked_up.iter().any(|dim| numbers.map.contains(dim)) {
        let last = |dim: usize| operand[dim].saturating_sub(slices[dim]) as i64;
        let mut columns = local.columns(given, numbers, |dim| (0, last(dim)));
        for (column, &dim) in columns.iter_mut().zip(&numbers.map) {
            if looked_up.contains(&dim) {
                let block = layout.block(dim, operand[dim]);
                *column = local.counted_in_block(*column, placed.mesh, &layout.dims[dim], block);
                mine.push(local.is_below(*column, block));
            }
        }
        let rank = local.emit.shape(given).len();
        indices = local.joined(&columns, numbers, rank);
    }
    // Along a dimension without an index, slices begin at zero.
    for &dim in looked_up.iter().filter(|dim| !numbers.map.contains(dim)) {
        let first = local.is_first(placed.mesh, &layout.dims[dim]);
        let mut shape = local.emit.shape(given);
        if numbers.vector_dim < shape.len() {
            shape.remove(numbers.vector_dim);
        }
        mine.push(local.emit.broadcast(first, &shape));
    }
    let all = mine.into_iter().reduce(|a, b| local.emit.like(OpCode::And, &[a, b]));
    (indices, all)
}
