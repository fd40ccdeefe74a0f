//! The time of collectives and reshards on a machine, as the estimate of a partitioned program computes it.

use std::cell::RefCell;

use partita_cost::{CollectiveKind, Machine, Share};

use super::layout::{PlanAxes, PlanLayout};

/// Prices of communication along the axes of a mesh.
pub(crate) struct CommPrices<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) axes: &'m PlanAxes,
    /// The levels of links that each set of axes uses, by its bits.
    shares: RefCell<Vec<Option<Vec<Share>>>>,
}

impl<'m> CommPrices<'m> {
    pub(crate) fn new(machine: &'m Machine, axes: &'m PlanAxes) -> Self {
        Self { machine, axes, shares: RefCell::new(vec![None; 1 << axes.axes.len()]) }
    }

    /// The seconds of a collective along a set of axes that starts with `before` bytes per device.
    pub(crate) fn collective(&self, kind: CollectiveKind, before: f64, mask: u32) -> f64 {
        if mask == 0 || before < 1.0 {
            return 0.0;
        }
        let mut shares = self.shares.borrow_mut();
        let levels = shares[mask as usize].get_or_insert_with(|| {
            let lengths = self.axes.lengths.iter().enumerate().rev();
            let lengths: Vec<(u64, u64)> =
                lengths.filter(|(axis, _)| mask >> axis & 1 == 1).map(|(_, &length)| length).collect();
            self.machine.shares(&lengths)
        });
        kind.time_over(before as u64, levels).seconds() + self.machine.device.kernel
    }

    /// The seconds to reshard a tensor of `bytes` bytes from one layout to another. Slices come first, as they shrink
    /// what is sent, then exchanges, then gathers. Slices are parts of the kernels that read them.
    pub(crate) fn reshard(&self, bytes: f64, from: &PlanLayout, to: &PlanLayout) -> f64 {
        if from == to {
            return 0.0;
        }
        let (old, new) = (from.mask(), to.mask());
        let all = bytes / self.axes.devices(old) as f64;
        let mut local = all;
        let (mut moved, mut turned, mut lost) = (0u32, 0u32, 0u32);
        for dim in 0..from.rank() {
            let (before, after): (Vec<usize>, Vec<usize>) =
                (from.axes(dim).collect(), to.axes(dim).collect());
            let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
            if before.len() == same {
                let free = after[same..].iter().take_while(|&&axis| old >> axis & 1 == 0);
                free.for_each(|&axis| local /= self.axes.lengths[axis].0 as f64);
            }
            let mut after_lost = false;
            for &axis in &before[same..] {
                if new >> axis & 1 == 0 {
                    lost |= 1 << axis;
                    after_lost = true;
                } else if !after.contains(&axis) {
                    moved |= 1 << axis;
                } else if after_lost || !before[same..].starts_with(&after[same..]) {
                    turned |= 1 << axis;
                }
            }
        }
        let mut time = self.collective(CollectiveKind::AllToAll, local, moved);
        time += self.collective(CollectiveKind::CollectivePermute, local, turned);
        time += self.collective(CollectiveKind::AllGather, local, lost);
        // To gather everything and slice it is always possible.
        let changed = (0..from.rank())
            .flat_map(|dim| {
                let (before, after): (Vec<usize>, Vec<usize>) =
                    (from.axes(dim).collect(), to.axes(dim).collect());
                let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
                before[same..].to_vec()
            })
            .fold(0u32, |mask, axis| mask | 1 << axis);
        time.min(self.collective(CollectiveKind::AllGather, all, changed))
    }
}
