//! Builds a propagation problem from a module.

use std::sync::Arc;

use partita_base::{Id, IdVec, Symbol};
use partita_ir::{
    AttrId, Module, OpCode, OpId, OpKind, ResultShardingAttr, SdyAttr, Type, TypeId, ValueId, names,
};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{AxisRef, DimSharding, Mesh, Openness};
use partita_propagate::{
    Direction, MlirOrderBuilder, OpTraits, PassThrough, Problem, ProblemOpId, RuleId, ShardingId, Slot,
    TensorId, View, ViewId,
};
use partita_rule::{FactorKind, RuleBuilder, RuleSpec};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::flow::{Calls, Crossing, Flow, flow_of};
use crate::class::{is_effect_free, is_elementwise, pass_through, unsupported_result};
use crate::import::argument_sharding;
use crate::rules::{OpKey, OpRule, RuleTable};

/// The propagation problem of a module, and which value, op or function each part of it comes from.
pub struct ModuleProblem {
    /// The problem; its tensors hold the solution after propagation.
    pub problem: Problem,
    /// The tensor of each value; `None` for values that take no part, such as tokens.
    pub tensors: Vec<Option<TensorId>>,
    /// The tensors of the main function's results.
    pub results: Vec<TensorId>,
    /// The main function; the shardings of its results take part in propagation.
    pub main: Option<OpId>,
    /// The op of each problem op, by problem op.
    pub ops: partita_ir::Walk,
    /// Ops of unknown behaviour: they have no rule in the table, none of their own and none in a rule file.
    pub unknown: Vec<OpId>,
    /// Ops with results that cannot take part: tensors of dynamic shape, tuples.
    pub unsupported: Vec<OpId>,
    /// Groups whose tensors are given different shardings, by the first tensor and the one that differs.
    pub contradictions: Vec<(TensorId, TensorId)>,
    /// Whether the module has calls.
    pub(super) has_calls: bool,
    /// The tensors of the results of data-flow edges.
    pub(super) edge_targets: FxHashSet<TensorId>,
    /// The sharding of each tensor as annotated in the module.
    pub(super) initial: Vec<Option<ShardingId>>,
}

/// Ops that need a second pass.
#[derive(Default)]
struct Special {
    edges: Vec<OpId>,
    groups: Vec<OpId>,
    /// Loops, whose arguments and results are the same tensors.
    loops: Vec<OpId>,
    has_calls: bool,
}

/// The state of building a problem.
pub(super) struct Builder<'m, 'r> {
    pub(super) module: &'m Module,
    pub(super) problem: MlirOrderBuilder,
    // These become the fields of the same names of `ModuleProblem`.
    pub(super) tensors: Vec<Option<TensorId>>,
    results: Vec<TensorId>,
    main: Option<OpId>,
    unknown: Vec<OpId>,
    unsupported: Vec<OpId>,
    contradictions: Vec<(TensorId, TensorId)>,
    edge_targets: FxHashSet<TensorId>,
    /// Shardings by attribute and rank.
    shardings: FxHashMap<(AttrId, usize), Option<ShardingId>>,
    lists: FxHashMap<AttrId, SmallVec<[Option<ShardingId>; 2]>>,
    identities: FxHashMap<(TypeId, usize), RuleId>,
    rules: RuleTable<'r>,
    /// What ops have in common, by their key.
    kinds: IdVec<OpKey, KnownOp>,
    /// The number of uses of each value.
    pub(super) use_counts: Vec<u32>,
    types: IdVec<TypeId, TypeFacts>,
    /// Ops with a rule and several results.
    pub(super) several_results: Vec<OpId>,
    /// Whether each tensor belongs to the result of an edge, and so to several values.
    pub(super) at_edge: IdVec<TensorId, bool>,
    /// The problem op of the edge whose result is a tensor.
    pub(super) edges: FxHashMap<TensorId, ProblemOpId>,
}

/// The rule and traits that ops with one key share.
#[derive(Clone, Copy)]
struct KnownOp {
    /// The rule in the problem; `None` if there is nothing to propagate.
    rule: Option<RuleId>,
    /// The traits without `single_use`, which differs between ops.
    traits: OpTraits,
    /// Whether the behaviour of the op is unknown.
    is_unknown: bool,
}

