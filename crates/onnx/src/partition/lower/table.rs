//! The ops that need special lowering.

use super::{
    ByShape, LoweringRow, by_kind, generated_too, lookup, never, offset, ordered, ordered_too, plain_row,
    requantise, same, shape, spelled, statistics, strided, transposed, window,
};

pub(super) const ROWS: &[LoweringRow] = &[
    LoweringRow {
        contributes: Some(ordered::searched_bytes),
        ..plain_row("ArgMax", ordered::may_search, ordered::search)
    },
    LoweringRow {
        contributes: Some(ordered::searched_bytes),
        ..plain_row("ArgMin", ordered::may_search, ordered::search)
    },
    plain_row("AveragePool", window::may_shard, window::lower_window),
    LoweringRow { by_shape: ByShape::No, ..plain_row("ConstantOfShape", generated_too, same) },
    plain_row("Conv", window::may_shard, window::lower_window),
    plain_row("ConvInteger", window::may_shard, window::lower_window),
    LoweringRow {
        spell: Some(transposed::spell_pads),
        ..plain_row("ConvTranspose", transposed::may_shard, transposed::conv_transpose)
    },
    LoweringRow {
        contributes: Some(ordered::total_bytes),
        ..plain_row("CumProd", ordered::may_accumulate, ordered::accumulate)
    },
    LoweringRow {
        contributes: Some(ordered::total_bytes),
        ..plain_row("CumSum", ordered::may_accumulate, ordered::accumulate)
    },
    plain_row("DynamicQuantizeLinear", statistics::may_quantize, statistics::dynamic_quantize),
    LoweringRow { by_shape: ByShape::No, ..plain_row("Expand", generated_too, same) },
    // It reads only the shape of its input.
    plain_row("EyeLike", never, same),
    plain_row("Gather", lookup::may_shard, lookup::gather),
    LoweringRow { by_shape: ByShape::Axis, ..plain_row("GatherElements", by_kind, lookup::relative) },
    plain_row("GatherND", by_kind, lookup::relative_tuples),
    LoweringRow {
        contributes: Some(ordered::searched_bytes),
        ..plain_row("Hardmax", ordered::may_search, ordered::hardmax)
    },
    LoweringRow {
        by_shape: ByShape::No,
        ..plain_row("LayerNormalization", statistics::may_shard, statistics::layer_normalization)
    },
    LoweringRow {
        by_shape: ByShape::No,
        ..plain_row("LogSoftmax", statistics::may_shard, statistics::log_softmax)
    },
    plain_row("LpPool", window::may_shard, window::lower_window),
    plain_row("MaxPool", window::may_shard, window::lower_window),
    // Its indices refer to the unsharded tensor.
    plain_row("MaxUnpool", never, same),
    plain_row("QLinearConv", requantise::may_shard_conv, requantise::conv),
    plain_row("QLinearMatMul", requantise::may_shard, requantise::matmul),
    LoweringRow {
        by_shape: ByShape::No,
        ..plain_row("RMSNormalization", statistics::may_shard, statistics::rms_normalization)
    },
    plain_row("Resize", by_kind, spelled::resize),
    plain_row("ScatterND", by_kind, lookup::relative_tuples),
    LoweringRow { by_shape: ByShape::No, ..plain_row("Shape", by_kind, shape::shape) },
    plain_row("Size", by_kind, shape::size),
    // Only windows depend on the shape, and dimensions around them stay merged.
    LoweringRow { by_shape: ByShape::No, ..plain_row("Slice", strided::may_shard, strided::slice) },
    LoweringRow { by_shape: ByShape::No, ..plain_row("Softmax", statistics::may_shard, statistics::softmax) },
    LoweringRow { by_shape: ByShape::Axis, ..plain_row("Split", by_kind, spelled::split) },
    LoweringRow { by_shape: ByShape::No, ..plain_row("Squeeze", by_kind, spelled::squeeze) },
    LoweringRow { by_shape: ByShape::No, ..plain_row("Tile", generated_too, same) },
    LoweringRow {
        contributes: Some(ordered::selected_bytes),
        ..plain_row("TopK", ordered::may_select, ordered::select)
    },
    plain_row("Trilu", ordered_too, offset::trilu),
];
