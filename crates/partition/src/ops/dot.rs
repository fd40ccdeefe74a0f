//! Products: a cut contracting dimension leaves partial sums.

use partita_ir::ValueId;

use super::Written;
use crate::localize::{Cut, Localizer};
use partita_place::Role;

/// `dot_general`
pub(crate) fn dot(local: &mut Localizer<'_>, cut: &Cut<'_>) -> Written {
    let operands: Vec<_> = (0..cut.operands.len())
        .map(|index| (masked(local, cut, index), cut.operands[index].1.clone()))
        .collect();
    local.same(cut.op, &operands, cut.results)
}

/// An operand with zeros beyond the end of cut dimensions that are summed over.
pub(super) fn masked(local: &mut Localizer<'_>, cut: &Cut<'_>, index: usize) -> ValueId {
    let (mut value, layout) = (cut.operands[index].0, &cut.operands[index].1);
    let shape = local.shape(local.module.op(cut.op).operands[index]);
    for (dim, &size) in shape.iter().enumerate() {
        let factor = cut.factors.factor(index, dim);
        if factor.is_some_and(|factor| cut.factors.roles[factor] == Role::Reduction)
            && layout.is_padded(dim, size)
        {
            let element = local.emit.element(value);
            let zero = local.emit.zeros(&[], element);
            value = local.emit.mask_padding(value, layout, dim, size, zero);
        }
    }
    value
}
