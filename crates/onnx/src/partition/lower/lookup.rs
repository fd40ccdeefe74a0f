//! Look-ups along a sharded dimension of the data. In general every rank looks up the elements it holds and masks the others with zeros, so that the
//! results are partial sums. Where the indices are known to be in a rank's shard, they become relative to it.

use partita_rule::FactorId;

use super::super::build::{int_attribute, is_float};
use super::{LocalNode, Plain, Rank, by_kind, same};
use crate::signature::FactorKind;
use crate::types::ElementType;

pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    let looks_up = plain.signature.factor(factor).kind == FactorKind::Lookup;
    let element = plain.signature.outputs.first().and_then(|output| output.ty.element);
    looks_up && element.is_some_and(is_float) || by_kind(plain, factor, shards)
}

pub(super) fn gather(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let lookup =
        node.sharded_factors().find(|(_, kind)| **kind == FactorKind::Lookup).map(|(factor, _)| factor);
    let parts = (node.inputs.first().cloned(), node.inputs.get(1).cloned(), node.outputs.first().cloned());
    let (Some(factor), (Some(Some(data)), Some(Some(indices)), Some(Some(output)))) = (lookup, parts) else {
        return relative(rank, node);
    };
    let (Some(dim), Some(own)) = (node.input_dim(0, factor), node.range(factor)) else {
        return same(rank, node);
    };
    // Converts indices of any integer type to positions relative to this rank's shard. Negative indices count from the end of the
    // unsharded dimension.
    let build = &mut rank.build;
    let wide = build.cast(&indices.name, ElementType::Int64);
    let zero = build.integers(&[0], true);
    let size = build.integers(&[data.shape[dim] as i64], true);
    let from_end = build.binary("Less", &wide, &zero);
    let turned = build.binary("Add", &wide, &size);
    let at = build.op("Where", &wide, &[&from_end, &turned, &wide], Vec::new());
    let start = build.integers(&[own.start as i64], true);
    let local = build.binary("Sub", &at, &start);
    let length = build.integers(&[(own.end - own.start) as i64], true);
    let below = build.binary("Less", &local, &zero);
    let inside = build.binary("Less", &local, &length);
    let above = build.unary("Not", &inside);
    let outside = build.binary("Or", &below, &above);
    let safe = build.op("Where", &local, &[&outside, &zero, &local], Vec::new());
    let found =
        build.op("Gather", &output.name, &[&data.name, &safe], vec![int_attribute("axis", dim as i64)]);
    // The mask has the shape of the indices, followed by the remaining dimensions of the data.
    let behind = data.shape.len() - dim - 1;
    let added: Vec<i64> = (0..behind).map(|at| (indices.shape.len() + at) as i64).collect();
    let mask = if added.is_empty() { outside } else { build.unsqueeze_dims(&outside, &added) };
    let zeros = build.zeros(output.element, &[]);
    let masked = build.op("Where", &output.name, &[&mask, &zeros, &found], Vec::new());
    rank.alias(&masked, &output.name);
}

/// `Gather` or `GatherElements` whose indices are in this rank's shard.
pub(super) fn relative(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let axis = node.proto.attribute("axis").and_then(|axis| axis.i).unwrap_or(0);
    let data = node.inputs.first().and_then(Option::as_ref);
    let range = data.and_then(|data| data.ranges.get(data.dim_of_axis(axis)?));
    let start = range.map_or(0, |range| range.start as i64);
    subtract(rank, node, &[start], true);
}

/// `GatherND` or `ScatterND` whose indices are in this rank's shard.
pub(super) fn relative_tuples(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let batch = node.proto.attribute("batch_dims").and_then(|batch| batch.i).unwrap_or(0);
    let (Some(Some(data)), Some(Some(indices))) = (node.inputs.first(), node.inputs.get(1)) else {
        return same(rank, node);
    };
    let tuple = indices.shape.last().map_or(0, |size| *size as usize);
    let looked_up = data.ranges.iter().skip(usize::try_from(batch).unwrap_or(0)).take(tuple);
    let starts: Vec<i64> = looked_up.map(|range| range.start as i64).collect();
    subtract(rank, node, &starts, false);
}

fn subtract(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>, starts: &[i64], is_scalar: bool) {
    if let Some(Some(indices)) = node.inputs.get_mut(1)
        && starts.iter().any(|start| *start != 0)
    {
        let build = &mut rank.build;
        let wide = match indices.element {
            ElementType::Int64 => indices.name.clone(),
            _ => build.cast(&indices.name, ElementType::Int64),
        };
        let starts = build.integers(starts, is_scalar);
        indices.name = build.binary("Sub", &wide, &starts);
        indices.element = ElementType::Int64;
    }
    same(rank, node);
}