/// The ops of a module in the order of the problem.
pub(super) struct Walk {
    pub(super) ops: partita_ir::Walk,
    /// Ops with blocks: their position, and the number of ops after them that are nested in them.
    pub(super) holders: Vec<(usize, usize)>,
}

/// The properties of a type that propagation needs.
#[derive(Clone, Copy)]
pub(super) struct TypeFacts {
    /// Whether it is a tensor type of static shape. Values of other types take no part.
    is_static_tensor: bool,
    /// Whether it has no dimensions. Nothing can be sharded, so the number of uses does not matter.
    pub(super) is_scalar: bool,
}

impl TypeFacts {
    fn new(ty: &Type) -> Self {
        match ty {
            Type::Tensor(tensor) => Self {
                is_static_tensor: tensor.shape.iter().all(|dim| dim.size().is_some()),
                is_scalar: tensor.rank() == 0,
            },
            _ => Self { is_static_tensor: false, is_scalar: true },
        }
    }
}

impl ModuleProblem {
    /// Builds the problem of a verified module.
    pub fn new(module: &Module, rules: RuleTable<'_>) -> Self {
        let mut types = IdVec::new();
        for (_, ty) in module.context.types() {
            types.push(TypeFacts::new(ty));
        }
        let builder = Builder {
            module,
            problem: MlirOrderBuilder::new(module.meshes()),
            tensors: vec![None; module.value_count()],
            results: Vec::new(),
            main: module.main_function(),
            unknown: Vec::new(),
            unsupported: Vec::new(),
            contradictions: Vec::new(),
            edge_targets: FxHashSet::default(),
            shardings: FxHashMap::default(),
            lists: FxHashMap::default(),
            identities: FxHashMap::default(),
            rules,
            kinds: IdVec::new(),
            use_counts: vec![0; module.value_count()],
            types,
            several_results: Vec::new(),
            at_edge: IdVec::new(),
            edges: FxHashMap::default(),
        };
        builder.build()
    }
}

impl ModuleProblem {
    /// Whether the module annotates a tensor with a sharding.
    pub fn is_annotated(&self, tensor: TensorId) -> bool {
        self.initial.get(tensor.index()).is_some_and(Option::is_some)
    }

    /// Whether the sharding of a tensor differs from its annotation.
    pub fn is_changed(&self, tensor: TensorId) -> bool {
        self.problem.tensors[tensor].sharding != self.initial.get(tensor.index()).copied().flatten()
    }
}

impl Builder<'_, '_> {
    fn build(mut self) -> ModuleProblem {
        let module = self.module;
        let (ops, holders) = module.walk_with_insides(module.top());
        let walk = Walk { ops, holders };
        let special = self.add_nodes(&walk.ops);
        let calls = if special.has_calls { Calls::new(module) } else { Calls::default() };
        let flows = self.add_flows(&special, &calls);
        let may_be_dead = self.add_ops(&walk.ops, flows);
        if may_be_dead {
            self.add_liveness(&walk);
        }
        self.add_siblings();
        self.add_boundary();
        self.add_groups(&special.groups);
        // Before groups are unified: a sharding that a tensor gets from its group is not an annotation and is written
        // back.
        let tensors = self.problem.base.problem().tensors.as_slice();
        let initial = tensors.iter().map(|tensor| tensor.sharding).collect();
        self.unify_groups();
        let notifications = self.notifications(&walk, &calls);
        ModuleProblem {
            problem: self.problem.finish(notifications),
            tensors: self.tensors,
            results: self.results,
            main: self.main,
            ops: walk.ops,
            unknown: self.unknown,
            unsupported: self.unsupported,
            contradictions: self.contradictions,
            has_calls: special.has_calls,
            edge_targets: self.edge_targets,
            initial,
        }
    }

    /// Finds the data flow of each edge. Values that share the sharding of an edge get one tensor.
    fn add_flows(&mut self, special: &Special, calls: &Calls) -> Vec<Option<Flow>> {
        let module = self.module;
        self.at_edge = IdVec::filled(false, self.problem.base.problem().tensors.len());
        for result in special.loops.iter().flat_map(|&op| module.op(op).results()) {
            if let Some(tensor) = self.tensors[result.index()] {
                self.at_edge[tensor] = true;
            }
        }
        let add = |&edge: &OpId| {
            let flow = flow_of(module, edge, calls)?;
            let target = self.tensors[module.op(edge).result(0).index()];
            for value in &flow.same {
                self.tensors[value.index()] = target;
            }
            if let Some(target) = target {
                self.at_edge[target] = true;
            }
            Some(flow)
        };
        special.edges.iter().map(add).collect()
    }

