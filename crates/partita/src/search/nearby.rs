//! The plans near a plan of a program: one argument, result or product gets another sharding, or constraints are left out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash};

use partita_ir::{Computed, OpId, ValueId, names};
use partita_mesh::{AxisRef, DimSharding, Mesh, ShardingParts, TensorSharding};
use partita_mlir::PrintOptions;

use super::alternatives::near_layouts;
use super::annotate::PlanTarget;
use super::evaluate::{Evaluated, Evaluator, propagate};
use super::explore::Nearby;
use crate::plans::Annotations;

/// The most groups of products.
const MOST_PRODUCTS: usize = 12;

/// Tensors that are changed together. Arguments: the same parameter of every layer, or one of them, each with the results that
/// replace it. A result that replaces no argument is a group of its own. Products get constraints.
#[derive(Default)]
struct TensorGroup {
    arguments: Vec<usize>,
    results: Vec<usize>,
    products: Vec<ValueId>,
    shape: Vec<u64>,
    bytes: u128,
}

impl TensorGroup {
    /// The annotation of its first member in a plan.
    fn current(&self, plan: &Annotations) -> Option<TensorSharding> {
        if let Some(&at) = self.arguments.first() {
            return plan.arguments[at].clone();
        }
        if let Some(&at) = self.results.first() {
            return plan.results[at].clone();
        }
        let constraint = plan.constraints.iter().find(|(value, _)| self.products.contains(value));
        constraint.map(|(_, sharding)| sharding.clone())
    }

    /// All members together, then each of them.
    fn and_its_members(members: Vec<TensorGroup>) -> Vec<TensorGroup> {
        if members.len() == 1 {
            return members;
        }
        let mut all = TensorGroup::default();
        for member in &members {
            all.shape.clone_from(&member.shape);
            all.bytes += member.bytes;
            all.arguments.extend(&member.arguments);
            all.results.extend(&member.results);
            all.products.extend(&member.products);
        }
        std::iter::once(all).chain(members).collect()
    }
}

/// Changes of the annotations of a program.
pub(super) struct NearbyPlans<'a> {
    target: PlanTarget<'a>,
    evaluator: &'a Evaluator<'a>,
    mesh: Mesh,
    groups: Vec<TensorGroup>,
    /// Prices by the text of the program whose shardings are final: many annotations propagate to the same.
    known: RefCell<BTreeMap<String, Option<Evaluated>>>,
}

impl<'a> NearbyPlans<'a> {
    pub(super) fn new(target: PlanTarget<'a>, evaluator: &'a Evaluator<'a>) -> Self {
        let mesh = target.program.module.meshes().get(target.mesh).clone();
        let mut groups = interface_groups(target);
        groups.extend(product_groups(target));
        Self { target, evaluator, mesh, groups, known: RefCell::default() }
    }
}

impl Nearby<Annotations> for NearbyPlans<'_> {
    fn parts(&self) -> usize {
        self.groups.len() + 1
    }

    fn near(&self, plan: &Annotations, part: usize) -> Vec<Annotations> {
        let Some(group) = self.groups.get(part) else { return with_fewer_constraints(plan) };
        let current = group.current(plan);
        let dims: Vec<Vec<AxisRef>> = match &current {
            Some(sharding) => sharding.dims().iter().map(|dim| dim.axes.clone()).collect(),
            None => vec![Vec::new(); group.shape.len()],
        };
        let with = |sharding: Option<TensorSharding>| {
            let mut annotations = plan.clone();
            group.arguments.iter().for_each(|&at| annotations.arguments[at].clone_from(&sharding));
            group.results.iter().for_each(|&at| annotations.results[at].clone_from(&sharding));
            annotations.constraints.retain(|(value, _)| !group.products.contains(value));
            let constraint = |sharding: &TensorSharding| {
                group.products.iter().map(|&value| (value, sharding.clone())).collect::<Vec<_>>()
            };
            annotations.constraints.extend(sharding.as_ref().map(constraint).into_iter().flatten());
            annotations
        };
        let sharding = |dims: Vec<Vec<AxisRef>>| {
            let dims = dims.into_iter().map(DimSharding::closed).collect();
            let parts = ShardingParts { dims, ..ShardingParts::default() };
            TensorSharding::new(self.target.mesh, &self.mesh, parts).ok()
        };
        // A product without a constraint may also get one that replicates it.
        let replicated = (current.is_none() && !group.products.is_empty()).then(|| dims.clone());
        let near =
            near_layouts(&self.mesh, &group.shape, &dims).into_iter().chain(replicated).filter_map(sharding);
        // Without an annotation, propagation decides.
        let open = current.is_some().then_some(None);
        near.map(Some).chain(open).map(with).collect()
    }

    fn price(&self, plan: &Annotations) -> Option<Evaluated> {
        let program = plan.apply(self.target.program, self.target.given);
        let propagated = propagate(program, &self.evaluator.propagation).ok()?;
        let sharded = propagated.write().shard(self.evaluator.partitioning.pad_io).ok()?;
        // Without annotations of its own, propagation may give a new version another sharding.
        if !self.target.versions.keep_shardings(&sharded) {
            return None;
        }
        let text = partita_mlir::print(sharded.module(), PrintOptions::default());
        let known = self.known.borrow().get(&text).copied();
        known.unwrap_or_else(|| {
            let priced = self.evaluator.price_sharded(sharded).ok();
            self.known.borrow_mut().insert(text, priced);
            priced
        })
    }

    fn hash(&self, plan: &Annotations, hasher: &mut DefaultHasher) {
        (&plan.arguments, &plan.results, &plan.constraints, &plan.operands).hash(hasher);
    }
}

