//! Products: a sharded contracting dimension leaves partial sums.

use partita_ir::ValueId;

use super::Written;
use crate::localize::{Localizer, PlacedOp};
use partita_place::Role;

/// `dot_general`
pub(crate) fn dot(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let operands: Vec<_> = (0..placed.operands.len())
        .map(|index| (mask_contracting_dims(local, placed, index), placed.operands[index].1.clone()))
        .collect();
    local.same(placed.op, &operands, placed.results)
}

/// An operand with zeros in the padding of its contracting dimensions. Both operands are masked: zero times an
/// arbitrary NaN or infinity would not be zero.
pub(super) fn mask_contracting_dims(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    index: usize,
) -> ValueId {
    let (mut value, layout) = (placed.operands[index].0, &placed.operands[index].1);
    let shape = local.shape(local.module.op(placed.op).operands[index]);
    for (dim, &size) in shape.iter().enumerate() {
        let factor = placed.factors.factor(index, dim);
        if factor.is_some_and(|factor| placed.factors.roles[factor] == Role::Reduction)
            && layout.is_padded(dim, size)
        {
            let element = local.emit.element(value);
            let zero = local.emit.zeros(&[], element);
            value = local.emit.mask_padding(value, layout, dim, size, zero);
        }
    }
    value
}
