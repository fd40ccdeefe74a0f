//! Why a tensor has an axis, or does not have it: questions about a recorded run.
//!
//! The record holds only which op changed which tensor. What an op saw at that moment is derived from the states of its
//! tensors, so recording costs little and answers come from the rules that were applied.

use std::ops::ControlFlow;

use partita_base::Id;
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, MeshId, Openness, TensorSharding};
use partita_rule::RuleSpec;

use crate::basic::prefix_beside_other_factors;
use crate::direction::{Direction, Directions};
use crate::driver::common_mesh;
use crate::problem::{OpTraits, Problem, ProblemOp, ProblemOpId, ShardingId, Slot, TensorId};
use crate::projection::{Projection, shards_that_fit};
use crate::trace::{Cause, Event, Layer, Trace};

/// A dimension of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorDim {
    /// The tensor that has the dimension.
    pub tensor: TensorId,
    /// The position of the dimension, from 0.
    pub dim: usize,
}

/// One step on the path of an axis from its annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The dimension that had the axis before.
    pub from: TensorDim,
    /// The dimension that got it.
    pub to: TensorDim,
    /// The op or group that propagated it.
    pub cause: Cause,
    /// The factor of the op's rule along which it propagated; `None` within a group.
    pub factor: Option<usize>,
    /// The priorities and the strategy at that time.
    pub layer: Layer,
}

/// Where an axis came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The axis asked about.
    pub axis: AxisRef,
    /// The dimension with the annotation.
    pub given: TensorDim,
    /// The user priority of the annotation.
    pub priority: u64,
    /// The path from the annotation, in order; empty if the dimension itself is annotated.
    pub hops: Vec<Hop>,
}

/// Why one of two axes that conflict was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// The user annotated it.
    Annotated,
    /// It has the more urgent user priority.
    UserPriority {
        /// The priority of the chosen axis.
        won: u64,
        /// The priority of the other axis.
        lost: u64,
    },
    /// It propagated through ops of a more urgent op priority.
    OpPriority {
        /// The level of the chosen axis.
        won: u8,
        /// The level of the other axis.
        lost: u8,
    },
    /// It came from the larger tensor.
    LargerTensor,
    /// It arrived first.
    CameFirst,
}

/// Why an op does not pass an axis on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its rule blocks propagation along the factor.
    BlockedFactor,
    /// It does not propagate in that direction.
    Direction,
    /// The dimension is closed.
    Closed,
    /// The tensor has the axis explicitly replicated.
    Replicated,
    /// The tensor is unreduced along the axis.
    Unreduced,
    /// The axis shards another dimension of the tensor.
    InUse {
        /// The other dimension.
        dim: usize,
        /// Why the other dimension got the axis.
        precedence: Precedence,
    },
    /// The dimension is sharded differently.
    Conflict {
        /// The axis it has at this position.
        has: AxisRef,
        /// Why that axis was chosen.
        precedence: Precedence,
    },
    /// The factor cannot be divided further without a remainder.
    NoRoom {
        /// The size of the factor.
        size: u64,
        /// The number of shards it has already.
        shards: u64,
    },
    /// The dimension has axes that do not divide it.
    Overflow,
    /// Another tensor of the op has other axes along the factor.
    Disagreement {
        /// The dimension of the other tensor.
        with: TensorDim,
    },
    /// It would be minor to another axis, which the dimension cannot take.
    Behind {
        /// The more major axis.
        axis: AxisRef,
        /// Why the dimension cannot take that axis.
        reason: Box<Reason>,
    },
    /// No op uses the results of the op, so it was removed before it was visited.
    Erased,
    /// A tensor of the op that does not have the factor uses the axis along another one.
    UsedBy {
        /// The dimension of that tensor.
        by: TensorDim,
    },
    /// Another factor of the dimension is major to this one and not sharded completely, so that shards of this one would
    /// not be contiguous.
    BehindFactor {
        /// The major factor.
        factor: usize,
    },
    /// The op was not visited after the axis had arrived, although propagation reached its fixed point.
    Unvisited,
    /// Propagation stopped before the axis could arrive.
    Unfinished,
}

