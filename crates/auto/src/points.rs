//! The program points at which memory can be tight.

use crate::problem::ChoiceProblem;

/// Points that no other point dominates: what is live at any point is live at one of these.
///
/// Memory grows while nodes start and shrinks while they end, so the last point before an end that follows a start is enough.
pub(crate) fn maximal_points(problem: &ChoiceProblem) -> Vec<u32> {
    let lives = || problem.nodes().iter().map(|node| node.live).filter(|live| !live.is_empty());
    let mut starts: Vec<u32> = lives().map(|live| live.start).collect();
    let mut ends: Vec<u32> = lives().map(|live| live.end).collect();
    starts.sort_unstable();
    ends.sort_unstable();
    ends.dedup();
    let mut points = Vec::new();
    let mut from = 0;
    for end in ends {
        // The latest start before this end; memory only shrinks between the previous end and it if there is none.
        let upto = starts.partition_point(|&start| start < end);
        if upto > from {
            points.push(starts[upto - 1]);
            from = upto;
        }
    }
    points
}

/// The points of `points` that lie in the interval, as a range of their indices.
pub(crate) fn covered(points: &[u32], start: u32, end: u32) -> (u32, u32) {
    let at = |bound: u32| points.partition_point(|&point| point < bound) as u32;
    (at(start), at(end).max(at(start)))
}

/// The least number of any range of a list: of every range whose length is a power of two, computed once.
pub(crate) struct RangeLeast {
    levels: Vec<Vec<i64>>,
}

impl RangeLeast {
    pub(crate) fn new(list: &[i64]) -> Self {
        let mut levels = vec![list.to_vec()];
        let mut length = 1;
        while 2 * length <= list.len() {
            let last = &levels[levels.len() - 1];
            let next = last.iter().zip(&last[length..]).map(|(a, b)| *a.min(b)).collect();
            levels.push(next);
            length *= 2;
        }
        Self { levels }
    }

    /// The least from `start` up to but not including `end`, which is larger.
    pub(crate) fn least(&self, start: usize, end: usize) -> i64 {
        let level = (end - start).ilog2() as usize;
        let list = &self.levels[level];
        list[start].min(list[end - (1 << level)])
    }
}