    fn tensor_of(&self, value: ValueId) -> Option<TensorId> {
        self.tensors[value.index()]
    }

    pub(super) fn type_facts(&self, value: ValueId) -> TypeFacts {
        self.types[self.module.type_of(value)]
    }

    fn new_tensor(&mut self, sharding: Option<ShardingId>) -> TensorId {
        self.problem.base.add_tensor(sharding)
    }

    /// Adds the tensors of the results of an op.
    #[inline]
    fn add_results(&mut self, op: OpId) {
        let data = self.module.op(op);
        let may_shard = |name: Symbol| {
            [names::SDY_SHARDING, names::SHARDING, names::OUT_SHARDING, names::OUT_SHARDINGS].contains(&name)
        };
        if data.attrs.iter().any(|&(name, _)| may_shard(name)) {
            return self.add_sharded_results(op);
        }
        for result in data.results() {
            if self.type_facts(result).is_static_tensor {
                self.tensors[result.index()] = Some(self.new_tensor(None));
            } else {
                self.note_unsupported(op);
            }
        }
    }

    /// The same for an op that may have shardings.
    #[inline(never)]
    fn add_sharded_results(&mut self, op: OpId) {
        let shardings = self.result_shardings(op);
        for (index, result) in self.module.op(op).results().enumerate() {
            if self.type_facts(result).is_static_tensor {
                let sharding = shardings.get(index).copied().flatten();
                self.tensors[result.index()] = Some(self.new_tensor(sharding));
            } else {
                self.note_unsupported(op);
            }
        }
    }

    #[cold]
    fn note_unsupported(&mut self, op: OpId) {
        if unsupported_result(self.module, op).is_some() && self.unsupported.last() != Some(&op) {
            self.unsupported.push(op);
        }
    }

    /// Adds the tensors of the arguments of an op's blocks. An argument without an edge has the
    /// sharding that is annotated on the op.
    fn add_block_args(&mut self, op: OpId) {
        let module = self.module;
        let code = module.op(op).name.code();
        let blocks = module.op(op).regions.iter().flat_map(|&region| &module.region(region).blocks);
        for &block in blocks {
            for (index, &arg) in module.block(block).args.iter().enumerate() {
                if !self.type_facts(arg).is_static_tensor {
                    continue;
                }
                let sharding = match code {
                    Some(OpCode::FuncFunc) => {
                        let attr = module.func_sharding_attr(op, names::ARG_ATTRS, index);
                        attr.and_then(|attr| self.resolve(attr, arg))
                    }
                    Some(OpCode::While) => {
                        let result = module.op(op).results().nth(index);
                        self.tensors[arg.index()] = result.and_then(|result| self.tensor_of(result));
                        continue;
                    }
                    Some(code) if code.kind() == OpKind::Computation => {
                        let spec = argument_sharding(module, op, index);
                        spec.and_then(|spec| self.resolve_spec(&spec, arg))
                    }
                    _ => None,
                };
                self.tensors[arg.index()] = Some(self.new_tensor(sharding));
            }
        }
    }

    /// The annotated shardings of the results of an op.
    fn result_shardings(&mut self, op: OpId) -> SmallVec<[Option<ShardingId>; 2]> {
        let module = self.module;
        let data = module.op(op);
        if data.result_count() == 0 {
            return SmallVec::new();
        }
        let list = match data.name.result_sharding_attr() {
            ResultShardingAttr::Single(name) => {
                let sharding = data.attr(name).and_then(|attr| self.resolve(attr, data.result(0)));
                return SmallVec::from_elem(sharding, 1);
            }
            ResultShardingAttr::List(name) => name,
        };
        let Some(attr) = data.attr(list) else { return SmallVec::new() };
        if let Some(known) = self.lists.get(&attr) {
            return known.clone();
        }
        let specs = module.sharding_list(op, list);
        let list: SmallVec<[Option<ShardingId>; 2]> =
            data.results().zip(specs).map(|(result, spec)| self.resolve_spec(spec, result)).collect();
        self.lists.insert(attr, list.clone());
        list
    }

