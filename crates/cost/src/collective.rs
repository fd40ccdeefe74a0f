//! Bytes and time of collectives. The README of the crate has the table.

use crate::{Cost, Link};

/// A kind of collective, as far as its cost depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollectiveKind {
    /// Every device keeps a slice of its block.
    AllSlice,
    /// Devices exchange their blocks; every device gets all of them.
    AllGather,
    /// Every device sends a slice of its block to each other device.
    AllToAll,
    /// Partial values are combined; every device gets a slice of the result.
    ReduceScatter,
    /// Partial values are combined; every device gets the result.
    AllReduce,
    /// Every device sends its block to one other device.
    CollectivePermute,
    /// One device sends its block to all others.
    CollectiveBroadcast,
}

impl CollectiveKind {
    /// The bytes that each device sends in a group of `group` devices, each holding `before` bytes. For a
    /// broadcast, those of the sender.
    #[inline]
    pub fn sent(self, before: u64, group: u64) -> u64 {
        // What goes to others if all devices of a group get equal shares, rounded up.
        let others_share = before - before / group.max(1);
        match self {
            CollectiveKind::AllSlice => 0,
            CollectiveKind::AllGather => before.saturating_mul(group.saturating_sub(1)),
            CollectiveKind::AllToAll | CollectiveKind::ReduceScatter => others_share,
            CollectiveKind::AllReduce => others_share.saturating_mul(2),
            CollectiveKind::CollectivePermute => before,
            CollectiveKind::CollectiveBroadcast => {
                if group > 1 {
                    before
                } else {
                    0
                }
            }
        }
    }

    /// How many latencies a collective takes.
    #[inline]
    pub fn starts(self) -> u64 {
        match self {
            CollectiveKind::AllSlice => 0,
            // A reduce-scatter, then an all-gather.
            CollectiveKind::AllReduce => 2,
            CollectiveKind::AllGather
            | CollectiveKind::AllToAll
            | CollectiveKind::ReduceScatter
            | CollectiveKind::CollectivePermute
            | CollectiveKind::CollectiveBroadcast => 1,
        }
    }

    /// The time over a link.
    #[inline]
    pub fn time(self, before: u64, group: u64, link: Link) -> Cost {
        let steps = if self.is_direct() { 1 } else { link.steps(group) };
        link.time(self.starts() * steps, self.sent(before, group))
    }

    /// Whether each device sends directly to the others, so that no data is passed on.
    fn is_direct(self) -> bool {
        matches!(self, CollectiveKind::AllToAll | CollectiveKind::CollectivePermute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_up() {
        use CollectiveKind::*;
        let kinds =
            [AllSlice, AllGather, AllToAll, ReduceScatter, AllReduce, CollectivePermute, CollectiveBroadcast];
        let sent = |before, group| kinds.map(|kind| kind.sent(before, group));
        assert_eq!(sent(12, 4), [0, 36, 9, 9, 18, 12, 12]);
        assert_eq!(sent(10, 4), [0, 30, 8, 8, 16, 10, 10]);
        assert_eq!(sent(10, 1), [0, 0, 0, 0, 0, 10, 0]);
        assert_eq!(sent(u64::MAX, 2)[4], u64::MAX);
    }

    #[test]
    fn time_is_latencies_and_bytes() {
        let link = Link::new(2.0, 1.0).expect("a valid link");
        assert_eq!(CollectiveKind::AllReduce.time(1000, 2, link).micros(), 5.0);
        assert_eq!(CollectiveKind::AllSlice.time(1000, 2, link), Cost(0));
    }
}
