//! Making the shardings around one op agree with its factor rule.

use std::rc::Rc;

use partita_ir::{Definition, Module, OpCode, OpId, ResultShardingAttr, ValueId};
use partita_mesh::axis_list::subtract_axes;
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{AxisRef, DimSharding, MeshId, MeshKind, Openness, ShardingParts, TensorSharding};
use partita_rule::FactorKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::shardings;
use super::factors::{Cell, Factors, Projection, dim_axes};
use super::known::{Known, SpecPosition, sharding_position};
use super::{Reshards, common_axes, dot, reshape};
use crate::rules::RuleId;

/// The rule of an op, and the position of the sharding of each operand and result: equal situations have equal
/// outcomes.
pub(super) type Situation = (RuleId, SmallVec<[Option<SpecPosition>; 3]>);

/// The axes of each dimension of each tensor.
type Dims = Vec<Vec<Vec<AxisRef>>>;

/// An op's tensors as its rule sees them.
struct RuleView {
    factors: Rc<Factors>,
    /// The operands, then the results.
    values: Vec<ValueId>,
    shardings: Vec<Known>,
    dims: Vec<Vec<Vec<AxisRef>>>,
    /// The number of elements of each.
    elements: Vec<u64>,
    /// The mesh on which the op is to run.
    mesh: MeshId,
    /// Tensors with axes that no factor takes: as in Shardy, they are resharded even to the sharding they have.
    overflowing: Vec<bool>,
}

