//! Sets of devices.

use std::fmt;
use std::sync::Arc;

/// A set of device numbers, cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeviceSet(Arc<[u32]>);

impl DeviceSet {
    /// Collects devices; duplicates are dropped.
    pub fn new(devices: impl IntoIterator<Item = u32>) -> Self {
        let mut devices: Vec<u32> = devices.into_iter().collect();
        devices.sort_unstable();
        devices.dedup();
        Self(devices.into())
    }

    /// The devices `0, 1, …, count - 1`.
    pub fn all(count: u32) -> Self {
        Self((0..count).collect())
    }

    /// The devices in ascending order.
    pub fn devices(&self) -> &[u32] {
        &self.0
    }

    /// The number of devices.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the set has no devices.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a device is in the set.
    pub fn contains(&self, device: u32) -> bool {
        self.0.binary_search(&device).is_ok()
    }

    /// Whether every device is in `other` too.
    pub fn is_subset(&self, other: &DeviceSet) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.iter().all(|&device| other.contains(device))
    }

    /// The devices that are in both sets.
    pub fn intersection(&self, other: &DeviceSet) -> DeviceSet {
        let (small, large) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        if small.is_subset(large) {
            return small.clone();
        }
        Self(small.0.iter().copied().filter(|&device| large.contains(device)).collect())
    }

    /// The devices that are in either set.
    pub fn union(&self, other: &DeviceSet) -> DeviceSet {
        let (small, large) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        if small.is_subset(large) {
            return large.clone();
        }
        Self::new(self.0.iter().chain(other.0.iter()).copied())
    }
}

impl fmt::Display for DeviceSet {
    /// `{0,1}`; runs of four or more are shortened to `{0..7}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        let mut rest = &self.0[..];
        while let Some((&first, _)) = rest.split_first() {
            let run = (1..rest.len()).take_while(|&i| rest[i] - first == i as u32).count();
            let comma = if rest.len() == self.0.len() { "" } else { "," };
            let taken = if run >= 3 { run + 1 } else { 1 };
            match taken {
                1 => write!(f, "{comma}{first}")?,
                _ => write!(f, "{comma}{first}..{}", rest[run])?,
            }
            rest = &rest[taken..];
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_meet_and_join() {
        let (a, b) = (DeviceSet::new([3, 1, 1]), DeviceSet::new([3, 4]));
        assert_eq!(a.devices(), [1, 3]);
        assert_eq!(a.intersection(&b), DeviceSet::new([3]));
        assert_eq!(a.union(&b), DeviceSet::new([1, 3, 4]));
        assert!(a.intersection(&DeviceSet::new([2])).is_empty());
    }

    #[test]
    fn sets_print() {
        assert_eq!(DeviceSet::new([0, 1]).to_string(), "{0,1}");
        assert_eq!(DeviceSet::new([0, 1, 2, 3, 7]).to_string(), "{0..3,7}");
        assert_eq!(DeviceSet::default().to_string(), "{}");
    }
}