/// An op that could pass an axis on and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The op, or the boundary of the main function.
    pub cause: Cause,
    /// The dimension that has the axis.
    pub from: TensorDim,
    /// The dimension that does not.
    pub to: TensorDim,
    /// The factor that connects the two.
    pub factor: usize,
    /// The axis that `to` lacks.
    pub axis: AxisRef,
    /// The first test that fails, in the order of a step.
    pub reason: Reason,
}

/// An axis that one event brought to its tensor, and the dimension it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The dimension that received the axis.
    pub dim: usize,
    /// The index of the axis among those that the dimension has afterwards.
    pub index: usize,
    /// The dimension that had it.
    pub from: TensorDim,
    /// The factor along which it propagated; `None` within a sharding group.
    pub factor: Option<usize>,
}

/// What an op sees: tensors by factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorTable {
    /// The mesh of the axes; `None` if no tensor of the op is sharded, or not all on one mesh.
    pub mesh: Option<MeshId>,
    /// The rule that gives the factors their names and sizes.
    pub rule: RuleSpec,
    /// For each tensor, operands first: the axes along each factor, `None` where it lacks the factor.
    pub rows: Vec<Vec<Option<Vec<AxisRef>>>>,
    /// The replicated and unreduced axes of each tensor.
    pub barred: Vec<Vec<AxisRef>>,
}

/// Answers questions about one recorded run.
pub struct Explainer<'a> {
    problem: &'a mut Problem,
    trace: &'a Trace,
    /// The indices of the events of each tensor, ascending.
    by_tensor: Vec<Vec<usize>>,
    /// The ops that use each tensor.
    seen_by: Vec<Vec<Cause>>,
}

impl<'a> Explainer<'a> {
    /// Prepares answers about a problem after its run.
    pub fn new(problem: &'a mut Problem, trace: &'a Trace) -> Self {
        let mut by_tensor = vec![Vec::new(); problem.tensors.len()];
        for (index, event) in trace.events.iter().enumerate() {
            by_tensor[event.tensor.index()].push(index);
        }
        let mut seen_by = vec![Vec::new(); problem.tensors.len()];
        let boundary =
            problem.boundary.iter().enumerate().map(|(index, op)| (Cause::Boundary(index as u32), op));
        for (cause, op) in problem.ops.iter().map(|(id, op)| (Cause::Op(id), op)).chain(boundary) {
            for slot in problem.slots(op) {
                let list: &mut Vec<Cause> = &mut seen_by[slot.tensor.index()];
                if list.last() != Some(&cause) {
                    list.push(cause);
                }
            }
        }
        Self { problem, trace, by_tensor, seen_by }
    }

    /// The problem with its final shardings.
    pub fn problem(&self) -> &Problem {
        self.problem
    }

    /// The time after the last event. Times are numbers of events: the state at time `t` is that before event `t`.
    pub fn end(&self) -> usize {
        self.trace.events.len()
    }

    /// The axes of a dimension after the run.
    pub fn axes(&self, place: TensorDim) -> Vec<AxisRef> {
        let sharding = self.problem.tensors[place.tensor].sharding;
        let dim = sharding.and_then(|id| self.problem.sharding_of(id).dims().get(place.dim));
        dim.map_or_else(Vec::new, |dim| dim.axes.clone())
    }

    fn state(&self, tensor: TensorId, time: usize) -> Option<ShardingId> {
        let events = &self.by_tensor[tensor.index()];
        match events.partition_point(|&event| event < time).checked_sub(1) {
            Some(last) => Some(self.trace.events[events[last]].new),
            None => self.trace.initial[tensor.index()],
        }
    }

    fn has(&self, sharding: Option<ShardingId>, dim: usize, axis: AxisRef) -> bool {
        let dims = sharding.map(|id| self.problem.sharding_of(id).dims());
        dims.and_then(|dims| dims.get(dim)).is_some_and(|dim| dim.axes.iter().any(|have| have.contains(axis)))
    }

