//! What running an op takes: a column of the op table, from which estimates of time and memory are made.

use super::table::find_row;
use crate::proto;

/// What running an op takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpWork {
    /// An instruction for each element.
    Elements,
    /// A function of several instructions for each element.
    Function,
    /// It reads only what it selects of its first input.
    Selects,
    /// Its first output shares the memory of its first input.
    View,
    /// Nothing: constants and shapes.
    Nothing,
    /// Products that are summed.
    Product(NodeProduct),
}

/// What a node multiplies and sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeProduct {
    /// Rows of the first input with columns of another.
    Matrices,
    /// The windows of the first input with the weights at this position, `[out channels, in channels of a group, kernel…]`.
    Windows(usize),
    /// Every element of the first input with its kernels, `[in channels, out channels of a group, kernel…]`.
    Transposed,
    /// The letters of an equation.
    Einsum,
    /// Queries with keys, and scores with values. Earlier keys are at this position, `[batch, heads, sequence, size]`.
    Attention { past: usize },
    /// The same after a projection by the weights at position 1.
    ProjectedAttention,
    /// Every step with the weights at positions 1 and 2.
    Recurrent,
    /// A state of keys and values, updated and read at every step.
    LinearAttention,
}

impl OpWork {
    /// What a node takes. An op without a row is one instruction for each element.
    pub(crate) fn of(node: &proto::Node) -> Self {
        find_row(node.name_space(), node.op()).map_or(Self::Elements, |row| row.work)
    }
}
