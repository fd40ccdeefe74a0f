//! Device layouts and their equality.

use std::fmt;

use partita_mesh::gcd;

use super::axis::{Axis, BoundAxis};
use super::chain::{Chain, ChainDigit};
use super::devices::DeviceSet;
use crate::types::Dim;

/// Which devices hold which elements of a tensor.
///
/// Invariants: `holders` has one set per shard, in row-major order over the dimensions and, within a dimension, over its simple shardings;
/// no set is empty; there are at most [`DeviceLayout::MAX_SHARDS`] sets.
///
/// Two layouts are equal if every element is on the same devices in both, however the shards are written.
#[derive(Clone, Debug)]
pub struct DeviceLayout {
    axes: Vec<Axis>,
    holders: Vec<DeviceSet>,
}

impl DeviceLayout {
    /// Maximum number of shards of a tensor.
    pub const MAX_SHARDS: u64 = 1 << 16;

    /// Maximum number of devices in a configuration.
    pub const MAX_DEVICES: u64 = 1 << 16;

    /// Builds a layout. `None` unless there is one nonempty set per shard, and at most [`Self::MAX_SHARDS`].
    pub fn new(axes: Vec<Axis>, holders: Vec<DeviceSet>) -> Option<DeviceLayout> {
        let shards = axes.iter().fold(1u64, |shards, axis| shards.saturating_mul(axis.shards()));
        let fits = shards <= Self::MAX_SHARDS && shards == holders.len() as u64;
        (fits && holders.iter().all(|set| !set.is_empty())).then_some(DeviceLayout { axes, holders })
    }

    /// The layout of a tensor that is replicated on these devices, of which there is at least one.
    pub fn unsharded(dims: &[Dim], devices: DeviceSet) -> DeviceLayout {
        let axes = dims.iter().map(|dim| Axis::unsharded(dim.known())).collect();
        DeviceLayout { axes, holders: vec![devices] }
    }

    /// Builds a layout from a callback that receives the first element of every shard, per dimension, and returns its devices.
    /// `None` if there are too many shards, or if the callback returns `None`.
    pub(crate) fn sampled(
        axes: Vec<Axis>,
        sizes: &[u64],
        mut holder: impl FnMut(&[u64]) -> Option<DeviceSet>,
    ) -> Option<DeviceLayout> {
        let bounds: Vec<BoundAxis> =
            axes.iter().zip(sizes).map(|(axis, &size)| axis.bound(size)).collect::<Option<_>>()?;
        let shards = axes.iter().fold(1u64, |shards, axis| shards.saturating_mul(axis.shards()));
        if shards > Self::MAX_SHARDS {
            return None;
        }
        let mut holders: Vec<DeviceSet> = Vec::with_capacity(shards as usize);
        let mut position = vec![0; axes.len()];
        let mut empty: Vec<usize> = Vec::new();
        for shard in 0..shards {
            let mut rest = shard;
            let (mut has_elements, mut has_position) = (true, true);
            for (d, bound) in bounds.iter().enumerate().rev() {
                let count = axes[d].shards();
                position[d] = bound.start_of(rest % count);
                let is_real = bound.has_elements(rest % count);
                has_elements &= is_real;
                // A minor sub-dimension has no position beyond its end: that would be the next element of the sub-dimension above.
                has_position &= is_real || bound.shardings.len() == 1;
                rest /= count;
            }
            let set = if has_position { holder(&position)? } else { DeviceSet::default() };
            if set.is_empty() {
                if has_elements {
                    return None;
                }
                empty.push(shard as usize);
            }
            holders.push(set);
        }
        // An empty shard may be on any device.
        for shard in empty {
            holders[shard] = holders[..shard].iter().rev().find(|set| !set.is_empty())?.clone();
        }
        DeviceLayout::new(axes, holders)
    }