    /// The event that brought an axis to a dimension before a time. `Break` when the dimension had it from the start.
    fn arrival(&self, place: TensorDim, axis: AxisRef, time: usize) -> Option<ControlFlow<(), usize>> {
        if self.has(self.trace.initial[place.tensor.index()], place.dim, axis) {
            return Some(ControlFlow::Break(()));
        }
        let events = &self.by_tensor[place.tensor.index()];
        let brought = |event: &&usize| self.has(Some(self.trace.events[**event].new), place.dim, axis);
        events
            .iter()
            .take_while(|event| **event < time)
            .find(brought)
            .map(|event| ControlFlow::Continue(*event))
    }

    /// Where the axis of a dimension came from; `None` if the dimension does not have it.
    pub fn origin(&mut self, place: TensorDim, axis: AxisRef) -> Option<Origin> {
        let mut hops = Vec::new();
        let (mut place, mut time) = (place, self.end());
        loop {
            let given = |place, priority, mut hops: Vec<Hop>| {
                hops.reverse();
                Some(Origin { axis, given: place, priority, hops })
            };
            let event_index = match self.arrival(place, axis, time)? {
                ControlFlow::Break(()) => return given(place, 0, hops),
                ControlFlow::Continue(event) => event,
            };
            let event = self.trace.events[event_index];
            let (from, factor) = match event.cause {
                Cause::Annotation => return given(place, event.layer.user_priority, hops),
                Cause::Group(other) => (TensorDim { tensor: other, dim: place.dim }, None),
                Cause::Op(_) | Cause::Boundary(_) => {
                    let (from, factor) = self.source(event.cause, place, axis, event_index)?;
                    (from, Some(factor))
                }
            };
            hops.push(Hop { from, to: place, cause: event.cause, factor, layer: event.layer });
            // The tensor whose change the group follows may come after other members in the record.
            time = match event.cause {
                Cause::Group(other) => self.group_event(other, event.new, event_index) + 1,
                _ => event_index,
            };
            place = from;
        }
    }

    /// The axes that an event brought to its tensor, with their sources. [`Explainer::origin`] follows the same
    /// sources, one event after another; an annotation has none.
    pub fn gains(&mut self, event: usize) -> Vec<Gain> {
        let Event { tensor, old, new, cause, .. } = self.trace.events[event];
        let mut gains = Vec::new();
        for dim in 0..self.problem.sharding_of(new).dims().len() {
            let axes = self.problem.sharding_of(new).dims()[dim].axes.clone();
            for (index, axis) in axes.into_iter().enumerate() {
                if self.has(old, dim, axis) {
                    continue;
                }
                let source = match cause {
                    Cause::Annotation => None,
                    Cause::Group(tensor) => Some((TensorDim { tensor, dim }, None)),
                    Cause::Op(_) | Cause::Boundary(_) => self
                        .source(cause, TensorDim { tensor, dim }, axis, event)
                        .map(|(from, factor)| (from, Some(factor))),
                };
                gains.extend(source.map(|(from, factor)| Gain { dim, index, from, factor }));
            }
        }
        gains
    }

    /// The event by which a tensor got a sharding that its group got at about `time`.
    fn group_event(&self, tensor: TensorId, new: ShardingId, time: usize) -> usize {
        let events = self.by_tensor[tensor.index()].iter().copied();
        let same = events.filter(|&event| self.trace.events[event].new == new);
        same.min_by_key(|event| event.abs_diff(time)).unwrap_or(time)
    }

    fn is_erased(&self, cause: Cause) -> bool {
        matches!(cause, Cause::Op(op) if self.trace.erased.binary_search(&op).is_ok())
    }

    fn op(&self, cause: Cause) -> Option<ProblemOp> {
        match cause {
            Cause::Op(id) => Some(self.problem.ops[id]),
            Cause::Boundary(index) => self.problem.boundary.get(index as usize).copied(),
            Cause::Group(_) | Cause::Annotation => None,
        }
    }

