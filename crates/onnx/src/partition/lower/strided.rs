//! Lowers a `Slice` that selects every element at some distance: a rank fetches the elements that its shard of the result reads.

use partita_rule::FactorId;

use super::super::mesh_layout::shard_range;
use super::{LocalNode, Plain, Rank, by_kind, reads_inside, same};
use crate::signature::FactorKind;

/// The default, and dimensions in which every shard selects elements.
pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, count: u64) -> bool {
    let FactorKind::Window(window) = plain.signature.factor(factor).kind else {
        return by_kind(plain, factor, count);
    };
    let dim = plain.signature.inputs[0].dims.iter().position(|dim| dim.contains(&factor));
    let (Some(dim), Some(size)) = (dim, plain.signature.factor(factor).size.known()) else { return false };
    let input = plain.shapes[0][dim];
    let reads = |at: u64| reads_inside(&window, &shard_range(size, count, at), input);
    input.div_ceil(count) * (count - 1) < input && (0..count).all(|at| !reads(at).is_empty())
}

pub(super) fn slice(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let lists: Vec<Option<Vec<i64>>> = (1..5).map(|at| node.contents.get(at).cloned().flatten()).collect();
    let (Some(Some(mut input)), [Some(starts), Some(ends), axes, steps]) =
        (node.inputs.first().cloned(), &lists[..])
    else {
        return same(rank, node);
    };
    let length = input.shape.len() as i64;
    let axes = axes.clone().unwrap_or_else(|| (0..starts.len() as i64).collect());
    let axes: Vec<i64> = axes.iter().map(|&axis| if axis < 0 { axis + length } else { axis }).collect();
    let steps = steps.clone().unwrap_or_else(|| vec![1; starts.len()]);
    let (mut starts, mut ends) = (starts.clone(), ends.clone());
    let mut is_sharded = false;
    for &(dim, window) in &node.signature.windows {
        let is_window =
            |factor: &&FactorId| matches!(node.signature.factor(**factor).kind, FactorKind::Window(_));
        let Some(&factor) = node.signature.inputs[0].dims[dim].iter().find(is_window) else { continue };
        let (count, _) = node.shard(factor);
        let place = axes.iter().position(|&axis| axis == dim as i64);
        let (Some(size), Some(place)) = (node.signature.factor(factor).size.known(), place) else { continue };
        if count == 1 {
            continue;
        }
        is_sharded = true;
        let extent = input.shape[dim];
        rank.fetch(&mut input, dim, &|at| reads_inside(&window, &shard_range(size, count, at), extent));
        // The first element that was fetched is the first that is selected.
        (starts[place], ends[place]) = (0, (input.ranges[dim].end - input.ranges[dim].start) as i64);
    }
    if !is_sharded {
        return same(rank, node);
    }
    let lists = [starts, ends, axes, steps].map(|list| rank.build.integers(&list, false));
    node.proto.input = std::iter::once(input.name.clone()).chain(lists).collect();
    node.inputs = vec![Some(input), None, None, None, None];
    same(rank, node);
}
