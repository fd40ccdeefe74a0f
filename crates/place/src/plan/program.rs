//! A program as a plan sees it: tensors, ops with factors, and what they cost.

use std::rc::Rc;

use partita_cost::MatrixProduct;
use smallvec::SmallVec;

use crate::factors::Factors;
use crate::placement::Abilities;

/// A tensor.
#[derive(Clone, Debug, Default)]
pub struct PlanTensor {
    /// Its global shape.
    pub shape: Vec<u64>,
    /// Bits of an element.
    pub bits: u64,
    /// The program points at which it is in memory: the first, and the first after the last. Empty if it never is.
    pub live: (u32, u32),
    /// Which layouts it may have.
    pub allowed: Allowed,
}

impl PlanTensor {
    /// Its global size.
    pub fn bytes(&self) -> f64 {
        self.shape.iter().map(|&size| size as f64).product::<f64>() * self.bits as f64 / 8.0
    }
}

/// A restriction that a program states for the layout of a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Allowed {
    /// None.
    #[default]
    Any,
    /// Per dimension the numbers of its axes, and whether more may follow.
    Given(Vec<(Vec<usize>, bool)>),
}

/// The collectives that a program can use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collectives {
    /// All that reshards consist of.
    #[default]
    All,
    /// Partial results are combined on all devices: nothing scatters them. A permutation is a gather on all devices.
    GatherAndReduce,
}

/// What an op does in all its runs, before it is sharded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpLoad {
    /// Bytes read of each operand.
    pub reads: Vec<f64>,
    /// Bytes of each operand that are copied into another order before a product reads them.
    pub copied: Vec<f64>,
    /// Bytes written.
    pub writes: f64,
    /// Scalar instructions.
    pub instructions: f64,
    /// The number of kernels that end with it.
    pub kernels: f64,
    /// Its matrix product, in one run.
    pub product: Option<MatrixProduct>,
}

/// Operands, by number.
pub type OperandList = SmallVec<[usize; 3]>;

/// The operands in which an op is linear: with partial sums of them, it yields partial sums of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinearIn {
    /// In all of these together. One that is complete enters on one device.
    Together(OperandList),
    /// In each of these while the others are complete, as products are.
    Each(OperandList),
}

impl LinearIn {
    /// The operands that may hold partial sums.
    pub fn operands(&self) -> &[usize] {
        match self {
            LinearIn::Together(operands) | LinearIn::Each(operands) => operands,
        }
    }
}

/// What an op does with partial sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpSums {
    /// Whether the partial results that it leaves where a summed factor is sharded are sums that may stay partial.
    pub leaves: bool,
    /// How it keeps partial sums of its operands, if at all.
    pub keeps: Option<LinearIn>,
}

/// A value that a loop carries. The operands are its first value and the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// How many times the next value is made.
    pub turns: f64,
    /// Whether the next value is the same one. Then it takes no memory beside the first if both have one layout.
    pub is_unchanged: bool,
}

/// An op.
#[derive(Clone, Debug)]
pub struct PlanOp {
    /// How its dimensions correspond.
    pub factors: Rc<Factors>,
    /// Which factors it can shard.
    pub abilities: Abilities,
    /// The tensors that it reads.
    pub operands: Vec<usize>,
    /// The tensors that it makes.
    pub results: Vec<usize>,
    /// What it does.
    pub load: OpLoad,
    /// How many times it runs.
    pub runs: f64,
    /// What a loop does with its result, if this is a value that the loop carries.
    pub carried: Option<Carried>,
    /// Whether every element of its results is computed from one element of each operand, or from nothing.
    pub is_elementwise: bool,
    /// What it does with partial sums.
    pub sums: OpSums,
}

impl PlanOp {
    /// How many times it reads an operand.
    pub fn reads(&self, operand: usize) -> f64 {
        self.carried.filter(|_| operand > 0).map_or(self.runs, |carried| carried.turns)
    }
}

/// A program. Ops are in order, except that an op may read what a later one makes, as loops do.
#[derive(Clone, Debug, Default)]
pub struct PlanProgram {
    /// All tensors; ops refer to them by number.
    pub tensors: Vec<PlanTensor>,
    /// All ops.
    pub ops: Vec<PlanOp>,
    /// The tensors that the program receives.
    pub arguments: Vec<usize>,
    /// The tensors that it returns, one for every result.
    pub results: Vec<usize>,
    /// For tensors that are returned: the tensor, and the position of the result.
    pub returned: Vec<(usize, usize)>,
    /// Positions of an argument and of the result that is its next value: both have one layout.
    pub tied: Vec<(usize, usize)>,
    /// Which collectives it can use.
    pub collectives: Collectives,
}
