//! The third step of a round: all-to-alls move axes between dimensions.

use super::plan::{Plan, Step, merged, places};

/// Which moves are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    /// Those after which the axes are in their place.
    ToTheirPlace,
    /// All that bring axes to the right dimension.
    Any,
}

impl Plan {
    /// Moves the axes at the end of each dimension to the dimensions where they are wanted: first those that arrive in
    /// their place, then the others.
    pub(super) fn exchange(&mut self) {
        for moves in [Moves::ToTheirPlace, Moves::Any] {
            for source in 0..self.rank() {
                while self.exchange_end(source, moves) {}
            }
        }
    }

    /// Moves the longest end of a dimension that is wanted in one other; says whether it did.
    fn exchange_end(&mut self, source: usize, moves: Moves) -> bool {
        let want = places(&self.want);
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
        self.push(Step::AllToAll { axes: merged(axes), source, target: to });
        true
    }
}