    /// The sharding of every dimension.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The devices of every shard, row-major.
    pub fn holders(&self) -> &[DeviceSet] {
        &self.holders
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// Whether no dimension is sharded.
    pub fn is_unsharded(&self) -> bool {
        self.axes.iter().all(|axis| !axis.is_sharded())
    }

    /// All devices that hold a shard.
    pub fn devices(&self) -> DeviceSet {
        match &self.holders[..] {
            [only] => only.clone(),
            holders => DeviceSet::new(holders.iter().flat_map(|set| set.devices().iter().copied())),
        }
    }

    /// The devices of a shard, given its index along every dimension.
    pub(crate) fn holder(&self, shards: impl IntoIterator<Item = u64>) -> &DeviceSet {
        let index =
            self.axes.iter().zip(shards).fold(0, |index, (axis, shard)| index * axis.shards() + shard);
        &self.holders[index as usize]
    }

    /// The same layout for other sizes. `None` if the shardings do not fit them.
    pub fn with_dims(&self, dims: &[Dim]) -> Option<DeviceLayout> {
        if dims.len() != self.axes.len() {
            return None;
        }
        let axis = |(axis, dim): (&Axis, &Dim)| match (axis.simple_shardings(), dim.known()) {
            ([], size) => Some(Axis::unsharded(size)),
            ([sharding], size) => Some(Axis::blocks(size, sharding.shards)),
            (_, size) => (axis.size() == size).then(|| axis.clone()),
        };
        let axes = self.axes.iter().zip(dims).map(axis).collect::<Option<_>>()?;
        Some(DeviceLayout { axes, holders: self.holders.clone() })
    }

    /// Concrete sizes for which both layouts can be compared.
    fn common_sizes(&self, other: &DeviceLayout) -> Option<Vec<u64>> {
        let size = |(a, b): (&Axis, &Axis)| match a.size().or(b.size()) {
            Some(size) if size > 0 => Some(size),
            _ => lcm(a.least_size()?, b.least_size()?),
        };
        self.axes.iter().zip(&other.axes).map(size).collect()
    }

    fn bounds(&self, sizes: &[u64]) -> Option<Vec<BoundAxis>> {
        self.axes.iter().zip(sizes).map(|(axis, &size)| axis.bound(size)).collect()
    }

    /// Whether every element is on the same devices in both. `None` if the layouts cannot be compared.
    fn is_same(&self, other: &DeviceLayout) -> Option<bool> {
        if self.rank() != other.rank() {
            return Some(false);
        }
        if self.axes == other.axes {
            return Some(self.holders_agree(other));
        }
        let mut same = true;
        self.compare(other, |a, b| {
            same &= a == b;
            same
        })?;
        Some(same)
    }

    /// Calls `visit` with the devices of every cell in this and in another layout until it returns `false`. `None` if the layouts cannot be
    /// compared.
    pub(crate) fn compare(
        &self,
        other: &DeviceLayout,
        mut visit: impl FnMut(&DeviceSet, &DeviceSet) -> bool,
    ) -> Option<()> {
        if self.rank() != other.rank() {
            return None;
        }
        let sizes = self.common_sizes(other)?;
        let (a, b) = (self.bounds(&sizes)?, other.bounds(&sizes)?);
        let chains: Vec<Chain> = a.iter().zip(&b).map(|(a, b)| a.chain().refined(&b.chain())).collect();
        for_each_cell(&chains, Self::MAX_SHARDS * 16, |position| {
            let shards = |bounds: &[BoundAxis]| -> Option<Vec<u64>> {
                bounds.iter().zip(position).map(|(bound, &x)| bound.shard_of(x)).collect()
            };
            let has_elements = position.iter().zip(&sizes).all(|(x, size)| x < size);
            match (shards(&a), shards(&b)) {
                (Some(mine), Some(others)) if has_elements => visit(self.holder(mine), other.holder(others)),
                _ => true,
            }
        })
    }

    /// Whether nonempty shards of two layouts with equal shardings are on the same devices.
    fn holders_agree(&self, other: &DeviceLayout) -> bool {
        let bounds: Option<Vec<BoundAxis>> = (self.axes.iter())
            .map(|axis| axis.bound(axis.size().filter(|&size| size > 0).or_else(|| axis.least_size())?))
            .collect();
        self.holders.iter().zip(&other.holders).enumerate().all(|(shard, (a, b))| {
            a == b
                || bounds.as_ref().is_some_and(|bounds| {
                    let mut rest = shard as u64;
                    !bounds.iter().zip(&self.axes).rev().all(|(bound, axis)| {
                        let digit = rest % axis.shards();
                        rest /= axis.shards();
                        bound.has_elements(digit)
                    })
                })
        })
    }
}

impl PartialEq for DeviceLayout {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other).unwrap_or(false)
    }
}

impl fmt::Display for DeviceLayout {
    /// `[2, 1] on {0,1} {2,3}`: the number of shards per dimension, then the devices of every shard.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        f.write_str("[")?;
        for (i, axis) in self.axes.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match axis.simple_shardings() {
                [] => write!(f, "{comma}1")?,
                [sharding] => write!(f, "{comma}{}", sharding.shards)?,
                _ => write!(f, "{comma}{axis}")?,
            }
        }
        f.write_str("] on")?;
        for set in self.holders.iter().take(SHOWN) {
            match set.devices() {
                [only] => write!(f, " {only}")?,
                _ => write!(f, " {set}")?,
            }
        }
        if self.holders.len() > SHOWN { write!(f, " … ({} shards)", self.holders.len()) } else { Ok(()) }
    }
}

/// Upper bound for sizes that replace unknown ones, so that rounding up does not overflow.
pub(crate) const MAX_SIZE: u64 = 1 << 62;

/// The least common multiple, if it is at most [`MAX_SIZE`].
pub(crate) fn lcm(a: u64, b: u64) -> Option<u64> {
    if a == 0 || b == 0 {
        return Some(a.max(b).max(1));
    }
    (a / gcd(a, b)).checked_mul(b).filter(|&multiple| multiple <= MAX_SIZE)
}

/// Calls `visit` with one position per combination of sharded digits until it returns `false`. `None` if there are more than `limit`.
pub(crate) fn for_each_cell(
    chains: &[Chain],
    limit: u64,
    mut visit: impl FnMut(&[u64]) -> bool,
) -> Option<()> {
    let sharded: Vec<(usize, ChainDigit)> = (chains.iter().enumerate())
        .flat_map(|(d, chain)| {
            chain.digits.iter().filter(|digit| digit.is_sharded).map(move |&digit| (d, digit))
        })
        .collect();
    let count = sharded.iter().try_fold(1u64, |count, (_, digit)| count.checked_mul(digit.count))?;
    if count > limit {
        return None;
    }
    let mut digits = vec![0u64; sharded.len()];
    let mut position = vec![0u64; chains.len()];
    loop {
        if !visit(&position) {
            return Some(());
        }
        let mut at = sharded.len();
        loop {
            if at == 0 {
                return Some(());
            }
            at -= 1;
            let (d, digit) = sharded[at];
            digits[at] += 1;
            if digits[at] < digit.count {
                position[d] += digit.stride;
                break;
            }
            position[d] -= (digits[at] - 1) * digit.stride;
            digits[at] = 0;
        }
    }
}