    /// The sharding that an attribute means for a value.
    fn resolve(&mut self, attr: AttrId, value: ValueId) -> Option<ShardingId> {
        let rank = self.module.context.tensor(self.module.type_of(value))?.rank();
        if let Some(&known) = self.shardings.get(&(attr, rank)) {
            return known;
        }
        let id = self.module.sharding_spec(attr).and_then(|spec| self.resolve_spec(spec, value));
        self.shardings.insert((attr, rank), id);
        id
    }

    fn resolve_spec(&mut self, spec: &ShardingSpec, value: ValueId) -> Option<ShardingId> {
        let builder = &mut self.problem.base;
        let ty = self.module.type_of(value);
        self.module.context.tensor(ty)?;
        let resolved = self.module.resolve_sharding(builder.meshes_mut(), spec, ty)?;
        Some(builder.sharding(resolved))
    }

    /// The rule by which all tensors have the sharding of a value: every dimension is one factor of all.
    fn identity(&mut self, value: ValueId, operands: usize) -> Option<RuleId> {
        let ty = self.module.type_of(value);
        if let Some(&known) = self.identities.get(&(ty, operands)) {
            return Some(known);
        }
        let shape = self.module.context.tensor(ty)?.static_shape()?;
        let id = self.problem.base.rule(identity_rule(&shape, operands));
        self.identities.insert((ty, operands), id);
        Some(id)
    }

    /// Adds all ops; `flows` are those of the edges among them. Returns whether any op may be dead.
    fn add_ops(&mut self, walk: &[OpId], flows: Vec<Option<Flow>>) -> bool {
        let mut flows = flows.into_iter();
        let mut may_be_dead = false;
        self.problem.base.reserve(0, walk.len());
        self.edges.reserve(flows.len());
        self.edge_targets.reserve(flows.len());
        for &op in walk {
            let data = self.module.op(op);
            let is_unused = data.results().all(|result| self.use_counts[result.index()] == 0);
            may_be_dead |= is_unused && is_effect_free(self.module, op);
            let new = match data.name.code() {
                Some(code) if code.kind() == OpKind::Edge => {
                    flows.next().flatten().and_then(|flow| self.flow(op, &flow))
                }
                Some(OpCode::SdyPropagationBarrier) => self.barrier(op),
                _ if data.result_count() == 0 && data.operands.is_empty() => None,
                _ => self.plain_op(op),
            };
            if new.is_none() {
                self.problem.add_op_without_rule();
            }
        }
        may_be_dead
    }

    /// Adds an op that has a factor rule.
    fn plain_op(&mut self, op: OpId) -> Option<ProblemOpId> {
        let module = self.module;
        let data = module.op(op);
        let key = self.rules.key(module, op)?;
        let kind = match self.kinds.get(key) {
            Some(known) => *known,
            None => self.add_kind(key, op),
        };
        let Some(rule) = kind.rule else {
            if kind.is_unknown {
                self.unknown.push(op);
            }
            return None;
        };
        let one_use =
            |value: &ValueId| self.use_counts[value.index()] == 1 || self.type_facts(*value).is_scalar;
        let traits = OpTraits { single_use: data.operands.iter().all(one_use), ..kind.traits };
        let tensor = |value: ValueId| self.tensors[value.index()];
        let operands = data.operands.iter().map(|&operand| tensor(operand));
        let new = self.problem.add_op_if_complete(rule, traits, operands, data.results().map(tensor))?;
        if data.result_count() > 1 {
            self.several_results.push(op);
        }
        Some(new)
    }

    /// Determines the rule and traits of ops with a new key, from the first of them.
    #[cold]
    fn add_kind(&mut self, key: OpKey, op: OpId) -> KnownOp {
        let module = self.module;
        let found = self.rules.of_key(key);
        // Between scalars there is nothing to propagate.
        let rule = found.rule().filter(|rule| !rule.factor_sizes.is_empty());
        let elementwise = is_elementwise(module, op);
        let kind = KnownOp {
            rule: rule.map(|rule| self.problem.base.rule(Arc::clone(rule))),
            traits: OpTraits {
                pass_through: if elementwise { PassThrough::Both } else { pass_through(module, op) },
                broadcasts: module.op(op).name.code() == Some(OpCode::BroadcastInDim),
                elementwise,
                ..OpTraits::default()
            },
            is_unknown: *found == OpRule::Unknown,
        };
        self.kinds.push(kind);
        kind
    }

