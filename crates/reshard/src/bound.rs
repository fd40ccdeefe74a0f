//! A lower bound on the cost of the rest of a path.
//!
//! Whatever the collectives, a device has to receive what it needs and does not hold. In every collective of
//! the model a device receives as many bytes as it sends, so for the worst device
//!
//! > bytes sent from now on ≥ bytes of its target shard − bytes of it that it holds.
//!
//! If the axes of a dimension differ from the target's before either list ends, some device holds nothing of
//! its target shard. If one list is a prefix of the other, the device holds the smaller of the two blocks.
//! Partial values do not count as held.
//!
//! The same holds for all devices with equal coordinates along the slower links, taken together as a *team*:
//! what a team lacks has to arrive over slow links, and its members share that traffic evenly. A byte is then
//! priced at the speed of the slowest link class that it provably needs. If anything is sent, one latency is
//! added. The sum never exceeds the true cost, which makes the bound admissible for A*.

use crate::search::Score;
use crate::space::Space;
use crate::state::{MAX_DIMS, MAX_SUB_AXES, State, is_prefix, minor_to_major, sub_axes_of_set};
use crate::{Cost, Link};

pub(crate) struct Bound<'s> {
    space: &'s Space<'s>,
    best: Link,
    goal_counts: [u64; MAX_DIMS],
    goal_bytes: u64,
    /// Classes of links slower than the best, fastest first.
    classes: Vec<LinkClass>,
    goal_places: [SubAxisPlace; MAX_SUB_AXES],
}

/// All links that are at least as slow as some link.
struct LinkClass {
    /// The sub-axes that have such links, as a set.
    sub_axes: u8,
    /// The best of these links.
    best: Link,
    /// How many devices share their coordinates along all these sub-axes.
    team: u64,
    /// Bytes that such a team holds in the goal.
    goal_bytes: u64,
}

/// The position of a sub-axis: its dimension, and the number of shards that more major axes make of it. `None`
/// if it is unused.
pub(crate) type SubAxisPlace = Option<(usize, u64)>;

/// The position of every sub-axis in a state.
pub(crate) fn sub_axis_places(space: &Space<'_>, state: &State) -> [SubAxisPlace; MAX_SUB_AXES] {
    let mut places = [None; MAX_SUB_AXES];
    for (d, &stack) in state.dims.iter().enumerate().take(space.dims.len()) {
        let mut before = space.count(state.side, stack);
        for sub_axis in minor_to_major(stack) {
            before /= space.sub_axes(state)[sub_axis].size;
            places[sub_axis] = Some((d, before));
        }
    }
    places
}

impl<'s> Bound<'s> {
    pub(crate) fn new(space: &'s Space<'s>) -> Self {
        let goal_counts = space.counts(&space.goal);
        let goal_places = sub_axis_places(space, &space.goal);
        Self {
            space,
            best: space.best_link(),
            goal_counts,
            goal_bytes: space.bytes(&goal_counts),
            classes: classes(space, &goal_places),
            goal_places,
        }
    }

    /// A lower bound on the score from a state to the goal.
    pub(crate) fn of(&self, state: &State, counts: &[u64; MAX_DIMS]) -> Score {
        let goal = &self.space.goal;
        if state.side != goal.side {
            // A layout that is the same on both meshes needs no step. For any other layout, only the sizes can
            // be compared.
            let may_be_same = self.space.crossing.is_some_and(|crossing| crossing.on_one_mesh())
                || counts.iter().all(|&count| count == 1);
            return match self.goal_bytes.saturating_sub(self.space.bytes(counts)) {
                0 if may_be_same => Score::default(),
                lacking => Score { cost: self.best.time(1, lacking), collectives: 1, sliced: 0 },
            };
        }
        match self.lacking(state, counts) {
            Some(bytes) => Score { cost: self.time(state, bytes), collectives: 1, sliced: 0 },
            None => Score::default(),
        }
    }

