//! The data flow of a program, whatever it was written in: how the dimensions of the tensors around each op correspond, which ops are
//! products, and what the program receives and returns.

use std::rc::Rc;

use partita_place::Factors;

/// The data flow of a program. Tensors are numbers.
pub(crate) struct DataFlow {
    /// The sizes of the dimensions of each tensor, as far as they are known.
    pub(crate) shapes: Vec<Vec<u64>>,
    /// The ops, in program order.
    pub(crate) ops: Vec<FlowOp>,
    /// What the program receives.
    pub(crate) arguments: Vec<FlowArgument>,
    /// What it returns.
    pub(crate) results: Vec<usize>,
    /// The argument whose next value each result is, by position.
    pub(crate) updates: Vec<Option<usize>>,
}

/// An argument of a program.
pub(crate) struct FlowArgument {
    /// Its tensor; `None` if no op has a rule for its dimensions.
    pub(crate) tensor: Option<usize>,
    /// Its sizes.
    pub(crate) shape: Vec<u64>,
    /// Whether the program stores it, so that it is not data.
    pub(crate) is_stored: bool,
}

/// An op with a rule.
pub(crate) struct FlowOp {
    /// How its dimensions correspond.
    pub(crate) factors: Rc<Factors>,
    /// Its tensors, operands first.
    pub(crate) tensors: Vec<FlowTensor>,
    /// If it is a product or a convolution: for each operand, the argument that it is in another layout or element type.
    pub(crate) product: Option<Vec<Option<usize>>>,
}

/// A tensor as an op sees it.
pub(crate) struct FlowTensor {
    pub(crate) tensor: usize,
    /// Whether its dimensions are others inside and outside, as those of manual computations are.
    pub(crate) is_view: bool,
}

impl FlowOp {
    /// The two operands that are multiplied: the first two that have a factor in common that no result has. The others are scales and
    /// what is added. A product without such a factor multiplies its first two operands.
    pub(crate) fn sides(&self) -> [usize; 2] {
        let factors = &self.factors;
        let is_summed = |&factor: &usize| {
            (factors.operands..factors.tensors.len()).all(|result| !factors.has(result, factor))
        };
        let pairs = (0..factors.operands).flat_map(|a| (a + 1..factors.operands).map(move |b| [a, b]));
        let share = |[a, b]: &[usize; 2]| {
            factors.tensors[*a]
                .iter()
                .flatten()
                .filter(|&factor| is_summed(factor))
                .any(|&factor| factors.has(*b, factor))
        };
        pairs.into_iter().find(share).unwrap_or([0, 1])
    }
}
