//! The third step of a round: all-to-alls move axes between dimensions.

use super::plan::{ReshardPlan, Step, axis_positions, merge_adjacent};

/// The moves to make.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    /// Those after which the axes are at their final position.
    ToTheirPlace,
    /// All that bring axes to the right dimension.
    Any,
}

impl ReshardPlan {
    /// Moves the axes at the end of each dimension to the dimensions where they are wanted: first those that arrive at
    /// their final position, then the others.
    pub(super) fn exchange(&mut self) {
        for moves in [Moves::ToTheirPlace, Moves::Any] {
            for source in 0..self.rank() {
                while self.exchange_end(source, moves) {}
            }
        }
    }

    /// Moves the longest suffix of a dimension that is wanted in one other dimension. Returns whether there was one.
    fn exchange_end(&mut self, source: usize, moves: Moves) -> bool {
        let want = axis_positions(&self.want);
        let have = &self.have[source];
        let target = |index: usize| want.get(&have[index]).map(|place| place.0);
        let Some(last) = have.len().checked_sub(1) else { return false };
        let Some(to) = target(last).filter(|&to| to != source) else { return false };
        let start =
            (0..have.len()).rev().take_while(|&index| target(index) == Some(to)).last().unwrap_or(last);
        let arrives = self.want[to].starts_with(&have[start..]);
        if moves == Moves::ToTheirPlace && !arrives {
            return false;
        }
        let axes = self.have[source].split_off(start);
        self.have[to].extend(&axes);
        self.push(Step::AllToAll { axes: merge_adjacent(axes), source, target: to });
        true
    }
}