    /// The bytes that the worst device lacks, or `None` if slices alone reach the goal.
    fn lacking(&self, state: &State, counts: &[u64; MAX_DIMS]) -> Option<u64> {
        if state.unreduced != self.space.goal.unreduced {
            return Some(self.goal_bytes);
        }
        let mut held = self.space.unit;
        let mut slices_only = true;
        for (d, &count) in counts.iter().enumerate().take(self.space.dims.len()) {
            let (from, to) = (state.dims[d], self.space.goal.dims[d]);
            let larger = if is_prefix(from, to) {
                self.goal_counts[d]
            } else if is_prefix(to, from) {
                slices_only = false;
                count
            } else {
                return Some(self.goal_bytes);
            };
            held *= self.space.extents[d] / larger;
        }
        (!slices_only).then(|| self.goal_bytes - held)
    }

    /// The time for `bytes` bytes, some of which have to cross slow links.
    fn time(&self, state: &State, bytes: u64) -> Cost {
        if self.classes.is_empty() {
            return self.best.time(1, bytes);
        }
        let places = sub_axis_places(self.space, state);
        let mut latency = self.best.latency();
        let mut cost = Cost(0);
        let mut most = 0;
        // Slowest class first: a byte that needs a slow link is also counted in all faster classes.
        for (i, class) in self.classes.iter().enumerate().rev() {
            let slow = self.team_lacks(class, state, &places);
            if slow > 0 {
                latency = latency.max(class.best.latency());
            }
            most = slow.max(most);
            let faster = if i == 0 { self.best } else { self.classes[i - 1].best };
            let extra = class.best.per_byte().0 - faster.per_byte().0;
            cost += Cost(extra * u128::from(most));
        }
        cost + latency + Cost(self.best.per_byte().0 * u128::from(bytes.max(most)))
    }

    /// The bytes that a team lacks, averaged over all teams, per member.
    fn team_lacks(&self, class: &LinkClass, state: &State, places: &[SubAxisPlace; MAX_SUB_AXES]) -> u64 {
        let mut held = class.goal_bytes;
        if (state.unreduced & !self.space.goal.unreduced) & class.sub_axes != 0 {
            held = 0;
        }
        // Only one of the coordinates that change their place may be counted: several may depend on each other.
        let mut crossed = 1;
        for sub_axis in sub_axes_of_set(class.sub_axes) {
            let size = self.space.sub_axes(state)[sub_axis].size;
            match (places[sub_axis], self.goal_places[sub_axis]) {
                (Some(now), Some(then)) if now != then && independent(now, then, size) => {
                    crossed = size.max(crossed)
                }
                (Some(_), None) => held = held.div_ceil(size),
                _ => {}
            }
        }
        (class.goal_bytes - held.div_ceil(crossed)) / class.team
    }
}

/// Whether the digits that a sub-axis of this size has at two places are independent of each other.
fn independent(a: (usize, u64), b: (usize, u64), size: u64) -> bool {
    let (low, high) = (a.1.min(b.1), a.1.max(b.1));
    a.0 != b.0 || high.is_multiple_of(low * size)
}

fn classes(space: &Space<'_>, goal_places: &[SubAxisPlace; MAX_SUB_AXES]) -> Vec<LinkClass> {
    let sub_axes = &space.sides[space.goal.side as usize];
    let mut speeds: Vec<Cost> = sub_axes.iter().map(|sub_axis| sub_axis.link.per_byte()).collect();
    speeds.push(space.best_link().per_byte());
    speeds.sort_unstable();
    speeds.dedup();
    let total = space.bytes(&[1; MAX_DIMS]);
    let class = |speed: &Cost| {
        let slow = |sub_axis: &usize| sub_axes[*sub_axis].link.per_byte() >= *speed;
        let slow_sub_axes: Vec<usize> = (0..sub_axes.len()).filter(slow).collect();
        let fast = sub_axes.iter().filter(|sub_axis| sub_axis.link.per_byte() < *speed);
        let sharding = slow_sub_axes.iter().filter(|&&sub_axis| goal_places[sub_axis].is_some());
        LinkClass {
            sub_axes: slow_sub_axes.iter().fold(0, |set, sub_axis| set | 1 << sub_axis),
            best: slow_sub_axes
                .iter()
                .map(|&sub_axis| sub_axes[sub_axis].link)
                .reduce(Link::best)
                .unwrap_or_default(),
            team: fast.map(|sub_axis| sub_axis.size).product(),
            goal_bytes: total / sharding.map(|&sub_axis| sub_axes[sub_axis].size).product::<u64>(),
        }
    };
    speeds.iter().skip(1).map(class).collect()
}
