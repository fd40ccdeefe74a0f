//! The first step of a round: axes that shard nothing yet, but are wanted, slice the tensor.
//!
//! Slicing comes first so that all later steps move less data. An axis is sliced where no additional collective is
//! needed to bring it to its position: in a dimension from which it moves together with others, in its own, or in any
//! other that can take it, from where the permutation that becomes necessary moves it.

use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, gcd};

use super::Axes;
use super::plan::{AxisPositions, ReshardPlan, Step, axis_positions, merge_adjacent};
use super::room::{Rest, Room};

impl ReshardPlan {
    /// Slices along all wanted axes that shard nothing yet, as far as the dimensions can take them.
    pub(super) fn slice(&mut self) {
        let have = axis_positions(&self.have);
        let mut missing: Axes = self.want.clone();
        for axes in &mut missing {
            axes.retain(|&axis| !self.is_present(&have, axis));
        }
        if missing.iter().all(Vec::is_empty) {
            return;
        }
        let room = |dim: usize| {
            let (have, want) = (shard_count(&self.have[dim]), shard_count(&self.want[dim]));
            want / gcd(have, want)
        };
        let mut room = Room::new((0..self.rank()).map(room).collect());
        let mut sliced: Axes = vec![Vec::new(); self.rank()];
        for (target, missing) in missing.iter_mut().enumerate() {
            self.slice_for_journey(target, &have, missing, &mut room, &mut sliced);
        }
        for (dim, missing) in missing.iter_mut().enumerate() {
            room.fill(dim, missing, &mut sliced[dim], Rest::InPlace);
        }
        room.fill_any(&mut missing.concat(), &mut sliced);
        if sliced.iter().all(Vec::is_empty) {
            return;
        }
        self.split_wanted(&room);
        for (have, sliced) in self.have.iter_mut().zip(&sliced) {
            have.extend(sliced);
        }
        self.push(Step::AllSlice(sliced.into_iter().map(merge_adjacent).collect()));
    }

    /// Slices axes of `target` that follow one which is still at the end of another dimension there, so that an
    /// exchange moves them together.
    fn slice_for_journey(
        &self,
        target: usize,
        have: &AxisPositions,
        missing: &mut Vec<AxisRef>,
        room: &mut Room,
        sliced: &mut Axes,
    ) {
        if !self.have[target].is_empty() {
            return;
        }
        let want = axis_positions(&self.want);
        for (at, axis) in self.want[target].iter().enumerate() {
            let Some(&(source, index)) = have.get(axis) else { continue };
            let following = &self.want[target][at + 1..];
            let count = following.iter().take_while(|axis| missing.contains(axis)).count();
            let following = &following[..count];
            let is_last = index + 1 == self.have[source].len();
            if count == 0 || source == target || !is_last || !self.want[source].is_empty() {
                continue;
            }
            let leaving = |&axis: &AxisRef| want.get(&axis).is_some_and(|place| place.0 == target);
            let travellers: Vec<AxisRef> = self.have[source].iter().copied().filter(leaving).collect();
            let all = [&self.settled[source][..], &self.have[source], following].concat();
            if !self.is_one_run(source, &travellers, &want) || !self.divides(source, shard_count(&all)) {
                continue;
            }
            let free = &mut room.free[target];
            *free /= gcd(*free, shard_count(&travellers));
            *free /= gcd(*free, shard_count(following));
            sliced[source].extend(following);
            missing.retain(|axis| !following.contains(axis));
        }
    }

    /// Whether axes are the end of a dimension and adjacent where they are wanted.
    fn is_one_run(&self, source: usize, axes: &[AxisRef], want: &AxisPositions) -> bool {
        let index = |axis: &AxisRef| want.get(axis).map(|place| place.1);
        self.have[source].ends_with(axes)
            && axes.windows(2).all(|pair| index(&pair[1]) == index(&pair[0]).map(|index| index + 1))
    }
}
