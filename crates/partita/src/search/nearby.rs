//! The plans near a plan of a program: one argument or result gets another sharding, or constraints are left out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash};

use partita_ir::names;
use partita_mesh::{AxisRef, DimSharding, Mesh, ShardingParts, TensorSharding};
use partita_mlir::PrintOptions;

use super::alternatives::near_layouts;
use super::annotate::PlanTarget;
use super::evaluate::{Evaluated, Evaluator, propagate};
use super::explore::Nearby;
use crate::plans::{Annotations, Structure};

/// Arguments that are changed together: the same parameter of every layer, or one of them. Each with the results that
/// replace it. A result that replaces no argument is a group of its own.
#[derive(Default)]
struct InterfaceGroup {
    arguments: Vec<usize>,
    results: Vec<usize>,
    shape: Vec<u64>,
    bytes: u128,
}

impl InterfaceGroup {
    /// All members together, then each of them.
    fn and_its_members(members: Vec<InterfaceGroup>) -> Vec<InterfaceGroup> {
        if members.len() == 1 {
            return members;
        }
        let mut all = InterfaceGroup::default();
        for member in &members {
            all.shape.clone_from(&member.shape);
            all.bytes += member.bytes;
            all.arguments.extend(&member.arguments);
            all.results.extend(&member.results);
        }
        std::iter::once(all).chain(members).collect()
    }
}

/// Changes of the annotations of a program.
pub(super) struct NearbyPlans<'a> {
    target: PlanTarget<'a>,
    evaluator: &'a Evaluator<'a>,
    mesh: Mesh,
    groups: Vec<InterfaceGroup>,
    /// Prices by the text of the program whose shardings are final: many annotations propagate to the same.
    known: RefCell<BTreeMap<String, Option<Evaluated>>>,
}

impl<'a> NearbyPlans<'a> {
    pub(super) fn new(target: PlanTarget<'a>, evaluator: &'a Evaluator<'a>) -> Self {
        let mesh = target.program.module.meshes().get(target.mesh).clone();
        Self { target, evaluator, mesh, groups: groups(target), known: RefCell::default() }
    }
}

impl Nearby<Annotations> for NearbyPlans<'_> {
    fn parts(&self) -> usize {
        self.groups.len() + 1
    }

    fn near(&self, plan: &Annotations, part: usize) -> Vec<Annotations> {
        let Some(group) = self.groups.get(part) else { return with_fewer_constraints(plan) };
        let first = group.arguments.first().map(|&at| &plan.arguments[at]);
        let current = first.or_else(|| Some(&plan.results[*group.results.first()?])).cloned().flatten();
        let dims: Vec<Vec<AxisRef>> = match &current {
            Some(sharding) => sharding.dims().iter().map(|dim| dim.axes.clone()).collect(),
            None => vec![Vec::new(); group.shape.len()],
        };
        let with = |sharding: Option<TensorSharding>| {
            let mut annotations = plan.clone();
            group.arguments.iter().for_each(|&at| annotations.arguments[at].clone_from(&sharding));
            group.results.iter().for_each(|&at| annotations.results[at].clone_from(&sharding));
            annotations
        };
        let sharding = |dims: Vec<Vec<AxisRef>>| {
            let dims = dims.into_iter().map(DimSharding::closed).collect();
            let parts = ShardingParts { dims, ..ShardingParts::default() };
            TensorSharding::new(self.target.mesh, &self.mesh, parts).ok()
        };
        let near = near_layouts(&self.mesh, &group.shape, &dims).into_iter().filter_map(sharding);
        // Without an annotation, propagation decides.
        let open = current.is_some().then_some(None);
        near.map(Some).chain(open).map(with).collect()
    }

    fn price(&self, plan: &Annotations) -> Option<Evaluated> {
        let program = plan.apply(self.target.program, self.target.given);
        let propagated = propagate(program, &self.evaluator.propagation).ok()?;
        let sharded = propagated.write().shard(self.evaluator.partitioning.pad_io).ok()?;
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
fn groups(target: PlanTarget<'_>) -> Vec<InterfaceGroup> {
    let module = &target.program.module;
    let Some(entry) = module.entry_function() else { return Vec::new() };
    let updates =
        Structure::new(target.program).map(|structure| structure.updates().to_vec()).unwrap_or_default();
    let mut found: BTreeMap<(usize, bool, String), Vec<InterfaceGroup>> = BTreeMap::default();
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
        let own = updates.iter().enumerate().filter(|(_, argument)| **argument == Some(index));
        let own = own.map(|(result, _)| result).filter(|&at| !target.is_given(names::RES_ATTRS, at));
        let single = match is_result {
            true => InterfaceGroup { results: vec![index], shape, bytes, ..InterfaceGroup::default() },
            false => InterfaceGroup { arguments: vec![index], results: own.collect(), shape, bytes },
        };
        found.entry((kind, is_result, name)).or_default().push(single);
    }
    let mut groups: Vec<InterfaceGroup> =
        found.into_values().flat_map(InterfaceGroup::and_its_members).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.bytes));
    groups
}
