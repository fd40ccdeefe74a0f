//! Aggressive propagation: conflicts between factors are resolved in favour of the larger tensor.

use smallvec::SmallVec;

use crate::basic::{beside_other_factors, compatible_axes, own_limit};
use crate::direction::Direction;
use crate::projection::{Axes, Projection, is_strict_prefix};
use crate::step::Step;

/// A factor with the axes that want to spread along it.
struct Candidate {
    factor: usize,
    axes: Axes,
    /// Sorts before others: larger source, larger sharding (elementwise only), earlier source, earlier factor.
    rank: (std::cmp::Reverse<Elements>, std::cmp::Reverse<u64>, usize, usize),
}

/// Spreads axes along all factors; says which tensors changed.
pub(crate) fn spread(step: Step<'_>, projection: &mut Projection<'_>) -> SmallVec<[bool; 8]> {
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
        let shards = if step.elementwise { axes.iter().map(|axis| axis.size()).product() } else { 0 };
        let rank = (std::cmp::Reverse(size), std::cmp::Reverse(shards), source, factor);
        candidates.push(Candidate { factor, axes, rank });
    }
    candidates.sort_by_key(|candidate| candidate.rank);
    let mut changed: SmallVec<[bool; 8]> = SmallVec::from_elem(false, projection.tensors());
    let (operands, tensors) = (step.rule.operands, projection.tensors());
    for tensor in (operands..tensors).chain(0..operands) {
        for candidate in &candidates {
            let mut axes = room_in_tensor(step, projection, tensor, candidate);
            if step.elementwise && tensor < operands {
                limit_to_results(projection, operands..tensors, candidate.factor, &mut axes);
            }
            changed[tensor] |= projection.expand(tensor, candidate.factor, &axes);
        }
    }
    changed
}

/// How large a tensor is, as far as that is known: more factors of unknown size are more than any number.
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

/// The largest tensor that already has all of these axes, and which it is.
fn source_of(step: Step<'_>, projection: &Projection<'_>, factor: usize, axes: &Axes) -> (Elements, usize) {
    let mut best = (Elements::default(), 0);
    for tensor in 0..projection.tensors() {
        let Some(cell) = projection.cell(tensor, factor) else { continue };
        let has_all = cell.axes == *axes || is_strict_prefix(axes, &cell.axes);
        // Of the factors that the tensor still has: projection may have left some out.
        let factors = projection.row(tensor).iter().zip(&step.rule.sizes);
        let size =
            factors.filter(|(cell, _)| cell.is_some()).fold(Elements::ONE, |all, (_, &size)| all.times(size));
        if has_all && size > best.0 {
            best = (size, tensor);
        }
    }
    best
}

/// As many of a candidate's axes as one tensor can take.
fn room_in_tensor(step: Step<'_>, projection: &Projection<'_>, tensor: usize, candidate: &Candidate) -> Axes {
    let factor = candidate.factor;
    let mut axes = Axes::new();
    if projection.cell(tensor, factor).is_none() {
        return axes;
    }
    for &wanted in &candidate.axes {
        let allowed = own_limit(step, projection, tensor, factor, &axes, wanted)
            .and_then(|axis| beside_other_factors(projection, tensor, factor, axis))
            .filter(|&axis| step.allows(axis));
        axes.extend(allowed);
        if allowed != Some(wanted) {
            break;
        }
    }
    axes
}

/// An operand of an elementwise op takes no more axes than its results could.
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
