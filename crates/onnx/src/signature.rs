//! How the dimensions of a node's inputs and outputs correspond.
//!
//! A signature is a factor rule that also describes what sharding each factor means, and the type of every output. Checking, inference,
//! propagation and partitioning need nothing else about an op.

use partita_rule::{FactorId, TensorMapping};

use crate::types::{Dim, TensorType};

/// How partial results along a reduced factor are combined. Each partial result is a complete output of the op on a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// Partial results are added.
    Sum,
    /// The mean, weighted by the number of elements of each shard.
    Mean,
    /// The largest; for booleans, whether any is true.
    Max,
    /// The smallest; for booleans, whether all are true.
    Min,
    /// The product.
    Prod,
    /// The root of the sum of squares.
    Norm2,
    /// The logarithm of the sum of the exponentials.
    LogSumExp,
    /// Sums of integers, which the op scales and rounds once they are complete: the partial results are not outputs of the op.
    Requantised,
}

/// What sharding a factor means.
#[derive(Clone, Debug, PartialEq)]
pub enum FactorKind {
    /// The shards are independent of each other.
    PassThrough,
    /// Every shard yields a partial result.
    Reduction(Combine),
    /// The factor must be replicated, for the given reason.
    NeedsReplication(&'static str),
    /// Only in outputs: generated from the position in the unsharded tensor, so that each shard can be generated locally.
    Generated,
    /// Each element of the output is computed from a window of the input (convolution, pooling). The size of the factor is that of
    /// the output; the dimension of the input has its own size.
    Window(Window),
    /// Only in an input whose contents are not read: any sharding is allowed, and every shard yields the entire output.
    Unread,
    /// An input is indexed along the factor: shards yield the elements they hold and zeros otherwise, which are then summed.
    Lookup,
    /// Kept in the output, but each element depends on statistics of all elements (softmax, layer norm), which can be combined
    /// across shards.
    Statistics,
    /// Kept in the output, but shards depend on each other in another way (cumulative sums, arg-max, top-k, …), described by the
    /// text.
    Ordered(&'static str),
}

/// The window of a convolution or pooling along one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The number of elements of a window.
    pub kernel: u64,
    /// The distance between the starts of adjacent windows.
    pub stride: u64,
    /// The distance between adjacent elements of one window.
    pub dilation: u64,
    /// The padding before the first element, which is cropped if negative.
    pub pad_begin: i64,
    /// The padding after the last element, which is cropped if negative.
    pub pad_end: i64,
    /// Whether windows read the input or write the output.
    pub direction: WindowDirection,
}

/// Whether windows read the input or write the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowDirection {
    /// Element `y` of the output reads elements `y * stride - pad_begin + k * dilation` of the input, `k` from 0 to `kernel - 1`.
    Gather,
    /// Element `x` of the input is added to elements `x * stride - pad_begin + k * dilation` of the output (transposed convolution).
    Scatter,
}

/// One factor of a signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// The size; for a window, that of the output.
    pub size: Dim,
    /// What sharding it means.
    pub kind: FactorKind,
}

/// An output of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// The type, as far as known.
    pub ty: TensorType,
    /// The factors of every dimension, major to minor. A dimension without factors is never sharded: it has size 1, or its size does not
    /// correspond to any input. Empty if the rank is unknown.
    pub mapping: TensorMapping,
}

/// A number in a node that is a size. On a shard it is the product of the local sizes of these factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizedNumber {
    /// Where the node stores it.
    pub location: NumberLocation,
    /// The factors, major to minor.
    pub factors: Vec<FactorId>,
}

/// Where a node stores a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberLocation {
    /// An integer attribute, such as the groups of a convolution or the heads of attention.
    Attribute(&'static str),
    /// An element of a parameter, such as the target shape of a reshape.
    Element {
        /// The position of the input.
        input: usize,
        /// The position of the element.
        at: usize,
    },
}

/// How the dimensions of a node's inputs and outputs correspond.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// The factors; a [`FactorId`] is a position in this list.
    pub factors: Vec<Factor>,
    /// The factors of every dimension of every input, major to minor. Dimensions of omitted inputs, and of parameters that must be
    /// replicated, have no factors.
    pub inputs: Vec<TensorMapping>,
    /// The outputs, in the order of the node.
    pub outputs: Vec<Output>,
    /// Inputs that are added to the result. They must contribute once, however a reduced factor is sharded (the bias of a convolution).
    pub once: Vec<usize>,
    /// Numbers in the node that change with the shard.
    pub sized: Vec<SizedNumber>,
    /// The window over each dimension of input 0 that has one. A dimension whose output has size 1 has no factor, but keeps its window:
    /// padding, stride and dilation still apply.
    pub windows: Vec<(usize, Window)>,
}

impl Signature {
    /// Looks up a factor.
    pub fn factor(&self, id: FactorId) -> &Factor {
        use partita_base::Id;
        &self.factors[id.index()]
    }
}
