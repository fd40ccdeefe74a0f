//! Why a tensor has an axis, or has it not: questions about a recorded run.
//!
//! The record holds only who changed what. What an op saw at that moment is worked out again from the states
//! of its tensors, so recording costs little and answers are about the real rules.

use std::ops::ControlFlow;

use partita_base::Id;
use partita_mesh::{AxisRef, MeshId, TensorSharding};
use partita_rule::RuleSpec;

use crate::basic::beside_other_factors;
use crate::direction::{Direction, Directions};
use crate::driver::common_mesh;
use crate::problem::{OpTraits, Problem, ProblemOp, ProblemOpId, ShardingId, Slot, TensorId};
use crate::projection::{Projection, room};
use crate::trace::{Cause, Layer, Trace};

/// A dimension of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The tensor.
    pub tensor: TensorId,
    /// The dimension.
    pub dim: usize,
}

/// One stretch of an axis' way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// From here
    pub from: Place,
    /// to here,
    pub to: Place,
    /// by this op,
    pub cause: Cause,
    /// along this factor of its rule,
    pub factor: Option<usize>,
    /// at this time.
    pub layer: Layer,
}

/// Where an axis came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The axis.
    pub axis: AxisRef,
    /// Where it was given.
    pub given: Place,
    /// The user priority it was given with.
    pub priority: u64,
    /// Its way from there.
    pub hops: Vec<Hop>,
}

/// Why one of two wishes for the same place came true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// It is an annotation.
    Annotated,
    /// It has the more urgent user priority.
    UserPriority {
        /// That of the winner.
        won: u64,
        /// That of the other.
        lost: u64,
    },
    /// It came through ops of a more urgent op priority.
    OpPriority {
        /// The level of the winner.
        won: u8,
        /// The level of the other.
        lost: u8,
    },
    /// It came from the larger tensor.
    LargerTensor,
    /// It was there first.
    CameFirst,
}

/// Why an op does not pass an axis on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its rule forbids the factor.
    BlockedFactor,
    /// It does not pass shardings that way.
    Direction,
    /// The dimension is closed.
    Closed,
    /// The tensor has the axis explicitly replicated.
    Replicated,
    /// The tensor is unreduced along the axis.
    Unreduced,
    /// The axis shards another dimension of the tensor.
    InUse {
        /// That dimension.
        dim: usize,
        /// Why it is there.
        precedence: Precedence,
    },
    /// The dimension is sharded differently.
    Conflict {
        /// What it has in this place.
        has: AxisRef,
        /// Why it has that.
        precedence: Precedence,
    },
    /// The factor has no room for it without a remainder.
    NoRoom {
        /// The size of the factor.
        size: u64,
        /// How many shards it has already.
        shards: u64,
    },
    /// The dimension has axes that do not divide it.
    Overflow,
    /// Another tensor of the op has something else along the factor.
    Disagreement {
        /// That tensor.
        with: Place,
    },
    /// It would have to come behind another axis, which is refused.
    Behind {
        /// That axis.
        axis: AxisRef,
        /// Why it is refused.
        reason: Box<Reason>,
    },
    /// Propagation was stopped before it could.
    Unfinished,
}

/// An op that could pass an axis on and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The op.
    pub cause: Cause,
    /// Where it has the axis.
    pub from: Place,
    /// Where it does not.
    pub to: Place,
    /// The factor that connects the two.
    pub factor: usize,
    /// The axis.
    pub axis: AxisRef,
    /// Why.
    pub reason: Reason,
}

/// What an op sees: tensors by factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorTable {
    /// The mesh that the axes are of.
    pub mesh: Option<MeshId>,
    /// The rule.
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
    /// The events of each tensor.
    by_tensor: Vec<Vec<usize>>,
    /// The ops that see each tensor.
    seen_by: Vec<Vec<Cause>>,
}

impl<'a> Explainer<'a> {
    /// Answers about a problem after its run.
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

    /// The problem.
    pub fn problem(&self) -> &Problem {
        self.problem
    }

    /// How many times the record covers: the state at time `t` is that before event `t`.
    pub fn end(&self) -> usize {
        self.trace.events.len()
    }

