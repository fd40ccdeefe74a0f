//! Plans a reshard before any rank emits it. The plan does not depend on the rank, so that all ranks agree on the collectives.

use partita_cost::{CollectiveKind, Cost};
use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;
use partita_place::Axes;
use partita_reshard::{Collective, Plan, link_group};

use super::carrier::sent_bytes;
use super::mesh_layout::MeshLayout;
use super::rank_mesh::RankMesh;
use super::reshard::GlobalTensor;

/// How a tensor is resharded.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Dimensions that are gathered first.
    pub(crate) gathered: Vec<usize>,
    /// The layout after `plan`. Dimensions that are still replicated are then sliced.
    pub(crate) middle: MeshLayout,
    /// The collectives; without a plan, dimensions that change are gathered and sliced again.
    pub(crate) plan: Option<Plan>,
}

impl RankMesh<'_> {
    /// Plans the reshard of a nonempty tensor.
    pub(crate) fn route(&mut self, global: GlobalTensor<'_>, from: &MeshLayout, to: &MeshLayout) -> Route {
        // Uneven shards, and those of several parts, are gathered and sliced again: shards of different counts do not align.
        let (mut from, mut middle, mut gathered) = (from.clone(), to.clone(), Vec::new());
        for (dim, &size) in global.shape.iter().enumerate() {
            let changes = from.0[dim] != to.0[dim];
            let is_even = |axes: &[AxisRef]| size.is_multiple_of(shard_count(axes));
            let is_parted = global.parts.is_some_and(|parts| parts.dim == dim);
            if changes && (is_parted || !(is_even(&from.0[dim]) && is_even(&to.0[dim]))) {
                gathered.push(dim);
                from.0[dim] = Axes::new();
                middle.0[dim] = Axes::new();
            }
        }
        // Unchanged dimensions are rounded up to even shards for planning.
        let mut shape = global.shape.to_vec();
        for (dim, size) in shape.iter_mut().enumerate() {
            if from.0[dim] == middle.0[dim] {
                let shards = shard_count(&from.0[dim]);
                *size = size.div_ceil(shards) * shards;
            }
        }
        // The plan must not change dimensions whose shards were rounded up or have several parts.
        let is_parted = |dim: usize| global.parts.is_some_and(|parts| parts.dim == dim);
        let uneven = (0..shape.len()).filter(|&dim| shape[dim] != global.shape[dim] || is_parted(dim));
        let uneven: Vec<usize> = uneven.collect();
        let plan = self.plan(&shape, global.element_bytes(), &from, &middle).filter(|plan| {
            plan.steps.iter().all(|step| {
                let after = MeshLayout::after_step(&step.after);
                // A permutation exchanges shards between all ranks, so all shards must have the same shape.
                let meets_all = step.collective == Collective::CollectivePermute;
                uneven.is_empty() || !meets_all && uneven.iter().all(|&dim| after.0[dim] == from.0[dim])
            })
        });
        Route { gathered, middle, plan }
    }

    /// The cost of a reshard.
    pub(crate) fn cost(&mut self, global: GlobalTensor<'_>, from: &MeshLayout, to: &MeshLayout) -> Cost {
        if from == to || global.shape.contains(&0) {
            return Cost::default();
        }
        let key = (global.shape.to_vec(), global.element_bytes(), from.clone(), to.clone());
        if from.unreduced() != to.unreduced() {
            let (cost, finished) = self.sum_cost(global, from, to);
            return cost + self.cost(global, &finished, to);
        }
        let is_plain = global.parts.is_none();
        if let Some(&cost) = self.costs.get(&key).filter(|_| is_plain) {
            return cost;
        }
        let route = self.route(global, from, to);
        let mut at = from.clone();
        let mut cost = Cost::default();
        let again = match route.plan {
            Some(_) => Vec::new(),
            None => (0..at.0.len())
                .filter(|&dim| !route.gathered.contains(&dim) && at.0[dim] != route.middle.0[dim])
                .collect(),
        };
        for dim in route.gathered.iter().copied().chain(again) {
            let axes = std::mem::take(&mut at.0[dim]);
            if axes.is_empty() {
                continue;
            }
            let mut held = at.local_shape(global.shape);
            held[dim] = held[dim].div_ceil(shard_count(&axes));
            cost += self.time(CollectiveKind::AllGather, sent_bytes(global.element, held), &axes);
        }
        for step in route.plan.iter().flat_map(|plan| &plan.steps) {
            cost += match step.collective {
                // A permutation is emitted as an all-gather over the entire mesh.
                Collective::CollectivePermute => {
                    let all: Vec<AxisRef> = self.mesh.axis_ids().map(|id| self.mesh.axis(id)).collect();
                    self.time(CollectiveKind::AllGather, step.price.before, &all)
                }
                _ => step.price.cost,
            };
        }
        if is_plain {
            self.costs.insert(key, cost);
        }
        cost
    }

    /// The time of a collective along axes, if each rank holds `before` bytes.
    pub(crate) fn time(&self, kind: CollectiveKind, before: u64, axes: &[AxisRef]) -> Cost {
        link_group(&self.hardware.links, self.mesh, axes).time(kind, before).cost
    }
}
