//! What can be wrong with a rule.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, code};

use crate::{FactorId, FactorSize};

/// One tensor of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TensorRef {
    /// An operand.
    Operand(usize),
    /// A result.
    Result(usize),
}

/// One of the lists of special factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactorList {
    /// `reduction={…}`
    Reduction,
    /// `need_replication={…}`
    NeedReplication,
    /// `permutation={…}`
    Permutation,
    /// `blocked_propagation={…}`
    BlockedPropagation,
}

/// Where a rule names a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactorUse {
    /// In the mapping of a tensor.
    Tensor(TensorRef),
    /// In a list.
    List(FactorList),
}

/// What is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are what the message of the variant names")]
#[non_exhaustive]
pub enum RuleError {
    /// The op has another number of operands.
    OperandCount { mapped: usize, operands: usize },
    /// The op has another number of results.
    ResultCount { mapped: usize, results: usize },
    /// The value is no tensor of static shape.
    NotStatic { tensor: TensorRef },
    /// The tensor has another rank.
    Rank { tensor: TensorRef, mapped: usize, rank: usize },
    /// A dimension has no factor.
    DimWithoutFactor { tensor: TensorRef, dim: usize },
    /// A factor has no size.
    FactorUndefined { at: FactorUse, factor: FactorId },
    /// A tensor has a factor twice.
    FactorReused { tensor: TensorRef, factor: FactorId },
    /// A dimension of several factors has one of size 1.
    FactorOfOne { tensor: TensorRef, dim: usize, factor: FactorId },
    /// No tensor has the factor.
    FactorUnused { factor: FactorId, size: FactorSize },
    /// A list is not in order.
    ListOrder { list: FactorList, factor: FactorId, before: FactorId },
    /// A list has a factor twice.
    ListRepeated { list: FactorList, factor: FactorId },
    /// A factor is in two of the lists that exclude one another.
    InTwoLists { factor: FactorId, first: FactorList, second: FactorList },
    /// A reduced factor is in a result.
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

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            RuleError::OperandCount { .. } => "write one mapping per operand".into(),
            RuleError::ResultCount { .. } => "write one mapping per result".into(),
            RuleError::NotStatic { .. } => "remove the rule, or give every value a static shape".into(),
            RuleError::Rank { .. } => "map each dimension to at least one factor".into(),
            RuleError::DimWithoutFactor { .. } => "give the dimension a factor of its own".into(),
            RuleError::FactorUndefined { factor, .. } => format!("list the size of `{factor}`"),
            RuleError::FactorReused { .. } => "use two factors where two dimensions are independent".into(),
            RuleError::FactorOfOne { factor, .. } => format!("leave `{factor}` out of the dimension"),
            RuleError::FactorUnused { factor, .. } => format!("remove `{factor}`, or map a dimension to it"),
            RuleError::ListOrder { .. } => "list factors in the order i, j, k, …".into(),
            RuleError::ListRepeated { .. } => "name each factor once".into(),
            RuleError::InTwoLists { .. } => "keep the factor in the list that fits best".into(),
            RuleError::ReductionInResult { factor, .. } => {
                format!("remove `{factor}` from the list, or from the result")
            }
            RuleError::FactorSize { .. } => "write the size as 0 or more".into(),
        }
    }
}

impl Display for RuleError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::OperandCount { mapped, operands } => {
                write!(f, "rule maps {mapped} operands of an op that has {operands}")
            }
            RuleError::ResultCount { mapped, results } => {
                write!(f, "rule maps {mapped} results of an op that has {results}")
            }
            RuleError::NotStatic { tensor } => {
                write!(f, "{tensor} of an op with a rule is no tensor of static shape")
            }
            RuleError::Rank { tensor, mapped, rank } => {
                write!(f, "rule maps {mapped} dimensions of {tensor}, which has rank {rank}")
            }
            RuleError::DimWithoutFactor { tensor, dim } => {
                write!(f, "rule maps dimension {dim} of {tensor} to no factor")
            }
            RuleError::FactorUndefined { at, factor } => {
                write!(f, "rule uses factor `{factor}` in {at} but gives it no size")
            }
            RuleError::FactorReused { tensor, factor } => {
                write!(f, "rule uses factor `{factor}` twice in {tensor}")
            }
            RuleError::FactorOfOne { tensor, dim, factor } => {
                write!(f, "dimension {dim} of {tensor} has factor `{factor}` of size 1 beside others")
            }
            RuleError::FactorUnused { factor, size } => write!(f, "no tensor uses factor `{factor}={size}`"),
            RuleError::ListOrder { list, factor, before } => {
                write!(f, "`{list}` lists factor `{factor}` after `{before}`")
            }
            RuleError::ListRepeated { list, factor } => write!(f, "`{list}` lists factor `{factor}` twice"),
            RuleError::InTwoLists { factor, first, second } => {
                write!(f, "factor `{factor}` is in both `{first}` and `{second}`")
            }
            RuleError::ReductionInResult { factor, result } => {
                write!(f, "reduction factor `{factor}` is in {}", TensorRef::Result(*result))
            }
            RuleError::FactorSize { factor, size } => {
                write!(f, "factor `{factor}` has the negative size {size}")
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