    /// The axes of a dimension in the end.
    pub fn axes(&self, place: Place) -> Vec<AxisRef> {
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

    /// The event that brought an axis to a place before a time. `Break` when it was there from the start.
    fn arrival(&self, place: Place, axis: AxisRef, time: usize) -> Option<ControlFlow<(), usize>> {
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
    pub fn origin(&mut self, place: Place, axis: AxisRef) -> Option<Origin> {
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
                Cause::Group(other) => (Place { tensor: other, dim: place.dim }, None),
                Cause::Op(_) | Cause::Boundary(_) => {
                    let (from, factor) = self.source(event.cause, place, axis, event_index)?;
                    (from, Some(factor))
                }
            };
            hops.push(Hop { from, to: place, cause: event.cause, factor, layer: event.layer });
            // The tensor that changed its group may stand behind its group in the record.
            time = match event.cause {
                Cause::Group(other) => self.group_event(other, event.new, event_index) + 1,
                _ => event_index,
            };
            place = from;
        }
    }

    /// The event by which a tensor took a sharding that its group took at about `time`.
    fn group_event(&self, tensor: TensorId, new: ShardingId, time: usize) -> usize {
        let events = self.by_tensor[tensor.index()].iter().copied();
        let same = events.filter(|&event| self.trace.events[event].new == new);
        same.min_by_key(|event| event.abs_diff(time)).unwrap_or(time)
    }

    fn op(&self, cause: Cause) -> Option<ProblemOp> {
        match cause {
            Cause::Op(id) => Some(self.problem.ops[id]),
            Cause::Boundary(index) => self.problem.boundary.get(index as usize).copied(),
            Cause::Group(_) | Cause::Annotation => None,
        }
    }

    /// What the slots of an op have at a time, as the op sees them.
    fn seen(&mut self, op: &ProblemOp, time: usize) -> Option<(MeshId, Vec<Option<TensorSharding>>)> {
        let mut ids: Vec<Option<ShardingId>> = Vec::new();
        for slot in self.problem.slots(op).to_vec() {
            let state = self.state(slot.tensor, time);
            ids.push(self.problem.read_as(slot.view, state));
        }
        let shardings: Vec<Option<TensorSharding>> =
            ids.into_iter().map(|id| id.map(|id| self.problem.sharding_of(id).clone())).collect();
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        // Nothing propagates on one device, and its shardings have no dimensions.
        let mesh =
            common_mesh(self.problem, &refs).filter(|mesh| !self.problem.meshes.get(*mesh).is_maximal())?;
        Some((mesh, shardings.into_iter().map(|s| s.filter(|s| s.mesh() == mesh)).collect()))
    }

