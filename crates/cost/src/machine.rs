//! A machine: devices, and the links between them from the fastest to the slowest.

use crate::device::Device;
use crate::link::{LatencySteps, tree_depth};
use crate::{CollectiveKind, Cost, Link, Topology};

/// How the devices of one level are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wiring {
    /// Every device reaches every other at full bandwidth.
    Switch,
    /// Devices form a ring.
    Ring,
    /// Devices form a torus of this many dimensions; collectives along several axes use the links of all of them.
    Torus(u64),
}

/// A level of links: groups of devices with consecutive numbers that it connects.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The name in output.
    pub name: String,
    /// The number of devices that it connects.
    pub devices: u64,
    /// Latency and bandwidth of a device.
    pub link: Link,
    /// How they are connected.
    pub wiring: Wiring,
}

/// Devices and their links.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// The name, such as `h200x8`.
    pub name: String,
    /// The number of devices; `None` if the description does not state it.
    pub devices: Option<u64>,
    /// One device.
    pub device: Device,
    /// The levels of links, innermost and fastest first. Groups of each level are inside those of the next.
    pub levels: Vec<Level>,
}

/// The share of a group that one level connects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The number of devices, or of groups of the level below, that communicate at this level.
    pub size: u64,
    /// The number of mesh axes among them.
    pub axes: u64,
    /// Latency and bandwidth of a device.
    pub link: Link,
    /// How they are connected.
    pub wiring: Wiring,
}

impl Machine {
    /// How the levels share a group of devices along mesh axes, each given by its size and its stride: how far apart
    /// the numbers of its neighbours are. Innermost level first; levels without communication are omitted.
    pub fn shares(&self, axes: &[(u64, u64)]) -> Vec<Share> {
        let levels = self.levels.iter();
        let mut shares: Vec<Share> =
            levels.map(|level| Share { size: 1, axes: 0, link: level.link, wiring: level.wiring }).collect();
        for &axis in axes {
            for (share, size) in shares.iter_mut().zip(self.sizes_in_levels(axis)) {
                share.size = share.size.saturating_mul(size);
                share.axes += u64::from(size > 1);
            }
        }
        shares.retain(|share| share.size > 1);
        shares
    }

    /// How many devices or groups along an axis communicate at each level. The product is the size of the axis: where it does not split
    /// at the end of a level, all of it is at the outermost level that it reaches.
    fn sizes_in_levels(&self, (length, stride): (u64, u64)) -> Vec<u64> {
        let last = self.levels.len().saturating_sub(1);
        let reach = |at: usize| if at == last { u64::MAX } else { self.levels[at].devices.max(1) };
        let end = stride.saturating_mul(length);
        let size = |at: usize| {
            let inside = if at == 0 { 1 } else { reach(at - 1) };
            // The part of the axis from `inside` devices apart to `reach` devices apart.
            let (low, high) = (stride.max(inside), end.min(reach(at)));
            if low < high { high / low } else { 1 }
        };
        let mut sizes: Vec<u64> = (0..self.levels.len()).map(size).collect();
        if sizes.iter().fold(1u64, |all, &size| all.saturating_mul(size)) != length {
            let outermost = (0..last).find(|&at| end <= reach(at)).unwrap_or(last);
            sizes.fill(1);
            sizes.get_mut(outermost).into_iter().for_each(|size| *size = length);
        }
        sizes
    }

    /// The same for a group of this many devices, which may be along a part of the only axis. The stride of a part is at least
    /// that of its axis.
    pub fn shares_of_group(&self, axes: &[(u64, u64)], group: u64) -> Vec<Share> {
        match *axes {
            [(length, stride)] if group > 1 && group < length => self.shares(&[(group, stride)]),
            _ => self.shares(axes),
        }
    }

    /// The links along mesh axes, each given by its name, its size and its stride. An axis that spans several levels has one
    /// segment per level.
    pub fn topology<'n>(&self, axes: impl IntoIterator<Item = (&'n str, u64, u64)>) -> Topology {
        let mut topology = Topology::default();
        for (name, size, stride) in axes.into_iter().filter(|(_, size, _)| *size > 1) {
            let shares = self.shares(&[(size, stride)]);
            let segments = shares.iter().map(|share| (share.size, share.collective_link())).collect();
            topology = topology.with_segments(name, segments);
        }
        topology
    }

    /// The time of a collective that starts with `before` bytes per device, over the shares of its group: on the links, and to start its
    /// kernel. None without a share.
    pub fn collective(&self, kind: CollectiveKind, before: u64, shares: &[Share]) -> Cost {
        if shares.is_empty() {
            return Cost(0);
        }
        kind.time_over(before, shares) + Cost::from_seconds(self.device.kernel)
    }

    /// Whether some devices along mesh axes, each given by its size and its stride, have slower links between them than others.
    pub fn has_uneven_links(&self, axes: &[(u64, u64)]) -> bool {
        let shares = self.shares(axes);
        shares.windows(2).any(|pair| pair[0].link != pair[1].link)
    }

    /// Whether the machine has at least this many devices.
    pub fn fits(&self, devices: u64) -> bool {
        self.devices.is_none_or(|own| devices <= own)
    }
}

impl Share {
    /// How many links of a device carry data at once.
    fn lanes(&self) -> u128 {
        match self.wiring {
            Wiring::Switch => 1,
            // Both directions of a ring carry data; of a pair of devices there is one link.
            Wiring::Ring => 1 + u128::from(self.size > 2),
            // A full torus dimension wraps around, so that it has two directions.
            Wiring::Torus(dims) => u128::from(self.axes.clamp(1, dims)) * (1 + u128::from(self.size > 2)),
        }
    }

    /// The link of a collective along devices of the share: the latency of its steps, the bandwidth of its lanes.
    fn collective_link(&self) -> Link {
        let steps = match self.wiring {
            Wiring::Switch => LatencySteps::Tree,
            Wiring::Ring | Wiring::Torus(_) => LatencySteps::Fixed(self.steps().max(1)),
        };
        self.link.in_steps(steps, self.lanes() as u64)
    }

    /// The time to send `bytes` per device in `steps` dependent steps.
    pub(crate) fn time(&self, steps: u64, bytes: u128) -> Cost {
        let lanes = self.lanes();
        let per_byte = self.link.per_byte().0;
        Cost(
            self.link
                .latency()
                .0
                .saturating_mul(steps.into())
                .saturating_add(per_byte.saturating_mul(bytes) / lanes),
        )
    }

    /// The dependent steps of a collective that passes data around: a tree on a switch, neighbours elsewhere.
    pub(crate) fn steps(&self) -> u64 {
        match self.wiring {
            Wiring::Switch => tree_depth(self.size),
            Wiring::Ring => self.size / 2,
            Wiring::Torus(_) => {
                // Every axis is its own ring.
                let axes = u32::try_from(self.axes.max(1)).unwrap_or(1);
                let side = (self.size as f64).powf(1.0 / f64::from(axes)).round() as u64;
                (side / 2).max(1) * u64::from(axes)
            }
        }
    }
}
