//! Ops that combine or sort the elements along a dimension.

use partita_rule::{FactorKind, RuleSpec};

use super::Compat;
use super::draft::{At, Travel};
use super::view::OpView;

use FactorKind::{NeedReplication, PassThrough, Reduction};

/// `reduce`: the first half of the operands are the inputs, the other half scalars.
pub(super) fn reduce(view: &OpView<'_>) -> Option<RuleSpec> {
    let reduced = view.dims("dimensions")?;
    let inputs = view.operands.len() / 2;
    let mut rule = view.draft();
    let mut kept = 0;
    for (dim, &size) in view.operand(0)?.iter().enumerate() {
        let operands = (0..inputs).map(|input| At::Operand(input, dim));
        if reduced.contains(&dim) {
            rule.add(Reduction, size, operands);
        } else {
            rule.add(
                PassThrough,
                size,
                operands.chain((0..view.results.len()).map(|result| At::Result(result, kept))),
            );
            kept += 1;
        }
    }
    rule.finish()
}

/// `sort`: the sorted dimension must be replicated. If it is the only dimension, propagation along it is blocked, as it
/// would gain nothing. With [`Compat::Full`] a negative dimension counts from the end; in Shardy's rule it matches no
/// dimension.
pub(super) fn sort(view: &OpView<'_>) -> Option<RuleSpec> {
    let shape = view.result(0)?;
    let given = view.int("dimension").unwrap_or(-1);
    let from_end = given < 0 && view.compat == Compat::Full;
    let sorted = if from_end { given.checked_add(i64::try_from(shape.len()).ok()?)? } else { given };
    let mut rule = view.draft();
    for (dim, &size) in shape.iter().enumerate() {
        if i64::try_from(dim) == Ok(sorted) {
            let alone = shape.iter().enumerate().all(|(other, &size)| other == dim || size == 1);
            rule.everywhere_travel(NeedReplication, size, Travel::blocked_if(alone), dim);
        } else {
            rule.everywhere(PassThrough, size, dim);
        }
    }
    rule.finish()
}

/// `chlo.top_k`: the last dimension must be replicated.
pub(super) fn top_k(view: &OpView<'_>) -> Option<RuleSpec> {
    let operand = view.operand(0)?;
    let last = operand.len().checked_sub(1)?;
    let mut rule = view.draft();
    for (dim, &size) in operand.iter().enumerate() {
        if dim == last {
            rule.everywhere_travel(NeedReplication, size, Travel::Blocked, dim);
        } else {
            rule.everywhere(PassThrough, size, dim);
        }
    }
    rule.finish()
}
