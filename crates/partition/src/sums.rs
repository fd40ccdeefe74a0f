//! Where the partial sums of a program are finished.
//!
//! A sharded contraction leaves partial sums. The program is first written as if each were finished at once; meanwhile [`SumRecord`] notes
//! which linear ops could keep them. `place_sums` then finds the tensors at which finishing costs least, and if that is not at once, the
//! program is written again by a [`SumSchedule`], with the same axes for the factors of every op.

use std::rc::Rc;

use partita_cost::Cost;
use partita_ir::{Linear, Module, OpId, Type, ValueId};
use partita_mesh::{AxisRef, MeshId};
use partita_place::{Factors, SumState, SumTensor, place_sums};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::cause::Cause;
use crate::combiner::Combiner;
use crate::infinite::{has_no_zeros, holds_all_values, may_be_infinite};
use crate::local_layout::{Axes, LocalLayout, Shape, SharedLayout, can_join};
use crate::local_values::shape_and_bits;
use crate::localize::{Localizer, PlacedFactors};
use crate::planner::Reserved;

/// What the first writing of a program notes about partial sums.
#[derive(Default)]
pub(crate) struct SumRecord {
    /// The axes chosen for the factors of each op, by the number of its visit.
    choices: Choices,
    tensors: Vec<SummedTensor>,
    passes: Vec<Pass>,
    /// Each place of a tensor once. Layers repeat.
    places: FxHashSet<Rc<SumPlace>>,
    /// What ops with the same factors and axes read if an axis is left to partial sums.
    without: WithoutAxes,
}

type Choice = (MeshId, Rc<Vec<Axes>>);

/// Choices by the number of the visit; `None` for ops that are not placed by their factors.
type Choices = Vec<Option<Choice>>;

/// Factors and their axes, by address, and the axis that is left out.
type WithoutKey = (*const Factors, *const Vec<Axes>, MeshId, AxisRef);

/// What an op reads if an axis is left to partial sums.
struct WithoutAxis {
    /// Keeps the addresses of the key from being used again.
    _key: (Rc<Factors>, Rc<Vec<Axes>>),
    /// `None` if the axis cannot be left out.
    left: Option<LeftOut>,
}

/// An op whose factors have one axis less.
struct LeftOut {
    /// The layout of each operand, and whether it is that of the op with all axes.
    operands: Vec<(LocalLayout, bool)>,
    /// Whether the op had shards along the axis.
    had_shards: bool,
}

#[derive(Default)]
struct WithoutAxes(FxHashMap<WithoutKey, WithoutAxis>);

impl WithoutAxes {
    fn left_out(&mut self, placed: &PlacedFactors<'_>, axis: AxisRef) -> Option<&LeftOut> {
        let &PlacedFactors { factors, assignment, mesh } = placed;
        let key = (Rc::as_ptr(factors), Rc::as_ptr(assignment), mesh, axis);
        let found = self.0.entry(key).or_insert_with(|| {
            let left = factors.without_axis(assignment, axis).map(|without| {
                let layouts = (0..factors.operands).map(|operand| {
                    let layout = LocalLayout::placed(mesh, factors.layout(operand, &without));
                    let before = LocalLayout::placed(mesh, factors.layout(operand, assignment));
                    let is_same = layout == before;
                    (layout, is_same)
                });
                LeftOut { operands: layouts.collect(), had_shards: without != **assignment }
            });
            WithoutAxis { _key: (Rc::clone(factors), Rc::clone(assignment)), left }
        });
        found.left.as_ref()
    }
}

/// What the cost of finishing the sums of a tensor depends on, apart from the axes.
#[derive(PartialEq, Eq, Hash)]
struct SumPlace {
    shape: Shape,
    element_bits: u64,
    reserved: Reserved,
    /// How the op that produces it leaves it, apart from partial sums.
    held: LocalLayout,
    /// Its layout once it is complete.
    complete: LocalLayout,
}

