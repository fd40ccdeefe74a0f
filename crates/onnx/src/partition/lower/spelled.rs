//! Writes out defaults that would be different for a shard.

use partita_mesh::axis_list::shard_count;

use super::super::build::{ints_attribute, text_attribute};
use super::{LocalNode, Rank, same};

/// Without axes `Squeeze` removes all dimensions of size 1. Only those of the unsharded tensor are meant.
pub(super) fn squeeze(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let is_listed = node.inputs.len() > 1 || node.proto.attribute("axes").is_some();
    if let (Some(Some(input)), false) = (node.inputs.first(), is_listed) {
        let shape = input.node_shape();
        let units: Vec<i64> = (0..shape.len()).filter(|&dim| shape[dim] == 1).map(|dim| dim as i64).collect();
        if rank.build.opset < 13 {
            node.set(ints_attribute("axes", units));
        } else {
            node.proto.input.push(rank.build.integers(&units, false));
            node.inputs.push(None);
        }
    }
    same(rank, node);
}

/// The sizes of the outputs are attributes before version 13; a shard has the same share of all of them.
pub(super) fn split(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let sharded = node.inputs.first().and_then(Option::as_ref).and_then(|input| {
        let axis = node.proto.attribute("axis").and_then(|attribute| attribute.i).unwrap_or(0);
        input.layout.0.get(input.dim_of_axis(axis)?)
    });
    let count = sharded.map_or(1, |axes| shard_count(axes)) as i64;
    let sizes = node.proto.attribute("split").map(|attribute| attribute.ints.clone()).unwrap_or_default();
    if !sizes.is_empty() && count > 1 {
        node.set(ints_attribute("split", sizes.iter().map(|size| size / count)));
    }
    same(rank, node);
}

/// The sizes already keep the aspect ratio of the unsharded tensor; those of a shard must not be adjusted again.
pub(super) fn resize(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    if node.proto.attribute("keep_aspect_ratio_policy").is_some() {
        node.set(text_attribute("keep_aspect_ratio_policy", "stretch"));
    }
    same(rank, node);
}
