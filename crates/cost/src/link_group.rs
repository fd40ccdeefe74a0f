//! The time of a collective along axes whose links differ: the slow links carry the smallest data.
//!
//! Axes with equal links form a *class*. A gather may run in stages, slowest class first, while every device has
//! only its own block; a scatter fastest class first, so that slow links see only what is left. An all-reduce scatters along
//! fast links, reduces along slow ones, and gathers back. A stage costs a latency, so neighbouring classes share a stage
//! where that is cheaper. In an all-to-all each block travels once, along the slowest link between its two devices.

use crate::{CollectiveKind, Cost, Link};

/// The most classes that are distinguished. Further ones join the slowest, which only raises the time.
const MAX_CLASSES: usize = 8;

/// The devices that take part in a collective, by the links between them.
#[derive(Clone, Copy, Debug)]
pub struct LinkGroup {
    /// Each with the number of devices along its axes; fastest first.
    classes: [Class; MAX_CLASSES],
    len: usize,
}

type Class = (Link, u64);

/// The time of a collective and the number of stages that it runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StagedTime {
    /// The time of all stages, one after the other.
    pub cost: Cost,
    /// How many simple collectives it consists of.
    pub stages: u32,
}

impl std::ops::Add for StagedTime {
    type Output = StagedTime;
    fn add(self, other: StagedTime) -> StagedTime {
        StagedTime { cost: self.cost + other.cost, stages: self.stages + other.stages }
    }
}

impl Default for LinkGroup {
    /// One device.
    fn default() -> Self {
        LinkGroup { classes: [(Link::COUNTING_BYTES, 1); MAX_CLASSES], len: 0 }
    }
}

impl LinkGroup {
    /// Adds the devices along an axis, or a part of one.
    pub fn add(&mut self, link: Link, size: u64) {
        if size <= 1 {
            return;
        }
        let at = self.slice().partition_point(|(other, _)| other.speed_key() < link.speed_key());
        if let Some(same) = self.classes[..self.len].get_mut(at).filter(|(other, _)| *other == link) {
            same.1 = same.1.saturating_mul(size);
        } else if self.len < MAX_CLASSES {
            self.classes[at..=self.len].rotate_right(1);
            self.classes[at] = (link, size);
            self.len += 1;
        } else {
            let (slowest, devices) = &mut self.classes[MAX_CLASSES - 1];
            (*slowest, *devices) = (slowest.and(link), devices.saturating_mul(size));
        }
    }

    fn slice(&self) -> &[Class] {
        &self.classes[..self.len]
    }

    /// The number of devices.
    pub fn size(&self) -> u64 {
        joined(self.slice()).1
    }

    /// The longest latency and the lowest bandwidth: the link that a collective in one stage sees.
    pub fn joined_link(&self) -> Link {
        joined(self.slice()).0
    }

    /// The time of a collective that starts with `before` bytes per device.
    pub fn time(&self, kind: CollectiveKind, before: u64) -> StagedTime {
        match kind {
            CollectiveKind::AllGather => gather(before, self.slice()),
            CollectiveKind::ReduceScatter => scatter(before, self.slice()),
            CollectiveKind::AllReduce => all_reduce(before, self.slice()),
            CollectiveKind::AllToAll => exchange(before, self.slice()),
            CollectiveKind::AllSlice
            | CollectiveKind::CollectivePermute
            | CollectiveKind::CollectiveBroadcast => one_stage(kind, before, self.slice()),
        }
    }
}

/// The link that all classes together see, and their number of devices.
fn joined(classes: &[Class]) -> Class {
    let join = |(link, size): Class, (other, more): &Class| (link.and(*other), size.saturating_mul(*more));
    match classes.split_first() {
        Some((first, rest)) => rest.iter().fold(*first, join),
        None => (Link::default(), 1),
    }
}

/// All bytes at the speed of the slowest link.
fn one_stage(kind: CollectiveKind, before: u64, classes: &[Class]) -> StagedTime {
    if classes.is_empty() {
        return StagedTime::default();
    }
    let (link, size) = joined(classes);
    StagedTime { cost: kind.time(before, size, link), stages: 1 }
}