/// A tensor that may hold partial sums.
struct SummedTensor {
    visit: usize,
    result: usize,
    place: Rc<SumPlace>,
    /// Axes along which the op that produces it leaves partial sums.
    produced: Axes,
    /// Axes along which it may hold partial sums: those, and the ones that the op keeps.
    possible: Axes,
    /// Axes along which some use needs complete sums.
    needed: Axes,
    /// The cause of the collective that finishes the sums.
    cause: Cause,
}

/// Partial sums along an axis that an op may keep.
#[derive(Clone, Copy)]
pub(crate) struct Pass {
    visit: usize,
    operand: usize,
    axis: AxisRef,
    from: usize,
    /// The result; set once it is recorded.
    to: usize,
    form: Linear,
    operands: usize,
}

/// The partial sums that an op may keep.
pub(crate) type Passes = SmallVec<[Pass; 2]>;

/// Where sums are finished when the program is written again.
pub(crate) struct SumSchedule {
    choices: Choices,
    taken: FxHashMap<usize, Vec<TakenSums>>,
    ends: FxHashMap<(usize, usize), SumEnd>,
}

/// An operand that an op takes with partial sums.
#[derive(Clone)]
pub(crate) struct TakenSums {
    pub(crate) operand: usize,
    pub(crate) axes: Axes,
    /// Whether it already holds partial sums; if not, one device along the axes contributes it.
    pub(crate) is_partial: bool,
}

/// What happens to partial sums after the op that leaves them.
struct SumEnd {
    /// The axes along which they stay.
    kept: Axes,
    /// The layout otherwise.
    layout: LocalLayout,
    cause: Cause,
}

impl SumSchedule {
    /// The axes that were chosen for the factors of an op.
    pub(crate) fn choice(&self, visit: usize) -> Option<Choice> {
        self.choices.get(visit).cloned().flatten()
    }

    /// The operands that an op takes with partial sums, and the axes of its factors without the axes of these sums.
    pub(crate) fn taken(
        &self,
        visit: usize,
        factors: &Factors,
        assignment: Rc<Vec<Axes>>,
    ) -> (Rc<Vec<Axes>>, Vec<TakenSums>) {
        let Some(taken) = self.taken.get(&visit) else { return (assignment, Vec::new()) };
        let (mut left, mut left_out) = (assignment.to_vec(), Axes::new());
        for axis in taken.iter().flat_map(|sums| &sums.axes) {
            // All terms of a sum have the same axes.
            if left_out.contains(axis) {
                continue;
            }
            left_out.push(*axis);
            match factors.without_axis(&left, *axis) {
                Some(without) => left = without,
                // Another axis depends on it, although each can be left out alone. The sums are finished before the op.
                None => return (assignment, Vec::new()),
            }
        }
        (Rc::new(left), taken.clone())
    }
}

