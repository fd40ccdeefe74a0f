//! Slices at run-time indices, which refer to the global tensor.

use partita_base::Id;
use partita_ir::{Module, OpCode, OpId, Type, ValueId};
use partita_rule::{FactorId, FactorSize, RuleSpec};
use smallvec::smallvec;

use super::Written;
use crate::combiner::Combiner;
use crate::localize::{Localizer, PlacedOp};

/// A sliced dimension may be sharded: every device contributes its share of the slice.
pub(crate) fn slice_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let data = module.op(op);
    let [operand, result] =
        [data.operands[0], data.result(0)].map(|value| crate::local_values::shape_and_bits(module, value).0);
    let mut rule = rule.clone();
    for (dim, (&from, &to)) in operand.iter().zip(&result).enumerate() {
        if from != to {
            rule.operands[0].dims[dim] = smallvec![add_factor(&mut rule.factor_sizes, from)];
            rule.reduction.push(rule.operands[0].dims[dim][0]);
            rule.results[0].dims[dim] = smallvec![add_factor(&mut rule.factor_sizes, to)];
            rule.need_replication.push(rule.results[0].dims[dim][0]);
        }
    }
    Some(rule)
}

/// A partially updated dimension may be sharded; the update is replicated along it.
pub(crate) fn update_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let data = module.op(op);
    let [operand, update] = [data.operands[0], data.operands[1]]
        .map(|value| crate::local_values::shape_and_bits(module, value).0);
    let mut rule = rule.clone();
    for (dim, (&from, &to)) in operand.iter().zip(&update).enumerate() {
        if from != to {
            rule.operands[1].dims[dim] = smallvec![add_factor(&mut rule.factor_sizes, to)];
            rule.need_replication.push(rule.operands[1].dims[dim][0]);
        }
    }
    Some(rule)
}

fn add_factor(sizes: &mut Vec<FactorSize>, size: u64) -> FactorId {
    sizes.push(size.into());
    FactorId::from_index(sizes.len() - 1)
}

impl Localizer<'_> {
    /// Clamps a start index so that the slice is inside the dimension, as the op is specified.
    fn clamped(&mut self, start: ValueId, size: u64, slice: u64) -> ValueId {
        self.within(start, 0, (size - slice) as i64)
    }

    /// The combiner for values of which all but one are zero.
    pub(crate) fn one_of(&self, value: ValueId) -> Combiner {
        let element = self.emit.element(value);
        match self.emit.out.context.type_of(element) {
            Type::Integer { width: 1, .. } => Combiner::Or,
            _ => Combiner::Sum,
        }
    }
}

/// Along a sharded dimension that is sliced, every device contributes the elements that it holds and zeros for the
/// rest, so that the result is a partial value to be combined by `one_of`.
pub(crate) fn dynamic_slice(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let data = local.module.op(placed.op);
    let (operand, result) = (local.shape(data.operands[0]), local.shape(data.result(0)));
    let (mut value, layout) = (placed.operands[0].0, placed.operands[0].1.clone());
    let zero = local.emit.constant_index(0);
    let mut starts: Vec<ValueId> = Vec::new();
    let mut sizes = placed.results[0].local_shape(&result);
    for dim in 0..operand.len() {
        let start = placed.operands[1 + dim].0;
        if operand[dim] == result[dim] {
            starts.push(zero);
            sizes[dim] = layout.block(dim, operand[dim]);
        } else if layout.is_sharded(dim) {
            value = part_of_slice(local, placed, value, dim, (operand[dim], result[dim]), start);
            starts.push(zero);
        } else {
            starts.push(local.clamped(start, operand[dim], result[dim]));
        }
    }
    let needed = local.emit.shape(value)[..] != sizes[..];
    let value = if needed { local.emit.dynamic_slices(value, &starts, &sizes) } else { value };
    let mut layout = placed.results[0].clone();
    layout.combiner = local.one_of(value);
    vec![(value, layout)]
}