/// The first stage has the slowest classes, the next ones gather what it made.
fn gather(before: u64, classes: &[Class]) -> StagedTime {
    let starts = (0..classes.len()).rev().map(|start| {
        let (faster, first) = classes.split_at(start);
        let made = before.saturating_mul(joined(first).1);
        one_stage(CollectiveKind::AllGather, before, first) + gather(made, faster)
    });
    starts.min().unwrap_or_default()
}

/// The first stage has the fastest classes, the next ones scatter what is left.
fn scatter(before: u64, classes: &[Class]) -> StagedTime {
    let ends = (1..=classes.len()).map(|end| {
        let (first, slower) = classes.split_at(end);
        let left = before.div_ceil(joined(first).1);
        one_stage(CollectiveKind::ReduceScatter, before, first) + scatter(left, slower)
    });
    ends.min().unwrap_or_default()
}

/// Scatters along the faster classes, reduces along the others, gathers back.
fn all_reduce(before: u64, classes: &[Class]) -> StagedTime {
    let splits = (0..classes.len()).map(|split| {
        let (faster, slower) = classes.split_at(split);
        let left = before.div_ceil(joined(faster).1);
        scatter(before, faster) + one_stage(CollectiveKind::AllReduce, left, slower) + gather(left, faster)
    });
    splits.min().unwrap_or_default()
}

/// A block for a device with other coordinates along several classes travels along the slowest of them.
fn exchange(before: u64, classes: &[Class]) -> StagedTime {
    let mut near = before;
    let mut time = one_stage(CollectiveKind::AllToAll, 0, classes);
    for &(link, size) in classes.iter().rev() {
        time.cost += link.time(0, CollectiveKind::AllToAll.sent(near, size));
        near /= size;
    }
    time
}

#[cfg(test)]
mod tests {
    use super::*;
    use CollectiveKind::*;

    fn link(latency: f64, bandwidth: f64) -> Link {
        Link::new(latency, bandwidth).expect("a valid link")
    }

    fn group(axes: &[(Link, u64)]) -> LinkGroup {
        let mut group = LinkGroup::default();
        axes.iter().for_each(|&(link, size)| group.add(link, size));
        group
    }

    #[test]
    fn one_class_has_the_time_of_one_link() {
        let one = link(2.0, 50.0);
        let group = group(&[(one, 2), (one, 1), (one, 4)]);
        for kind in [AllSlice, AllGather, AllToAll, ReduceScatter, AllReduce, CollectivePermute] {
            assert_eq!(group.time(kind, 4096).cost, kind.time(4096, 8, one), "{kind:?}");
        }
        assert_eq!(LinkGroup::default().time(AllGather, 100), StagedTime::default());
    }

    #[test]
    fn slow_links_carry_the_smallest_data() {
        let (fast, slow) = (link(0.0, 100.0), link(0.0, 10.0));
        for axes in [[(fast, 4), (slow, 2)], [(slow, 2), (fast, 4)]] {
            let micros = |kind, before| group(&axes).time(kind, before).cost.micros();
            // One block over slow links, then two to three neighbours.
            assert_eq!(micros(AllGather, 1000), 0.1 + 0.06);
            assert_eq!(micros(ReduceScatter, 8000), 0.06 + 0.1);
            assert_eq!(micros(AllReduce, 8000), 0.06 + 0.2 + 0.06);
            // Half of the blocks are for the other side; of the rest, three quarters are for neighbours.
            assert_eq!(micros(AllToAll, 8000), 0.43);
            assert_eq!(micros(CollectivePermute, 1000), 0.1);
        }
    }

    #[test]
    fn latencies_merge_stages() {
        let group = group(&[(link(10.0, 100.0), 4), (link(10.0, 10.0), 2)]);
        assert_eq!(group.time(AllGather, 100), StagedTime { cost: link(10.0, 10.0).time(1, 700), stages: 1 });
        assert_eq!(group.time(AllGather, 1 << 20).stages, 2);
        assert_eq!(group.time(AllReduce, 1 << 20).stages, 3);
    }

    #[test]
    fn any_number_of_classes_is_priced() {
        let axes: Vec<(Link, u64)> = (1..=12).map(|at| (link(0.0, f64::from(at)), 2)).collect();
        let group = group(&axes);
        assert_eq!(group.size(), 1 << 12);
        assert!(group.time(AllGather, 64).cost <= link(0.0, 1.0).time(1, 64 * 4095));
    }
}
