//! Turns a path of layouts into the steps of a plan.

use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::{AxisRef, DimSharding, ShardingParts, TensorSharding};

use crate::problem::Problem;
use crate::search::StepKind;
use crate::space::Space;
use crate::state::{Stack, State, is_prefix, keep_minor, stack_depth, sub_axes_of_set};
use crate::{AxisMove, Collective, Cost, Plan, ReshardStep, Side, price_collective};

/// A plan under construction and the layout that it has reached.
pub(crate) struct Trail<'p, 'a> {
    problem: &'p Problem<'a>,
    steps: Vec<ReshardStep>,
    now: TensorSharding,
    side: Side,
}

impl<'p, 'a> Trail<'p, 'a> {
    pub(crate) fn new(problem: &'p Problem<'a>) -> Self {
        let side = problem.start_side;
        let now = sharding(problem, side, &problem.from, &problem.unreduced);
        Self { problem, steps: Vec::new(), now, side }
    }

    /// Adds a step. Consecutive slices are merged.
    pub(crate) fn push(
        &mut self,
        collective: Collective,
        side: Side,
        dims: &[Vec<AxisRef>],
        unreduced: &[AxisRef],
    ) {
        let after = sharding(self.problem, side, dims, unreduced);
        let last_slice = self.steps.last_mut().filter(|last| last.side == side);
        if let (Collective::AllSlice(more), Some(last)) = (&collective, last_slice)
            && let Collective::AllSlice(slices) = &mut last.collective
        {
            for (slice, more) in slices.iter_mut().zip(more) {
                slice.extend(more);
                merge_neighbours(slice);
            }
            last.price.after = bytes(self.problem, &after);
            last.after = after.clone();
        } else {
            let (before, after_placed) =
                (self.problem.placed(self.side, &self.now), self.problem.placed(side, &after));
            let size = (&self.problem.padded[..], self.problem.element_bytes);
            let price = price_collective(&collective, before, after_placed, size, self.problem.topology);
            self.steps.push(ReshardStep { collective, side, after: after.clone(), price });
        }
        (self.now, self.side) = (after, side);
    }

    /// Continues with the same layout in the axes of the other mesh.
    pub(crate) fn rename(&mut self, side: Side, dims: &[Vec<AxisRef>]) {
        (self.now, self.side) = (sharding(self.problem, side, dims, &[]), side);
    }

    /// Finishes the plan.
    pub(crate) fn finish(self, sub_axes: Vec<AxisRef>, optimal: bool) -> Plan {
        let local =
            bytes(self.problem, &sharding(self.problem, self.problem.start_side, &self.problem.from, &[]));
        let peak = self.steps.iter().map(|step| step.price.before.saturating_add(step.price.after)).max();
        Plan {
            padded: self.problem.padded.clone(),
            cost: self.steps.iter().map(|step| step.price.cost).sum(),
            sent: self.steps.iter().fold(0, |sent: u64, step| sent.saturating_add(step.price.sent)),
            peak: peak.unwrap_or(local),
            steps: self.steps,
            sub_axes,
            optimal,
        }
    }
}

fn sharding(
    problem: &Problem<'_>,
    side: Side,
    dims: &[Vec<AxisRef>],
    unreduced: &[AxisRef],
) -> TensorSharding {
    let (mesh, id) = problem.mesh(side);
    let dims = dims.iter().map(|axes| DimSharding::closed(axes.clone())).collect();
    let reduction = problem.reduction;
    let parts = ShardingParts { dims, replicated: Vec::new(), unreduced: unreduced.to_vec(), reduction };
    TensorSharding::new(id, mesh, parts.normalised())
        .expect("each sub-axis is used once, and all can coexist")
}

fn bytes(problem: &Problem<'_>, sharding: &TensorSharding) -> u64 {
    sharding
        .local_shape(&problem.padded)
        .iter()
        .fold(problem.element_bytes, |bytes, size| bytes.saturating_mul(*size))
}

