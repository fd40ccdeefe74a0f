//! Lowers `Shape` and `Size`, which return sizes of the unsharded tensor.

use super::super::node::Shard;
use super::{LocalNode, Rank, same};
use crate::ops::shape_range;

/// The sizes of sharded dimensions are known; the others are those of the shard.
pub(super) fn shape(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some((input, output)) = input_and_output(node) else { return same(rank, node) };
    let (start, end) = shape_range(&node.proto, input.shape.len());
    let size = |dim: usize| (!input.layout.0[dim].is_empty()).then_some(input.shape[dim] as i64);
    let numbers: Vec<Option<i64>> = (start..end).map(size).collect();
    let local = rank.build.op("Shape", &output.name, &[&input.name], node.proto.attribute.clone());
    let global = rank.build.replace_elements(&local, &numbers);
    rank.alias(&global, &output.name);
}

/// The number of elements is that of the shard, scaled by its sharded dimensions.
pub(super) fn size(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some((input, output)) = input_and_output(node) else { return same(rank, node) };
    let is_sharded = |dim: &usize| !input.layout.0[*dim].is_empty();
    let product = |sizes: &[u64]| (0..sizes.len()).filter(is_sharded).map(|dim| sizes[dim] as i64).product();
    let [local, global] =
        [&input.local_shape(), &input.shape].map(|sizes| rank.build.integers(&[product(sizes)], true));
    let count = rank.build.unary("Size", &input.name);
    let rest = rank.build.binary("Div", &count, &local);
    let count = rank.build.binary("Mul", &rest, &global);
    rank.alias(&count, &output.name);
}

fn input_and_output(node: &LocalNode<'_>) -> Option<(Shard, Shard)> {
    Some((node.inputs.first()?.clone()?, node.outputs.first()?.clone()?))
}
