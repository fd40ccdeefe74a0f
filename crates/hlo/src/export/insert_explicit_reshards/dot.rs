//! The conflict of a product that costs least to resolve on its result.

use partita_mesh::AxisRef;
use partita_rule::FactorKind;

use super::factors::{Factors, Projection};

/// The axes of the factors in a product's operands, when its result agrees except for one factor, which it
/// shards along the axes that are being reduced.
///
/// The product then has partial sums along those axes, so the result can be computed with the shardings of the operands
/// and resharded afterwards: a reduction and a permutation instead of gathering an operand. A factor that the operands
/// do not shard does not conflict: the sum can be scattered along it.
pub(super) fn without_result_conflict(
    factors: &Factors,
    projection: &Projection,
) -> Option<Vec<Vec<AxisRef>>> {
    let mut reduced: Vec<AxisRef> = Vec::new();
    let mut axes = vec![Vec::new(); factors.sizes.len()];
    for (factor, axes) in axes.iter_mut().enumerate() {
        let mut operands = projection.of_factor(factor).filter(|(tensor, _)| *tensor < factors.operands);
        let (_, first) = operands.next()?;
        if operands.any(|(_, other)| other.axes != first.axes) {
            return None;
        }
        axes.clone_from(&first.axes);
        if factors.kinds[factor] == FactorKind::Reduction {
            reduced.extend(&first.axes);
        }
    }
    let result = &projection.cells[factors.operands];
    let mut conflicts = (0..axes.len()).filter_map(|factor| {
        let cell = result[factor].as_ref()?;
        (cell.axes != axes[factor]).then_some((factor, cell))
    });
    let (factor, cell) = conflicts.next()?;
    if conflicts.next().is_some() || axes[factor].is_empty() || reduced.is_empty() || cell.axes != reduced {
        return None;
    }
    // Otherwise it is cheaper to reshard the operand for the result.
    let operands = projection.of_factor(factor).filter(|(tensor, _)| *tensor < factors.operands);
    let largest = operands.map(|(tensor, _)| projection.elements[tensor]).max()?;
    (largest >= projection.elements[factors.operands]).then_some(axes)
}