/// A device's share of a slice along a sharded dimension; zeros elsewhere.
fn part_of_slice(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    value: ValueId,
    dim: usize,
    (size, slice): (u64, u64),
    start: ValueId,
) -> ValueId {
    let block = local.emit.shape(value)[dim] as i64;
    let slice = slice as i64;
    let element = local.emit.element(value);
    let zero = local.emit.zeros(&[], element);
    // The block between as many zeros as the slice has elements: wherever the slice begins, clamping its start to this
    // range yields the elements of the block that it covers, or zeros only if it misses the block.
    let padded = local.emit.pad(value, zero, dim, [slice, slice, 0]);
    let start = local.clamped(start, size, slice as u64);
    let index = local.emit.shard_index(placed.mesh, &placed.operands[0].1.dims[dim]);
    let origin = local.emit.times_constant(index, block);
    let at = local.emit.like(OpCode::Subtract, &[start, origin]);
    let at = local.emit.add_constant(at, slice);
    let at = local.bounded(at, block + slice);
    local.emit.dynamic_slice(padded, dim, at, slice as u64)
}

/// Along a sharded dimension that is updated, every device writes the part of the update that falls into its block and
/// keeps its own elements elsewhere; nothing is sent.
pub(crate) fn dynamic_update_slice(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let data = local.module.op(placed.op);
    let (operand, update) = (local.shape(data.operands[0]), local.shape(data.operands[1]));
    let (value, layout) = (placed.operands[0].0, placed.operands[0].1.clone());
    let mut new = placed.operands[1].0;
    let zero = local.emit.constant_index(0);
    let mut starts: Vec<ValueId> = Vec::new();
    let mut here: Vec<(usize, ValueId)> = Vec::new();
    for dim in 0..operand.len() {
        let start = placed.operands[2 + dim].0;
        if operand[dim] == update[dim] {
            starts.push(zero);
        } else if layout.is_sharded(dim) {
            let block = local.emit.shape(value)[dim] as i64;
            let element = local.emit.element(new);
            // The window of the padded update that covers this block. Its padding is replaced by old elements below.
            let fill = local.emit.zeros(&[], element);
            let padded = local.emit.pad(new, fill, dim, [block, block, 0]);
            let start = local.clamped(start, operand[dim], update[dim]);
            let index = local.emit.shard_index(placed.mesh, &layout.dims[dim]);
            let origin = local.emit.times_constant(index, block);
            // The start of the update within the block.
            let begin = local.emit.like(OpCode::Subtract, &[start, origin]);
            let at = local.emit.constant_index(block);
            let at = local.emit.like(OpCode::Subtract, &[at, begin]);
            let at = local.bounded(at, update[dim] as i64 + block);
            new = local.emit.dynamic_slice(padded, dim, at, block as u64);
            starts.push(zero);
            here.push((dim, begin));
        } else {
            starts.push(local.clamped(start, operand[dim], update[dim]));
        }
    }
    if !here.is_empty() {
        let shape = local.emit.shape(new);
        let old = local.emit.dynamic_slices(value, &starts, &shape);
        for (dim, begin) in here {
            let positions = local.emit.iota(&shape, dim, local.emit.index_type());
            let end = local.emit.add_constant(begin, update[dim] as i64);
            let [begin, end] = [begin, end].map(|bound| local.emit.broadcast(bound, &shape));
            let (low, high) =
                (local.emit.compare("GE", positions, begin), local.emit.compare("LT", positions, end));
            let inside = local.emit.like(OpCode::And, &[low, high]);
            new = local.emit.select(inside, new, old);
        }
    }
    let ty = local.emit.out.type_of(value);
    let operands: Vec<ValueId> = [value, new].into_iter().chain(starts).collect();
    let value = local.emit.one(OpCode::DynamicUpdateSlice, &operands, ty, &[]);
    vec![(value, placed.results[0].clone())]
}