    /// Adds the tensors of all values and counts their uses.
    fn add_nodes(&mut self, walk: &[OpId]) -> Special {
        let module = self.module;
        let mut special = Special::default();
        self.problem.base.reserve(module.value_count(), 0);
        for &op in walk {
            let data = module.op(op);
            match data.name.code() {
                Some(code) if code.kind() == OpKind::Edge => special.edges.push(op),
                Some(OpCode::SdyShardingGroup) => special.groups.push(op),
                Some(OpCode::While) => special.loops.push(op),
                Some(OpCode::FuncCall) => special.has_calls = true,
                _ => {}
            }
            self.add_results(op);
            for operand in &data.operands {
                self.use_counts[operand.index()] += 1;
            }
            if !data.regions.is_empty() {
                self.add_block_args(op);
            }
        }
        special
    }

    /// Adds a propagation barrier: an identity limited to the directions that it allows. It propagates at the first
    /// level of op priority, as data-flow edges do.
    fn barrier(&mut self, op: OpId) -> Option<ProblemOpId> {
        let (operand, result) = (self.module.op(op).operands[0], self.module.op(op).result(0));
        let (from, to) = (self.tensor_of(operand)?, self.tensor_of(result)?);
        let rule = self.identity(result, 1)?;
        let traits = OpTraits {
            pass_through: PassThrough::Both,
            single_use: true,
            elementwise: true,
            identity: true,
            limit: barrier_limit(self.module, op),
            ..OpTraits::default()
        };
        Some(self.problem.base.add_op(rule, traits, [from], [to]))
    }

    fn flow(&mut self, edge: OpId, flow: &Flow) -> Option<ProblemOpId> {
        let result = self.module.op(edge).result(0);
        let target = self.tensor_of(result)?;
        let mut sources: SmallVec<[Slot; 4]> = SmallVec::new();
        let view = flow.manual.and_then(|crossing| self.view_of(crossing));
        let (source_view, target_view) = match flow.manual {
            Some(Crossing::Into(..)) => (None, view),
            Some(Crossing::OutOf(..)) => (view, None),
            None => (None, None),
        };
        for &source in &flow.sources {
            sources.push(Slot { tensor: self.tensor_of(source)?, view: source_view });
        }
        let rule = self.identity(result, flow.sources.len())?;
        // The edge op is the only user of its operand, so it propagates at the first level of op priority.
        let single_use = true;
        let traits =
            OpTraits { pass_through: PassThrough::Both, single_use, identity: true, ..OpTraits::default() };
        let target_slot = Slot { tensor: target, view: target_view };
        let id = self.problem.add_edge(rule, traits, sources, target_slot);
        self.edges.insert(target, id);
        self.edge_targets.insert(target);
        Some(id)
    }

    /// The view of a value inside a manual computation from outside: behind the manual axes.
    fn view_of(&mut self, crossing: Crossing) -> Option<ViewId> {
        let (op, list, index) = match crossing {
            Crossing::Into(op, index) => (op, names::IN_SHARDINGS, index),
            Crossing::OutOf(op, index) => (op, names::OUT_SHARDINGS, index),
        };
        let module = self.module;
        let Some(SdyAttr::ManualAxes(manual)) = module.sdy_attr(op, names::MANUAL_AXES) else { return None };
        let Some(SdyAttr::ShardingPerValue(specs)) = module.sdy_attr(op, list) else { return None };
        let spec = specs.get(index)?;
        let builder = &mut self.problem.base;
        let sharding = builder.meshes_mut().resolve(spec, partita_mesh::Subject::Unknown).ok()?;
        let mesh = builder.problem().meshes.get(sharding.mesh());
        let is_manual = |axis: &AxisRef| manual.iter().any(|name| is_axis(mesh, name, *axis));
        let only_manual = |axes: &[AxisRef]| axes.iter().copied().filter(is_manual).collect::<Vec<_>>();
        let view = View {
            mesh: sharding.mesh(),
            prefix: sharding.dims().iter().map(|dim| only_manual(&dim.axes)).collect(),
            replicated: only_manual(sharding.replicated_axes()),
            unreduced: only_manual(sharding.unreduced_axes()),
        };
        Some(builder.view(view))
    }

