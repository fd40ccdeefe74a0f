//! The way from one layout of a tensor to another, before any rank takes it: what is sent depends on no rank, so that all take the same.

use partita_cost::{CollectiveKind, Cost, Link};
use partita_mesh::AxisRef;
use partita_place::{Axes, shards};
use partita_reshard::{Collective, Plan};

use super::mesh_layout::MeshLayout;
use super::reshard::{GlobalTensor, byte_count};
use super::world::World;

/// How a tensor gets from one layout to another.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Dimensions that are gathered first.
    pub(crate) gathered: Vec<usize>,
    /// The layout after that and the one that `plan` leads to; what is then still replicated is sliced.
    pub(crate) middle: MeshLayout,
    /// The collectives; without them, dimensions that change are gathered and sliced again.
    pub(crate) plan: Option<Plan>,
}

impl World<'_> {
    /// The way from one layout to another of a tensor that has elements.
    pub(crate) fn route(&mut self, global: GlobalTensor<'_>, from: &MeshLayout, to: &MeshLayout) -> Route {
        // What has no even shards is gathered and sharded again: blocks of different numbers of shards do not line up.
        let (mut from, mut middle, mut gathered) = (from.clone(), to.clone(), Vec::new());
        for (dim, &size) in global.shape.iter().enumerate() {
            let changes = from.0[dim] != to.0[dim];
            let is_even = |axes: &[AxisRef]| size.is_multiple_of(shards(axes));
            if changes && !(is_even(&from.0[dim]) && is_even(&to.0[dim])) {
                gathered.push(dim);
                from.0[dim] = Axes::new();
                middle.0[dim] = Axes::new();
            }
        }
        // Dimensions that stay as they are count with their local size, so that their shards are even.
        let mut shape = global.shape.to_vec();
        for (dim, size) in shape.iter_mut().enumerate() {
            if from.0[dim] == middle.0[dim] {
                let shards = shards(&from.0[dim]);
                *size = size.div_ceil(shards) * shards;
            }
        }
        // A plan may not touch dimensions whose shards are not really even.
        let uneven: Vec<usize> = (0..shape.len()).filter(|&dim| shape[dim] != global.shape[dim]).collect();
        let plan = self.plan(&shape, global.element_bytes(), &from, &middle).filter(|plan| {
            plan.steps.iter().all(|step| {
                let after = MeshLayout::from_sharding(&step.after);
                // In a permutation all ranks meet, and their shards must be of one shape.
                let meets_all = step.collective == Collective::CollectivePermute;
                uneven.is_empty() || !meets_all && uneven.iter().all(|&dim| after.0[dim] == from.0[dim])
            })
        });
        Route { gathered, middle, plan }
    }

    /// What the way from one layout to another takes.
    pub(crate) fn cost(&mut self, global: GlobalTensor<'_>, from: &MeshLayout, to: &MeshLayout) -> Cost {
        if from == to || global.shape.contains(&0) {
            return Cost::default();
        }
        let key = (global.shape.to_vec(), global.element_bytes(), from.clone(), to.clone());
        if let Some(&cost) = self.costs.get(&key) {
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
            held[dim] = held[dim].div_ceil(shards(&axes));
            cost += self.time(CollectiveKind::AllGather, byte_count(global.element, held), &axes);
        }
        for step in route.plan.iter().flat_map(|plan| &plan.steps) {
            cost += match step.collective {
                // All ranks show all they have, because ONNX has no collective for it.
                Collective::CollectivePermute => {
                    let all: Vec<AxisRef> = self.mesh.axis_ids().map(|id| self.mesh.axis(id)).collect();
                    self.time(CollectiveKind::AllGather, step.price.before, &all)
                }
                _ => step.price.cost,
            };
        }
        self.costs.insert(key, cost);
        cost
    }

    /// The time of a collective along axes, of which each rank holds `before` bytes.
    pub(crate) fn time(&self, kind: CollectiveKind, before: u64, axes: &[AxisRef]) -> Cost {
        let link = |axis: &AxisRef| self.hardware.links.link(self.mesh.mesh_axis(axis.axis()).name());
        let links = axes.iter().map(link).reduce(Link::and);
        kind.time(before, shards(axes), links.unwrap_or_default())
    }
}
