//! Where sums are finished.
//!
//! A node with a sharded contraction leaves partial sums. After the placement of all nodes is chosen, the linear nodes behind it determine
//! where finishing them costs least: at once, after values have joined, where a value is smaller, or straight into a sharding along the same
//! axes.

use std::collections::BTreeMap;
use std::rc::Rc;

use partita_base::IdVec;
use partita_cost::{CollectiveKind, Cost};
use partita_mesh::AxisRef;
use partita_place::plan::{LinearIn, OpSums, OperandList};
use partita_place::{Axes, SumState, SumTensor, can_join, place_sums};
use rustc_hash::FxHashMap;

use super::Job;
use super::build::is_float;
use super::capture::captured_names;
use super::carrier::sum_carrier;
use super::emit::has_bodies;
use super::mesh_layout::MeshLayout;
use super::placement::Choice;
use super::rank_mesh::RankMesh;
use super::reshard::{GlobalTensor, byte_count};
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::ops::{Contents, Linear, linear_form};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::ElementType;
use crate::typing::TypedGraph;

/// Which values hold partial sums, and which nodes take them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// The axes along which a value is left unreduced by the node that produces it.
    kept: FxHashMap<ValueId, Axes>,
    /// The axes along which a node takes an input unreduced.
    taken: FxHashMap<(NodeId, usize), Axes>,
}

impl Sums {
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The axes along which a value is left unreduced.
    pub(crate) fn kept(&self, value: ValueId) -> &[AxisRef] {
        self.kept.get(&value).map_or(&[], |axes| axes)
    }

    /// The axes along which a node takes an input unreduced.
    pub(crate) fn taken(&self, node: NodeId, input: usize) -> &[AxisRef] {
        self.taken.get(&(node, input)).map_or(&[], |axes| axes)
    }
}

/// The placement of nodes.
pub(crate) type Choices = FxHashMap<NodeId, Rc<Choice>>;

/// The most tensors for which the cheapest places are searched; in a larger model every sum is finished at once.
const MOST_VALUES: usize = 1 << 20;

/// Chooses where all sums are finished.
pub(crate) fn finish_sums(job: &Job<'_, '_>, choices: &Choices, rank_mesh: &mut RankMesh<'_>) -> Sums {
    if !job.stages.list.is_empty() || job.typed.graph.values.len() > MOST_VALUES {
        return Sums::default();
    }
    let mut finder = Finder::new(job, choices, rank_mesh);
    let axes = finder.axes();
    if axes.is_empty() {
        return Sums::default();
    }
    // The cost along one axis depends on what is finished along the others at the same place.
    let mut states: Vec<SumPlaces> = vec![SumPlaces::default(); axes.len()];
    for _round in 0..2 {
        for at in 0..axes.len() {
            states[at] = finder.place(&axes, at, &states);
        }
    }
    let mut sums = Sums::default();
    for (axis, states) in axes.iter().zip(&states) {
        for (&value, state) in states {
            if state.is_kept() {
                sums.kept.entry(value).or_default().push(*axis);
            }
        }
        for pass in finder.passes(*axis) {
            if states.get(&pass.value) == Some(&SumPlace::Partial) {
                sums.taken.entry((pass.node, pass.input)).or_default().push(*axis);
            }
        }
    }
    sums
}

/// The state of a value along an axis. Values without an entry are complete.
type SumPlaces = BTreeMap<ValueId, SumPlace>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SumPlace {
    /// The node that produces it finishes its sum.
    Finished,
    /// The first use finishes the sum of each shard of its own.
    Scattered,
    Partial,
}

impl SumPlace {
    fn is_kept(self) -> bool {
        self != SumPlace::Finished
    }
}

/// An input along which partial sums may pass through a node.
#[derive(Clone, Copy, Debug)]
struct Pass {
    node: NodeId,
    input: usize,
    value: ValueId,
}

/// A use of a value: a node's input in a layout, or `None` for one that needs all of it.
type Use = (Option<(NodeId, usize)>, Option<MeshLayout>);

struct Finder<'f, 'j, 'm, 'r, 'w> {
    job: &'f Job<'j, 'm>,
    choices: &'f Choices,
    rank_mesh: &'r mut RankMesh<'w>,
    uses: IdVec<ValueId, Vec<Use>>,
    /// For every value that a placed node produces, its layout.
    layouts: FxHashMap<ValueId, MeshLayout>,
    /// Values that the node that produces them leaves unreduced along these axes.
    produced: FxHashMap<ValueId, Axes>,
}