/// The plan of a path through a space.
pub(crate) fn plan_of_path(
    problem: &Problem<'_>,
    space: &Space<'_>,
    path: &[(StepKind, State)],
    optimal: bool,
) -> Plan {
    let mut trail = Trail::new(problem);
    let mut before = space.start;
    for &(kind, after) in path {
        let side = problem.side(after.side);
        let layout = StateAxes { space, rank: problem.padded.len() };
        let dims = layout.dims(&after);
        match kind {
            StepKind::Rename => trail.rename(side, &dims),
            _ => {
                let unreduced = layout.set(&after, after.unreduced);
                trail.push(layout.collective(kind, &before, &after), side, &dims, &unreduced);
            }
        }
        before = after;
    }
    let used = if space.crossing.is_some() { &space.sides[..] } else { &space.sides[..1] };
    let sub_axes = used.iter().flatten().map(|sub_axis| sub_axis.axis).collect();
    let plan = trail.finish(sub_axes, optimal);
    debug_assert!(plan.steps.iter().all(|step| step.price.cost > Cost(0) || step.price.sent == 0));
    plan
}

/// Translates states of a space into axes.
struct StateAxes<'s> {
    space: &'s Space<'s>,
    rank: usize,
}

impl StateAxes<'_> {
    /// One list of axes per dimension of the tensor; `stacks` gives those of the considered dimensions.
    fn lists(&self, side: u8, stacks: impl Fn(usize) -> Stack) -> Vec<Vec<AxisRef>> {
        let mut lists = vec![Vec::new(); self.rank];
        for (d, &dim) in self.space.dims.iter().enumerate() {
            lists[dim] = self.space.axes(side, stacks(d));
        }
        lists
    }

    fn dims(&self, state: &State) -> Vec<Vec<AxisRef>> {
        let sub_axes = self.lists(state.side, |d| state.dims[d]);
        sub_axes
            .into_iter()
            .zip(&self.space.frozen)
            .map(|(axes, frozen)| [&frozen[..], &axes].concat())
            .collect()
    }

    fn set(&self, state: &State, set: u8) -> Vec<AxisRef> {
        let mut axes: Vec<AxisRef> =
            sub_axes_of_set(set).map(|sub_axis| self.space.sub_axes(state)[sub_axis].axis).collect();
        merge_neighbours(&mut axes);
        axes
    }

    fn collective(&self, kind: StepKind, before: &State, after: &State) -> Collective {
        // The sub-axes that `longer` has on top of `shorter`.
        let more = |longer: &State, shorter: &State, d: usize| {
            keep_minor(
                longer.dims[d],
                stack_depth(longer.dims[d]).saturating_sub(stack_depth(shorter.dims[d])),
            )
        };
        let side = before.side;
        match kind {
            StepKind::Gather => Collective::AllGather(self.lists(side, |d| more(before, after, d))),
            StepKind::Slice => Collective::AllSlice(self.lists(side, |d| more(after, before, d))),
            StepKind::ReduceScatter => {
                Collective::ReduceScatter(self.lists(side, |d| more(after, before, d)))
            }
            StepKind::AllReduce => {
                Collective::AllReduce(self.set(before, before.unreduced & !after.unreduced))
            }
            StepKind::AllToAll => {
                let rank = self.space.dims.len();
                let lost =
                    |d: usize| is_prefix(after.dims[d], before.dims[d]) && after.dims[d] != before.dims[d];
                let moves = (0..rank).filter(|&d| lost(d)).map(|from| {
                    let stack = more(before, after, from);
                    let to = (0..rank)
                        .find(|&to| more(after, before, to) == stack)
                        .expect("moved axes join another dimension");
                    AxisMove {
                        axes: self.space.axes(side, stack),
                        from: self.space.dims[from],
                        to: self.space.dims[to],
                    }
                });
                Collective::AllToAll(moves.collect())
            }
            StepKind::Permute | StepKind::Rename => Collective::CollectivePermute,
        }
    }
}