impl Localizer<'_> {
    /// Notes the axes of an op, and which partial sums of its operands it may keep. `None` if it keeps none whatever they hold, so that
    /// its operands must be complete.
    pub(crate) fn record_op(
        &mut self,
        op: OpId,
        targets: &[SharedLayout],
        placed: PlacedFactors<'_>,
    ) -> Option<Passes> {
        let data = self.module.op(op);
        if self.schedule.is_some() {
            return Some(Passes::new());
        }
        let visit = self.visit;
        self.record.choices.resize(visit, None);
        self.record.choices.push(Some((placed.mesh, placed.assignment.clone())));
        let sum = |&operand: &ValueId| self.values.sum_in_block(&self.emit, operand);
        if data.operands.iter().all(|operand| sum(operand).is_none())
            || targets.iter().any(|target| !target.partial.is_empty())
        {
            return None;
        }
        let form = linear_form(self.module, op)?;
        let sums: SmallVec<[Option<usize>; 3]> = data.operands.iter().map(sum).collect();
        // A sum that some use needs is finished there or before, so nothing is left to keep.
        let mut axes: Axes = (sums.iter().flatten())
            .map(|&sum| &self.record.tensors[sum])
            .flat_map(|tensor| tensor.possible.iter().filter(|axis| !tensor.needed.contains(axis)))
            .copied()
            .collect();
        axes.sort_unstable();
        axes.dedup();
        let mut passes = Passes::new();
        for axis in axes {
            let before = passes.len();
            for operand in self.passing(op, form, &sums, &placed, axis) {
                let Some(from) = sums[operand] else { continue };
                let operands = data.operands.len();
                passes.push(Pass { visit, operand, axis, from, to: 0, form, operands });
            }
            for (operand, sum) in sums.iter().enumerate() {
                let Some(tensor) = sum.map(|sum| &mut self.record.tensors[sum]) else { continue };
                let is_kept =
                    passes[before..].binary_search_by_key(&operand, |pass: &Pass| pass.operand).is_ok();
                if !is_kept && !tensor.needed.contains(&axis) {
                    tensor.needed.push(axis);
                }
            }
        }
        Some(passes)
    }

    /// The operands whose partial sums along an axis an op may keep, in order.
    fn passing(
        &mut self,
        op: OpId,
        form: Linear,
        sums: &[Option<usize>],
        placed: &PlacedFactors<'_>,
        axis: AxisRef,
    ) -> SmallVec<[usize; 3]> {
        let Self { module, values, record: SumRecord { tensors, without, .. }, .. } = self;
        let operands = &module.op(op).operands;
        let Some(left) = without.left_out(placed, axis) else { return SmallVec::new() };
        let wanted = &left.operands;
        let fits = |&operand: &usize| {
            sums[operand].is_some_and(|sum| {
                let tensor = &tensors[sum];
                tensor.possible.contains(&axis)
                    && !tensor.needed.contains(&axis)
                    && is_layout_without(&tensor.place.held, axis, &wanted[operand].0)
            })
        };
        let mut passing: SmallVec<[usize; 3]> = form.operands(operands.len()).filter(fits).collect();
        if form == Linear::Product {
            if left.had_shards {
                passing.retain(|operand| placed.factors.is_small_product(*operand));
            }
            // The larger factor costs more to finish before. The other one must be complete.
            let bits = |operand: usize| {
                let (shape, bits) = shape_and_bits(module, operands[operand]);
                shape.iter().fold(u128::from(bits), |bits, &size| bits.saturating_mul(size.into()))
            };
            let larger = passing.iter().copied().max_by_key(|&operand| (bits(operand), !operand));
            passing.retain(|operand| Some(*operand) == larger);
        }
        // If the op had shards along the axis, complete operands must be there without them.
        let is_there = |operand: usize| {
            let (layout, is_same) = &wanted[operand];
            let value = operands[operand];
            *is_same || values.is_free(value) || values.layouts(value).any(|known| known == layout)
        };
        let all_there =
            (0..operands.len()).all(|operand| passing.binary_search(&operand).is_ok() || is_there(operand));
        if all_there { passing } else { SmallVec::new() }
    }

    /// Records that a local value holds a global one, whose sums are finished as scheduled, and at once if there is no schedule.
    pub(crate) fn define_sum(
        &mut self,
        index: usize,
        value: ValueId,
        layout: LocalLayout,
        local: ValueId,
        passes: &[Pass],
    ) {
        if let Some(schedule) = &self.schedule {
            let Some(end) = schedule.ends.get(&(self.visit, index)) else {
                return self.define(value, layout, local);
            };
            let is_kept = layout.partial.iter().all(|axis| end.kept.contains(axis));
            let (goal, cause) = (end.layout.clone(), end.cause);
            self.values.define(&self.emit, value, layout, local);
            if !is_kept {
                self.emit.cause = cause;
                let local = self.demand(value, &goal);
                self.values.define(&self.emit, value, goal, local);
            }
            return;
        }
        if (layout.partial.is_empty() && passes.is_empty())
            || layout.combiner != Combiner::Sum
            || !is_summed(self.module, value)
        {
            return self.define(value, layout, local);
        }
        let partial = layout.partial.clone();
        let place = match self.place_of_operand(value, &layout, passes) {
            Some(place) => {
                self.define(value, layout, local);
                place
            }
            None => {
                let held = layout.combined();
                self.define(value, layout, local);
                let Some(complete) = self.values.layouts(value).next().cloned() else { return };
                if !complete.partial.is_empty() {
                    // A sharding lists unreduced axes. What the op could keep, it keeps no longer.
                    for pass in passes {
                        self.record.tensors[pass.from].needed.push(pass.axis);
                    }
                    return;
                }
                let (shape, element_bits) = shape_and_bits(self.module, value);
                let reserved = self.planner.reserved();
                let place = SumPlace { shape, element_bits, reserved, held, complete };
                known_place(&mut self.record.places, place)
            }
        };
        let mut possible = partial.clone();
        possible.extend(passes.iter().map(|pass| pass.axis));
        possible.sort_unstable();
        possible.dedup();
        let cause = match passes.first() {
            Some(pass) if partial.is_empty() => self.record.tensors[pass.from].cause,
            _ => self.emit.cause,
        };
        let to = self.record.tensors.len();
        self.record.passes.extend(passes.iter().map(|pass| Pass { to, ..*pass }));
        self.record.tensors.push(SummedTensor {
            visit: self.visit,
            result: index,
            place,
            produced: partial,
            possible,
            needed: Axes::new(),
            cause,
        });
        self.values.record_sum(value, to);
    }

    /// The place of a result that keeps partial sums, if it is that of the operand with these sums, as for most ops that compute element by
    /// element.
    fn place_of_operand(
        &self,
        value: ValueId,
        layout: &LocalLayout,
        passes: &[Pass],
    ) -> Option<Rc<SumPlace>> {
        let place = &self.record.tensors[passes.first()?.from].place;
        let (shape, bits) = shape_and_bits(self.module, value);
        let is_same = (&place.shape, place.element_bits, place.reserved)
            == (&shape, bits, self.planner.reserved())
            && (&place.held, &place.complete) == (layout, layout);
        is_same.then(|| Rc::clone(place))
    }

    /// Chooses where sums are finished. `None` if each is finished best at once.
    pub(crate) fn schedule_sums(&mut self) -> Option<SumSchedule> {
        let mut record = std::mem::take(&mut self.record);
        if record.passes.is_empty() {
            return None;
        }
        for &sum in self.values.needed_sums() {
            let tensor = &mut record.tensors[sum];
            tensor.needed = tensor.possible.clone();
        }
        let mut axes: Vec<AxisRef> = record.passes.iter().map(|pass| pass.axis).collect();
        axes.sort_unstable();
        axes.dedup();
        // Sub-axes that overlap others are left out: no layout has both.
        let is_apart = |axis: &AxisRef| can_join(*axis, axes.iter().filter(|other| *other != axis));
        let axes: Vec<AxisRef> = axes.iter().copied().filter(is_apart).collect();
        let mut costs = FinishingCosts::default();
        // The cost along one axis depends on what is finished along the others at the same tensor.
        let mut states = vec![vec![SumState::Complete; record.tensors.len()]; axes.len()];
        for round in 0..if axes.len() > 1 { 2 } else { 1 } {
            for at in 0..axes.len() {
                states[at] = self.place_along(&record, &axes, at, &states, &mut costs);
            }
            if round == 0 && !states.iter().flatten().any(|state| *state == SumState::Partial) {
                return None;
            }
        }
        let is_kept = |at: usize, tensor: usize| states[at][tensor] == SumState::Partial;
        let mut ends = FxHashMap::default();
        for (index, tensor) in record.tensors.iter().enumerate() {
            let kept: Axes = (0..axes.len()).filter(|&at| is_kept(at, index)).map(|at| axes[at]).collect();
            let mut layout = without_axes(&tensor.place.complete, &kept);
            layout.partial.clone_from(&kept);
            ends.insert((tensor.visit, tensor.result), SumEnd { kept, layout, cause: tensor.cause });
        }
        let mut taken: FxHashMap<usize, TakenOperands> = FxHashMap::default();
        for pass in &record.passes {
            let is_taken =
                axes.iter().position(|axis| *axis == pass.axis).is_some_and(|at| is_kept(at, pass.from));
            if is_taken {
                taken.entry(pass.visit).or_default().take(pass);
            }
        }
        let taken: FxHashMap<usize, Vec<TakenSums>> =
            taken.into_iter().map(|(visit, taken)| (visit, taken.sorted())).collect();
        (!taken.is_empty()).then_some(SumSchedule { choices: record.choices, taken, ends })
    }

    /// Finds where sums along one of the axes are finished, given the states along the others.
    fn place_along(
        &mut self,
        record: &SumRecord,
        axes: &[AxisRef],
        at: usize,
        others: &[Vec<SumState>],
        costs: &mut FinishingCosts,
    ) -> Vec<SumState> {
        let axis = axes[at];
        let mut tensors = vec![SumTensor::default(); record.tensors.len()];
        for pass in record.passes.iter().filter(|pass| pass.axis == axis) {
            tensors[pass.from].feeds.push(pass.to);
        }
        let mut is_fed = vec![false; tensors.len()];
        tensors.iter().flat_map(|tensor| &tensor.feeds).for_each(|&to| is_fed[to] = true);
        for (index, tensor) in record.tensors.iter().enumerate() {
            let node = &mut tensors[index];
            node.is_produced = tensor.produced.contains(&axis);
            node.is_needed = tensor.needed.contains(&axis);
            if node.feeds.is_empty() && !is_fed[index] {
                // There is no choice, whatever it costs.
                continue;
            }
            let is_finished = |other: &usize| *other != at && others[*other][index] == SumState::Finished;
            let finished: Axes = (0..axes.len()).filter(is_finished).map(|other| axes[other]).collect();
            let mut with = finished.clone();
            with.push(axis);
            let [with, without] = [with, finished].map(|axes| {
                *costs
                    .entry((Rc::as_ptr(&tensor.place), axes))
                    .or_insert_with_key(|(_, axes)| self.finishing_cost(&tensor.place, axes.clone()))
            });
            node.cost = with.minus(without);
        }
        place_sums(&tensors)
    }

    /// The cost of finishing the sums of a tensor along axes.
    fn finishing_cost(&mut self, place: &SumPlace, mut axes: Axes) -> Cost {
        if axes.is_empty() {
            return Cost::default();
        }
        axes.sort_unstable();
        let mut from = without_axes(&place.held, &axes);
        from.partial = axes;
        let outer = self.planner.reserved();
        self.planner.restore(place.reserved);
        let ends = [&from, &place.complete];
        let cost = self.planner.cost(&self.emit.meshes, ends, &place.shape, place.element_bits);
        self.planner.restore(outer);
        cost
    }
}

