//! Writes out defaults that would be different for a shard.

use super::super::build::{ints_attribute, text_attribute};
use super::{LocalNode, Rank, same};

/// Without axes `Squeeze` removes all dimensions of size 1. Only those of the unsharded tensor are meant.
pub(super) fn squeeze(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let is_listed = node.inputs.len() > 1 || node.proto.attribute("axes").is_some();
    if let (Some(Some(input)), false) = (node.inputs.first(), is_listed) {
        let units = (0..input.shape.len()).filter(|&dim| input.shape[dim] == 1).map(|dim| dim as i64);
        let units: Vec<i64> = units.collect();
        if rank.build.opset < 13 {
            node.set(ints_attribute("axes", units));
        } else {
            node.proto.input.push(rank.build.integers(&units, false));
            node.inputs.push(None);
        }
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
