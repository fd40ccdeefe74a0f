//! Removes redundant shardings from layouts.

use super::axis::{Axis, SimpleSharding};
use super::devices::DeviceSet;
use super::grid::DeviceLayout;

impl DeviceLayout {
    /// The same layout without splits between shards that are on the same devices: four shards on devices `[0,1,0,1]` become two shards
    /// of every half.
    pub fn reduced(&self) -> DeviceLayout {
        let mut layout = self.clone();
        let mut sets: Vec<&DeviceSet> = self.holders().iter().collect();
        sets.sort_unstable();
        sets.dedup();
        if sets.len() == self.holders().len() {
            return layout;
        }
        while let Some(smaller) = layout.without_one_digit() {
            layout = smaller;
        }
        layout
    }

    /// The layout with one digit less, if a digit is redundant.
    fn without_one_digit(&self) -> Option<DeviceLayout> {
        for (d, axis) in self.axes().iter().enumerate() {
            for (c, sharding) in axis.simple_shardings().iter().enumerate() {
                for count in
                    (2..=sharding.shards).rev().filter(|count| sharding.shards.is_multiple_of(*count))
                {
                    for major in (1..=sharding.shards / count)
                        .filter(|major| (sharding.shards / count).is_multiple_of(*major))
                    {
                        let Some(parts) = without(*sharding, major, count) else { continue };
                        if let Some(holders) = self.holders_without((d, c), major, count) {
                            let mut shardings = axis.simple_shardings().to_vec();
                            shardings.splice(c..=c, parts);
                            let mut axes = self.axes().to_vec();
                            axes[d] = Axis::new(axis.size(), shardings);
                            return DeviceLayout::new(axes, holders);
                        }
                    }
                }
            }
        }
        None
    }

    /// The devices of the shards without the digit of size `count` below `major`, if they do not depend on it.
    fn holders_without(&self, (d, c): (usize, usize), major: u64, count: u64) -> Option<Vec<DeviceSet>> {
        let product = |axes: &[Axis]| axes.iter().fold(1u64, |product, axis| product * axis.shards());
        let shardings = |shardings: &[SimpleSharding]| {
            shardings.iter().fold(1u64, |product, sharding| product * sharding.shards)
        };
        let all = self.axes()[d].simple_shardings();
        let minor =
            (all[c].shards / major / count) * shardings(&all[c + 1..]) * product(&self.axes()[d + 1..]);
        let period = (minor * count) as usize;
        let minor = minor as usize;
        let mut kept = Vec::with_capacity(self.holders().len() / count as usize);
        for block in self.holders().chunks(period) {
            let (first, rest) = block.split_at(minor);
            if rest.chunks(minor).any(|other| other != first) {
                return None;
            }
            kept.extend_from_slice(first);
        }
        Some(kept)
    }
}

/// The simple shardings that replace `sharding` when the digit of size `count` below `major` is not sharded.
fn without(sharding: SimpleSharding, major: u64, count: u64) -> Option<Vec<SimpleSharding>> {
    let minor = sharding.shards / major / count;
    if minor == 1 {
        // Neighbouring blocks are merged; the last one may be short.
        let block = sharding.size.map(|size| (size.div_ceil(sharding.shards), size));
        let fits = block.is_none_or(|(block, size)| size.div_ceil(major) == block * count);
        return fits.then(|| vec![SimpleSharding { size: sharding.size, shards: major }]);
    }
    let size = match sharding.size {
        Some(size) if size.is_multiple_of(sharding.shards) => Some(size / major / count),
        Some(_) => return None,
        None => None,
    };
    let parts = [
        SimpleSharding { size: Some(major), shards: major },
        SimpleSharding { size: Some(count), shards: 1 },
        SimpleSharding { size, shards: minor },
    ];
    Some(parts.to_vec())
}
