//! Checks a rule on its own and against its op.

use partita_base::Id;

use crate::rule_error::{FactorList, FactorUse, RuleError, TensorRef};
use crate::{FactorId, FactorSize, RuleSpec, TensorMapping};

impl RuleSpec {
    /// Every problem of the rule that does not depend on the op.
    pub fn check(&self) -> Vec<RuleError> {
        let mut errors = Vec::new();
        for (i, &size) in self.factor_sizes.iter().enumerate() {
            if let FactorSize::Known(size @ ..0) = size {
                errors.push(RuleError::FactorSize { factor: FactorId::from_index(i), size });
            }
        }
        self.check_mappings(&mut errors);
        self.check_lists(&mut errors);
        errors
    }

    /// Every problem of the rule for an op with these operands and results. A tensor of static shape is
    /// given by its rank, any other value by `None`.
    pub fn check_against(&self, operands: &[Option<usize>], results: &[Option<usize>]) -> Vec<RuleError> {
        let mut errors = Vec::new();
        if self.operands.len() != operands.len() {
            errors.push(RuleError::OperandCount { mapped: self.operands.len(), operands: operands.len() });
        }
        if self.results.len() != results.len() {
            errors.push(RuleError::ResultCount { mapped: self.results.len(), results: results.len() });
        }
        let mut compare = |tensor: TensorRef, mapping: &TensorMapping, rank: Option<usize>| match rank {
            None => errors.push(RuleError::NotStatic { tensor }),
            Some(rank) if rank != mapping.dims.len() => {
                errors.push(RuleError::Rank { tensor, mapped: mapping.dims.len(), rank });
            }
            Some(_) => {}
        };
        for (i, (mapping, &rank)) in self.operands.iter().zip(operands).enumerate() {
            compare(TensorRef::Operand(i), mapping, rank);
        }
        for (i, (mapping, &rank)) in self.results.iter().zip(results).enumerate() {
            compare(TensorRef::Result(i), mapping, rank);
        }
        errors
    }

    /// All tensors with their references: operands, then results.
    fn named_tensors(&self) -> impl Iterator<Item = (TensorRef, &TensorMapping)> {
        let operands = self.operands.iter().enumerate().map(|(i, t)| (TensorRef::Operand(i), t));
        operands.chain(self.results.iter().enumerate().map(|(i, t)| (TensorRef::Result(i), t)))
    }

    fn check_mappings(&self, errors: &mut Vec<RuleError>) {
        // The last tensor in which each factor was seen.
        let mut seen: Vec<Option<TensorRef>> = vec![None; self.factor_sizes.len()];
        for (tensor, mapping) in self.named_tensors() {
            for (dim, factors) in mapping.dims.iter().enumerate() {
                if factors.is_empty() {
                    errors.push(RuleError::DimWithoutFactor { tensor, dim });
                }
                for &factor in factors {
                    let Some(seen) = seen.get_mut(factor.index()) else {
                        errors.push(RuleError::FactorUndefined { at: FactorUse::Tensor(tensor), factor });
                        continue;
                    };
                    if seen.replace(tensor) == Some(tensor) {
                        errors.push(RuleError::FactorReused { tensor, factor });
                    }
                    if factors.len() > 1 && self.size(factor) == Some(FactorSize::Known(1)) {
                        errors.push(RuleError::FactorOfOne { tensor, dim, factor });
                    }
                }
            }
        }
        for (i, (seen, &size)) in seen.iter().zip(&self.factor_sizes).enumerate() {
            if seen.is_none() {
                errors.push(RuleError::FactorUnused { factor: FactorId::from_index(i), size });
            }
        }
    }

    fn check_lists(&self, errors: &mut Vec<RuleError>) {
        let lists = [
            (FactorList::Reduction, &self.reduction),
            (FactorList::NeedReplication, &self.need_replication),
            (FactorList::Permutation, &self.permutation),
            (FactorList::BlockedPropagation, &self.blocked_propagation),
        ];
        // The list in which each factor was seen first, among the lists that exclude one another.
        let mut special: Vec<Option<FactorList>> = vec![None; self.factor_sizes.len()];
        for (list, factors) in lists {
            for pair in factors.windows(2) {
                let (before, factor) = (pair[0], pair[1]);
                if factor < before {
                    errors.push(RuleError::ListOrder { list, factor, before });
                } else if factor == before {
                    errors.push(RuleError::ListRepeated { list, factor });
                }
            }
            for &factor in factors {
                let Some(special) = special.get_mut(factor.index()) else {
                    errors.push(RuleError::FactorUndefined { at: FactorUse::List(list), factor });
                    continue;
                };
                if list == FactorList::BlockedPropagation {
                    continue;
                }
                match *special {
                    None => *special = Some(list),
                    Some(first) if first != list => {
                        errors.push(RuleError::InTwoLists { factor, first, second: list });
                    }
                    Some(_) => {}
                }
            }
        }
        for (result, mapping) in self.results.iter().enumerate() {
            for factor in mapping.factors() {
                if special.get(factor.index()) == Some(&Some(FactorList::Reduction)) {
                    errors.push(RuleError::ReductionInResult { factor, result });
                }
            }
        }
    }
}
