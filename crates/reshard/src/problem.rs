//! Planning: expresses source and target on one mesh if possible, splits axes into sub-axes, and searches.

use partita_cost::Hardware;
use partita_mesh::axis_list::{merge_neighbours, shard_count};
use partita_mesh::{AxisRef, Mesh, MeshId, MeshKind, ReductionOp, TensorSharding, gcd};

use crate::granularity::{Granularity, same_sub_axes};
use crate::greedy::plan_greedily;
use crate::search::{SearchOutcome, find_path};
use crate::space::Space;
use crate::sub_axes::refine_axes;
use crate::trail::plan_of_path;
use crate::translate::translate_axes;
use crate::{NoPlan, Plan, Side, Topology};

/// A sharding and its mesh.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The mesh that the axes belong to.
    pub mesh: &'a Mesh,
    /// The sharding. Openness and priorities are ignored.
    pub sharding: &'a TensorSharding,
}

/// The tensor that is resharded.
#[derive(Clone, Copy, Debug)]
pub struct ReshardTensor<'a> {
    /// The global size of each dimension.
    pub shape: &'a [u64],
    /// Bytes per element.
    pub element_bytes: u64,
}

/// Limits of planning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlanLimits {
    /// The most bytes per device, before and after a step together.
    pub memory: Option<u64>,
    /// The most edges that one search may visit before a coarser one is tried.
    pub budget: u64,
}

partita_base::setters! { PlanLimits { memory: Option<u64>, budget: u64 } }

impl Default for PlanLimits {
    /// Unlimited memory, and a budget that takes about a tenth of a second.
    fn default() -> Self {
        Self { memory: None, budget: 1 << 19 }
    }
}

/// Finds the cheapest steps that reshard a tensor.
pub fn plan_reshard(
    from: Placed<'_>,
    to: Placed<'_>,
    tensor: ReshardTensor<'_>,
    topology: &Topology,
    limits: PlanLimits,
) -> Result<Plan, NoPlan> {
    let problem = Problem::new(from, to, tensor, topology)?;
    let mut plan: Option<Plan> = None;
    let mut searched: Option<Space<'_>> = None;
    for granularity in Granularity::ALL {
        let Some((space, complete)) = problem.space(granularity, limits.memory) else { continue };
        // A granularity that changes nothing need not be searched again.
        if searched.as_ref().is_some_and(|searched| same_sub_axes(searched, &space)) {
            continue;
        }
        match find_path(&space, limits.budget) {
            SearchOutcome::Best(path) => {
                // Later granularities are coarser, so they would find nothing better.
                plan = cheaper(plan, Some(plan_of_path(&problem, &space, &path, complete)));
                break;
            }
            // The space contains every layout, so the memory limit excludes all plans, and coarser spaces need
            // no search.
            SearchOutcome::Nothing if complete => {
                return Err(NoPlan::Memory { bound: limits.memory.unwrap_or(u64::MAX), certain: true });
            }
            SearchOutcome::Nothing => {}
            SearchOutcome::GaveUp(path) => {
                plan = cheaper(plan, path.map(|path| plan_of_path(&problem, &space, &path, false)));
            }
        }
        searched = Some(space);
    }
    if plan.as_ref().is_none_or(|plan| !plan.optimal) {
        plan = cheaper(plan, Some(plan_greedily(&problem)).filter(|plan| limits.allow(plan)));
    }
    match (plan, limits.memory) {
        (Some(plan), Some(bound)) if !limits.allow(&plan) => Err(NoPlan::Memory { bound, certain: true }),
        (Some(plan), _) => Ok(plan),
        (None, bound) => Err(NoPlan::Memory { bound: bound.unwrap_or(u64::MAX), certain: false }),
    }
}

/// Finds the steps that send the fewest bytes, at the prices of the topology. Their number decides only between plans
/// that send about as much.
pub fn plan_fewest_bytes(
    from: Placed<'_>,
    to: Placed<'_>,
    tensor: ReshardTensor<'_>,
    topology: &Topology,
    limits: PlanLimits,
) -> Result<Plan, NoPlan> {
    let plan = plan_reshard(from, to, tensor, &Hardware::counting_bytes().links, limits)?;
    Ok(plan.repriced(from, to.mesh, tensor.element_bytes, topology))
}

