//! Collectives of StableHLO that change the size of a dimension.

use partita_rule::{FactorKind, RuleSpec};

use super::view::OpView;

use FactorKind::{NeedReplication, PassThrough};

/// `all_gather`: `all_gather_dim` grows, so it is exchanged.
pub(super) fn all_gather(view: &OpView<'_>) -> Option<RuleSpec> {
    exchanging(view, &[view.dim("all_gather_dim")?])
}

/// `reduce_scatter`: `scatter_dimension` shrinks, so it is exchanged.
pub(super) fn reduce_scatter(view: &OpView<'_>) -> Option<RuleSpec> {
    exchanging(view, &[view.dim("scatter_dimension")?])
}

/// `all_to_all`: both the split and the joined dimension are exchanged.
pub(super) fn all_to_all(view: &OpView<'_>) -> Option<RuleSpec> {
    let (split, joined) = (view.dim("split_dimension")?, view.dim("concat_dimension")?);
    if split == joined { exchanging(view, &[split]) } else { exchanging(view, &[split, joined]) }
}

/// The exchanged dimensions must be replicated in operand and result; all others correspond.
fn exchanging(view: &OpView<'_>, exchanged: &[usize]) -> Option<RuleSpec> {
    let (operand, result) = (view.operand(0)?, view.result(0)?);
    let mut rule = view.draft();
    for (dim, &size) in result.iter().enumerate() {
        if !exchanged.contains(&dim) {
            rule.everywhere(PassThrough, size, dim);
        }
    }
    for &dim in exchanged {
        let (operands, results) = (rule.operands_at(dim), rule.results_at(dim));
        rule.add(NeedReplication, *operand.get(dim)?, operands);
        rule.add(NeedReplication, *result.get(dim)?, results);
    }
    rule.finish()
}