/// The costs of finishing the sums of tensors along axes. The record keeps their places.
type FinishingCosts = FxHashMap<(*const SumPlace, Axes), Cost>;

/// The place that equals one, among those that are known.
fn known_place(places: &mut FxHashSet<Rc<SumPlace>>, place: SumPlace) -> Rc<SumPlace> {
    if let Some(known) = places.get(&place) {
        return Rc::clone(known);
    }
    let place = Rc::new(place);
    places.insert(Rc::clone(&place));
    place
}

/// The operands that one op takes with partial sums, of which a sum has any number.
#[derive(Default)]
struct TakenOperands {
    taken: Vec<TakenSums>,
    /// Where each operand is listed.
    places: FxHashMap<usize, usize>,
    /// The axes along which all terms of a sum are listed.
    summed: Axes,
}

impl TakenOperands {
    /// Adds partial sums. The other terms of a sum become partial too.
    fn take(&mut self, pass: &Pass) {
        match pass.form {
            Linear::Sum(..) if self.summed.contains(&pass.axis) => {}
            Linear::Sum(..) => {
                self.summed.push(pass.axis);
                pass.form.operands(pass.operands).for_each(|operand| self.add_axis(operand, pass.axis));
            }
            Linear::Product | Linear::Quotient | Linear::Addition => self.add_axis(pass.operand, pass.axis),
        }
        self.taken[self.places[&pass.operand]].is_partial = true;
    }

