//! Lowers convolution and pooling, whose windows cross the borders of shards.

use std::ops::Range;

use partita_mesh::axis_list::shard_count;
use partita_rule::FactorId;

use super::super::build::{ints_attribute, text_attribute};
use super::super::mesh_layout::shard_range;
use super::{LocalNode, Plain, Rank, by_kind, same, transposed};
use crate::signature::{Factor, FactorKind, Window, WindowDirection};

/// The indices of the input that a range of the output reads, including padding at both ends.
fn reads(window: &Window, output: &Range<u64>) -> Range<i64> {
    let first = output.start as i64 * window.stride as i64 - window.pad_begin;
    let last = (output.end as i64 - 1) * window.stride as i64 - window.pad_begin;
    first..last + (window.kernel as i64 - 1) * window.dilation as i64 + 1
}

/// The indices of an input of this size that a range of the output reads.
pub(crate) fn reads_inside(window: &Window, output: &Range<u64>, size: u64) -> Range<u64> {
    if window.direction == WindowDirection::Scatter {
        return transposed::reads(window, output, size);
    }
    let reads = reads(window, output);
    let inside = |index: i64| index.clamp(0, size as i64) as u64;
    inside(reads.start)..inside(reads.end)
}

/// Whether a spatial dimension may be sharded: every shard must have elements to read.
pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, count: u64) -> bool {
    if plain.node.output.get(1).is_some_and(|name| !name.is_empty()) {
        // The positions of the maxima refer to the unsharded tensor.
        return false;
    }
    let FactorKind::Window(window) = plain.signature.factor(factor).kind else {
        return by_kind(plain, factor, count);
    };
    let Some(dim) = plain.signature.inputs[0].dims.iter().position(|dim| dim.contains(&factor)) else {
        return false;
    };
    let Some(output) = plain.signature.factor(factor).size.known() else { return false };
    let input = plain.shapes[0][dim];
    if window.direction != WindowDirection::Gather || !pads_known(plain) {
        return false;
    }
    // Averages count the elements of a last window that exceeds the padding differently.
    let overhangs = reads(&window, &(0..output)).end > input as i64 + window.pad_end;
    let is_average = !matches!(plain.node.op(), "MaxPool" | "Conv" | "ConvInteger" | "QLinearConv");
    let all_shards_read =
        (0..count).all(|i| !reads_inside(&window, &shard_range(output, count, i), input).is_empty());
    let fills = input.div_ceil(count) * (count - 1) < input;
    all_shards_read && fills && !(overhangs && is_average)
}

/// Whether the padding of every dimension is known. It is written out.
pub(super) fn pads_known(plain: &Plain<'_>) -> bool {
    let has_padding = |factor: &Factor| !matches!(factor.kind, FactorKind::NeedsReplication(_));
    let mut spatial = plain.signature.inputs[0].dims.iter().skip(2).flatten();
    spatial.all(|&factor| has_padding(plain.signature.factor(factor)))
}

pub(super) fn lower_window(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    fetch_windows(rank, node);
    same(rank, node);
}

/// Fetches the halos of the windows and pads only at the ends of the unsharded tensor. Unsharded dimensions keep their padding.
pub(super) fn fetch_windows(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some(Some(mut input)) = node.inputs.first().cloned() else { return };
    let space = input.shape.len().saturating_sub(2);
    let mut pads = vec![0i64; 2 * space];
    let mut is_sharded = false;
    for &(dim, window) in &node.signature.windows {
        let at = dim - 2;
        (pads[at], pads[space + at]) = (window.pad_begin, window.pad_end);
        let Some((size, count, mine)) = shard(node, dim) else { continue };
        is_sharded = true;
        let extent = input.shape[dim];
        debug_assert_eq!(shard_count(&input.layout.0[dim]), count);
        rank.fetch(&mut input, dim, &|i| reads_inside(&window, &shard_range(size, count, i), extent));
        let reads = reads(&window, &shard_range(size, count, mine));
        pads[at] = (-reads.start).max(0);
        pads[space + at] = (reads.end - extent as i64).max(0);
    }
    if is_sharded {
        node.inputs[0] = Some(input);
        node.set(ints_attribute("pads", pads));
        node.set(text_attribute("auto_pad", "NOTSET"));
    }
}

/// For a sharded dimension of the input: the size of the output, the number of shards, and the index of this rank's shard.
pub(super) fn shard(node: &LocalNode<'_>, dim: usize) -> Option<(u64, u64, u64)> {
    let is_window =
        |factor: &&FactorId| matches!(node.signature.factor(**factor).kind, FactorKind::Window(_));
    let factor = *node.signature.inputs[0].dims[dim].iter().find(is_window)?;
    let (count, mine) = node.shard(factor);
    let size = node.signature.factor(factor).size.known()?;
    (count > 1).then_some((size, count, mine))
}
