//! The ops that need special lowering.

use super::{
    LoweringRow, by_kind, generated_too, lookup, never, offset, ordered_too, requantise, same, spelled,
    statistics, window,
};

pub(super) const ROWS: &[LoweringRow] = &[
    LoweringRow { op: "AveragePool", may_shard: window::may_shard, lower: window::lower_window },
    LoweringRow { op: "ConstantOfShape", may_shard: generated_too, lower: same },
    LoweringRow { op: "Conv", may_shard: window::may_shard, lower: window::lower_window },
    LoweringRow { op: "ConvInteger", may_shard: window::may_shard, lower: window::lower_window },
    LoweringRow { op: "Expand", may_shard: generated_too, lower: same },
    // It reads only the shape of its input.
    LoweringRow { op: "EyeLike", may_shard: never, lower: same },
    LoweringRow { op: "Gather", may_shard: lookup::may_shard, lower: lookup::gather },
    LoweringRow {
        op: "LayerNormalization",
        may_shard: statistics::may_shard,
        lower: statistics::layer_normalization,
    },
    LoweringRow { op: "LogSoftmax", may_shard: statistics::may_shard, lower: statistics::log_softmax },
    LoweringRow { op: "LpPool", may_shard: window::may_shard, lower: window::lower_window },
    LoweringRow { op: "MaxPool", may_shard: window::may_shard, lower: window::lower_window },
    // Its indices refer to the unsharded tensor.
    LoweringRow { op: "MaxUnpool", may_shard: never, lower: same },
    LoweringRow { op: "QLinearConv", may_shard: requantise::may_shard_conv, lower: requantise::conv },
    LoweringRow { op: "QLinearMatMul", may_shard: requantise::may_shard, lower: requantise::matmul },
    LoweringRow {
        op: "RMSNormalization",
        may_shard: statistics::may_shard,
        lower: statistics::rms_normalization,
    },
    LoweringRow { op: "Resize", may_shard: by_kind, lower: spelled::resize },
    LoweringRow { op: "Softmax", may_shard: statistics::may_shard, lower: statistics::softmax },
    LoweringRow { op: "Squeeze", may_shard: by_kind, lower: spelled::squeeze },
    LoweringRow { op: "Tile", may_shard: generated_too, lower: same },
    LoweringRow { op: "Trilu", may_shard: ordered_too, lower: offset::trilu },
];