impl Reshards<'_> {
    /// Makes all shardings around an op agree, and adds up the partial results of sharded reductions.
    pub(super) fn align(&mut self, op: OpId) {
        let Some(mut view) = self.view(op) else { return };
        let projection = Projection::new(&view.factors, &view.dims, view.elements.clone());
        let is_reshape = shardings::op_code(self.editor.module, op) == Some(OpCode::Reshape);
        let axes = if projection.overflows() && is_reshape {
            // As in Shardy, the operand is compared here without looking through barriers.
            let operand = self.known.of(self.editor.module, view.values[0]);
            view.dims[0] = dim_axes(operand.as_deref(), view.dims[0].len());
            view.shardings[0] = operand;
            reshape::common_axes(&view.factors, &projection)
        } else {
            view.overflowing = (0..view.dims.len()).map(|tensor| projection.overflows_in(tensor)).collect();
            common_axes::find_common_axes(&view.factors, &projection, self.known.meshes.get(view.mesh))
        };
        self.carry_out(op, &view, &axes);
    }

    /// The part that the minimal version does too: one conflict of products is resolved, and a result that keeps
    /// some partial values is added up along the other axes that are reduced.
    pub(super) fn align_some(&mut self, op: OpId) {
        let module = &*self.editor.module;
        let is_dot = matches!(shardings::op_code(module, op), Some(OpCode::Dot | OpCode::DotGeneral));
        let resolve = is_dot && self.may_conflict(op);
        let reduce = self.any_unreduced && self.has_unreduced_result(op);
        if !resolve && !reduce {
            return;
        }
        let situation = if reduce { None } else { self.situation(op) };
        if situation.as_ref().is_some_and(|known| self.agreeing.contains(known)) {
            return;
        }
        let Some(view) = self.view(op) else { return };
        let projection = Projection::new(&view.factors, &view.dims, view.elements.clone());
        let axes = if resolve { dot::without_result_conflict(&view.factors, &projection) } else { None };
        if axes.is_none() {
            self.agreeing.extend(situation);
        }
        let reduced =
            if reduce { self.reduced_axes(&view, |factor| projection.common(factor)) } else { Vec::new() };
        let dims: Option<Dims> =
            axes.map(|axes| (0..view.values.len()).map(|tensor| view.factors.dims(tensor, &axes)).collect());
        self.reshard_results(op, &view, dims.as_ref(), &reduced);
    }

    /// The situation of an op, if all shardings around it are attributes.
    fn situation(&mut self, op: OpId) -> Option<Situation> {
        let module = &*self.editor.module;
        let rule = self.rules.id(module, op);
        let data = module.op(op);
        let operands = data.operands.iter().map(|&operand| behind_barriers(module, operand));
        let places = operands.chain(data.results()).map(|value| sharding_position(module, value));
        Some((rule, places.collect::<Option<_>>()?))
    }

    fn has_unreduced_result(&mut self, op: OpId) -> bool {
        let module = &*self.editor.module;
        let Some(result) = module.op(op).results().next() else { return false };
        self.known.of(module, result).is_some_and(|sharding| !sharding.unreduced_axes().is_empty())
    }

    /// Whether a dimension of a product's result begins with an axis with which dimensions of both operands
    /// begin. Few products do; for the others the rule need not be derived.
    fn may_conflict(&mut self, op: OpId) -> bool {
        let module = &*self.editor.module;
        let data = module.op(op);
        let (&[left, right], Some(result)) = (&data.operands[..], data.results().next()) else {
            return false;
        };
        let Some(result) = self.known.of(module, result) else { return false };
        if result.dims().iter().all(|dim| dim.axes.is_empty()) {
            return false;
        }
        let (left, right) = (self.known.of(module, left), self.known.of(module, right));
        let (Some(left), Some(right)) = (left, right) else { return false };
        let begins = |sharding: &TensorSharding, axis: AxisRef| {
            sharding.dims().iter().any(|dim| dim.axes.first() == Some(&axis))
        };
        let mut firsts = result.dims().iter().filter_map(|dim| dim.axes.first());
        firsts.any(|&axis| begins(&left, axis) && begins(&right, axis))
    }

    /// `None` when the op has no rule, when the rule is the user's own, when nothing is sharded, or when the shardings
    /// have no common mesh.
    fn view(&mut self, op: OpId) -> Option<RuleView> {
        let module = &*self.editor.module;
        let data = module.op(op);
        if data.result_count() == 0 {
            return None;
        }
        let values: Vec<ValueId> = data.operands.iter().copied().chain(data.results()).collect();
        let operands = data.operands.len();
        let seen = |(index, &value): (usize, &ValueId)| {
            let value = if index < operands { behind_barriers(module, value) } else { value };
            self.known.of(module, value)
        };
        let shardings: Vec<Known> = values.iter().enumerate().map(seen).collect();
        let is_sharded = |sharding: &TensorSharding| sharding.dims().iter().any(|dim| !dim.axes.is_empty());
        if !shardings.iter().flatten().any(|sharding| is_sharded(sharding)) {
            return None;
        }
        let mesh = self.common_mesh(&shardings)?;
        let factors = self.factors_of(op)?;
        let module = &*self.editor.module;
        let elements = values.iter().map(|&value| element_count(module, value)).collect();
        let dims = shardings.iter().zip(&factors.tensors);
        let dims = dims.map(|(sharding, dims)| dim_axes(sharding.as_deref(), dims.len())).collect();
        let overflowing = vec![false; values.len()];
        Some(RuleView { factors, values, shardings, dims, elements, mesh, overflowing })
    }

    /// The common mesh of all shardings. Meshes may differ in the order of devices: the most frequent one among the
    /// shardings with axes is taken, so that fewer tensors are resharded; ties go to the one that reaches the count
    /// first.
    fn common_mesh(&self, shardings: &[Known]) -> Option<MeshId> {
        let meshes = &self.known.meshes;
        let mut first = None;
        let mut counts: FxHashMap<MeshId, usize> = FxHashMap::default();
        let mut most: (usize, Option<MeshId>) = (0, None);
        for sharding in shardings.iter().flatten() {
            let id = sharding.mesh();
            match meshes.get(id).kind() {
                MeshKind::Empty => continue,
                MeshKind::Maximal(_) => return None,
                MeshKind::Iota | MeshKind::Explicit => {}
            }
            if !self.same_axes(*first.get_or_insert(id), id) {
                return None;
            }
            if sharding.dims().iter().any(|dim| !dim.axes.is_empty()) {
                let count = counts.entry(id).or_default();
                *count += 1;
                if *count > most.0 {
                    most = (*count, Some(id));
                }
            }
        }
        most.1.or(first)
    }

    fn carry_out(&mut self, op: OpId, view: &RuleView, axes: &[Vec<AxisRef>]) {
        let dims: Dims = (0..view.values.len()).map(|tensor| view.factors.dims(tensor, axes)).collect();
        self.reshard_operands(op, view, &dims);
        let reduced = self.reduced_axes(view, |factor| &axes[factor]);
        self.reshard_results(op, view, Some(&dims), &reduced);
    }

    fn reshard_operands(&mut self, op: OpId, view: &RuleView, dims: &Dims) {
        for (index, dims) in dims.iter().enumerate().take(view.factors.operands) {
            let Some(sharding) = self.changed(view, index, dims) else { continue };
            let reshard = self.editor.reshard(view.values[index], sharding, op);
            self.editor.put_before(op, reshard);
            self.editor.module.op_mut(op).operands[index] = self.editor.result(reshard);
        }
    }

    /// Reshards the operands and results of an op so that the factors selected by `wanted` are not sharded; each
    /// tensor keeps the axes of its other factors.
    pub(in super::super) fn unshard_factors(
        &mut self,
        op: OpId,
        mut wanted: impl FnMut(&Factors, usize) -> bool,
    ) {
        let Some(view) = self.view(op) else { return };
        let mut projection = Projection::new(&view.factors, &view.dims, view.elements.clone());
        for factor in 0..view.factors.sizes.len() {
            if wanted(&view.factors, factor) {
                let cells = projection.cells.iter_mut().filter_map(|row| row[factor].as_mut());
                cells.for_each(|cell| *cell = Cell::default());
            }
        }
        let dims: Dims =
            (0..view.values.len()).map(|tensor| projection.dims(&view.factors, tensor)).collect();
        self.reshard_operands(op, &view, &dims);
        self.reshard_results(op, &view, Some(&dims), &[]);
    }

    /// The axes of the reduced factors, except those that the first result keeps unreduced, in the
    /// order of the mesh.
    fn reduced_axes<'a>(&self, view: &RuleView, axes: impl Fn(usize) -> &'a [AxisRef]) -> Vec<AxisRef> {
        let kinds = view.factors.kinds.iter().enumerate();
        let factors = kinds.filter(|(_, kind)| **kind == FactorKind::Reduction).map(|(factor, _)| factor);
        let reduced: Vec<AxisRef> = factors.flat_map(axes).copied().collect();
        let first = view.shardings.get(view.factors.operands).and_then(|first| first.as_deref());
        subtract_axes(&reduced, first.map_or(&[], TensorSharding::unreduced_axes))
    }

    /// The new sharding of a tensor, if it differs from the present one. Open dimensions stay open; priorities are
    /// dropped.
    fn changed(&self, view: &RuleView, tensor: usize, dims: &[Vec<AxisRef>]) -> Option<ShardingSpec> {
        let dims = dims.to_vec();
        let is_replicated = |dims: &[Vec<AxisRef>]| dims.iter().all(Vec::is_empty);
        let old = view.shardings[tensor].as_deref();
        let same_mesh = old.is_none_or(|old| self.known.same_mesh(old.mesh(), view.mesh));
        if dims == view.dims[tensor] && (same_mesh || is_replicated(&dims)) && !view.overflowing[tensor] {
            return None;
        }
        let mut parts = old.map_or_else(ShardingParts::default, TensorSharding::parts);
        let open = |dim: usize| parts.dims.get(dim).is_some_and(|dim| dim.openness == Openness::Open);
        let dims = dims.into_iter().enumerate().map(|(dim, axes)| {
            let openness = if open(dim) { Openness::Open } else { Openness::Closed };
            DimSharding { openness, ..DimSharding::closed(axes) }
        });
        parts.dims = dims.collect();
        let used: Vec<AxisRef> = parts.dims.iter().flat_map(|dim| dim.axes.iter().copied()).collect();
        parts.replicated = subtract_axes(&parts.replicated, &used);
        // None when the axes cannot be in one sharding.
        let mesh = self.known.meshes.get(view.mesh);
        let sharding = TensorSharding::new(view.mesh, mesh, parts.normalised()).ok()?;
        Some(self.known.spec(&sharding))
    }

    /// Gives the results of an op their new shardings, adds them up along `reduced`, and brings them back to
    /// the shardings they had.
    fn reshard_results(&mut self, op: OpId, view: &RuleView, dims: Option<&Dims>, reduced: &[AxisRef]) {
        let results = view.factors.operands..view.values.len();
        let mut old: Vec<Option<ShardingSpec>> = Vec::with_capacity(results.len());
        for (index, tensor) in results.clone().enumerate() {
            let new = dims.and_then(|dims| self.changed(view, tensor, &dims[tensor]));
            old.push(new.is_some().then(|| self.spec_of_result(view, op, index)));
            if let Some(new) = new {
                self.set_result_sharding(op, index, new, view);
            }
        }
        let mut reduces: Vec<OpId> = Vec::new();
        let mut reshards: Vec<OpId> = Vec::new();
        for ((index, tensor), old) in results.enumerate().zip(old) {
            let result = view.values[tensor];
            let mut value = result;
            if !reduced.is_empty() {
                let spec = self.spec_of_result(view, op, index);
                let reduce = self.editor.all_reduce(value, self.axis_specs(view.mesh, reduced), spec, op);
                value = self.editor.result(reduce);
                reduces.push(reduce);
            }
            if let Some(old) = old {
                let reshard = self.editor.reshard(value, old, op);
                value = self.editor.result(reshard);
                reshards.push(reshard);
            }
            if value != result {
                self.editor.replace(result, value);
            }
        }
        reduces.append(&mut reshards);
        self.editor.put_after(op, &reduces);
    }

    /// The present sharding of a result; one without is replicated. Where only some results have one, the
    /// others are open as soon as there is a list.
    fn spec_of_result(&self, view: &RuleView, op: OpId, index: usize) -> ShardingSpec {
        let module = &*self.editor.module;
        module.result_sharding(op, index).cloned().unwrap_or_else(|| {
            let ty = module.type_of(module.op(op).result(index));
            let mesh = self.known.meshes.reference(view.mesh);
            shardings::unsharded_spec(module, &mesh, ty, Openness::Closed)
        })
    }

    fn set_result_sharding(&mut self, op: OpId, index: usize, spec: ShardingSpec, view: &RuleView) {
        let module = &mut *self.editor.module;
        match module.op(op).name.result_sharding_attr().of_propagation() {
            ResultShardingAttr::Single(name) => {
                let attr = shardings::single_attr(module, spec);
                module.set_attr(op, name, attr);
            }
            ResultShardingAttr::List(name) => {
                let mut specs = module.sharding_list(op, name).to_vec();
                if specs.is_empty() {
                    let mesh = self.known.meshes.reference(view.mesh);
                    let results = module.op(op).results();
                    let open = |value| {
                        shardings::unsharded_spec(module, &mesh, module.type_of(value), Openness::Open)
                    };
                    specs = results.map(open).collect();
                }
                specs[index] = spec;
                let attr = shardings::list_attr(module, specs);
                module.set_attr(op, name, attr);
            }
        }
    }
}

/// The value before any propagation barriers: as in Shardy, an op sees the sharding of that.
fn behind_barriers(module: &Module, mut value: ValueId) -> ValueId {
    while let Definition::Result { op, .. } = module.value(value).definition
        && shardings::op_code(module, op) == Some(OpCode::SdyPropagationBarrier)
    {
        value = module.op(op).operands[0];
    }
    value
}

/// The number of elements of a tensor; one for other values.
fn element_count(module: &Module, value: ValueId) -> u64 {
    let tensor = module.context.tensor(module.type_of(value));
    let sizes = tensor.into_iter().flat_map(|tensor| tensor.shape.iter().filter_map(|dim| dim.size()));
    sizes.fold(1, u64::saturating_mul)
}