impl<'f, 'j, 'm, 'r, 'w> Finder<'f, 'j, 'm, 'r, 'w> {
    fn new(job: &'f Job<'j, 'm>, choices: &'f Choices, rank_mesh: &'r mut RankMesh<'w>) -> Self {
        let graph = &job.typed.graph;
        let mut uses: IdVec<ValueId, Vec<Use>> = IdVec::filled(Vec::new(), graph.values.len());
        let (mut layouts, mut produced) = (FxHashMap::default(), FxHashMap::default());
        for &id in &job.typed.order {
            let node = &graph.nodes[id];
            let choice = choices.get(&id);
            for (at, input) in node.inputs.iter().enumerate() {
                let Some(value) = *input else { continue };
                uses[value].push((Some((id, at)), choice.map(|choice| choice.input(at))));
            }
            for name in captured_names(node.proto) {
                if let Some(value) = graph.find(name) {
                    uses[value].push((None, None));
                }
            }
            let (Some(choice), Ok(signature)) = (choice, &job.typed.signatures[id]) else { continue };
            for (at, output) in node.outputs.iter().enumerate() {
                let Some(value) = *output else { continue };
                layouts.insert(value, choice.output(at));
                let partial = choice.partial(at);
                if !partial.is_empty() && leaves_sums(signature, choice) && is_summed(job.typed, value) {
                    produced.insert(value, partial);
                }
            }
        }
        for (&value, layout) in graph.outputs.iter().zip(&job.outputs) {
            uses[value].push((None, Some(layout.clone())));
        }
        Self { job, choices, rank_mesh, uses, layouts, produced }
    }

    /// The axes of all sums. Sub-axes that overlap others are left out: no layout has both.
    fn axes(&self) -> Vec<AxisRef> {
        let mut all: Vec<AxisRef> = self.produced.values().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let is_apart = |axis: &AxisRef| can_join(*axis, all.iter().filter(|other| *other != axis));
        all.iter().copied().filter(is_apart).collect()
    }

    /// The inputs of nodes that would keep partial sums along this axis, if their values had any.
    fn passes(&self, axis: AxisRef) -> Vec<Pass> {
        let mut found: Vec<Pass> = Vec::new();
        let mut may_hold: IdVec<ValueId, bool> = IdVec::filled(false, self.job.typed.graph.values.len());
        for &id in &self.job.typed.order {
            let node = &self.job.typed.graph.nodes[id];
            let passing = self.passing(id, axis, &may_hold);
            for value in node.outputs.iter().flatten() {
                let produces = self.produced.get(value).is_some_and(|axes| axes.contains(&axis));
                may_hold[*value] = produces || !passing.is_empty();
            }
            found.extend(passing);
        }
        found
    }

    /// The same for one node.
    fn passing(&self, id: NodeId, axis: AxisRef, may_hold: &IdVec<ValueId, bool>) -> Vec<Pass> {
        let node = &self.job.typed.graph.nodes[id];
        let (Some(choice), Some(linear)) = (self.choices.get(&id), linear_form(node.proto)) else {
            return Vec::new();
        };
        let is_free = can_join(axis, choice.axes.iter().flatten());
        let outputs_summed = node.outputs.iter().flatten().all(|&value| is_summed(self.job.typed, value));
        if !is_free || !outputs_summed {
            return Vec::new();
        }
        let inputs = node.inputs.iter().enumerate().filter_map(|(input, value)| {
            let value = (*value)?;
            let has_layout = self.layouts.get(&value).is_some_and(|own| *own == choice.input(input));
            (may_hold[value] && has_layout).then_some(Pass { node: id, input, value })
        });
        let mut inputs: Vec<Pass> = inputs.collect();
        match linear {
            Linear::Together => inputs,
            Linear::First | Linear::ByConstant | Linear::Widening => {
                inputs.retain(|pass| pass.input == 0 && holds(self.job.typed, id, linear));
                inputs
            }
            // A product keeps the partial sums of one input. The larger one is the one that costs more to finish before.
            Linear::Each(count) => {
                inputs.retain(|pass| pass.input < count);
                let larger = inputs
                    .iter()
                    .copied()
                    .max_by_key(|pass| (self.bytes(pass.value), std::cmp::Reverse(pass.input)));
                larger.into_iter().collect()
            }
        }
    }

