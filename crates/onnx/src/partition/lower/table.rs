//! The ops that are not simply themselves on a part of their inputs.

use super::{
    Row, by_kind, generated_too, lookup, never, offset, ordered_too, same, spelled, statistics, window,
};

pub(super) const ROWS: &[Row] = &[
    Row { op: "AveragePool", may_cut: window::may_cut, lower: window::lower },
    Row { op: "ConstantOfShape", may_cut: generated_too, lower: same },
    Row { op: "Conv", may_cut: window::may_cut, lower: window::lower },
    Row { op: "ConvInteger", may_cut: window::may_cut, lower: window::lower },
    Row { op: "Expand", may_cut: generated_too, lower: same },
    // It reads nothing but the shape of its input.
    Row { op: "EyeLike", may_cut: never, lower: same },
    Row { op: "Gather", may_cut: lookup::may_cut, lower: lookup::gather },
    Row { op: "LayerNormalization", may_cut: statistics::may_cut, lower: statistics::layer_normalization },
    Row { op: "LogSoftmax", may_cut: statistics::may_cut, lower: statistics::log_softmax },
    Row { op: "LpPool", may_cut: window::may_cut, lower: window::lower },
    Row { op: "MaxPool", may_cut: window::may_cut, lower: window::lower },
    // Its indices count through the whole tensor.
    Row { op: "MaxUnpool", may_cut: never, lower: same },
    Row { op: "QLinearConv", may_cut: window::may_cut, lower: window::lower },
    Row { op: "RMSNormalization", may_cut: statistics::may_cut, lower: statistics::rms_normalization },
    Row { op: "Resize", may_cut: by_kind, lower: spelled::resize },
    Row { op: "Softmax", may_cut: statistics::may_cut, lower: statistics::softmax },
    Row { op: "Squeeze", may_cut: by_kind, lower: spelled::squeeze },
    Row { op: "Tile", may_cut: generated_too, lower: same },
    Row { op: "Trilu", may_cut: ordered_too, lower: offset::trilu },
];
