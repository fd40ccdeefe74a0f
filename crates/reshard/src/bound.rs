//! A lower bound on the cost of what is left to do.
//!
//! Whatever the collectives, a device has to receive what it shall have and has not. In every collective of the
//! model a device receives as many bytes as it sends, so that for the worst device
//!
//! > bytes sent from now on ≥ bytes of its target tile − bytes of it that it holds.
//!
//! Where a dimension's axes differ from the target's before either list ends, some device holds nothing of its
//! target tile; where one list begins with the other, the device holds the smaller of the two blocks. Partial values
//! are nothing to hold.
//!
//! The same is true of all devices that share their coordinates along the slower links, taken together: what such a
//! team lacks has to come over slow links, and its members carry it in equal parts. A byte is then counted at the speed of
//! the slowest links it is known to need. Whatever moves takes one latency. The sum never exceeds the true cost, which
//! is what A* asks for.

use crate::search::Score;
use crate::space::Space;
use crate::state::{MAX_DIMS, MAX_PIECES, State, begins, members, minor_to_major};
use crate::{Cost, Link};

pub(crate) struct Bound<'s> {
    space: &'s Space<'s>,
    best: Link,
    goal_counts: [u64; MAX_DIMS],
    goal_bytes: u64,
    /// The speeds of links beyond the best, fastest first.
    classes: Vec<Class>,
    goal_places: [Place; MAX_PIECES],
}

/// Links that are as slow as some link, or slower.
struct Class {
    /// The pieces that have such links, as a set.
    pieces: u8,
    /// The best of these links.
    best: Link,
    /// How many devices share their coordinates along all these pieces.
    team: u64,
    /// Bytes that such a team has in the end.
    goal_bytes: u64,
}

/// Where a piece is: its dimension, and into how many shards those before it cut that. Not used is `None`.
pub(crate) type Place = Option<(usize, u64)>;

/// Where all pieces of a state are.
pub(crate) fn places(space: &Space<'_>, state: &State) -> [Place; MAX_PIECES] {
    let mut places = [None; MAX_PIECES];
    for (d, &stack) in state.dims.iter().enumerate().take(space.dims.len()) {
        let mut before = space.count(state.side, stack);
        for piece in minor_to_major(stack) {
            before /= space.pieces(state)[piece].size;
            places[piece] = Some((d, before));
        }
    }
    places
}

impl<'s> Bound<'s> {
    pub(crate) fn new(space: &'s Space<'s>) -> Self {
        let goal_counts = space.counts(&space.goal);
        let goal_places = places(space, &space.goal);
        Self {
            space,
            best: space.best_link(),
            goal_counts,
            goal_bytes: space.bytes(&goal_counts),
            classes: classes(space, &goal_places),
            goal_places,
        }
    }

    /// What at least has to be added to reach the goal.
    pub(crate) fn of(&self, state: &State, counts: &[u64; MAX_DIMS]) -> Score {
        let goal = &self.space.goal;
        if state.side != goal.side {
            // Layouts that mean the same on both meshes need no step. Of other layouts nothing is known but the size.
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

    /// The bytes that the worst device lacks, or `None` if slices are all that is needed.
    fn lacking(&self, state: &State, counts: &[u64; MAX_DIMS]) -> Option<u64> {
        if state.unreduced != self.space.goal.unreduced {
            return Some(self.goal_bytes);
        }
        let mut held = self.space.unit;
        let mut slices_only = true;
        for (d, &count) in counts.iter().enumerate().take(self.space.dims.len()) {
            let (from, to) = (state.dims[d], self.space.goal.dims[d]);
            let larger = if begins(from, to) {
                self.goal_counts[d]
            } else if begins(to, from) {
                slices_only = false;
                count
            } else {
                return Some(self.goal_bytes);
            };
            held *= self.space.extents[d] / larger;
        }
        (!slices_only).then(|| self.goal_bytes - held)
    }

    /// The time that `bytes` take of which some have to go over slow links.
    fn time(&self, state: &State, bytes: u64) -> Cost {
        if self.classes.is_empty() {
            return self.best.time(1, bytes);
        }
        let places = places(self.space, state);
        let mut latency = self.best.latency();
        let mut cost = Cost(0);
        let mut most = 0;
        // A byte that needs the slower links also counts among those that need the faster.
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

    /// What a team lacks, on average over all teams, per member.
    fn team_lacks(&self, class: &Class, state: &State, places: &[Place; MAX_PIECES]) -> u64 {
        let mut held = class.goal_bytes;
        if (state.unreduced & !self.space.goal.unreduced) & class.pieces != 0 {
            held = 0;
        }
        // A coordinate that selects one thing now and another then does so independently of others only once.
        let mut crossed = 1;
        for piece in members(class.pieces) {
            let size = self.space.pieces(state)[piece].size;
            match (places[piece], self.goal_places[piece]) {
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

/// Whether the digits of a piece of this size at two places say nothing about each other.
fn independent(a: (usize, u64), b: (usize, u64), size: u64) -> bool {
    let (low, high) = (a.1.min(b.1), a.1.max(b.1));
    a.0 != b.0 || high.is_multiple_of(low * size)
}

fn classes(space: &Space<'_>, goal_places: &[Place; MAX_PIECES]) -> Vec<Class> {
    let pieces = &space.sides[space.goal.side as usize];
    let mut speeds: Vec<Cost> = pieces.iter().map(|piece| piece.link.per_byte()).collect();
    speeds.push(space.best_link().per_byte());
    speeds.sort_unstable();
    speeds.dedup();
    let total = space.bytes(&[1; MAX_DIMS]);
    let class = |speed: &Cost| {
        let slow = |piece: &usize| pieces[*piece].link.per_byte() >= *speed;
        let slow_pieces: Vec<usize> = (0..pieces.len()).filter(slow).collect();
        let fast = pieces.iter().filter(|piece| piece.link.per_byte() < *speed);
        let sharding = slow_pieces.iter().filter(|&&piece| goal_places[piece].is_some());
        Class {
            pieces: slow_pieces.iter().fold(0, |set, piece| set | 1 << piece),
            best: slow_pieces.iter().map(|&piece| pieces[piece].link).reduce(Link::best).unwrap_or_default(),
            team: fast.map(|piece| piece.size).product(),
            goal_bytes: total / sharding.map(|&piece| pieces[piece].size).product::<u64>(),
        }
    };
    speeds.iter().skip(1).map(class).collect()
}