    /// Finds where sums along one of the axes are finished, given the states along the others.
    fn place(&mut self, axes: &[AxisRef], at: usize, others: &[SumPlaces]) -> SumPlaces {
        let axis = axes[at];
        let passes = self.passes(axis);
        let mut passing: FxHashMap<(NodeId, usize), usize> = FxHashMap::default();
        for (number, pass) in passes.iter().enumerate() {
            passing.insert((pass.node, pass.input), number);
        }
        // Values that may hold partial sums, in the order of the graph.
        let mut values: Vec<ValueId> = Vec::new();
        for &id in &self.job.typed.order {
            let node = &self.job.typed.graph.nodes[id];
            let passes_any = (0..node.inputs.len()).any(|input| passing.contains_key(&(id, input)));
            for value in node.outputs.iter().flatten() {
                let produces = self.produced.get(value).is_some_and(|axes| axes.contains(&axis));
                if produces || passes_any {
                    values.push(*value);
                }
            }
        }
        let index: FxHashMap<ValueId, usize> =
            values.iter().enumerate().map(|(index, value)| (*value, index)).collect();
        let mut scattered = vec![false; values.len()];
        let mut tensors = Vec::with_capacity(values.len());
        for (place, &value) in values.iter().enumerate() {
            let mut tensor = SumTensor {
                is_produced: self.produced.get(&value).is_some_and(|axes| axes.contains(&axis)),
                ..SumTensor::default()
            };
            for (node, _) in &self.uses[value] {
                match node.filter(|place| passing.contains_key(place)) {
                    Some((id, _)) => {
                        let outputs = self.job.typed.graph.nodes[id].outputs.iter().flatten();
                        tensor.feeds.extend(outputs.filter_map(|output| index.get(output)));
                    }
                    None => tensor.is_needed = true,
                }
            }
            let finished = (0..axes.len())
                .filter(|&other| other != at && others[other].get(&value) == Some(&SumPlace::Finished));
            let finished: Vec<AxisRef> = finished.map(|other| axes[other]).collect();
            (tensor.cost, scattered[place]) = self.cost(value, axis, &finished);
            tensors.push(tensor);
        }
        let states = place_sums(&tensors);
        let state = |(place, &value): (usize, &ValueId)| match states[place] {
            SumState::Complete => None,
            SumState::Finished if scattered[place] => Some((value, SumPlace::Scattered)),
            SumState::Finished => Some((value, SumPlace::Finished)),
            SumState::Partial => Some((value, SumPlace::Partial)),
        };
        values.iter().enumerate().filter_map(state).collect()
    }

    /// The cost of finishing the sum of a value along an axis, where those along `finished` are finished too, and whether every use gets
    /// its shard along this axis.
    fn cost(&mut self, value: ValueId, axis: AxisRef, finished: &[AxisRef]) -> (Cost, bool) {
        let Some(layout) = self.layouts.get(&value) else { return (Cost::default(), false) };
        if let Some(shard) = self.common_shard(value, layout, axis)
            && let Some(shape) = self.job.typed.types[value].shape_or_ones()
        {
            let global = self.global(value, &shape);
            let partial = layout.clone().with_unreduced([axis]);
            if self.rank_mesh.sum_steps(global, &partial, &shard).iter().any(|step| step.is_scatter()) {
                return (self.rank_mesh.cost(global, &partial, &shard), true);
            }
        }
        let bytes = self.bytes(value);
        let time = |axes: &[AxisRef]| self.rank_mesh.time(CollectiveKind::AllReduce, bytes, axes);
        let with: Vec<AxisRef> = finished.iter().copied().chain([axis]).collect();
        let without = if finished.is_empty() { Cost::default() } else { time(finished) };
        (time(&with).minus(without), false)
    }

    /// The layout in which all uses of a value need it, if it is sharded along `axis`.
    fn common_shard(&self, value: ValueId, layout: &MeshLayout, axis: AxisRef) -> Option<MeshLayout> {
        let mut uses = self.uses[value].iter().map(|(_, layout)| layout.as_ref());
        let first = uses.next()??;
        let is_common = uses.all(|other| other == Some(first));
        let is_along = first.0.iter().flatten().any(|own| *own == axis);
        (is_common && is_along && first != layout).then(|| first.clone())
    }

