//! Ops that take shapes as operands, although the types already state them.

use partita_ir::{OpCode, OpId, ValueId};

use super::Rewriter;
use crate::ops::view;

/// `get_dimension_size` of a static size.
pub(super) fn dimension_size(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let dim = usize::try_from(view::int_attr(&rewriter.emit.out, op, "dimension", -1)).ok()?;
    let operand = rewriter.operand(op, 0);
    let tensor = rewriter.emit.out.context.tensor(rewriter.emit.out.type_of(operand))?;
    if tensor.encoding.is_some() {
        // The dimension is bounded but dynamic.
        return None;
    }
    let size = i32::try_from(tensor.shape.get(dim)?.size()?).ok()?;
    let result = rewriter.emit.out.op(op).result(0);
    let element = rewriter.emit.element(result);
    if rewriter.emit.out.element_bits(element) != Some(32) {
        return None;
    }
    // Each use gets its own constant, so that it keeps its source location.
    let ty = rewriter.result_type(op);
    let data = partita_ir::DenseData::Splat(size.to_le_bytes().into());
    let value = rewriter.emit.out.context.attr(partita_ir::Attr::Dense { ty, data });
    Some(vec![rewriter.emit.one(OpCode::Constant, &[], ty, &[("value", value)])])
}

/// `dynamic_broadcast_in_dim`
pub(super) fn broadcast_in_dim(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let operand = rewriter.operand(op, 0);
    let new = rewriter.instead(op, OpCode::BroadcastInDim, &[operand], &["broadcast_dimensions"]);
    rewriter.results(new)
}

/// `dynamic_iota`
pub(super) fn iota(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let new = rewriter.instead(op, OpCode::Iota, &[], &["iota_dimension"]);
    rewriter.results(new)
}

/// `dynamic_reshape`
pub(super) fn reshape(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let operand = rewriter.operand(op, 0);
    let new = rewriter.instead(op, OpCode::Reshape, &[operand], &[]);
    rewriter.results(new)
}

/// `dynamic_pad` by constants
pub(super) fn pad(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let [operand, fill, low, high, interior] = rewriter.emit.out.op(op).operands[..] else { return None };
    let (from, to) = (rewriter.emit.shape(operand), rewriter.result_shape(op));
    let edges = [low, high, interior].map(|value| rewriter.integers.get(value).map(<[i64]>::to_vec));
    let [Some(low), Some(high), Some(interior)] = edges else { return None };
    let fits = from.len() == to.len()
        && [&low, &high, &interior].iter().all(|list| list.len() == from.len())
        && (0..from.len()).all(|dim| {
            let between = interior[dim].checked_mul((from[dim] as i64 - 1).max(0));
            let sizes = [Some(from[dim] as i64), Some(low[dim]), Some(high[dim]), between];
            let size = sizes.into_iter().try_fold(0i64, |sum, size| sum.checked_add(size?));
            interior[dim] >= 0 && size == Some(to[dim] as i64)
        });
    if !fits {
        return None;
    }
    let new = rewriter.instead(op, OpCode::Pad, &[operand, fill], &[]);
    let lists = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
    for (name, list) in lists {
        let list = rewriter.emit.ints_attr(&list);
        rewriter.set(new, name, list);
    }
    rewriter.results(new)
}

/// `real_dynamic_slice` by constants
pub(super) fn slice(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let [operand, starts, limits, strides] = rewriter.emit.out.op(op).operands[..] else { return None };
    let (from, to) = (rewriter.emit.shape(operand), rewriter.result_shape(op));
    let lists = [starts, limits, strides].map(|value| rewriter.integers.get(value).map(<[i64]>::to_vec));
    let [Some(starts), Some(limits), Some(strides)] = lists else { return None };
    let fits = from.len() == to.len()
        && [&starts, &limits, &strides].iter().all(|list| list.len() == from.len())
        && (0..from.len()).all(|dim| {
            let (start, limit, stride) = (starts[dim], limits[dim], strides[dim]);
            0 <= start
                && start <= limit
                && limit <= from[dim] as i64
                && stride > 0
                && ((limit - start) as u64).div_ceil(stride as u64) == to[dim]
        });
    if !fits {
        return None;
    }
    let new = rewriter.instead(op, OpCode::Slice, &[operand], &[]);
    for (name, list) in [("start_indices", starts), ("limit_indices", limits), ("strides", strides)] {
        let list = rewriter.emit.ints_attr(&list);
        rewriter.set(new, name, list);
    }
    rewriter.results(new)
}

/// `dynamic_gather`: the sizes of slices are constants, or follow from the result.
pub(super) fn gather(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let [operand, indices, sizes] = rewriter.emit.out.op(op).operands[..] else { return None };
    let (from, to) = (rewriter.emit.shape(operand), rewriter.result_shape(op));
    let numbers = view::record_attr(&rewriter.emit.out, op, "dimension_numbers")?;
    let offset: Vec<usize> =
        numbers.ints("offset_dims").iter().filter_map(|&dim| usize::try_from(dim).ok()).collect();
    let left_out = [numbers.ints("collapsed_slice_dims"), numbers.ints("operand_batching_dims")].concat();
    let mut window = offset.iter().filter_map(|&dim| to.get(dim));
    let mut read = Vec::new();
    for (dim, &size) in from.iter().enumerate() {
        let is_left_out = left_out.contains(&(dim as i64));
        read.push(if is_left_out { size.min(1) as i64 } else { *window.next()? as i64 });
    }
    let given = rewriter.integers.get(sizes).map(<[i64]>::to_vec);
    if given.as_ref().is_some_and(|given| *given != read) {
        return None;
    }
    let kept = ["dimension_numbers", "indices_are_sorted"];
    let new = rewriter.instead(op, OpCode::Gather, &[operand, indices], &kept);
    let sizes = rewriter.emit.ints_attr(&read);
    rewriter.set(new, "slice_sizes", sizes);
    rewriter.results(new)
}

/// `dynamic_conv` with constant padding
pub(super) fn convolution(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let [lhs, rhs, padding] = rewriter.emit.out.op(op).operands[..] else { return None };
    let edges = rewriter.integers.get(padding)?.to_vec();
    let spatial = rewriter.result_shape(op).len().checked_sub(2)?;
    if edges.len() != 2 * spatial {
        return None;
    }
    let kept = [
        "batch_group_count",
        "dimension_numbers",
        "feature_group_count",
        "lhs_dilation",
        "precision_config",
        "rhs_dilation",
        "window_reversal",
        "window_strides",
    ];
    let new = rewriter.instead(op, OpCode::Convolution, &[lhs, rhs], &kept);
    let edges = rewriter.emit.matrix_attr(spatial, 2, &edges);
    rewriter.set(new, "padding", edges);
    rewriter.results(new)
}
