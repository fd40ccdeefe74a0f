//! Factor rules as data: which factors each dimension consists of; unchecked.
//!
//! A rule describes an op to propagation. A matrix product is
//! `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`: three factors with their sizes, the
//! factors of every dimension of every operand and result, and the factors with a special role. A
//! dimension may consist of several factors, major to minor, for example when a reshape merges two.

use std::fmt::{self, Display, Formatter};

use partita_base::ids;
use smallvec::SmallVec;

ids! {
    /// One factor of a rule; written `i` to `z`, then `z_1`, `z_2`, ….
    FactorId;
}

/// The number of indices of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactorSize {
    /// A number as written. A valid one is not negative.
    Known(i64),
    /// Only decided when the program runs. Any number of shards is assumed to divide it. sdy has no text for this; it prints as `?`.
    Unknown,
}

impl FactorSize {
    /// The number of elements; `None` if it is unknown or negative.
    #[inline]
    pub fn known(self) -> Option<u64> {
        match self {
            FactorSize::Known(size) => Some(size.max(0) as u64),
            FactorSize::Unknown => None,
        }
    }
}

impl From<u64> for FactorSize {
    fn from(size: u64) -> Self {
        FactorSize::Known(i64::try_from(size).unwrap_or(i64::MAX))
    }
}

impl From<Option<u64>> for FactorSize {
    fn from(size: Option<u64>) -> Self {
        size.map_or(FactorSize::Unknown, FactorSize::from)
    }
}

impl Display for FactorSize {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FactorSize::Known(size) => size.fmt(f),
            FactorSize::Unknown => f.write_str("?"),
        }
    }
}

/// The factors of one dimension, major to minor. A valid one is not empty. Few dimensions have more than one, so the list is stored
/// in place.
pub type DimMapping = SmallVec<[FactorId; 4]>;

/// The factors of every dimension of one tensor: `[i, jk]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TensorMapping {
    /// One entry per dimension.
    pub dims: Vec<DimMapping>,
}

impl TensorMapping {
    /// The mapping with these dimensions.
    pub fn new(dims: impl IntoIterator<Item: Into<DimMapping>>) -> Self {
        Self { dims: dims.into_iter().map(Into::into).collect() }
    }

    /// All factors of the tensor, dimension by dimension.
    pub fn factors(&self) -> impl Iterator<Item = FactorId> + '_ {
        self.dims.iter().flatten().copied()
    }
}

/// Whether a rule was derived or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleOrigin {
    /// Derived from the op; may be dropped and derived again.
    #[default]
    Derived,
    /// Written by the user for this op, `custom`; never replaced.
    Custom,
}

/// A factor rule: `<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleSpec {
    /// The size of every factor.
    pub factor_sizes: Vec<FactorSize>,
    /// One mapping per operand.
    pub operands: Vec<TensorMapping>,
    /// One mapping per result.
    pub results: Vec<TensorMapping>,
    /// Factors summed over: sharding one leaves partial results.
    pub reduction: Vec<FactorId>,
    /// Factors that must be replicated.
    pub need_replication: Vec<FactorId>,
    /// Factors whose shards have to be exchanged between neighbouring devices.
    pub permutation: Vec<FactorId>,
    /// Factors along which shardings do not propagate.
    pub blocked_propagation: Vec<FactorId>,
    /// Whether the user wrote this rule.
    pub origin: RuleOrigin,
}

impl RuleSpec {
    /// All operand mappings, then all result mappings.
    pub fn tensors(&self) -> impl Iterator<Item = &TensorMapping> {
        self.operands.iter().chain(&self.results)
    }

    /// The size of a factor, if the rule has it.
    pub fn size(&self, factor: FactorId) -> Option<FactorSize> {
        use partita_base::Id;
        self.factor_sizes.get(factor.index()).copied()
    }
}