    /// From which tensor, along which factor, an op took the axis that it gave to a place.
    fn source(&mut self, cause: Cause, to: Place, axis: AxisRef, time: usize) -> Option<(Place, usize)> {
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
                        return Some((Place { tensor: from.tensor, dim }, factor));
                    }
                }
            }
        }
        None
    }

    /// The ops around a place that have an axis for it and do not pass it on, and why.
    pub fn why_not(&mut self, place: Place, axis: AxisRef) -> Vec<Blame> {
        let mut blames = Vec::new();
        for cause in self.seen_by[place.tensor.index()].clone() {
            self.blame_op(cause, Some(place), Some(axis), &mut blames);
        }
        blames
    }

    /// Every place of the whole problem where an op has an axis along a factor and one of its tensors does not
    /// take it: where data will have to move.
    pub fn conflicts(&mut self) -> Vec<Blame> {
        let mut blames = Vec::new();
        let ops: Vec<ProblemOpId> = self.problem.ops.ids().collect();
        for op in ops {
            self.blame_op(Cause::Op(op), None, None, &mut blames);
        }
        for index in 0..self.problem.boundary.len() {
            self.blame_op(Cause::Boundary(index as u32), None, None, &mut blames);
        }
        blames
    }

    fn blame_op(
        &mut self,
        cause: Cause,
        place: Option<Place>,
        wanted: Option<AxisRef>,
        blames: &mut Vec<Blame>,
    ) {
        let Some(op) = self.op(cause) else { return };
        let Some(rule) = op.rule else { return };
        let Some((_, shardings)) = self.seen(&op, self.end()) else { return };
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        let info = &self.problem.infos[rule.index()];
        let projection = Projection::new(info, &refs);
        let judge =
            Judge { explainer: self, op: &op, rule: info, projection: &projection, shardings: &shardings };
        let targets = self.problem.slots(&op).iter().enumerate();
        let targets = targets.filter(|(_, slot)| place.is_none_or(|place| place.tensor == slot.tensor));
        for (slot, target) in targets {
            for (dim, factors) in info.dims(slot).iter().enumerate() {
                if place.is_some_and(|place| place.dim != dim) {
                    continue;
                }
                for factor in factors.iter().map(|factor| factor.index()) {
                    let to = Place { tensor: target.tensor, dim };
                    if let Some((from, axis, reason)) = judge.missing(slot, factor, to, wanted) {
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

/// Decides why an op does not pass an axis on.
struct Judge<'a, 'e> {
    explainer: &'a Explainer<'e>,
    op: &'a ProblemOp,
    rule: &'a crate::step::RuleInfo,
    projection: &'a Projection<'a>,
    shardings: &'a [Option<TensorSharding>],
}

impl Judge<'_, '_> {
    fn slots(&self) -> &[Slot] {
        self.explainer.problem.slots(self.op)
    }

    fn place(&self, slot: usize, factor: usize) -> Option<Place> {
        let dim = self.rule.dim_of(slot, factor)?;
        Some(Place { tensor: self.slots()[slot].tensor, dim })
    }

    /// Whether a slot is inside a manual computation that has an axis: what is local need not be sharded.
    fn is_manual(&self, slot: usize, axis: AxisRef) -> bool {
        let problem = &self.explainer.problem;
        let view = self.slots()[slot].view.map(|view| problem.views.get(view));
        view.is_some_and(|view| view.prefix.iter().flatten().any(|manual| manual.contains(axis)))
    }

    /// The first axis along a factor that another tensor has and this one lacks.
    fn missing(
        &self,
        slot: usize,
        factor: usize,
        to: Place,
        wanted: Option<AxisRef>,
    ) -> Option<(Place, AxisRef, Reason)> {
        let own = self.projection.cell(slot, factor)?;
        for other in (0..self.slots().len()).filter(|other| *other != slot) {
            let Some(cell) = self.projection.cell(other, factor) else { continue };
            let lacks = |axis: &AxisRef| {
                !own.axes.iter().any(|have| have.contains(*axis)) && !self.is_manual(slot, *axis)
            };
            let is_wanted = |axis: &AxisRef| wanted.is_none_or(|wanted| wanted.overlaps(*axis));
            let Some(at) = cell.axes.iter().position(|axis| lacks(axis) && is_wanted(axis)) else { continue };
            let from = self.place(other, factor)?;
            let first = cell.axes.iter().position(lacks).unwrap_or(at);
            let mut reason = self.reason(slot, factor, first, cell.axes[first], (from, to));
            if first != at {
                reason = Reason::Behind { axis: cell.axes[first], reason: Box::new(reason) };
            }
            return Some((from, cell.axes[at], reason));
        }
        None
    }

    /// Why axis number `at` along a factor does not get into a slot.
    fn reason(
        &self,
        slot: usize,
        factor: usize,
        at: usize,
        axis: AxisRef,
        (from, to): (Place, Place),
    ) -> Reason {
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
        if beside_other_factors(self.projection, slot, factor, axis) != Some(axis)
            && let Some((dim, used)) = self.in_use(slot, factor, axis)
        {
            let winner = (Place { dim, ..to }, used);
            return Reason::InUse { dim, precedence: self.precedence(winner, (from, axis)) };
        }
        if own.closed {
            return Reason::Closed;
        }
        if !own.overflow.is_empty() {
            return Reason::Overflow;
        }
        let shards: u64 = own.axes.iter().map(|axis| axis.size()).product();
        if let Some(size) = self.rule.sizes[factor]
            && !self.rule.is_minor_most(slot, factor)
            && room(Some(size), &own.axes, axis.size()) != axis.size()
        {
            return Reason::NoRoom { size, shards };
        }
        let disagrees = |other: &usize| {
            let cell = self.projection.cell(*other, factor);
            *other != slot && cell.is_some_and(|cell| !cell.axes.get(at).is_some_and(|a| a.contains(axis)))
        };
        match (0..self.slots().len()).find(disagrees).and_then(|other| self.place(other, factor)) {
            Some(with) => Reason::Disagreement { with },
            None => Reason::Unfinished,
        }
    }

    /// The other dimension of a slot that uses an axis, and what of it.
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

    /// Why the axis that a tensor has won over the one that it could have got.
    fn precedence(&self, winner: (Place, AxisRef), loser: (Place, AxisRef)) -> Precedence {
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
        // The loser was there when the winner was chosen: the choice was between the two.
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