    /// The shardings of an op's slots at a time, as the op sees them.
    fn seen(&mut self, op: &ProblemOp, time: usize) -> Option<(MeshId, Vec<Option<TensorSharding>>)> {
        let mut ids: Vec<Option<ShardingId>> = Vec::new();
        for slot in self.problem.slots(op).to_vec() {
            let state = self.state(slot.tensor, time);
            ids.push(self.problem.read_as(slot.view, state));
        }
        let shardings: Vec<Option<TensorSharding>> =
            ids.into_iter().map(|id| id.map(|id| self.problem.sharding_of(id).clone())).collect();
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        // Nothing propagates on a maximal mesh, and shardings on it have no dimensions.
        let mesh =
            common_mesh(self.problem, &refs).filter(|mesh| !self.problem.meshes.get(*mesh).is_maximal())?;
        Some((mesh, shardings.into_iter().map(|s| s.filter(|s| s.mesh() == mesh)).collect()))
    }

    /// The dimension and the factor from which an op propagated an axis to a dimension. Operands are searched before
    /// results, each in order, so that the answer does not vary.
    fn source(
        &mut self,
        cause: Cause,
        to: TensorDim,
        axis: AxisRef,
        time: usize,
    ) -> Option<(TensorDim, usize)> {
        let op = self.op(cause)?;
        let (_, shardings) = self.seen(&op, time)?;
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        let info = &self.problem.infos[op.rule?.index()];
        let projection = Projection::new(info, &refs);
        let slots = self.problem.slots(&op);
        for (slot, _) in slots.iter().enumerate().filter(|(_, slot)| slot.tensor == to.tensor) {
            for factor in info.dims(slot).get(to.dim)?.iter().map(|factor| factor.index()) {
                for (other, from) in slots.iter().enumerate().filter(|(other, _)| *other != slot) {
                    let Some(cell) = projection.cell(other, factor) else { continue };
                    if cell.axes.iter().any(|have| have.contains(axis) || axis.contains(*have)) {
                        let dim = info.dim_of(other, factor)?;
                        return Some((TensorDim { tensor: from.tensor, dim }, factor));
                    }
                }
            }
        }
        None
    }

    /// The ops that use a tensor, have an axis for one of its dimensions and do not pass it on, and why.
    pub fn why_not(&mut self, place: TensorDim, axis: AxisRef) -> Vec<Blame> {
        let mut blames = Vec::new();
        for cause in self.seen_by[place.tensor.index()].clone() {
            self.blame_op(cause, Some(place), Some(axis), &mut blames);
        }
        blames
    }

    /// Every dimension of the problem that lacks an axis which another tensor of the same op has along the factor.
    /// There data has to be resharded. An op that was removed has no conflicts.
    pub fn conflicts(&mut self) -> Vec<Blame> {
        let mut blames = Vec::new();
        let ops: Vec<ProblemOpId> = self.problem.ops.ids().collect();
        for op in ops.into_iter().map(Cause::Op) {
            if !self.is_erased(op) {
                self.blame_op(op, None, None, &mut blames);
            }
        }
        for index in 0..self.problem.boundary.len() {
            self.blame_op(Cause::Boundary(index as u32), None, None, &mut blames);
        }
        blames
    }

    fn blame_op(
        &mut self,
        cause: Cause,
        place: Option<TensorDim>,
        wanted: Option<AxisRef>,
        blames: &mut Vec<Blame>,
    ) {
        let Some(op) = self.op(cause) else { return };
        let Some(rule) = op.rule else { return };
        let Some((_, shardings)) = self.seen(&op, self.end()) else { return };
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        let info = &self.problem.infos[rule.index()];
        let projection = Projection::new(info, &refs);
        let examination = Examination {
            explainer: self,
            op: &op,
            is_erased: self.is_erased(cause),
            rule: info,
            projection: &projection,
            shardings: &shardings,
        };
        let targets = self.problem.slots(&op).iter().enumerate();
        let targets = targets.filter(|(_, slot)| place.is_none_or(|place| place.tensor == slot.tensor));
        for (slot, target) in targets {
            for (dim, factors) in info.dims(slot).iter().enumerate() {
                if place.is_some_and(|place| place.dim != dim) {
                    continue;
                }
                for factor in factors.iter().map(|factor| factor.index()) {
                    let to = TensorDim { tensor: target.tensor, dim };
                    if let Some((from, axis, reason)) = examination.missing_axis(slot, factor, to, wanted) {
                        blames.push(Blame { cause, from, to, factor, axis, reason });
                    }
                }
            }
        }
    }

