//! Ops that treat every element alike.

use partita_rule::{FactorKind, RuleSpec};

use super::draft::At;
use super::view::OpView;

use FactorKind::{NeedReplication, PassThrough};

/// Every dimension corresponds to itself in all tensors; scalars take no part.
pub(super) fn pointwise(view: &OpView<'_>) -> Option<RuleSpec> {
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        rule.everywhere(PassThrough, size, dim);
    }
    rule.finish()
}

/// `bitcast_convert`: a dimension that only one side has consists of the parts of one element.
pub(super) fn bitcast_convert(view: &OpView<'_>) -> Option<RuleSpec> {
    let (from, to) = (view.operand(0)?, view.result(0)?);
    let common = from.len().min(to.len());
    let mut rule = view.draft();
    for (dim, &size) in from[..common].iter().enumerate() {
        rule.everywhere(PassThrough, size, dim);
    }
    for (dim, &size) in from.iter().enumerate().skip(common) {
        rule.add(NeedReplication, size, [At::Operand(0, dim)]);
    }
    for (dim, &size) in to.iter().enumerate().skip(common) {
        rule.add(NeedReplication, size, [At::Result(0, dim)]);
    }
    rule.finish()
}

/// The chlo ops that broadcast: operands are aligned with the result by `broadcast_dimensions`, otherwise
/// at the minor end; a dimension of size 1 is broadcast.
pub(super) fn broadcasting(view: &OpView<'_>) -> Option<RuleSpec> {
    let result = view.result(0)?;
    let given = view.attr("broadcast_dimensions").map(|_| view.dims("broadcast_dimensions"));
    let mut rule = view.draft();
    for (dim, &size) in result.iter().enumerate() {
        let mut places = Vec::new();
        for (index, operand) in view.operands.iter().enumerate() {
            let missing = result.len().checked_sub(operand.len())?;
            // The listed dimensions are those of the operand of smaller rank.
            let at = match &given {
                Some(list) if missing > 0 => list.as_ref()?.iter().position(|&to| to == dim),
                _ => dim.checked_sub(missing),
            };
            if let Some(at) = at.filter(|&at| operand.get(at) == Some(&size)) {
                places.push(At::Operand(index, at));
            }
        }
        places.push(At::Result(0, dim));
        rule.add(PassThrough, size, places);
    }
    rule.finish()
}

/// `set_dimension_size`: pointwise except for the dimension that changes.
pub(super) fn set_dimension_size(view: &OpView<'_>) -> Option<RuleSpec> {
    let changed = view.dim("dimension")?;
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        let kind = if dim == changed { NeedReplication } else { PassThrough };
        rule.everywhere(kind, size, dim);
    }
    rule.finish()
}

/// `rng`: each element of the result is independent.
pub(super) fn rng(view: &OpView<'_>) -> Option<RuleSpec> {
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        rule.add(PassThrough, size, [At::Result(0, dim)]);
    }
    for (index, shape) in view.operands.iter().enumerate() {
        for (dim, &size) in shape.iter().enumerate() {
            rule.add(NeedReplication, size, [At::Operand(index, dim)]);
        }
    }
    rule.finish()
}
