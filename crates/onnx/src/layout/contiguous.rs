//! Layouts whose shards consist of several blocks, with contiguous shards instead.

use std::collections::BTreeMap;

use super::axis::Axis;
use super::devices::DeviceSet;
use super::grid::DeviceLayout;

impl DeviceLayout {
    /// The layout in which every device has one contiguous shard of as many blocks as it has here. `None` if devices have different numbers
    /// of blocks along a dimension, or share only some of them.
    ///
    /// Four blocks on devices 0, 1, 0 and 1 become two shards on devices 0 and 1.
    pub fn contiguous(&self) -> Option<DeviceLayout> {
        let mut axes = Vec::new();
        // The first block of every shard, along every dimension.
        let mut firsts: Vec<Vec<u64>> = Vec::new();
        for (dim, axis) in self.axes().iter().enumerate() {
            let mut classes: BTreeMap<Vec<&DeviceSet>, (u64, u64)> = BTreeMap::new();
            for (block, holders) in (0..).zip(self.holders_of_blocks(dim)) {
                classes.entry(holders).or_insert((block, 0)).1 += 1;
            }
            let mut found: Vec<(u64, u64)> = classes.into_values().collect();
            found.sort_unstable();
            let each = axis.shards() / found.len() as u64;
            if found.iter().any(|(_, count)| *count != each) {
                return None;
            }
            axes.push(match found.len() as u64 {
                1 => Axis::unsharded(axis.size()),
                shards => Axis::blocks(axis.size(), shards),
            });
            firsts.push(found.into_iter().map(|(first, _)| first).collect());
        }
        let mut blocks: Vec<Vec<u64>> = vec![Vec::new()];
        for firsts in &firsts {
            let extended = |block: &Vec<u64>| {
                firsts.iter().map(|first| [&block[..], &[*first]].concat()).collect::<Vec<_>>()
            };
            blocks = blocks.iter().flat_map(extended).collect();
        }
        let holders = blocks.into_iter().map(|block| self.holder(block).clone()).collect();
        DeviceLayout::new(axes, holders)
    }

    /// For every index along a dimension, the devices of all blocks with it.
    fn holders_of_blocks(&self, dim: usize) -> Vec<Vec<&DeviceSet>> {
        let minor: u64 = self.axes()[dim + 1..].iter().map(Axis::shards).product();
        let count = self.axes()[dim].shards();
        let mut blocks = vec![Vec::new(); count as usize];
        for (at, holders) in (0..).zip(self.holders()) {
            blocks[(at / minor % count) as usize].push(holders);
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::super::axis::SimpleSharding;
    use super::*;

    fn layout(axes: Vec<Axis>, devices: &[&[u32]]) -> DeviceLayout {
        let holders = devices.iter().map(|set| DeviceSet::new(set.iter().copied())).collect();
        DeviceLayout::new(axes, holders).unwrap()
    }

    #[test]
    fn blocks_of_a_device_become_one_shard() {
        let four = || Axis::blocks(Some(8), 4);
        let two = || Axis::blocks(Some(8), 2);
        let alternating = layout(vec![four()], &[&[0], &[1], &[0], &[1]]);
        assert_eq!(alternating.contiguous(), Some(layout(vec![two()], &[&[0], &[1]])));
        let outer = layout(vec![four()], &[&[1], &[0], &[0], &[1]]);
        assert_eq!(outer.contiguous(), Some(layout(vec![two()], &[&[1], &[0]])));
        let parts = [(2, 1), (4, 2)].map(|(size, shards)| SimpleSharding { size: Some(size), shards });
        let strided = layout(vec![Axis::new(Some(8), parts.to_vec())], &[&[0], &[1]]);
        assert_eq!(strided.contiguous(), Some(layout(vec![two()], &[&[0], &[1]])));
        // Beside a dimension of contiguous shards.
        let both: [&[u32]; 8] = [&[0], &[1], &[0], &[1], &[2], &[3], &[2], &[3]];
        let both = layout(vec![two(), four()], &both);
        assert_eq!(both.contiguous(), Some(layout(vec![two(), two()], &[&[0], &[1], &[2], &[3]])));
    }

    #[test]
    fn many_blocks_take_little_time() {
        let count = DeviceLayout::MAX_SHARDS;
        let holders = (0..count as u32).map(|block| DeviceSet::new([block % 2])).collect();
        let blocks = DeviceLayout::new(vec![Axis::blocks(Some(count), count)], holders).unwrap();
        let start = std::time::Instant::now();
        let shards = blocks.contiguous().unwrap();
        assert!(start.elapsed().as_secs() < 5);
        assert_eq!(shards.holders().len(), 2);
    }

    #[test]
    fn contiguous_shards_stay_as_they_are() {
        for (axes, devices) in [
            (vec![Axis::blocks(Some(7), 3)], &[&[2][..], &[0], &[1]][..]),
            (vec![Axis::unsharded(Some(4)), Axis::blocks(None, 2)], &[&[0, 3], &[1, 2]]),
            (vec![], &[&[4]]),
        ] {
            let layout = layout(axes, devices);
            assert_eq!(layout.contiguous().as_ref(), Some(&layout));
        }
    }

    #[test]
    fn shards_of_different_sizes_have_no_contiguous_form() {
        let three = layout(vec![Axis::blocks(Some(8), 4)], &[&[0], &[1], &[1], &[1]]);
        assert_eq!(three.contiguous(), None);
    }
}
