//! From layouts to the steps of a plan.

use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::{AxisRef, DimSharding, ShardingParts, TensorSharding};

use crate::problem::Problem;
use crate::search::Kind;
use crate::space::Space;
use crate::state::{Stack, State, begins, depth, members, top};
use crate::{AxisMove, Collective, Cost, Plan, Side, Step, price};

/// Layouts on the way, with what makes each of them.
pub(crate) struct Trail<'p, 'a> {
    problem: &'p Problem<'a>,
    steps: Vec<Step>,
    now: TensorSharding,
    side: Side,
}

impl<'p, 'a> Trail<'p, 'a> {
    pub(crate) fn new(problem: &'p Problem<'a>) -> Self {
        let side = problem.start_side;
        let now = sharding(problem, side, &problem.from, &problem.unreduced);
        Self { problem, steps: Vec::new(), now, side }
    }

    /// Adds a step. Slices in a row are one.
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
            let price = price(&collective, before, after_placed, size, self.problem.topology);
            self.steps.push(Step { collective, side, after: after.clone(), price });
        }
        (self.now, self.side) = (after, side);
    }

    /// Continues with the same layout in the axes of another mesh.
    pub(crate) fn rename(&mut self, side: Side, dims: &[Vec<AxisRef>]) {
        (self.now, self.side) = (sharding(self.problem, side, dims, &[]), side);
    }

    /// The plan of all steps so far.
    pub(crate) fn finish(self, pieces: Vec<AxisRef>, optimal: bool) -> Plan {
        let local =
            bytes(self.problem, &sharding(self.problem, self.problem.start_side, &self.problem.from, &[]));
        let peak = self.steps.iter().map(|step| step.price.before.saturating_add(step.price.after)).max();
        Plan {
            padded: self.problem.padded.clone(),
            cost: self.steps.iter().map(|step| step.price.cost).sum(),
            sent: self.steps.iter().fold(0, |sent: u64, step| sent.saturating_add(step.price.sent)),
            peak: peak.unwrap_or(local),
            steps: self.steps,
            pieces,
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
    TensorSharding::new(id, mesh, parts.normalised()).expect("pieces of axes are used once and fit together")
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
    path: &[(Kind, State)],
    optimal: bool,
) -> Plan {
    let mut trail = Trail::new(problem);
    let mut before = space.start;
    for &(kind, after) in path {
        let side = problem.side(after.side);
        let layout = Layout { space, rank: problem.padded.len() };
        let dims = layout.dims(&after);
        match kind {
            Kind::Rename => trail.rename(side, &dims),
            _ => {
                let unreduced = layout.set(&after, after.unreduced);
                trail.push(layout.collective(kind, &before, &after), side, &dims, &unreduced);
            }
        }
        before = after;
    }
    let used = if space.crossing.is_some() { &space.sides[..] } else { &space.sides[..1] };
    let pieces = used.iter().flatten().map(|piece| piece.axis).collect();
    let plan = trail.finish(pieces, optimal);
    debug_assert!(plan.steps.iter().all(|step| step.price.cost > Cost(0) || step.price.sent == 0));
    plan
}

/// What states mean.
struct Layout<'s> {
    space: &'s Space<'s>,
    rank: usize,
}

impl Layout<'_> {
    /// One list of axes per dimension of the tensor; `stacks` has those of the dimensions looked at.
    fn lists(&self, side: u8, stacks: impl Fn(usize) -> Stack) -> Vec<Vec<AxisRef>> {
        let mut lists = vec![Vec::new(); self.rank];
        for (d, &dim) in self.space.dims.iter().enumerate() {
            lists[dim] = self.space.axes(side, stacks(d));
        }
        lists
    }

    fn dims(&self, state: &State) -> Vec<Vec<AxisRef>> {
        let pieces = self.lists(state.side, |d| state.dims[d]);
        pieces
            .into_iter()
            .zip(&self.space.frozen)
            .map(|(axes, frozen)| [&frozen[..], &axes].concat())
            .collect()
    }

    fn set(&self, state: &State, set: u8) -> Vec<AxisRef> {
        let mut axes: Vec<AxisRef> = members(set).map(|piece| self.space.pieces(state)[piece].axis).collect();
        merge_neighbours(&mut axes);
        axes
    }

    fn collective(&self, kind: Kind, before: &State, after: &State) -> Collective {
        // What `longer` has on top of `shorter`.
        let more = |longer: &State, shorter: &State, d: usize| {
            top(longer.dims[d], depth(longer.dims[d]).saturating_sub(depth(shorter.dims[d])))
        };
        let side = before.side;
        match kind {
            Kind::Gather => Collective::AllGather(self.lists(side, |d| more(before, after, d))),
            Kind::Slice => Collective::AllSlice(self.lists(side, |d| more(after, before, d))),
            Kind::ReduceScatter => Collective::ReduceScatter(self.lists(side, |d| more(after, before, d))),
            Kind::AllReduce => Collective::AllReduce(self.set(before, before.unreduced & !after.unreduced)),
            Kind::AllToAll => {
                let rank = self.space.dims.len();
                let lost =
                    |d: usize| begins(after.dims[d], before.dims[d]) && after.dims[d] != before.dims[d];
                let moves = (0..rank).filter(|&d| lost(d)).map(|from| {
                    let stack = more(before, after, from);
                    let to = (0..rank)
                        .find(|&to| more(after, before, to) == stack)
                        .expect("moved axes go somewhere");
                    AxisMove {
                        axes: self.space.axes(side, stack),
                        from: self.space.dims[from],
                        to: self.space.dims[to],
                    }
                });
                Collective::AllToAll(moves.collect())
            }
            Kind::Permute | Kind::Rename => Collective::CollectivePermute,
        }
    }
}
