//! Lowers `Shape` and `Size`, which return sizes of the unsharded tensor.

use super::super::node::Shard;
use super::{LocalNode, Rank, same};
use crate::ops::shape_range;

/// The sizes of sharded dimensions are known; the others are those of the shard. A dimension that is merged of several, of which only some have a
/// known size, is as much larger than that of the shard as those are.
pub(super) fn shape(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some((input, output)) = input_and_output(node) else { return same(rank, node) };
    let groups = if input.merged.is_empty() { vec![1; input.shape.len()] } else { input.merged.clone() };
    let (start, end) = shape_range(&node.proto, groups.len());
    let local_shape = input.local_shape();
    let (mut numbers, mut scales, mut first) = (Vec::new(), Vec::new(), 0);
    for (dim, count) in groups.into_iter().enumerate() {
        let parts = first..first + count;
        first += count;
        if !(start..end).contains(&dim) {
            continue;
        }
        let is_sharded = parts.clone().any(|part| !input.layout.0[part].is_empty());
        let is_known = count == 1 || parts.clone().all(|part| input.dims[part].known().is_some());
        let [own, all] =
            [&local_shape, &input.shape].map(|sizes| sizes[parts.clone()].iter().product::<u64>() as i64);
        numbers.push((is_sharded && is_known).then_some(all));
        scales.push(if is_sharded && !is_known { (own, all) } else { (1, 1) });
    }
    let mut sizes = rank.build.op("Shape", &output.name, &[&input.name], node.proto.attribute.clone());
    if scales.iter().any(|scale| *scale != (1, 1)) {
        let (own, all): (Vec<i64>, Vec<i64>) = scales.into_iter().unzip();
        let [own, all] = [own, all].map(|sizes| rank.build.integers(&sizes, false));
        sizes = rank.build.binary("Div", &sizes, &own);
        sizes = rank.build.binary("Mul", &sizes, &all);
    }
    let global = rank.build.replace_elements(&sizes, &numbers);
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
