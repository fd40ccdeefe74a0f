//! The second step of a round: a collective permute replaces the axes of a dimension by others of the same size.
//!
//! It reorders the axes of a dimension, exchanges axes between dimensions, and changes the order of the
//! devices. Afterwards every dimension starts with as many of its wanted axes as fit.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;

use super::Axes;
use super::plan::{AxisPositions, ReshardPlan, Step, axis_positions};
use super::room::{Rest, Room, sizes_divide};

impl ReshardPlan {
    /// Permutes the devices where that helps, or where their order has to change.
    pub(super) fn permute(&mut self) {
        if self.is_permutation_useful() {
            self.refill();
        } else if self.is_on_target {
            return;
        }
        self.is_on_target = true;
        self.push(Step::CollectivePermute);
    }

    fn is_permutation_useful(&self) -> bool {
        let (have, want) = (axis_positions(&self.have), axis_positions(&self.want));
        (0..self.rank()).any(|dim| self.starts_wrong(dim))
            || self.can_trade(&have, &want)
            || (0..self.rank()).any(|dim| !self.can_leave_in_order(dim, &want))
    }

    /// Whether a dimension has axes before, or instead of, those that it should have there.
    fn starts_wrong(&self, dim: usize) -> bool {
        let (have, want) = (&self.have[dim], &self.want[dim]);
        let (Some(&first), Some(&wanted)) = (have.first(), want.first()) else { return false };
        sizes_divide(first, wanted) || want.iter().any(|axis| have.contains(axis))
    }

    /// Whether an axis that no dimension wants can become a missing one. As in Shardy, of several unwanted or missing
    /// axes only the last is considered.
    fn can_trade(&self, have: &AxisPositions, want: &AxisPositions) -> bool {
        let unwanted = self.have.iter().flatten().rfind(|axis| !want.contains_key(axis));
        let missing = self.want.iter().flatten().rfind(|axis| !self.is_present(have, **axis));
        matches!((unwanted, missing), (Some(&a), Some(&b)) if sizes_divide(a, b))
    }

    /// Whether the axes of a dimension can leave it from the end, those for one other dimension all at once and in the
    /// order they have there. Those that no dimension wants come first, unless the dimension itself wants others.
    fn can_leave_in_order(&self, dim: usize, want: &AxisPositions) -> bool {
        let mut targets: Vec<usize> = Vec::new();
        let mut before: Option<(usize, usize)> = None;
        for axis in &self.have[dim] {
            let place = want.get(axis).copied();
            match (before, place) {
                (Some((target, index)), Some(place)) if place.0 == target => {
                    if place.1 != index + 1 {
                        return false;
                    }
                }
                (_, Some((target, _))) if targets.contains(&target) => return false,
                (_, Some((target, _))) => targets.push(target),
                (_, None) if !targets.is_empty() && self.want[dim].is_empty() => return false,
                (_, None) => {}
            }
            before = place;
        }
        true
    }

    /// Gives every dimension new axes of the same product: first the wanted ones at their position, at the end wanted
    /// ones of other dimensions, and between them the remaining ones.
    fn refill(&mut self) {
        let empty: Axes = vec![Vec::new(); self.rank()];
        let (mut front, mut end, mut own, mut foreign) = (empty.clone(), empty.clone(), empty.clone(), empty);
        let mut room = Room::new(self.have.iter().map(|axes| shard_count(axes)).collect());
        let mut wanted = self.want.clone();
        for (dim, wanted) in wanted.iter_mut().enumerate() {
            room.fill_front(dim, wanted, &mut front[dim]);
        }
        room.fill_any(&mut wanted.concat(), &mut end);

        let want = axis_positions(&self.want);
        let mut left = Vec::new();
        for dim in 0..self.rank() {
            let mut rest = unwanted(&self.have[dim], &want, shard_count(&front[dim]));
            room.fill(dim, &mut rest, &mut own[dim], Rest::First);
            left.append(&mut rest);
        }
        room.fill_any(&mut left, &mut foreign);
        self.split_wanted(&room);
        for dim in 0..self.rank() {
            self.have[dim] = [&front[dim][..], &foreign[dim], &own[dim], &end[dim]].concat();
        }
    }
}

/// The axes of a dimension that no dimension wants. Those that `taken` shards from the front displace come after
/// the others.
fn unwanted(have: &[AxisRef], want: &AxisPositions, mut taken: u64) -> Vec<AxisRef> {
    let mut axes: Vec<AxisRef> = have.iter().copied().filter(|axis| !want.contains_key(axis)).collect();
    let mut displaced = Vec::new();
    while let Some(&axis) = axes.first().filter(|_| taken > 1) {
        let size = axis.size();
        if taken.is_multiple_of(size) {
            taken /= size;
            displaced.push(axis);
            axes.remove(0);
        } else if let Some((part, rest)) = axis.split(taken) {
            displaced.push(part);
            axes[0] = rest;
            break;
        } else {
            break;
        }
    }
    axes.append(&mut displaced);
    axes
}
