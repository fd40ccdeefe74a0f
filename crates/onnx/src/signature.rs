//! How the dimensions of a node's inputs and outputs correspond.
//!
//! A signature is a factor rule that also knows what happens along a factor when it is cut, and what type every
//! output has. It is all that checking, inference, propagation and partitioning need to know of an op.

use partita_rule::{FactorId, TensorMapping};

use crate::types::{Dim, TensorType};

/// How partial results along a reduced factor become one. The partial results are finished outputs of the op itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// Added.
    Sum,
    /// Averaged, weighted by how many elements each part had.
    Mean,
    /// The largest; for booleans whether any holds.
    Max,
    /// The smallest; for booleans whether all hold.
    Min,
    /// Multiplied.
    Prod,
    /// The root of the sum of squares.
    Norm2,
    /// The logarithm of the sum of the exponentials.
    LogSumExp,
}

/// What happens along a factor when it is cut.
#[derive(Clone, Debug, PartialEq)]
pub enum FactorKind {
    /// The shards are independent of each other.
    PassThrough,
    /// Every shard yields a partial result.
    Reduction(Combine),
    /// Must be whole; the text says why.
    NeedsReplication(&'static str),
    /// Only in outputs: made from the position in the whole tensor, so that each shard can make its own part.
    Generated,
    /// A neighbourhood in an input makes each element of the output (convolution, pooling). The size of the factor is that of
    /// the output; the dimension of the input has a size of its own.
    Window(Window),
    /// Only in an input of which the contents are not read: any cut will do, every shard makes the whole output.
    Unread,
    /// An input is looked up by index along it: shards yield what they hold and zero otherwise, then a sum.
    Lookup,
    /// Kept in the output, but each element depends on statistics of all (softmax, layer norm), which can be
    /// combined across shards.
    Statistics,
    /// Kept, with dependence across shards that needs communication of its own kind (cumulative sums, arg-max, top-k…);
    /// the text says which.
    Ordered(&'static str),
}

/// Which elements of an input make an element of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// How many elements.
    pub kernel: u64,
    /// The step from one window to the next.
    pub stride: u64,
    /// The distance of the elements of one window.
    pub dilation: u64,
    /// How far the first window begins before the first element.
    pub pad_begin: i64,
    /// How far the input is padded at its end.
    pub pad_end: i64,
    /// Who is read by whom.
    pub direction: WindowDirection,
}

/// Who is read by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowDirection {
    /// Element `y` of the output reads elements `y * stride - pad_begin + k * dilation` of the input, `k` from 0 to `kernel - 1`.
    Gather,
    /// Element `x` of the input is added to elements `x * stride - pad_begin + k * dilation` of the output (transposed convolution).
    Scatter,
}

/// One factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// How large it is.
    pub size: Dim,
    /// What cutting it means.
    pub kind: FactorKind,
}

/// What a node makes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// The type.
    pub ty: TensorType,
    /// The factors of every dimension. A dimension without factors has size 1 or a size that is nobody's business, and
    /// is not cut. Empty if the rank is not known.
    pub mapping: TensorMapping,
}

/// A number of a node that is a size: on a shard it is the product of the sizes that these factors have there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizedNumber {
    /// Where the node holds it.
    pub location: NumberLocation,
    /// The factors, major to minor.
    pub factors: Vec<FactorId>,
}

/// Where a node holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberLocation {
    /// An attribute that is an integer: the groups of a convolution, the heads of attention.
    Attribute(&'static str),
    /// An element of an input that is a parameter: a size of the shape that a reshape makes.
    Element {
        /// The input.
        input: usize,
        /// The element.
        at: usize,
    },
}

/// How the dimensions of a node's inputs and outputs correspond.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// The factors; a [`FactorId`] is a position here.
    pub factors: Vec<Factor>,
    /// The factors of every dimension of every input, major to minor. An input that is left out, or that must be
    /// whole as a parameter, has dimensions without factors.
    pub inputs: Vec<TensorMapping>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// Inputs that are added to the result and must enter once, however a reduced factor is cut (the bias of a convolution).
    pub once: Vec<usize>,
    /// Numbers of the node that change with the shard.
    pub sized: Vec<SizedNumber>,
    /// The window over each dimension of input 0 that has one. A dimension whose output has size 1 has no factor, but it
    /// keeps its window: padding, stride and dilation hold for it like for any other.
    pub windows: Vec<(usize, Window)>,
}

impl Signature {
    /// The factor of that id.
    pub fn factor(&self, id: FactorId) -> &Factor {
        use partita_base::Id;
        &self.factors[id.index()]
    }
}
