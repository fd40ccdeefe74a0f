//! The time of a collective over several levels of links: the slow levels carry the smallest data.
//!
//! A gather starts at the slowest level, while every device has only its own shard; a reduction starts at the fastest
//! level, so that the slow ones see only what is left. An all-reduce is both: it scatters inwards to outwards,
//! reduces at the slowest level, and gathers back.

use crate::link::tree_depth;
use crate::machine::Share;
use crate::{CollectiveKind, Cost};

impl CollectiveKind {
    /// The time over the levels of a group, innermost first, of a collective that starts with `before` bytes per device.
    pub fn time_over(self, before: u64, levels: &[Share]) -> Cost {
        let before = u128::from(before);
        match self {
            CollectiveKind::AllSlice => Cost(0),
            CollectiveKind::AllGather => gather(before, levels),
            CollectiveKind::ReduceScatter => scatter(before, levels),
            CollectiveKind::AllReduce => all_reduce(before, levels),
            CollectiveKind::AllToAll => exchange(before, levels),
            CollectiveKind::CollectivePermute => {
                levels.iter().map(|level| level.time(1, before)).max().unwrap_or_default()
            }
            CollectiveKind::CollectiveBroadcast => {
                levels.iter().map(|level| level.time(level.steps(), before)).sum()
            }
        }
    }
}

/// Outermost level first: it sends single shards.
fn gather(before: u128, levels: &[Share]) -> Cost {
    let mut bytes = before;
    let mut time = Cost(0);
    for level in levels.iter().rev() {
        let size = u128::from(level.size);
        time += level.time(level.steps(), bytes.saturating_mul(size - 1));
        bytes = bytes.saturating_mul(size);
    }
    time
}

/// Innermost level first: it leaves a share of the data to the next.
fn scatter(before: u128, levels: &[Share]) -> Cost {
    let mut bytes = before;
    let mut time = Cost(0);
    for level in levels {
        let size = u128::from(level.size);
        time += level.time(level.steps(), bytes * (size - 1) / size);
        bytes = bytes.div_ceil(size);
    }
    time
}

fn all_reduce(before: u128, levels: &[Share]) -> Cost {
    let Some((slowest, inner)) = levels.split_last() else { return Cost(0) };
    let left = inner.iter().fold(before, |bytes, level| bytes.div_ceil(level.size.into()));
    let size = u128::from(slowest.size);
    let ring = slowest.time(2 * slowest.steps(), 2 * left * (size - 1) / size);
    // A tree sends everything twice per step: better for few bytes.
    let depth = tree_depth(slowest.size);
    let tree = slowest.time(2 * depth, left.saturating_mul(2 * u128::from(depth)));
    let outer = ring.min(tree);
    scatter(before, inner) + outer + gather(left, inner)
}

/// Every device sends a share to each other one, along the slowest level between them. On rings the data passes the devices between.
fn exchange(before: u128, levels: &[Share]) -> Cost {
    let start = levels.iter().map(|level| level.time(1, 0)).max().unwrap_or_default();
    let mut near = before;
    let mut time = start;
    for level in levels.iter().rev() {
        let size = u128::from(level.size);
        let bytes = match level.wiring {
            crate::Wiring::Switch => near * (size - 1) / size,
            crate::Wiring::Ring | crate::Wiring::Torus(_) => near.saturating_mul(size) / 4,
        };
        time += level.time(0, bytes);
        near /= size;
    }
    time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Link, Wiring};

    fn share(size: u64, bandwidth: f64) -> Share {
        let link = Link::new(0.0, bandwidth).expect("a valid link");
        Share { size, axes: 1, link, wiring: Wiring::Switch }
    }

    #[test]
    fn the_slow_level_carries_the_smallest_data() {
        let (fast, slow) = (share(4, 100.0), share(2, 10.0));
        let micros = |kind: CollectiveKind, before| kind.time_over(before, &[fast, slow]).micros();
        // One shard over the slow link, then twice as much to three neighbours.
        assert_eq!(micros(CollectiveKind::AllGather, 1000), 0.1 + 0.06);
        // Three quarters over fast links, then half of a quarter.
        assert_eq!(micros(CollectiveKind::ReduceScatter, 8000), 0.06 + 0.1);
        assert_eq!(micros(CollectiveKind::AllReduce, 8000), 0.06 + 0.2 + 0.06);
        assert_eq!(micros(CollectiveKind::CollectivePermute, 1000), 0.1);
        // Half of the blocks are for the other side; of the rest, three quarters are for neighbours.
        assert_eq!(micros(CollectiveKind::AllToAll, 8000), 0.43);
        // One level prices like the formulas of a single link.
        let one = CollectiveKind::AllGather.time_over(1000, &[slow]);
        assert_eq!(one, CollectiveKind::AllGather.time(1000, 2, slow.link));
    }

    #[test]
    fn more_bandwidth_is_never_slower() {
        for kind in [CollectiveKind::AllGather, CollectiveKind::AllReduce, CollectiveKind::AllToAll] {
            for before in [1u64, 1000, 1 << 20] {
                let time = |bandwidth| kind.time_over(before, &[share(8, 200.0), share(4, bandwidth)]);
                assert!(time(20.0) <= time(10.0), "{kind:?} {before}");
            }
        }
    }
}
