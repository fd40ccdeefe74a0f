//! Errors of a rule.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, code};

use crate::{FactorId, FactorSize};

/// A tensor of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TensorRef {
    /// The operand at this index.
    Operand(usize),
    /// The result at this index.
    Result(usize),
}

/// One of the lists of special factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactorList {
    /// Factors that the op reduces: `reduction={…}`.
    Reduction,
    /// Factors that must be replicated: `need_replication={…}`.
    NeedReplication,
    /// Factors whose shards are exchanged: `permutation={…}`.
    Permutation,
    /// Factors that do not propagate: `blocked_propagation={…}`.
    BlockedPropagation,
}

/// A place in which a rule mentions a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactorUse {
    /// In the mapping of a tensor.
    Tensor(TensorRef),
    /// In a list.
    List(FactorList),
}

/// A problem with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are what the message of the variant names")]
#[non_exhaustive]
pub enum RuleError {
    /// The number of operand mappings differs from the number of operands.
    OperandCount { mapped: usize, operands: usize },
    /// The number of result mappings differs from the number of results.
    ResultCount { mapped: usize, results: usize },
    /// A value does not have a static shape.
    NotStatic { tensor: TensorRef },
    /// The number of dimension mappings differs from the rank of the tensor.
    Rank { tensor: TensorRef, mapped: usize, rank: usize },
    /// A dimension has no factor.
    DimWithoutFactor { tensor: TensorRef, dim: usize },
    /// A factor has no size.
    FactorUndefined { at: FactorUse, factor: FactorId },
    /// A tensor contains a factor twice.
    FactorReused { tensor: TensorRef, factor: FactorId },
    /// A dimension of several factors has one of size 1.
    FactorOfOne { tensor: TensorRef, dim: usize, factor: FactorId },
    /// No tensor contains the factor.
    FactorUnused { factor: FactorId, size: FactorSize },
    /// A list is not in ascending order.
    ListOrder { list: FactorList, factor: FactorId, before: FactorId },
    /// A list contains a factor twice.
    ListRepeated { list: FactorList, factor: FactorId },
    /// A factor is in two of the lists that exclude one another.
    InTwoLists { factor: FactorId, first: FactorList, second: FactorList },
    /// A factor of the reduction list also appears in a result.
    ReductionInResult { factor: FactorId, result: usize },
    /// A factor has a negative size.
    FactorSize { factor: FactorId, size: i64 },
}

impl RuleError {
    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            RuleError::OperandCount { .. } => code::RULE_OPERAND_COUNT,
            RuleError::ResultCount { .. } => code::RULE_RESULT_COUNT,
            RuleError::NotStatic { .. } => code::RULE_NOT_STATIC,
            RuleError::Rank { .. } => code::RULE_RANK,
            RuleError::DimWithoutFactor { .. } => code::DIM_WITHOUT_FACTOR,
            RuleError::FactorUndefined { .. } => code::FACTOR_UNDEFINED,
            RuleError::FactorReused { .. } => code::FACTOR_REUSED,
            RuleError::FactorOfOne { .. } => code::FACTOR_OF_ONE,
            RuleError::FactorUnused { .. } => code::FACTOR_UNUSED,
            RuleError::ListOrder { .. } => code::FACTOR_LIST_ORDER,
            RuleError::ListRepeated { .. } => code::FACTOR_LIST_REPEATED,
            RuleError::InTwoLists { .. } => code::FACTOR_IN_TWO_LISTS,
            RuleError::ReductionInResult { .. } => code::REDUCTION_IN_RESULT,
            RuleError::FactorSize { .. } => code::FACTOR_SIZE,
        }
    }

    /// How to fix the problem.
    pub fn help(&self) -> String {
        match self {
            RuleError::OperandCount { .. } => "write one mapping per operand".into(),
            RuleError::ResultCount { .. } => "write one mapping per result".into(),
            RuleError::NotStatic { .. } => "remove the rule, or give every value a static shape".into(),
            RuleError::Rank { .. } => "map each dimension to at least one factor".into(),
            RuleError::DimWithoutFactor { .. } => "give the dimension a factor of its own".into(),
            RuleError::FactorUndefined { factor, .. } => format!("list the size of `{factor}`"),
            RuleError::FactorReused { .. } => "use two factors where two dimensions are independent".into(),
            RuleError::FactorOfOne { factor, .. } => format!("remove `{factor}` from the dimension"),
            RuleError::FactorUnused { factor, .. } => format!("remove `{factor}`, or map a dimension to it"),
            RuleError::ListOrder { .. } => "list factors in the order i, j, k, …".into(),
            RuleError::ListRepeated { .. } => "list each factor once".into(),
            RuleError::InTwoLists { .. } => "keep the factor in one of the lists".into(),
            RuleError::ReductionInResult { factor, .. } => {
                format!("remove `{factor}` from the list, or from the result")
            }
            RuleError::FactorSize { .. } => "write a size of at least 0".into(),
        }
    }
}

impl Display for RuleError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::OperandCount { mapped, operands } => {
                write!(f, "expected mappings for {operands} operands in the rule, found {mapped}")
            }
            RuleError::ResultCount { mapped, results } => {
                write!(f, "expected mappings for {results} results in the rule, found {mapped}")
            }
            RuleError::NotStatic { tensor } => {
                write!(f, "expected a tensor of static shape as {tensor} of an op with a rule")
            }
            RuleError::Rank { tensor, mapped, rank } => {
                write!(f, "expected mappings for {rank} dimensions of {tensor} in the rule, found {mapped}")
            }
            RuleError::DimWithoutFactor { tensor, dim } => {
                write!(f, "expected at least one factor for dimension {dim} of {tensor}")
            }
            RuleError::FactorUndefined { at, factor } => {
                write!(f, "missing size of factor `{factor}`, which {at} uses")
            }
            RuleError::FactorReused { tensor, factor } => {
                write!(f, "factor `{factor}` appears twice in {tensor}")
            }
            RuleError::FactorOfOne { tensor, dim, factor } => {
                write!(f, "dimension {dim} of {tensor} has factor `{factor}` of size 1 beside other factors")
            }
            RuleError::FactorUnused { factor, size } => write!(f, "no tensor uses factor `{factor}={size}`"),
            RuleError::ListOrder { list, factor, before } => {
                write!(f, "`{list}` lists factor `{factor}` after `{before}`")
            }
            RuleError::ListRepeated { list, factor } => write!(f, "duplicate factor `{factor}` in `{list}`"),
            RuleError::InTwoLists { factor, first, second } => {
                write!(f, "factor `{factor}` is in both `{first}` and `{second}`")
            }
            RuleError::ReductionInResult { factor, result } => {
                write!(f, "reduction factor `{factor}` is in {}", TensorRef::Result(*result))
            }
            RuleError::FactorSize { factor, size } => {
                write!(f, "negative size {size} of factor `{factor}`")
            }
        }
    }
}

impl std::error::Error for RuleError {}

impl Display for TensorRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TensorRef::Operand(i) => write!(f, "operand {i}"),
            TensorRef::Result(i) => write!(f, "result {i}"),
        }
    }
}

impl FactorList {
    /// The keyword before the list.
    pub fn keyword(self) -> &'static str {
        match self {
            FactorList::Reduction => "reduction",
            FactorList::NeedReplication => "need_replication",
            FactorList::Permutation => "permutation",
            FactorList::BlockedPropagation => "blocked_propagation",
        }
    }
}

impl Display for FactorList {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

impl Display for FactorUse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FactorUse::Tensor(tensor) => tensor.fmt(f),
            FactorUse::List(list) => write!(f, "`{list}`"),
        }
    }
}