/// Without all constraints, without those of one sharding, or without those of operands.
fn with_fewer_constraints(plan: &Annotations) -> Vec<Annotations> {
    let mut fewer: Vec<Annotations> = Vec::new();
    if !plan.operands.is_empty() {
        fewer.push(Annotations { operands: Vec::new(), ..plan.clone() });
    }
    let mut kinds: Vec<&TensorSharding> = Vec::new();
    for (_, sharding) in &plan.constraints {
        if !kinds.contains(&sharding) {
            kinds.push(sharding);
        }
    }
    if kinds.len() > 1 {
        fewer.push(Annotations { constraints: Vec::new(), ..plan.clone() });
    }
    for kind in kinds {
        let mut annotations = plan.clone();
        annotations.constraints.retain(|(_, sharding)| sharding != kind);
        fewer.push(annotations);
    }
    fewer
}

/// The arguments of a program by their types and names without numbers, and the results that replace none: each group and
/// each member, the largest first.
fn interface_groups(target: PlanTarget<'_>) -> Vec<TensorGroup> {
    let module = &target.program.module;
    let Some(entry) = module.entry_function() else { return Vec::new() };
    let updates = target.versions.of_results();
    let mut found: BTreeMap<(usize, bool, String), Vec<TensorGroup>> = BTreeMap::default();
    let mut types = Vec::new();
    let (inputs, results) = module.func_type(entry);
    let arguments = inputs.iter().enumerate().map(|(at, ty)| (names::ARG_ATTRS, at, *ty));
    let results = results.iter().enumerate().map(|(at, ty)| (names::RES_ATTRS, at, *ty));
    for (lists, index, ty) in arguments.chain(results) {
        let is_result = lists == names::RES_ATTRS;
        let Some(tensor) = module.context.tensor(ty) else { continue };
        let Some(shape) = tensor.static_shape().filter(|shape| !shape.is_empty()) else { continue };
        // An annotation that stays is not changed, and a new version of an argument follows it.
        let is_update = is_result && updates.get(index).is_some_and(Option::is_some);
        if is_update || target.is_given(lists, index) {
            continue;
        }
        let kind = types.iter().position(|known| *known == ty).unwrap_or(types.len());
        if kind == types.len() {
            types.push(ty);
        }
        let name = if is_result { String::new() } else { partita_report::argument_path(module, index) };
        let name: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        let elements: u128 = shape.iter().map(|&size| u128::from(size)).product();
        let bytes = elements * u128::from(module.element_bits(tensor.element).unwrap_or(32));
        let own = updates.iter().enumerate().filter(|(_, argument)| !is_result && **argument == Some(index));
        let own: Vec<usize> = own.map(|(result, _)| result).collect();
        // An argument follows a new version whose annotation stays: with another sharding it would be a copy in every step.
        if own.iter().any(|&at| target.is_given(names::RES_ATTRS, at)) {
            continue;
        }
        let single = match is_result {
            true => TensorGroup { results: vec![index], shape, bytes, ..TensorGroup::default() },
            false => {
                TensorGroup { arguments: vec![index], results: own, shape, bytes, ..TensorGroup::default() }
            }
        };
        found.entry((kind, is_result, name)).or_default().push(single);
    }
    let mut groups: Vec<TensorGroup> = found.into_values().flat_map(TensorGroup::and_its_members).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.bytes));
    groups
}

/// The products of the entry function by their types: each group and each member, the largest first. Of a large program none.
fn product_groups(target: PlanTarget<'_>) -> Vec<TensorGroup> {
    let module = &target.program.module;
    let Some(entry) = module.entry_function() else { return Vec::new() };
    let is_product =
        |&op: &OpId| module.code(op).is_some_and(|code| code.traits().computed == Computed::Product);
    let mut found: BTreeMap<(Vec<u64>, u32), Vec<TensorGroup>> = BTreeMap::default();
    for op in module.walk(entry).into_iter().filter(is_product) {
        let value = module.op(op).result(0);
        let Some(tensor) = module.context.tensor(module.type_of(value)) else { continue };
        let Some(shape) = tensor.static_shape().filter(|shape| !shape.is_empty()) else { continue };
        let bits = module.element_bits(tensor.element).unwrap_or(32);
        let bytes = shape.iter().map(|&size| u128::from(size)).product::<u128>() * u128::from(bits);
        let single =
            TensorGroup { products: vec![value], shape: shape.clone(), bytes, ..TensorGroup::default() };
        found.entry((shape, bits as u32)).or_default().push(single);
    }
    let mut groups: Vec<TensorGroup> = found.into_values().flat_map(TensorGroup::and_its_members).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.bytes));
    if groups.len() > MOST_PRODUCTS { Vec::new() } else { groups }
}
