//! A rule under construction that tolerates invalid indices.
//!
//! Rules are derived from attributes of ops that may not have been verified. A dimension that does not exist
//! invalidates the draft: [`Draft::finish`] then returns `None`.

use partita_rule::{FactorKind, RuleBuilder, RuleSpec};
use smallvec::SmallVec;

/// A dimension of an operand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// Dimension `.1` of operand `.0`.
    Operand(usize, usize),
    /// Dimension `.1` of result `.0`.
    Result(usize, usize),
}

/// Whether shardings propagate along a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Travel {
    /// They propagate.
    Free,
    /// They do not, and the rule lists the factor as `blocked_propagation`.
    Blocked,
}

impl Travel {
    /// Blocked if `blocked`.
    pub(super) fn blocked_if(blocked: bool) -> Self {
        if blocked { Travel::Blocked } else { Travel::Free }
    }
}

/// A rule under construction.
pub(super) struct Draft {
    builder: RuleBuilder,
    operand_ranks: Vec<usize>,
    result_ranks: Vec<usize>,
    sound: bool,
}

impl Draft {
    /// Starts a rule for tensors of these ranks.
    pub(super) fn new(operand_ranks: Vec<usize>, result_ranks: Vec<usize>) -> Self {
        let builder = RuleBuilder::new(&operand_ranks, &result_ranks);
        Self { builder, operand_ranks, result_ranks, sound: true }
    }

    /// Adds a factor along which shardings propagate to the dimensions of `places`.
    pub(super) fn add(&mut self, kind: FactorKind, size: u64, places: impl IntoIterator<Item = At>) {
        self.add_travel(kind, size, Travel::Free, places);
    }

    /// Adds a factor along which shardings may be blocked.
    pub(super) fn add_travel(
        &mut self,
        kind: FactorKind,
        size: u64,
        travel: Travel,
        places: impl IntoIterator<Item = At>,
    ) {
        let mut factor = self.builder.factor(kind, size);
        if travel == Travel::Blocked {
            factor = factor.blocked();
        }
        for place in places {
            let (ranks, tensor, dim) = match place {
                At::Operand(tensor, dim) => (&self.operand_ranks, tensor, dim),
                At::Result(tensor, dim) => (&self.result_ranks, tensor, dim),
            };
            if ranks.get(tensor).is_none_or(|&rank| dim >= rank) {
                self.sound = false;
                continue;
            }
            factor = match place {
                At::Operand(..) => factor.operand(tensor, dim),
                At::Result(..) => factor.result(tensor, dim),
            };
        }
    }

    /// Dimension `dim` of every operand that has more than `dim` dimensions.
    pub(super) fn operands_at(&self, dim: usize) -> impl Iterator<Item = At> + use<> {
        let wide = self.operand_ranks.iter().enumerate().filter(|(_, rank)| **rank > dim);
        wide.map(|(i, _)| At::Operand(i, dim)).collect::<SmallVec<[_; 8]>>().into_iter()
    }

    /// Dimension `dim` of every result that has more than `dim` dimensions.
    pub(super) fn results_at(&self, dim: usize) -> impl Iterator<Item = At> + use<> {
        let wide = self.result_ranks.iter().enumerate().filter(|(_, rank)| **rank > dim);
        wide.map(|(i, _)| At::Result(i, dim)).collect::<SmallVec<[_; 8]>>().into_iter()
    }

    /// Adds a factor to dimension `dim` of every tensor that has more than `dim` dimensions.
    pub(super) fn everywhere(&mut self, kind: FactorKind, size: u64, dim: usize) {
        self.everywhere_travel(kind, size, Travel::Free, dim);
    }

    /// Adds a factor, possibly blocked, to dimension `dim` of every tensor that has more than `dim` dimensions.
    pub(super) fn everywhere_travel(&mut self, kind: FactorKind, size: u64, travel: Travel, dim: usize) {
        let places = self.operands_at(dim).chain(self.results_at(dim));
        self.add_travel(kind, size, travel, places);
    }

    /// Completes the rule; `None` if an index was invalid. Dimensions without a factor get one of size 1.
    pub(super) fn finish(self) -> Option<RuleSpec> {
        if !self.sound || self.operand_ranks.is_empty() {
            return None;
        }
        let rule = self.builder.finish();
        rule.check().is_empty().then_some(rule)
    }
}