fn cheaper(a: Option<Plan>, b: Option<Plan>) -> Option<Plan> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if (b.cost, b.steps.len()) < (a.cost, a.steps.len()) { b } else { a }),
        (a, b) => a.or(b),
    }
}

impl PlanLimits {
    fn allow(&self, plan: &Plan) -> bool {
        self.memory.is_none_or(|bound| plan.peak <= bound)
    }
}

/// A checked problem, without axes of size 1.
pub(crate) struct Problem<'a> {
    source: Placed<'a>,
    target: Placed<'a>,
    pub(crate) topology: &'a Topology,
    pub(crate) element_bytes: u64,
    pub(crate) padded: Vec<u64>,
    pub(crate) reduction: ReductionOp,
    /// The mesh whose axes `from` and `to` refer to. Both are the same if possible.
    pub(crate) start_side: Side,
    pub(crate) end_side: Side,
    /// The axes of each dimension in the source and in the target.
    pub(crate) from: Vec<Vec<AxisRef>>,
    pub(crate) to: Vec<Vec<AxisRef>>,
    /// The unreduced axes of the source and of the target.
    pub(crate) unreduced: Vec<AxisRef>,
    pub(crate) kept: Vec<AxisRef>,
}

impl<'a> Problem<'a> {
    fn new(
        source: Placed<'a>,
        target: Placed<'a>,
        tensor: ReshardTensor<'_>,
        topology: &'a Topology,
    ) -> Result<Self, NoPlan> {
        for placed in [source, target] {
            if placed.mesh.is_maximal() {
                return Err(NoPlan::Maximal);
            }
            let (dims, rank) = (placed.sharding.dims().len(), tensor.shape.len());
            if dims != rank {
                return Err(NoPlan::Rank { dims, rank });
            }
        }
        let placeholder = [source, target].iter().any(|placed| placed.mesh.kind() == MeshKind::Empty);
        let counts = [source, target].map(|placed| placed.mesh.device_count());
        if !placeholder && counts[0] != counts[1] {
            return Err(NoPlan::DeviceCounts { from: counts[0], to: counts[1] });
        }
        let (unreduced, mut kept) =
            (real_axes(source.sharding.unreduced_axes()), real_axes(target.sharding.unreduced_axes()));
        if !kept.is_empty() && source.sharding.reduction() != target.sharding.reduction() {
            return Err(NoPlan::Reduction);
        }
        let (from, mut to) = (lists(source.sharding), lists(target.sharding));
        let padded = padded(&from, &to, tensor)?;
        let replicated = |dims: &[Vec<AxisRef>], unreduced: &[AxisRef]| {
            unreduced.is_empty() && dims.iter().all(Vec::is_empty)
        };
        let (start_side, end_side) = if source.mesh == target.mesh || replicated(&to, &kept) {
            (Side::Source, Side::Source)
        } else if replicated(&from, &unreduced) {
            (Side::Target, Side::Target)
        } else {
            to.push(kept);
            let translated = translate_axes(&to, target.mesh, source.mesh);
            let end_side = if translated.is_some() { Side::Source } else { Side::Target };
            to = translated.unwrap_or(to);
            kept = to.pop().unwrap_or_default();
            kept.sort_unstable();
            (Side::Source, end_side)
        };
        let mut problem = Self {
            source,
            target,
            topology,
            element_bytes: tensor.element_bytes,
            padded,
            reduction: source.sharding.reduction(),
            start_side,
            end_side,
            from,
            to,
            unreduced,
            kept,
        };
        if start_side == end_side && refine_axes(problem.mesh(start_side).0, &problem.mentioned()).is_none() {
            // The sub-axes of source and target cannot coexist, so they are treated like those of two meshes.
            problem.end_side = Side::Target;
            problem.to = lists(target.sharding);
            problem.kept = real_axes(target.sharding.unreduced_axes());
        }
        if !problem.target_is_reachable() {
            return Err(NoPlan::UnreducedTarget);
        }
        Ok(problem)
    }

    /// Whether the target is unreduced only along axes along which the source is.
    fn target_is_reachable(&self) -> bool {
        if self.kept.is_empty() {
            return true;
        }
        let Some(parts) = refine_axes(self.mesh(self.start_side).0, &self.mentioned()) else { return false };
        let within = |axes: &[AxisRef], part: &AxisRef| axes.iter().any(|axis| axis.contains(*part));
        self.start_side == self.end_side
            && parts.iter().all(|part| !within(&self.kept, part) || within(&self.unreduced, part))
    }

