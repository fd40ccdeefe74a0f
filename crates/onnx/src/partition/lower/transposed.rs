//! Lowers a transposed convolution: a shard of the output reads the elements of the input whose windows reach it, and crops what they write
//! beyond it.

use std::ops::Range;

use partita_rule::FactorId;

use super::super::build::{ints_attribute, text_attribute};
use super::super::mesh_layout::shard_range;
use super::window::{pads_known, shard};
use super::{LocalNode, Plain, Rank, by_kind, reads_inside, same};
use crate::proto;
use crate::signature::{FactorKind, Signature, Window, WindowDirection};
use crate::types::Dim;

/// The elements of an input of this size that a range of the output reads. It begins early enough that nothing is missing before it.
pub(super) fn reads(window: &Window, output: &Range<u64>, size: u64) -> Range<u64> {
    let (stride, reach) = (window.stride as i64, reach(window));
    let (first, last) = (output.start as i64 + window.pad_begin, output.end as i64 - 1 + window.pad_begin);
    let begin = (first - reach).div_euclid(stride) + i64::from((first - reach).rem_euclid(stride) != 0);
    let begin = begin.min(first.div_euclid(stride)).clamp(0, size as i64);
    let end = (last.div_euclid(stride) + 1).clamp(begin, size as i64);
    begin as u64..end as u64
}

/// The distance from the first to the last element that a window writes.
fn reach(window: &Window) -> i64 {
    (window.kernel as i64 - 1) * window.dilation as i64
}

/// Whether a spatial dimension may be sharded: every shard must read something, and what no element reaches must be padding at the end.
pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, count: u64) -> bool {
    let FactorKind::Window(window) = plain.signature.factor(factor).kind else {
        return by_kind(plain, factor, count);
    };
    let dim = plain.signature.inputs[0].dims.iter().position(|dim| dim.contains(&factor));
    let (Some(dim), Some(output)) = (dim, plain.signature.factor(factor).size.known()) else { return false };
    let input = plain.shapes[0][dim];
    // Of an unknown size, the attributes stay as they are.
    let is_written = |dim: usize, window: &Window| {
        let output = plain.signature.outputs[0].ty.dims.as_ref().and_then(|dims| dims.get(dim)?.known());
        // The attribute `output_padding` is less than the stride.
        let input = plain.shapes[0][dim] as i64;
        let written = (input - 1) * window.stride as i64 + reach(window) + window.stride as i64;
        output.is_none_or(|output| output as i64 + window.pad_begin <= written)
    };
    let is_plain = plain.signature.windows.iter().all(|(dim, window)| {
        window.direction == WindowDirection::Scatter
            && window.pad_begin >= 0
            && window.pad_end >= 0
            && is_written(*dim, window)
    });
    let all_shards_read =
        (0..count).all(|at| !reads_inside(&window, &shard_range(output, count, at), input).is_empty());
    let fills = input.div_ceil(count) * (count - 1) < input;
    is_plain && pads_known(plain) && all_shards_read && fills
}

