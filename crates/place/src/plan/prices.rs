//! The time of collectives and reshards on a machine, as the estimate of a partitioned program computes it.

use std::sync::{Mutex, PoisonError};

use partita_cost::{CollectiveKind, Machine, Share, Topology};
use rustc_hash::FxHashMap;

use super::layout::{GroupLengths, PlanAxes, PlanLayout};
use super::program::Collectives;
use super::reshards::{ReshardPlans, ReshardedTensor};

/// The machine that a plan is for.
#[derive(Clone, Copy, Debug)]
pub struct PlanMachine<'m> {
    /// Its devices, and the links that times are computed for.
    pub machine: &'m Machine,
    /// The links that partitioning plans reshards for; without them, the plans send the fewest bytes.
    pub links: Option<&'m Topology>,
}

impl<'m> PlanMachine<'m> {
    /// A machine on which reshards send the fewest bytes.
    pub fn new(machine: &'m Machine) -> Self {
        Self { machine, links: None }
    }
}

/// Whether the result of a computation is no longer wanted. Once it is not, it never is again.
pub(crate) type IsOver<'m> = &'m (dyn Fn() -> bool + Sync);

/// Prices of communication along the axes of a mesh.
pub(crate) struct CommPrices<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) axes: &'m PlanAxes,
    plans: ReshardPlans<'m>,
    /// The levels of links that a group uses, by the parts of axes that it is along.
    shares: Mutex<FxHashMap<(GroupLengths, u64), Vec<Share>>>,
}

impl<'m> CommPrices<'m> {
    pub(crate) fn new(
        machine: PlanMachine<'m>,
        axes: &'m PlanAxes,
        collectives: Collectives,
        is_over: IsOver<'m>,
    ) -> Self {
        let plans = ReshardPlans::new(axes, machine.links, collectives, is_over);
        Self { machine: machine.machine, axes, plans, shares: Mutex::default() }
    }

    /// Whether prices are no longer wanted. What [`CommPrices::reshard`] and [`CommPrices::finish`] return then means nothing.
    pub(crate) fn is_over(&self) -> bool {
        (self.plans.is_over)()
    }

    /// The seconds of a collective along a set of axes that starts with `before` bytes per device.
    pub(crate) fn collective(&self, kind: CollectiveKind, before: f64, mask: u32) -> f64 {
        if mask == 0 || before < 1.0 {
            return 0.0;
        }
        self.in_group(kind, before as u64, &self.axes.group_lengths(mask), self.axes.devices(mask))
    }

    /// The same in groups of this many devices along parts of axes.
    fn in_group(&self, kind: CollectiveKind, before: u64, lengths: &GroupLengths, group: u64) -> f64 {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        let levels = shares
            .entry((lengths.clone(), group))
            .or_insert_with(|| self.machine.shares_of_group(lengths, group));
        self.machine.collective(kind, before, levels).seconds()
    }

    /// The seconds to reshard a tensor from one layout to another: those of the collectives that partitioning would write.
    /// Slices are parts of the kernels that read them, and so are the zeros that all devices but one add where `to` is a partial sum
    /// and `from` is complete. Infinite if there is no plan.
    pub(crate) fn reshard(&self, tensor: &ReshardedTensor<'_>, from: &PlanLayout, to: &PlanLayout) -> f64 {
        let kept = from.partial() & to.partial();
        if kept != 0 && !from.has_dims_of(to) {
            // Partitioning takes partial sums only as they are.
            return f64::INFINITY;
        }
        let is_slice = from.partial() == kept && to.is_slice_of(from);
        if is_slice || tensor.elements() == 0 {
            return 0.0;
        }
        self.finish(tensor, from, &to.clone().with_partial(kept))
    }

    /// The seconds to finish partial sums on the way from one layout to another, which is a partial sum along axes at most along which
    /// the first is.
    pub(crate) fn finish(&self, tensor: &ReshardedTensor<'_>, from: &PlanLayout, to: &PlanLayout) -> f64 {
        if from == to || tensor.elements() == 0 {
            return 0.0;
        }
        let Some(sent) = self.plans.sent(tensor, from, to) else { return f64::INFINITY };
        sent.iter()
            .map(|each| self.in_group(each.kind, tensor.local_bytes(each.shards), &each.lengths, each.group))
            .sum()
    }
}