    /// The unreduced axes of the source that have to be reduced.
    pub(crate) fn reduced(&self) -> Vec<AxisRef> {
        let parts = refine_axes(self.mesh(self.start_side).0, &[&self.unreduced[..], &self.kept].concat());
        let within = |axes: &[AxisRef], part: &AxisRef| axes.iter().any(|axis| axis.contains(*part));
        let mut reduced: Vec<AxisRef> = parts
            .unwrap_or_default()
            .into_iter()
            .filter(|part| within(&self.unreduced, part) && !within(&self.kept, part))
            .collect();
        merge_neighbours(&mut reduced);
        reduced
    }

    pub(crate) fn mesh(&self, side: Side) -> (&'a Mesh, MeshId) {
        let placed = match side {
            Side::Source => self.source,
            Side::Target => self.target,
        };
        (placed.mesh, placed.sharding.mesh())
    }

    pub(crate) fn placed<'s>(&'s self, side: Side, sharding: &'s TensorSharding) -> Placed<'s> {
        Placed { mesh: self.mesh(side).0, sharding }
    }

    /// The side of a search state.
    pub(crate) fn side(&self, side: u8) -> Side {
        if side == 0 { self.start_side } else { self.end_side }
    }

    /// All axes that source and target mention.
    pub(crate) fn mentioned(&self) -> Vec<AxisRef> {
        [self.from.concat(), self.to.concat(), self.unreduced.clone(), self.kept.clone()].concat()
    }
}

fn real_axes(axes: &[AxisRef]) -> Vec<AxisRef> {
    axes.iter().copied().filter(|axis| axis.size() > 1).collect()
}

fn lists(sharding: &TensorSharding) -> Vec<Vec<AxisRef>> {
    sharding.dims().iter().map(|dim| real_axes(&dim.axes)).collect()
}

