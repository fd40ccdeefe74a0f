//! Latency and bandwidth along one axis.

use crate::Cost;
use crate::time::FEMTOS_PER_MICRO;

/// The links along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Femtoseconds from the start of a collective, or of one of its steps, to its first byte.
    latency: u64,
    /// Femtoseconds per byte that a device sends.
    per_byte: u64,
    steps: LatencySteps,
}

/// How many latencies a collective takes that passes data from device to device. One in which each device sends directly to the others
/// takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LatencySteps {
    /// The same for any number of devices.
    Fixed(u64),
    /// The depth of a binary tree.
    Tree,
}

impl Link {
    /// 10 ps and 100 GB/s; see [`Hardware::counting_bytes`](crate::Hardware::counting_bytes).
    pub(crate) const COUNTING_BYTES: Link =
        Link { latency: 10_000, per_byte: 10_000, steps: LatencySteps::Fixed(1) };

    /// A link with this latency in microseconds and bandwidth in GB/s, per device and direction. `None` unless
    /// the latency is between 0 and an hour, and the bandwidth between 1 kB/s and 1 EB/s.
    pub fn new(latency_us: f64, bandwidth_gb_s: f64) -> Option<Link> {
        let sane = (0.0..=3.6e9).contains(&latency_us) && (1e-6..=1e9).contains(&bandwidth_gb_s);
        // One GB/s is one byte per nanosecond.
        // At least one femtosecond: at the highest bandwidths, rounding would make bytes free.
        let per_byte = (1e6 / bandwidth_gb_s).round().max(1.0) as u64;
        let latency = (latency_us * FEMTOS_PER_MICRO).round() as u64;
        sane.then_some(Link { latency, per_byte, steps: LatencySteps::Fixed(1) })
    }

    /// The time that every collective along the axis takes, however small.
    pub fn latency(self) -> Cost {
        Cost(self.latency.into())
    }

    /// The time to send one byte.
    pub fn per_byte(self) -> Cost {
        Cost(self.per_byte.into())
    }

    /// The link that a collective along both axes sees: the longer latency and the lower bandwidth.
    #[inline]
    pub fn and(self, other: Link) -> Link {
        Link {
            latency: self.latency.max(other.latency),
            per_byte: self.per_byte.max(other.per_byte),
            steps: self.steps.and(other.steps),
        }
    }

    /// A link with `lanes` times the bandwidth, on which data is passed on in these steps.
    pub(crate) fn in_steps(self, steps: LatencySteps, lanes: u64) -> Link {
        Link { per_byte: (self.per_byte / lanes.max(1)).max(1), steps, ..self }
    }

    /// How many latencies it takes to pass data on to this many devices.
    pub(crate) fn steps(self, devices: u64) -> u64 {
        match self.steps {
            LatencySteps::Fixed(steps) => steps,
            LatencySteps::Tree => tree_depth(devices),
        }
    }

    /// Orders links from the fastest to the slowest.
    pub(crate) fn speed_key(self) -> (u64, u64) {
        (self.per_byte, self.latency)
    }

    /// The shorter latency and the higher bandwidth of the two.
    pub fn best(self, other: Link) -> Link {
        Link {
            latency: self.latency.min(other.latency),
            per_byte: self.per_byte.min(other.per_byte),
            // What any collective takes.
            steps: LatencySteps::Fixed(1),
        }
    }

    /// The time of collectives that send `bytes` bytes and take `starts` latencies.
    #[inline]
    pub fn time(self, starts: u64, bytes: u64) -> Cost {
        Cost(u128::from(self.latency) * u128::from(starts) + u128::from(self.per_byte) * u128::from(bytes))
    }
}

impl Default for Link {
    /// 1 µs and 100 GB/s.
    fn default() -> Self {
        Link { latency: 1_000_000_000, per_byte: 10_000, steps: LatencySteps::Fixed(1) }
    }
}

impl LatencySteps {
    /// The larger number.
    fn and(self, other: LatencySteps) -> LatencySteps {
        match (self, other) {
            (LatencySteps::Fixed(a), LatencySteps::Fixed(b)) => LatencySteps::Fixed(a.max(b)),
            _ => LatencySteps::Tree,
        }
    }
}

/// The depth of a binary tree with this many leaves.
pub(crate) fn tree_depth(devices: u64) -> u64 {
    u64::from(devices.max(1).next_power_of_two().trailing_zeros())
}
