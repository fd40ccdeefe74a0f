//! Aggressive propagation: conflicts between factors are resolved in favour of the larger tensor.
//!
//! Each tensor is treated alone: it takes as many axes as fit, even if another tensor of the op cannot take them. So
//! the tensors of one op may end up with different shardings along one factor, which a reshard has to repair later.

use partita_mesh::axis_list::shard_count;
use smallvec::SmallVec;

use crate::basic::{compatible_axes, prefix_beside_other_factors, prefix_within_factor};
use crate::direction::Direction;
use crate::projection::{Axes, Projection, is_strict_prefix};
use crate::step::Step;

/// A factor with the axes to propagate along it.
struct Candidate {
    factor: usize,
    axes: Axes,
    /// The order in which candidates claim axes, smallest first: larger source, larger sharding (elementwise only),
    /// earlier source, earlier factor. The largest tensor decides because it is the most expensive one to reshard; the
    /// rest are Shardy's tie-breakers.
    rank: (std::cmp::Reverse<Elements>, std::cmp::Reverse<u64>, usize, usize),
}

/// Propagates axes along all factors. Returns for each tensor whether it changed.
pub(crate) fn propagate_along_factors(
    step: Step<'_>,
    projection: &mut Projection<'_>,
) -> SmallVec<[bool; 8]> {
    let mut candidates: SmallVec<[Candidate; 8]> = SmallVec::new();
    for factor in 0..step.rule.sizes.len() {
        let direction = step.rule.direction(factor, step.directions);
        if direction == Direction::NONE {
            continue;
        }
        let axes = compatible_axes(projection, step.rule, factor, direction);
        if axes.is_empty() {
            continue;
        }
        let (size, source) = source_of(step, projection, factor, &axes);
        let shards = if step.elementwise { shard_count(&axes) } else { 0 };
        let rank = (std::cmp::Reverse(size), std::cmp::Reverse(shards), source, factor);
        candidates.push(Candidate { factor, axes, rank });
    }
    candidates.sort_by_key(|candidate| candidate.rank);
    let mut changed: SmallVec<[bool; 8]> = SmallVec::from_elem(false, projection.tensors());
    let (operands, tensors) = (step.rule.operands, projection.tensors());
    // Results come first: `limit_to_results` compares operands with what the results have after this step.
    for tensor in (operands..tensors).chain(0..operands) {
        for candidate in &candidates {
            let mut axes = axes_that_fit(step, projection, tensor, candidate);
            if step.elementwise && tensor < operands {
                limit_to_results(projection, operands..tensors, candidate.factor, &mut axes);
            }
            changed[tensor] |= projection.expand(tensor, candidate.factor, &axes);
        }
    }
    changed
}

/// The number of elements of a tensor as far as sizes are known. A tensor with more factors of unknown size counts as
/// larger than any known size, so `unknown` is compared first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Elements {
    unknown: u32,
    known: u64,
}

impl Elements {
    const ONE: Elements = Elements { unknown: 0, known: 1 };

    fn times(self, size: Option<u64>) -> Self {
        match size {
            Some(size) => Self { known: self.known.saturating_mul(size), ..self },
            None => Self { unknown: self.unknown + 1, ..self },
        }
    }
}

/// The largest tensor that already has all of these axes: its size and its position.
fn source_of(step: Step<'_>, projection: &Projection<'_>, factor: usize, axes: &Axes) -> (Elements, usize) {
    let mut best = (Elements::default(), 0);
    for tensor in 0..projection.tensors() {
        let Some(cell) = projection.cell(tensor, factor) else { continue };
        let has_all = cell.axes == *axes || is_strict_prefix(axes, &cell.axes);
        // Only the factors with a cell count: projection leaves out those behind an overflow.
        let factors = projection.row(tensor).iter().zip(&step.rule.sizes);
        let size =
            factors.filter(|(cell, _)| cell.is_some()).fold(Elements::ONE, |all, (_, &size)| all.times(size));
        if has_all && size > best.0 {
            best = (size, tensor);
        }
    }
    best
}

/// The longest prefix of a candidate's axes that one tensor can take.
fn axes_that_fit(step: Step<'_>, projection: &Projection<'_>, tensor: usize, candidate: &Candidate) -> Axes {
    let factor = candidate.factor;
    let mut axes = Axes::new();
    if projection.cell(tensor, factor).is_none() {
        return axes;
    }
    for &wanted in &candidate.axes {
        let allowed = prefix_within_factor(step, projection, tensor, factor, &axes, wanted)
            .and_then(|axis| prefix_beside_other_factors(projection, tensor, factor, axis))
            .filter(|&axis| step.allows(axis));
        axes.extend(allowed);
        if allowed != Some(wanted) {
            break;
        }
    }
    axes
}

/// Limits the axes for an operand of an elementwise op to those that its results have. Otherwise an axis that a result
/// cannot take would still be propagated to an operand, and the op would need a reshard.
fn limit_to_results(
    projection: &Projection<'_>,
    results: std::ops::Range<usize>,
    factor: usize,
    axes: &mut Axes,
) {
    for result in results {
        let Some(cell) = projection.cell(result, factor) else { continue };
        if is_strict_prefix(&cell.axes, axes) {
            *axes = cell.axes.clone();
        }
    }
}