pub(super) fn conv_transpose(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let (Some(Some(mut input)), Some(Some(output))) =
        (node.inputs.first().cloned(), node.outputs.first().cloned())
    else {
        return same(rank, node);
    };
    let space = input.shape.len().saturating_sub(2);
    let (mut pads, mut added) = (vec![0i64; 2 * space], vec![0i64; space]);
    let given = node.proto.attribute("output_padding").map_or(Vec::new(), |attribute| attribute.ints.clone());
    let mut is_sharded = false;
    for &(dim, window) in &node.signature.windows {
        let at = dim - 2;
        if output.dims.get(dim).is_none_or(|size| size.known().is_none()) {
            (pads[at], pads[space + at]) = (window.pad_begin, window.pad_end);
            added[at] = given.get(at).copied().unwrap_or(0);
            continue;
        }
        let mut own = 0..output.shape[dim];
        if let Some((size, count, mine)) = shard(node, dim) {
            is_sharded = true;
            own = shard_range(size, count, mine);
            let extent = input.shape[dim];
            rank.fetch(&mut input, dim, &|at| reads_inside(&window, &shard_range(size, count, at), extent));
        }
        // Positions from the first element that the window of element 0 writes.
        let read = &input.ranges[dim];
        let (begin, end) = (own.start as i64 + window.pad_begin, own.end as i64 + window.pad_begin);
        let written = (read.end as i64 - 1) * window.stride as i64 + reach(&window) + 1;
        pads[at] = begin - read.start as i64 * window.stride as i64;
        pads[space + at] = (written - end).max(0);
        added[at] = (end - written).max(0);
    }
    if is_sharded {
        node.inputs[0] = Some(input);
        node.proto.attribute.retain(|attribute| attribute.name.as_deref() != Some("output_shape"));
        node.set(ints_attribute("pads", pads));
        node.set(ints_attribute("output_padding", added));
        node.set(text_attribute("auto_pad", "NOTSET"));
    } else {
        spell_pads(&mut node.proto, node.signature, &input.dims);
    }
    same(rank, node);
}

/// Replaces `output_shape` by the padding that it implies. onnxruntime infers a result without spatial dimensions if a size of it is less than
/// that of the input, and then rejects the nodes that use it.
pub(super) fn spell_pads(node: &mut proto::Node, signature: &Signature, input: &[Dim]) {
    let space = input.len().saturating_sub(2);
    if node.attribute("output_shape").is_none() || signature.windows.len() != space {
        return;
    }
    let (mut pads, mut added) = (vec![0i64; 2 * space], vec![0i64; space]);
    for &(dim, window) in &signature.windows {
        let output = signature.outputs[0].ty.dims.as_ref().and_then(|dims| dims.get(dim)?.known());
        let (Some(size), Some(output)) = (input.get(dim).and_then(Dim::known), output) else { return };
        let written = (size as i64 - 1) * window.stride as i64 + reach(&window) + 1;
        let end = output as i64 + window.pad_begin;
        (pads[dim - 2], pads[space + dim - 2]) = (window.pad_begin, (written - end).max(0));
        added[dim - 2] = (end - written).max(0);
        // `output_padding` must be less than the stride.
        if added[dim - 2] >= window.stride as i64 {
            return;
        }
    }
    let replaced = ["output_shape", "pads", "output_padding", "auto_pad"];
    node.attribute.retain(|attribute| attribute.name.as_deref().is_none_or(|name| !replaced.contains(&name)));
    node.attribute.push(ints_attribute("pads", pads));
    if added.iter().any(|&added| added > 0) {
        node.attribute.push(ints_attribute("output_padding", added));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element that writes into a range of the output is read, and at least one before everything that is written.
    #[test]
    fn all_that_is_written_is_read() {
        for (kernel, stride, dilation, pad_begin) in
            [(3, 2, 1, 1), (2, 2, 1, 0), (1, 3, 1, 0), (4, 1, 2, 3), (3, 3, 2, 2), (2, 5, 1, 1)]
        {
            let direction = WindowDirection::Scatter;
            let window = Window { kernel, stride, dilation, pad_begin, pad_end: 0, direction };
            let size = 9u64;
            let full = (size - 1) * stride + (kernel - 1) * dilation + 1 - pad_begin as u64;
            for start in 0..full {
                for end in start + 1..=full {
                    let read = reads(&window, &(start..end), size);
                    for x in 0..size {
                        let writes = (0..kernel).any(|k| {
                            let y = (x * stride + k * dilation) as i64 - pad_begin;
                            (start as i64..end as i64).contains(&y)
                        });
                        assert!(
                            !writes || read.contains(&x),
                            "{window:?} {start}..{end} lacks {x}: {read:?}"
                        );
                    }
                    assert!(read.is_empty() || (read.start * stride) as i64 <= start as i64 + pad_begin);
                }
            }
        }
    }
}