    /// The factor table of an op at a time.
    pub fn table(&mut self, cause: Cause, time: usize) -> Option<FactorTable> {
        let op = self.op(cause)?;
        let rule = op.rule?;
        let spec = RuleSpec::clone(self.problem.rules.get(rule));
        let seen = self.seen(&op, time);
        let mesh = seen.as_ref().map(|(mesh, _)| *mesh);
        let shardings =
            seen.map_or_else(|| vec![None; self.problem.slots(&op).len()], |(_, shardings)| shardings);
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        let projection = Projection::new(&self.problem.infos[rule.index()], &refs);
        let cells = |slot: usize| {
            let axes =
                |cell: &crate::projection::Cell| cell.axes.iter().chain(&cell.overflow).copied().collect();
            projection.row(slot).iter().map(|cell| cell.as_ref().map(axes)).collect()
        };
        Some(FactorTable {
            mesh,
            rule: spec,
            rows: (0..self.problem.slots(&op).len()).map(cells).collect(),
            barred: (0..projection.tensors()).map(|slot| projection.barred(slot).collect()).collect(),
        })
    }

    /// The times before and after each step by which an op changed something.
    pub fn steps_of(&self, cause: Cause) -> Vec<(usize, usize)> {
        let mut steps: Vec<(usize, usize)> = Vec::new();
        for (index, event) in self.trace.events.iter().enumerate() {
            let continues =
                matches!(event.cause, Cause::Group(_)) && steps.last().is_some_and(|s| s.1 == index);
            if event.cause != cause && !continues {
                continue;
            }
            match steps
                .last_mut()
                .filter(|step| step.1 == index && event.layer == self.trace.events[step.0].layer)
            {
                Some(step) => step.1 = index + 1,
                None => steps.push((index, index + 1)),
            }
        }
        steps
    }
}

/// One op after the run, examined for the reason why it does not pass an axis on.
struct Examination<'a, 'e> {
    explainer: &'a Explainer<'e>,
    op: &'a ProblemOp,
    is_erased: bool,
    rule: &'a crate::step::RuleInfo,
    projection: &'a Projection<'a>,
    shardings: &'a [Option<TensorSharding>],
}

impl Examination<'_, '_> {
    fn slots(&self) -> &[Slot] {
        self.explainer.problem.slots(self.op)
    }

    fn dim_of(&self, slot: usize, factor: usize) -> Option<TensorDim> {
        let dim = self.rule.dim_of(slot, factor)?;
        Some(TensorDim { tensor: self.slots()[slot].tensor, dim })
    }

    /// Whether a slot is inside a manual computation over an axis: its tensors are local along the axis already.
    fn is_manual(&self, slot: usize, axis: AxisRef) -> bool {
        let problem = &self.explainer.problem;
        let view = self.slots()[slot].view.map(|view| problem.views.get(view));
        view.is_some_and(|view| view.prefix.iter().flatten().any(|manual| manual.contains(axis)))
    }