    fn global<'s>(&self, value: ValueId, shape: &'s [u64]) -> GlobalTensor<'s>
    where
        'f: 's,
    {
        let ty = &self.job.typed.types[value];
        let element = ty.element.unwrap_or(ElementType::Float);
        let parts = self.job.typed.parts.get(value);
        GlobalTensor { shape, dims: ty.dims.as_deref().unwrap_or_default(), parts, element }
    }

    /// The bytes of the largest shard when it is summed.
    fn bytes(&self, value: ValueId) -> u64 {
        let ty = &self.job.typed.types[value];
        let (Some(layout), Some(shape), Some(element)) =
            (self.layouts.get(&value), ty.shape_or_ones(), ty.element)
        else {
            return 0;
        };
        byte_count(sum_carrier(element).unwrap_or(element), layout.local_shape(&shape))
    }
}

/// Whether the condition holds under which an op is linear in its first input.
fn holds(typed: &TypedGraph<'_>, id: NodeId, linear: Linear) -> bool {
    let node = &typed.graph.nodes[id];
    let element = |value: Option<&Option<ValueId>>| {
        value.copied().flatten().and_then(|value| typed.types[value].element)
    };
    match linear {
        // Partial sums of different signs, divided by zero, add up to what is not a number.
        Linear::ByConstant => match node.inputs.get(1).copied().flatten().map(|value| &typed.contents[value])
        {
            Some(Some(Contents::Floats(divisors))) => divisors.iter().all(|divisor| *divisor != 0.0),
            _ => false,
        },
        Linear::Widening => match (element(node.inputs.first()), element(node.outputs.first())) {
            (Some(from), Some(to)) => from == to || is_wider(to, from),
            _ => false,
        },
        Linear::First | Linear::Together | Linear::Each(_) => true,
    }
}

/// What the op of a node does with partial sums, whatever its placement. Inputs and outputs for which `is_complete` holds never stay
/// partial; inputs that are absent have no number.
pub(super) fn op_sums(typed: &TypedGraph<'_>, id: NodeId, is_complete: impl Fn(ValueId) -> bool) -> OpSums {
    let node = &typed.graph.nodes[id];
    let (Ok(signature), false) = (&typed.signatures[id], has_bodies(node.proto)) else {
        return OpSums::default();
    };
    if !node.outputs.iter().flatten().all(|&value| is_summed(typed, value) && !is_complete(value)) {
        return OpSums::default();
    }
    let leaves = signature.factors.iter().all(|factor| match &factor.kind {
        FactorKind::Reduction(combine) => is_sum(combine),
        _ => true,
    });
    let keeps = linear_form(node.proto).and_then(|linear| {
        let count = match linear {
            Linear::Together => node.inputs.len(),
            Linear::Each(count) => count,
            Linear::First | Linear::ByConstant | Linear::Widening if holds(typed, id, linear) => 1,
            Linear::First | Linear::ByConstant | Linear::Widening => 0,
        };
        let present = node.inputs.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
        let passing = present.enumerate().filter(|(_, (at, value))| {
            let is_made = matches!(typed.graph.values[*value].source, ValueSource::Node(..));
            *at < count && is_made && !is_complete(*value)
        });
        let passing: OperandList = passing.map(|(number, _)| number).collect();
        let keeps = match linear {
            Linear::Each(_) => LinearIn::Each(passing),
            Linear::Together | Linear::First | Linear::ByConstant | Linear::Widening => {
                LinearIn::Together(passing)
            }
        };
        (!keeps.operands().is_empty()).then_some(keeps)
    });
    OpSums { leaves, keeps }
}

fn is_sum(combine: &Combine) -> bool {
    matches!(combine, Combine::Sum | Combine::Mean)
}

/// Whether the partial results of a placed node are sums, and its lowering does not finish them itself.
fn leaves_sums(signature: &Signature, choice: &Choice) -> bool {
    let sharded = signature.factors.iter().zip(&choice.axes).filter(|(_, axes)| !axes.is_empty());
    sharded.map(|(factor, _)| &factor.kind).all(|kind| match kind {
        FactorKind::Reduction(combine) => is_sum(combine),
        _ => true,
    })
}

/// Whether sums of a value stay partial: those of floats. Integers are rounded or wrap where they are used.
fn is_summed(typed: &TypedGraph<'_>, value: ValueId) -> bool {
    let ty = &typed.types[value];
    ty.rank().is_some() && ty.element.is_some_and(is_float)
}

/// Whether a float type holds all values of another, and has more bits.
fn is_wider(wide: ElementType, narrow: ElementType) -> bool {
    use ElementType as E;
    matches!((narrow, wide), (E::Float16 | E::Bfloat16, E::Float | E::Double) | (E::Float, E::Double))
}
