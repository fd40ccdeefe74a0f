//! Lists the elements that every device holds, for small tensors.

use std::collections::BTreeMap;

use super::grid::DeviceLayout;

impl DeviceLayout {
    /// The elements of every device, numbered in row-major order and ascending. `None` if a size is unknown or the tensor has more than
    /// `limit` elements.
    pub fn elements_per_device(&self, limit: u64) -> Option<BTreeMap<u32, Vec<u64>>> {
        let sizes: Vec<u64> = self.axes().iter().map(|axis| axis.size()).collect::<Option<_>>()?;
        let count = sizes.iter().try_fold(1u64, |count, &size| count.checked_mul(size))?;
        if count > limit {
            return None;
        }
        let bounds: Vec<_> =
            self.axes().iter().zip(&sizes).map(|(axis, &size)| axis.bound(size)).collect::<Option<_>>()?;
        let mut elements: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for element in 0..count {
            let mut rest = element;
            let mut shards = vec![0; sizes.len()];
            for (d, bound) in bounds.iter().enumerate().rev() {
                shards[d] = bound.shard_of(rest % sizes[d])?;
                rest /= sizes[d];
            }
            for &device in self.holder(shards).devices() {
                elements.entry(device).or_default().push(element);
            }
        }
        Some(elements)
    }
}