    fn add_axis(&mut self, operand: usize, axis: AxisRef) {
        let Self { taken, places, .. } = self;
        let at = *places.entry(operand).or_insert_with(|| {
            taken.push(TakenSums { operand, axes: Axes::new(), is_partial: false });
            taken.len() - 1
        });
        if !taken[at].axes.contains(&axis) {
            taken[at].axes.push(axis);
        }
    }

    /// The operands, with the axes of each in order.
    fn sorted(mut self) -> Vec<TakenSums> {
        self.taken.iter_mut().for_each(|sums| sums.axes.sort_unstable());
        self.taken
    }
}

/// A layout without shards along axes.
fn without_axes(layout: &LocalLayout, axes: &[AxisRef]) -> LocalLayout {
    let mut layout = layout.clone();
    for dim in &mut layout.dims {
        dim.retain(|axis| can_join(*axis, axes));
    }
    layout
}

/// Whether a layout without shards along an axis is another one.
fn is_layout_without(layout: &LocalLayout, axis: AxisRef, other: &LocalLayout) -> bool {
    let is_dim = |(dim, other): (&Axes, &Axes)| dim.iter().filter(|each| can_join(**each, [&axis])).eq(other);
    (layout.mesh, layout.combiner, &layout.partial) == (other.mesh, other.combiner, &other.partial)
        && layout.dims.len() == other.dims.len()
        && layout.dims.iter().zip(&other.dims).all(is_dim)
}