    /// Connects the values that the main function returns with the shardings of its results.
    fn add_boundary(&mut self) {
        let module = self.module;
        let Some(main) = self.main else { return };
        let Some(&region) = module.op(main).regions.first() else { return };
        let Some(&block) = module.region(region).blocks.last() else { return };
        let Some(&terminator) = module.block(block).ops.last() else { return };
        let (_, results) = module.func_type(main);
        let count = results.len();
        for (index, &value) in module.op(terminator).operands.iter().enumerate().take(count) {
            let attr = module.func_sharding_attr(main, names::RES_ATTRS, index);
            let sharding = attr.and_then(|attr| self.resolve(attr, value));
            let result = self.new_tensor(sharding);
            self.results.push(result);
            let (Some(tensor), Some(rule)) = (self.tensor_of(value), self.identity(value, 1)) else {
                continue;
            };
            let traits = OpTraits { identity: true, ..OpTraits::default() };
            self.problem.add_boundary(rule, traits, tensor, result);
        }
    }

    fn add_groups(&mut self, ops: &[OpId]) {
        let module = self.module;
        let mut groups: FxHashMap<i128, u32> = FxHashMap::default();
        let id_name = OpCode::SdyShardingGroup.info().attrs[0].symbol;
        for &op in ops {
            let Some(partita_ir::Attr::Integer { value: id, .. }) = module.attr(op, id_name) else {
                continue;
            };
            let Some(tensor) = self.tensor_of(module.op(op).operands[0]) else { continue };
            let next = groups.len() as u32;
            let group = *groups.entry(*id).or_insert(next);
            self.problem.base.add_to_group(group, tensor);
        }
    }

    /// Gives all members of a group the one sharding that any of them has. A sharding that is entirely
    /// open counts as none. Groups whose members have different shardings are recorded as contradictions.
    fn unify_groups(&mut self) {
        for group in 0..self.problem.base.problem().groups.len() {
            let problem = self.problem.base.problem();
            let members = problem.groups[group].clone();
            let is_open = |dim: &DimSharding| dim.axes.is_empty() && dim.openness == Openness::Open;
            let given = |member: TensorId| {
                let id = problem.tensors[member].sharding?;
                (!problem.sharding_of(id).dims().iter().all(is_open)).then_some((member, id))
            };
            let mut all_given = members.iter().filter_map(|&member| given(member));
            let Some((source, first)) = all_given.next() else { continue };
            match all_given.find(|&(_, other)| other != first) {
                Some((other, _)) => self.contradictions.push((source, other)),
                None => members.iter().for_each(|&member| self.problem.base.set_sharding(member, first)),
            }
        }
    }
}

/// Whether an axis is the named one or a part of it.
fn is_axis(mesh: &Mesh, name: &str, axis: AxisRef) -> bool {
    mesh.find(name) == Some(axis.axis())
}

/// The directions a propagation barrier allows; every other op allows all.
fn barrier_limit(module: &Module, op: OpId) -> Direction {
    if module.op(op).name.code() != Some(OpCode::SdyPropagationBarrier) {
        return Direction::BOTH;
    }
    let name = OpCode::SdyPropagationBarrier.info().attrs[0].symbol;
    match module.attr(op, name) {
        Some(partita_ir::Attr::Integer { value: 0, .. }) => Direction::NONE,
        Some(partita_ir::Attr::Integer { value: 1, .. }) => Direction::FORWARD,
        Some(partita_ir::Attr::Integer { value: 2, .. }) => Direction::BACKWARD,
        _ => Direction::BOTH,
    }
}

/// One factor per dimension, shared by all.
fn identity_rule(shape: &[u64], operands: usize) -> RuleSpec {
    let mut rule = RuleBuilder::new(&vec![shape.len(); operands], &[shape.len()]);
    for (dim, &size) in shape.iter().enumerate() {
        let mut factor = rule.factor(FactorKind::PassThrough, size);
        for operand in 0..operands {
            factor = factor.operand(operand, dim);
        }
        factor.result(0, dim);
    }
    rule.finish()
}