    /// The first axis along a factor that another tensor has and this one lacks, with that tensor's dimension and the
    /// reason.
    fn missing_axis(
        &self,
        slot: usize,
        factor: usize,
        to: TensorDim,
        wanted: Option<AxisRef>,
    ) -> Option<(TensorDim, AxisRef, Reason)> {
        let own = self.projection.cell(slot, factor)?;
        for other in (0..self.slots().len()).filter(|other| *other != slot) {
            let Some(cell) = self.projection.cell(other, factor) else { continue };
            let lacks = |axis: &AxisRef| {
                !own.axes.iter().any(|have| have.contains(*axis)) && !self.is_manual(slot, *axis)
            };
            let is_wanted = |axis: &AxisRef| wanted.is_none_or(|wanted| wanted.overlaps(*axis));
            let Some(at) = cell.axes.iter().position(|axis| lacks(axis) && is_wanted(axis)) else { continue };
            let from = self.dim_of(other, factor)?;
            let first = cell.axes.iter().position(lacks).unwrap_or(at);
            let mut reason = self.find_reason(slot, factor, first, cell.axes[first], (from, to));
            if first != at {
                reason = Reason::Behind { axis: cell.axes[first], reason: Box::new(reason) };
            }
            return Some((from, cell.axes[at], reason));
        }
        None
    }

    /// Why axis number `at` along a factor does not reach a slot. The tests are those of a step, in the same order, so
    /// that the first one that fails is the one that stopped propagation.
    fn find_reason(
        &self,
        slot: usize,
        factor: usize,
        at: usize,
        axis: AxisRef,
        (from, to): (TensorDim, TensorDim),
    ) -> Reason {
        if self.is_erased {
            return Reason::Erased;
        }
        if self.rule.is_blocked(factor) {
            return Reason::BlockedFactor;
        }
        let forward = slot >= self.rule.operands;
        let way = if forward { Direction::FORWARD } else { Direction::BACKWARD };
        let allowed =
            Directions::at_level(&self.op.traits, Directions::LEVELS - 1).limited(self.op.traits.limit);
        if self.rule.direction(factor, allowed).intersection(way) == Direction::NONE {
            return Reason::Direction;
        }
        let Some(own) = self.projection.cell(slot, factor) else { return Reason::Unfinished };
        if let Some(&has) = own.axes.get(at).filter(|has| !has.is_prefix_of(axis)) {
            return Reason::Conflict { has, precedence: self.precedence((to, has), (from, axis)) };
        }
        if let Some(sharding) = &self.shardings[slot] {
            if sharding.replicated_axes().iter().any(|other| other.overlaps(axis)) {
                return Reason::Replicated;
            }
            if sharding.unreduced_axes().iter().any(|other| other.overlaps(axis)) {
                return Reason::Unreduced;
            }
        }
        if prefix_beside_other_factors(self.projection, slot, factor, axis) != Some(axis)
            && let Some((dim, used)) = self.in_use(slot, factor, axis)
        {
            let winner = (TensorDim { dim, ..to }, used);
            return Reason::InUse { dim, precedence: self.precedence(winner, (from, axis)) };
        }
        if own.closed {
            return Reason::Closed;
        }
        if !own.overflow.is_empty() {
            return Reason::Overflow;
        }
        let shards = shard_count(&own.axes);
        if let Some(size) = self.rule.sizes[factor]
            && !self.rule.is_minor_most(slot, factor)
            && shards_that_fit(Some(size), &own.axes, axis.size()) != axis.size()
        {
            return Reason::NoRoom { size, shards };
        }
        let disagrees = |other: &usize| {
            let cell = self.projection.cell(*other, factor);
            *other != slot && cell.is_some_and(|cell| !cell.axes.get(at).is_some_and(|a| a.contains(axis)))
        };
        if let Some(with) =
            (0..self.slots().len()).find(disagrees).and_then(|other| self.dim_of(other, factor))
        {
            return Reason::Disagreement { with };
        }
        let last = if self.explainer.trace.is_finished { Reason::Unvisited } else { Reason::Unfinished };
        let found = self.used_by_other(slot, factor, axis);
        found
            .or_else(|| self.behind_factor(slot, factor, to))
            .or_else(|| self.closed_elsewhere(to))
            .unwrap_or(last)
    }

    /// The factor that is major to this one in its dimension and not sharded completely, if there is one.
    fn behind_factor(&self, slot: usize, factor: usize, to: TensorDim) -> Option<Reason> {
        let factors = self.rule.dims(slot).get(to.dim)?.iter().map(|factor| factor.index());
        let is_full = |factor: &usize| {
            let shards = self.projection.cell(slot, *factor).map(|cell| shard_count(&cell.axes));
            self.rule.sizes[*factor].is_none_or(|size| shards == Some(size))
        };
        let major = factors.take_while(|other| *other != factor).find(|other| !is_full(other));
        major.map(|factor| Reason::BehindFactor { factor })
    }

