//! Converts signatures to factor rules.

use partita_base::Id;
use partita_rule::{FactorId, FactorSize, RuleSpec, TensorMapping};

use crate::signature::{FactorKind, Signature};

const ONE: FactorSize = FactorSize::Known(1);

/// Whether a rule lets shardings of dimensions with statistics pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatisticsPass {
    Yes,
    No,
}

/// The factor rule of a signature, for inputs and outputs of these ranks. Tensors of unknown rank are left out of the rule. `None` if the
/// signature has no valid rule.
pub(super) fn signature_to_rule(
    signature: &Signature,
    inputs: &[Option<usize>],
    outputs: &[Option<usize>],
    statistics: StatisticsPass,
) -> Option<RuleSpec> {
    let mut rule = RuleSpec::default();
    for factor in &signature.factors {
        rule.factor_sizes.push(factor.size.known().map(|size| size.max(1)).into());
    }
    for (mapping, rank) in signature.inputs.iter().zip(inputs) {
        if let Some(rank) = rank {
            let mapping = tensor(&mut rule, mapping, *rank)?;
            rule.operands.push(mapping);
        }
    }
    for (output, rank) in signature.outputs.iter().zip(outputs) {
        if let Some(rank) = rank {
            let mapping = tensor(&mut rule, &output.mapping, *rank)?;
            rule.results.push(mapping);
        }
    }
    drop_unused(&mut rule, signature, statistics)?;
    rule.check().is_empty().then_some(rule)
}

/// The mapping of one tensor. Every dimension gets at least one factor; several factors of one dimension lose those of size 1.
fn tensor(rule: &mut RuleSpec, mapping: &TensorMapping, rank: usize) -> Option<TensorMapping> {
    if mapping.dims.len() != rank && !mapping.dims.is_empty() {
        return None;
    }
    let mut dims = Vec::with_capacity(rank);
    for d in 0..rank {
        let factors = mapping.dims.get(d).map_or(&[][..], |factors| factors);
        let mut own: Vec<FactorId> = match factors {
            [only] => vec![*only],
            several => several.iter().copied().filter(|f| rule.factor_sizes[f.index()] != ONE).collect(),
        };
        if own.is_empty() {
            own.push(FactorId::from_index(rule.factor_sizes.len()));
            rule.factor_sizes.push(ONE);
        }
        dims.push(own);
    }
    Some(TensorMapping::new(dims))
}

/// Removes unused factors and classifies the others. A factor that was added for a dimension without factors must be replicated.
fn drop_unused(rule: &mut RuleSpec, signature: &Signature, statistics: StatisticsPass) -> Option<()> {
    let mut used = vec![false; rule.factor_sizes.len()];
    rule.tensors().flat_map(TensorMapping::factors).for_each(|factor| used[factor.index()] = true);
    let in_results: Vec<FactorId> = rule.results.iter().flat_map(TensorMapping::factors).collect();
    let mut renumbered = vec![None; used.len()];
    let mut sizes = Vec::new();
    for (f, &size) in rule.factor_sizes.iter().enumerate() {
        if !used[f] {
            continue;
        }
        let new = FactorId::from_index(sizes.len());
        renumbered[f] = Some(new);
        sizes.push(size);
        let is_result = in_results.contains(&FactorId::from_index(f));
        match signature.factors.get(f).map(|factor| &factor.kind) {
            None | Some(FactorKind::NeedsReplication(_)) => rule.need_replication.push(new),
            Some(FactorKind::Reduction(_) | FactorKind::Lookup) if !is_result => rule.reduction.push(new),
            Some(FactorKind::Window(_)) => rule.permutation.push(new),
            Some(FactorKind::Ordered(_) | FactorKind::Lookup | FactorKind::Reduction(_)) => {
                rule.blocked_propagation.push(new)
            }
            Some(FactorKind::Statistics) if statistics == StatisticsPass::No => {
                rule.blocked_propagation.push(new)
            }
            Some(
                FactorKind::PassThrough | FactorKind::Generated | FactorKind::Statistics | FactorKind::Unread,
            ) => {}
        }
    }
    rule.factor_sizes = sizes;
    for mapping in rule.operands.iter_mut().chain(&mut rule.results) {
        for factor in mapping.dims.iter_mut().flatten() {
            *factor = renumbered[factor.index()]?;
        }
    }
    Some(())
}