/// The smallest sizes that the shard counts of source and target both divide.
fn padded(from: &[Vec<AxisRef>], to: &[Vec<AxisRef>], tensor: ReshardTensor<'_>) -> Result<Vec<u64>, NoPlan> {
    let mut bytes = u128::from(tensor.element_bytes);
    let mut padded = Vec::with_capacity(tensor.shape.len());
    for ((from, to), &size) in from.iter().zip(to).zip(tensor.shape) {
        let shards = [from, to].map(|axes| u128::from(shard_count(axes)));
        let common = shards[0] / gcd(shards[0], shards[1]) * shards[1];
        let size = u128::from(size).div_ceil(common) * common;
        bytes = bytes.saturating_mul(size.max(1));
        padded.push(u64::try_from(size).map_err(|_| NoPlan::TooLarge)?);
    }
    if bytes > u128::from(NoPlan::MAX_BYTES) { Err(NoPlan::TooLarge) } else { Ok(padded) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::Bound;
    use crate::search::find_path_by_astar;
    use partita_mesh::spec::MeshSpec;
    use partita_mesh::{DimSharding, Meshes, ShardingParts};

    /// All shardings of two dimensions by three axes.
    fn shardings(mesh: &Mesh, id: MeshId) -> Vec<TensorSharding> {
        let axes: Vec<AxisRef> = mesh.axis_ids().map(|id| mesh.axis(id)).collect();
        let mut all = vec![vec![Vec::new(), Vec::new()]];
        let mut at = 0;
        while at < all.len() {
            for (d, &axis) in (0..2).flat_map(|d| axes.iter().map(move |axis| (d, axis))) {
                let mut next = all[at].clone();
                if !next.concat().contains(&axis) {
                    next[d].push(axis);
                    if !all.contains(&next) {
                        all.push(next);
                    }
                }
            }
            at += 1;
        }
        let sharding = |dims: Vec<Vec<AxisRef>>| {
            let dims = dims.into_iter().map(DimSharding::closed).collect();
            TensorSharding::new(id, mesh, ShardingParts { dims, ..ShardingParts::default() }).unwrap()
        };
        all.into_iter().map(sharding).collect()
    }

    #[test]
    fn the_single_step_check_agrees_with_the_search() {
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 2), ("z", 3)])).unwrap();
        let id = Meshes::default().define("m", mesh.clone()).unwrap();
        let all = shardings(&mesh, id);
        let slow = Topology::default().with_axis("x", crate::Link::new(1.0, 10.0).unwrap());
        for topology in [Topology::default(), slow] {
            for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (from, to))) {
                let place = |sharding| Placed { mesh: &mesh, sharding };
                let tensor = ReshardTensor { shape: &[144, 144], element_bytes: 2 };
                let problem = Problem::new(place(from), place(to), tensor, &topology).unwrap();
                let (space, complete) = problem.space(Granularity::Primes, None).unwrap();
                assert!(complete);
                let plans =
                    [find_path(&space, u64::MAX), find_path_by_astar(&space, &Bound::new(&space), u64::MAX)]
                        .map(|found| {
                            let SearchOutcome::Best(path) = found else { panic!("there is a path") };
                            plan_of_path(&problem, &space, &path, true)
                        });
                assert_eq!(plans[0], plans[1]);
                let again = plans[0].clone().repriced(place(from), &mesh, 2, &topology);
                assert_eq!(again, plans[0], "the same topology has the same prices");
            }
        }
    }

    #[test]
    fn bytes_and_time_have_different_plans() {
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 4), ("y", 2)])).unwrap();
        let id = Meshes::default().define("m", mesh.clone()).unwrap();
        let axes: Vec<AxisRef> = mesh.axis_ids().map(|id| mesh.axis(id)).collect();
        let sharding = |dims: [&[usize]; 3]| {
            let dim = |at: &[usize]| DimSharding::closed(at.iter().map(|&at| axes[at]).collect());
            let parts = ShardingParts { dims: dims.map(dim).to_vec(), ..ShardingParts::default() };
            TensorSharding::new(id, &mesh, parts).unwrap()
        };
        let (from, to) = (sharding([&[0], &[], &[1]]), sharding([&[], &[1], &[0]]));
        let place = |sharding| Placed { mesh: &mesh, sharding };
        let (topology, limits) = (Topology::default(), PlanLimits::default());
        let plans = |size: u64| {
            let shape = [size; 3];
            let tensor = ReshardTensor { shape: &shape, element_bytes: 4 };
            let fast = plan_reshard(place(&from), place(&to), tensor, &topology, limits).unwrap();
            let small = plan_fewest_bytes(place(&from), place(&to), tensor, &topology, limits).unwrap();
            (fast, small)
        };
        // For a small tensor, one latency costs more than all bytes.
        let (fast, small) = plans(16);
        assert!(small.sent < fast.sent && small.cost > fast.cost, "{small:?} {fast:?}");
        let (fast, small) = plans(1024);
        assert_eq!(small.sent, fast.sent);
    }

    #[test]
    fn what_cannot_be_planned() {
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2)])).unwrap();
        let other = Mesh::from_spec(&MeshSpec::new([("x", 4)])).unwrap();
        let id = Meshes::default().define("m", mesh.clone()).unwrap();
        let flat = TensorSharding::replicated(id, 1);
        let parts = ShardingParts {
            unreduced: vec![mesh.axis_ids().map(|id| mesh.axis(id)).next().unwrap()],
            ..flat.parts()
        };
        let partial = TensorSharding::new(id, &mesh, parts).unwrap();
        let ask = |from: &TensorSharding, (mesh_to, to): (&Mesh, &TensorSharding), shape: &[u64]| {
            let (from, to) = (Placed { mesh: &mesh, sharding: from }, Placed { mesh: mesh_to, sharding: to });
            let tensor = ReshardTensor { shape, element_bytes: 4 };
            plan_reshard(from, to, tensor, &Topology::default(), PlanLimits::default()).unwrap_err()
        };
        assert_eq!(ask(&flat, (&mesh, &flat), &[2, 2]), NoPlan::Rank { dims: 1, rank: 2 });
        assert_eq!(ask(&flat, (&other, &flat), &[2]), NoPlan::DeviceCounts { from: 2, to: 4 });
        assert_eq!(ask(&flat, (&mesh, &partial), &[2]), NoPlan::UnreducedTarget);
        assert_eq!(ask(&flat, (&mesh, &flat), &[u64::MAX]), NoPlan::TooLarge);
        let single = Mesh::from_spec(&MeshSpec::maximal(0)).unwrap();
        let alone = TensorSharding::replicated(id, 0);
        assert_eq!(ask(&flat, (&single, &alone), &[2]), NoPlan::Maximal);
    }
}
