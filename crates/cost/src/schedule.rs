//! The time of a step from its tasks, under three assumptions about overlap.

use std::fmt::{self, Display, Formatter};

use crate::Cost;

/// How much communication runs at the same time as computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlap {
    /// None: every collective waits for all earlier work, and all later work waits for it.
    None,
    /// Two streams: kernels and collectives each run in program order, and wait only for their operands.
    #[default]
    Streams,
    /// All that is possible: the longer of the two totals.
    Ideal,
}

impl Overlap {
    /// All assumptions, from the slowest to the fastest.
    pub const ALL: [Overlap; 3] = [Overlap::None, Overlap::Streams, Overlap::Ideal];

    /// The name in options and output.
    pub fn name(self) -> &'static str {
        match self {
            Overlap::None => "none",
            Overlap::Streams => "streams",
            Overlap::Ideal => "ideal",
        }
    }
}

impl Display for Overlap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The stream that a task runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Kernels.
    Compute,
    /// Collectives.
    Communication,
    /// Both: a loop that contains kernels and collectives.
    Both,
}

/// A kernel, a collective or a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Where it runs.
    pub stream: Stream,
    /// How long it takes.
    pub time: Cost,
    /// The earlier tasks whose results it reads.
    pub after: Vec<usize>,
}

/// When the last of the tasks ends if each stream runs in the given order.
pub fn two_streams(tasks: &[Task]) -> Cost {
    let mut ends: Vec<Cost> = Vec::with_capacity(tasks.len());
    let (mut compute, mut communication) = (Cost(0), Cost(0));
    for task in tasks {
        let ready =
            task.after.iter().filter_map(|&before| ends.get(before)).copied().max().unwrap_or_default();
        let free = match task.stream {
            Stream::Compute => compute,
            Stream::Communication => communication,
            Stream::Both => compute.max(communication),
        };
        let end = free.max(ready) + task.time;
        if task.stream != Stream::Communication {
            compute = end;
        }
        if task.stream != Stream::Compute {
            communication = end;
        }
        ends.push(end);
    }
    compute.max(communication)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_wait_for_operands_only() {
        let task = |stream, time, after: &[usize]| Task { stream, time: Cost(time), after: after.to_vec() };
        let tasks = [
            task(Stream::Compute, 5, &[]),
            task(Stream::Communication, 4, &[0]),
            task(Stream::Compute, 3, &[]),
            task(Stream::Compute, 2, &[1]),
        ];
        // The collective hides three of its four units behind the third task.
        assert_eq!(two_streams(&tasks), Cost(11));
        assert_eq!(two_streams(&[]), Cost(0));
    }
}