    /// A tensor may be closed by a sharding on a mesh without axes, which an op does not see.
    fn closed_elsewhere(&self, to: TensorDim) -> Option<Reason> {
        let problem = &self.explainer.problem;
        let sharding = problem.sharding_of(problem.tensors[to.tensor].sharding?);
        let is_closed = sharding.dims().get(to.dim)?.openness == Openness::Closed;
        is_closed.then_some(Reason::Closed)
    }

    /// Without conflict resolution, no tensor of the op may use the axis along another factor, even if it does not have
    /// this one.
    fn used_by_other(&self, slot: usize, factor: usize, axis: AxisRef) -> Option<Reason> {
        let others = (0..self.slots().len()).filter(|other| *other != slot);
        others.filter(|other| self.projection.cell(*other, factor).is_none()).find_map(|other| {
            let (dim, _) = self.in_use(other, factor, axis)?;
            Some(Reason::UsedBy { by: TensorDim { tensor: self.slots()[other].tensor, dim } })
        })
    }

    /// The other dimension of a slot that uses an axis or a part of it, and the part.
    fn in_use(&self, slot: usize, factor: usize, axis: AxisRef) -> Option<(usize, AxisRef)> {
        let row = self.projection.row(slot).iter().enumerate();
        for (other, cell) in row.filter(|(other, _)| *other != factor) {
            let Some(cell) = cell else { continue };
            if let Some(&used) = cell.axes.iter().chain(&cell.overflow).find(|used| used.overlaps(axis)) {
                let dim = self.rule.dim_of(slot, other)?;
                return Some((dim, used));
            }
        }
        None
    }

    /// Why the axis that a tensor has was chosen over the one that it could have got.
    fn precedence(&self, winner: (TensorDim, AxisRef), loser: (TensorDim, AxisRef)) -> Precedence {
        let end = self.explainer.end();
        let event = match self.explainer.arrival(winner.0, winner.1, end) {
            Some(ControlFlow::Continue(event)) => event,
            Some(ControlFlow::Break(())) | None => return Precedence::Annotated,
        };
        let won = self.explainer.trace.events[event];
        if won.cause == Cause::Annotation {
            return Precedence::Annotated;
        }
        let (lost, was_there) = match self.explainer.arrival(loser.0, loser.1, end) {
            Some(ControlFlow::Continue(arrival)) => {
                (self.explainer.trace.events[arrival].layer, arrival < event)
            }
            Some(ControlFlow::Break(())) | None => (Layer::default(), true),
        };
        if won.layer.user_priority < lost.user_priority {
            return Precedence::UserPriority { won: won.layer.user_priority, lost: lost.user_priority };
        }
        // The loser was present when the winner was chosen, so a rule decided between the two, not their arrival.
        if was_there && won.layer.user_priority == lost.user_priority {
            if let (Cause::Op(id), Some(_)) = (won.cause, won.layer.op_level) {
                let (here, there) = (&self.op.traits, &self.explainer.problem.ops[id].traits);
                let (won, lost) = (first_level(there), first_level(here));
                if won < lost {
                    return Precedence::OpPriority { won, lost };
                }
            }
            if won.layer.aggressive {
                return Precedence::LargerTensor;
            }
        }
        match (won.layer.op_level, lost.op_level) {
            (Some(w), Some(l)) if w < l && !was_there => Precedence::OpPriority { won: w, lost: l },
            _ => Precedence::CameFirst,
        }
    }
}

/// The level of op priority at which an op first propagates.
fn first_level(traits: &OpTraits) -> u8 {
    let silent = |level| Directions::at_level(traits, level).limited(traits.limit).is_none();
    (0..Directions::LEVELS).find(|&level| !silent(level)).unwrap_or(Directions::LEVELS)
}
