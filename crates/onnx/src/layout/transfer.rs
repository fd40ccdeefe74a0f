//! The collective that reshards one layout to another.

use super::grid::DeviceLayout;

/// How data moves between two layouts, named after the collective that performs it in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transfer {
    /// No data moves.
    None,
    /// Every device already holds its result, and drops the rest.
    Slice,
    /// Every device keeps what it holds and receives more.
    AllGather,
    /// A device that held nothing receives data.
    Broadcast,
    /// The sharding moves from one dimension to another.
    AllToAll,
    /// The shards stay the same and change devices.
    Permute,
    /// Any other reshard: every device sends what others lack.
    PointToPoint,
}

impl Transfer {
    /// The name of the collective.
    pub fn name(self) -> &'static str {
        match self {
            Transfer::None => "none",
            Transfer::Slice => "slice",
            Transfer::AllGather => "all_gather",
            Transfer::Broadcast => "broadcast",
            Transfer::AllToAll => "all_to_all",
            Transfer::Permute => "collective_permute",
            Transfer::PointToPoint => "point_to_point",
        }
    }

    /// The transfer that reshards `from` to `to`.
    pub fn between(from: &DeviceLayout, to: &DeviceLayout) -> Transfer {
        if from == to {
            return Transfer::None;
        }
        let (Some(shrinks), Some(grows)) = (covers(from, to), covers(to, from)) else {
            return Transfer::PointToPoint;
        };
        let same_devices = from.devices() == to.devices();
        if shrinks {
            return Transfer::Slice;
        }
        if grows {
            return if same_devices { Transfer::AllGather } else { Transfer::Broadcast };
        }
        if !same_devices {
            return Transfer::PointToPoint;
        }
        let (from, to) = (from.reduced(), to.reduced());
        if from.axes() == to.axes() {
            return Transfer::Permute;
        }
        let changes = |a: &DeviceLayout, b: &DeviceLayout| {
            a.axes().iter().zip(b.axes()).any(|(a, b)| a.shards() > b.shards())
        };
        if changes(&from, &to) && changes(&to, &from) { Transfer::AllToAll } else { Transfer::PointToPoint }
    }
}

/// Whether every element is on all devices in `large` that it is on in `small`. `None` if the layouts cannot be compared.
fn covers(large: &DeviceLayout, small: &DeviceLayout) -> Option<bool> {
    let mut all = true;
    large.compare(small, |large, small| {
        all &= small.is_subset(large);
        all
    })?;
    Some(all)
}
