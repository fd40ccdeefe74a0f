//! Basic propagation: along each factor, only the axes that every tensor of the op can take.

use partita_mesh::AxisRef;
use smallvec::SmallVec;

use crate::direction::Direction;
use crate::projection::{Axes, Projection, shards_that_fit};
use crate::step::{RuleInfo, Step};

/// Propagates axes along all factors. Returns for each tensor whether it changed.
pub(crate) fn propagate_along_factors(
    step: Step<'_>,
    projection: &mut Projection<'_>,
) -> SmallVec<[bool; 8]> {
    let mut changed: SmallVec<[bool; 8]> = SmallVec::from_elem(false, projection.tensors());
    for factor in 0..step.rule.sizes.len() {
        let direction = step.rule.direction(factor, step.directions);
        if direction == Direction::NONE {
            continue;
        }
        let mut axes = compatible_axes(projection, step.rule, factor, direction);
        if axes.is_empty() {
            continue;
        }
        truncate(step, projection, factor, &mut axes);
        for tensor in 0..projection.tensors() {
            changed[tensor] |= projection.expand(tensor, factor, &axes);
        }
    }
    changed
}

/// The longest list of axes that the tensors agree on, most major first. A list that is a prefix of another agrees with
/// it; the result ends at the first disagreement.
pub(crate) fn compatible_axes(
    projection: &Projection<'_>,
    rule: &RuleInfo,
    factor: usize,
    direction: Direction,
) -> Axes {
    let mut merge = Merge { axes: Axes::new(), may_extend: true };
    let (operands, results) = (0..rule.operands, rule.operands..projection.tensors());
    let (first, second) =
        if direction == Direction::BACKWARD { (results, operands) } else { (operands, results) };
    for tensor in first {
        merge.with(projection, tensor, factor);
    }
    // With one direction, only the tensors of the side it comes from contribute axes. Those of the other side may still
    // disagree and shorten the list.
    if direction != Direction::BOTH {
        merge.may_extend = false;
    }
    for tensor in second {
        merge.with(projection, tensor, factor);
    }
    merge.axes
}

struct Merge {
    axes: Axes,
    may_extend: bool,
}

impl Merge {
    fn with(&mut self, projection: &Projection<'_>, tensor: usize, factor: usize) {
        let Some(cell) = projection.cell(tensor, factor) else { return };
        let other = &cell.axes;
        for index in 0..self.axes.len().min(other.len()) {
            let (mine, theirs) = (self.axes[index], other[index]);
            if mine == theirs {
                continue;
            }
            if mine.begins(theirs) {
                if index + 1 == self.axes.len() && self.may_extend {
                    self.axes = other.clone();
                } else {
                    self.stop(index + 1);
                }
            } else if theirs.begins(mine) {
                // A tensor whose last axis is the major part of ours can still be extended to all of it.
                if index + 1 < other.len() {
                    self.axes[index] = theirs;
                    self.stop(index + 1);
                }
            } else {
                self.stop(index);
            }
            return;
        }
        if other.len() > self.axes.len() && self.may_extend {
            self.axes = other.clone();
        }
    }

    fn stop(&mut self, length: usize) {
        self.axes.truncate(length);
        self.may_extend = false;
    }
}

/// Truncates the list at the first axis that some tensor cannot take; a prefix that all can take stays.
fn truncate(step: Step<'_>, projection: &Projection<'_>, factor: usize, axes: &mut Axes) {
    for index in 0..axes.len() {
        let wanted = axes[index];
        let mut allowed = Some(wanted);
        for tensor in 0..projection.tensors() {
            allowed = allowed.and_then(|axis| prefix_beside_other_factors(projection, tensor, factor, axis));
            allowed = allowed.and_then(|axis| {
                prefix_within_factor(step, projection, tensor, factor, &axes[..index], axis)
            });
        }
        allowed = allowed.filter(|&axis| step.allows(axis));
        if allowed == Some(wanted) {
            continue;
        }
        axes.truncate(index);
        axes.extend(allowed);
        return;
    }
}

/// The prefix of an axis that does not overlap the axes of the other factors of a tensor. Overflow axes count: they
/// shard the dimension too.
pub(crate) fn prefix_beside_other_factors(
    projection: &Projection<'_>,
    tensor: usize,
    factor: usize,
    axis: AxisRef,
) -> Option<AxisRef> {
    let mut allowed = axis;
    for (other, cell) in projection.row(tensor).iter().enumerate() {
        if other == factor {
            continue;
        }
        let Some(cell) = cell else { continue };
        for &used in cell.axes.iter().chain(&cell.overflow) {
            allowed = allowed.prefix_without(used)?;
        }
    }
    Some(allowed)
}

/// The prefix of an axis that a factor of a tensor can take behind `before`: what is not barred, not closed, and
/// divides the factor. All of the axis where the tensor does not have the factor.
pub(crate) fn prefix_within_factor(
    step: Step<'_>,
    projection: &Projection<'_>,
    tensor: usize,
    factor: usize,
    before: &[AxisRef],
    axis: AxisRef,
) -> Option<AxisRef> {
    let Some(cell) = projection.cell(tensor, factor) else { return Some(axis) };
    let mut allowed = axis;
    for barred in projection.barred(tensor) {
        allowed = allowed.prefix_without(barred)?;
    }
    let present = cell.axes.get(before.len()).copied();
    if present == Some(allowed) {
        return Some(allowed);
    }
    // The part of this axis that the factor has already stays; only the rest must fit.
    let kept = present.filter(|present| present.begins(allowed));
    if present.is_some() && kept.is_none() {
        return Some(allowed);
    }
    if cell.closed || !cell.overflow.is_empty() {
        return kept;
    }
    // The minor-most factor may be sharded unevenly, which pads the end of the dimension. Any other factor must be
    // divided without a remainder: padding would be between the elements of the dimension.
    if !step.rule.is_minor_most(tensor, factor) {
        let fits = shards_that_fit(step.rule.sizes[factor], before, allowed.size());
        if fits != allowed.size() {
            allowed = allowed.split(fits)?.0;
        }
    }
    Some(allowed)
}
