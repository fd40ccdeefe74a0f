//! The tensors between which each step propagated an axis, as in Shardy's debug information.
//!
//! A step is computed again from what the op saw. Along every factor that got more axes, the source is the first tensor
//! of the op, operands before results, that had all of them before.

use partita_base::Id;
use partita_mesh::{AxisRef, MeshId, TensorSharding};
use smallvec::SmallVec;

use crate::direction::Directions;
use crate::driver::common_mesh;
use crate::problem::{Problem, ProblemOp, ShardingId};
use crate::projection::{Axes, Projection, is_strict_prefix};
use crate::step::{Mode, Step};
use crate::trace::{Cause, Trace};
use crate::{aggressive, basic};

/// A visit that changed something, with what is needed to compute the step again.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The op that was visited, or the boundary.
    pub cause: Cause,
    pub(crate) directions: Directions,
    pub(crate) mode: Mode,
    /// The sharding of each slot before the step, as the op saw it.
    pub(crate) seen: Box<[Option<ShardingId>]>,
    /// The index of the first event that it caused.
    pub(crate) first_event: usize,
}

impl Visit {
    /// A visit of which only the result is known: it cannot be computed again.
    pub(crate) fn derived(cause: Cause, first_event: usize) -> Self {
        Self { cause, directions: Directions::ALL, mode: Mode::Basic, seen: Box::from([]), first_event }
    }

    /// The index of the first event of the visit in [`Trace::events`].
    pub fn first_event(&self) -> usize {
        self.first_event
    }
}

/// An axis that was propagated from one tensor of an op to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The axis, or the sub-axis of it that was added.
    pub axis: AxisRef,
    /// The slot that had it.
    pub from: usize,
    /// The slot that got it.
    pub to: usize,
    /// The factor along which it was propagated.
    pub factor: usize,
}

/// The axes that one step propagated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepMoves {
    /// The op that was visited, or the boundary.
    pub cause: Cause,
    /// The mesh of the axes.
    pub mesh: MeshId,
    /// Sorted by factor, then by the slot that got the axis. They are those of the projection: an axis that two factors
    /// propagate to one tensor is listed although the tensor cannot keep both.
    pub moves: Vec<Move>,
}

/// The axes that every step of a recorded run propagated, in the order of the steps.
pub fn recorded_moves(problem: &Problem, trace: &Trace, conservative: bool) -> Vec<StepMoves> {
    let mut steps = Vec::with_capacity(trace.visits.len());
    for (index, visit) in trace.visits.iter().enumerate() {
        let end = trace.visits.get(index + 1).map_or(trace.events.len(), |next| next.first_event);
        // A view may hide everything that a step changed; then no event follows, and the step is not reported.
        let is_real = trace.events[visit.first_event..end].iter().any(|event| event.cause == visit.cause);
        steps.extend(step_moves(problem, visit, conservative).filter(|_| is_real));
    }
    steps
}

fn step_moves(problem: &Problem, visit: &Visit, conservative: bool) -> Option<StepMoves> {
    let op: &ProblemOp = match visit.cause {
        Cause::Op(id) => &problem.ops[id],
        Cause::Boundary(index) => problem.boundary.get(index as usize)?,
        Cause::Group(_) | Cause::Annotation => return None,
    };
    let shardings: SmallVec<[Option<&TensorSharding>; 6]> =
        visit.seen.iter().map(|id| id.map(|id| problem.sharding_of(id))).collect();
    let mesh = common_mesh(problem, &shardings)?;
    let step = Step {
        rule: &problem.infos[op.rule?.index()],
        directions: visit.directions,
        mode: visit.mode,
        elementwise: op.traits.elementwise,
        conservative: conservative && !op.traits.identity,
        mesh: problem.meshes.get(mesh),
    };
    let before = Projection::new(step.rule, &shardings);
    let mut after = before.clone();
    match step.mode {
        Mode::Basic => basic::propagate_along_factors(step, &mut after),
        Mode::Aggressive => aggressive::propagate_along_factors(step, &mut after),
    };
    let mut moves: Vec<Move> =
        (0..after.tensors()).flat_map(|slot| slot_moves(step, &before, &after, slot)).collect();
    moves.sort_by_key(|each| each.factor);
    Some(StepMoves { cause: visit.cause, mesh, moves })
}

/// The axes that one tensor got.
fn slot_moves(step: Step<'_>, before: &Projection<'_>, after: &Projection<'_>, to: usize) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let add = |moves: &mut Vec<Move>, axis: AxisRef, from: usize, factor: usize| {
        if moves.iter().all(|known| known.axis != axis) {
            moves.push(Move { axis, from, to, factor });
        }
    };
    for dim in step.rule.dims(to) {
        let mut previous: Option<AxisRef> = None;
        for factor in dim.iter().map(|factor| factor.index()) {
            let (Some(old), Some(new)) = (before.cell(to, factor), after.cell(to, factor)) else { continue };
            let Some(&last) = new.axes.last().filter(|_| old.axes != new.axes) else { continue };
            // Parts of one axis along neighbouring factors of a dimension count as one.
            let mut axes: Axes = new.axes.clone();
            if let Some((part, merged)) = previous.and_then(|part| Some((part, part.merge(last)?))) {
                moves.retain(|known| known.axis != part);
                let end = axes.len() - 1;
                axes[end] = merged;
            }
            previous = Some(last);
            let had_all = |slot: &usize| {
                let cell = before.cell(*slot, factor);
                cell.is_some_and(|cell| cell.axes == new.axes || is_strict_prefix(&new.axes, &cell.axes))
            };
            let Some(from) = (0..before.tensors()).find(had_all) else { continue };
            // The last of the old axes may have become a larger part.
            if let Some(end) = old.axes.len().checked_sub(1)
                && old.axes[end] != axes[end]
            {
                add(&mut moves, axes[end], from, factor);
            }
            axes.iter().skip(old.axes.len()).for_each(|&axis| add(&mut moves, axis, from, factor));
        }
    }
    moves
}