/// How an op is linear, if the conditions for it hold and its only result is a float.
pub(crate) fn linear_form(module: &Module, op: OpId) -> Option<Linear> {
    let data = module.op(op);
    let form = data.name.code()?.traits().linear?;
    let holds = match form {
        Linear::Sum(..) => true,
        Linear::Product => {
            data.operands[0] != data.operands[1]
                && !data.operands.iter().any(|&factor| may_be_infinite(module, factor))
        }
        Linear::Quotient => has_no_zeros(module, data.operands[1]),
        Linear::Addition => has_sum_body(module, op),
    };
    let is_exact = |operand: usize| holds_all_values(module, data.operands[operand], data.result(0));
    let all = holds
        && data.result_count() == 1
        && is_summed(module, data.result(0))
        && form.operands(data.operands.len()).all(is_exact);
    all.then_some(form)
}

/// Whether partial results of an op are sums that may stay partial, if it has any.
pub(crate) fn leaves_sums(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    data.result_count() == 1
        && is_summed(module, data.result(0))
        && (data.regions.is_empty() || has_sum_body(module, op))
}

/// Whether the body of an op adds two scalars.
fn has_sum_body(module: &Module, op: OpId) -> bool {
    let body = module.op(op).regions.first().and_then(|&body| Combiner::of_body(module, body));
    body.as_deref() == Some(&[Combiner::Sum])
}

/// Whether sums of a value stay partial: those of floats. Integers may wrap where they are used.
fn is_summed(module: &Module, value: ValueId) -> bool {
    let tensor = module.context.tensor(module.type_of(value));
    tensor.is_some_and(|tensor| {
        matches!(module.context.type_of(tensor.element), Type::Float(_))
            && Combiner::Sum.neutral(module, tensor.element).is_some()
    })
}
