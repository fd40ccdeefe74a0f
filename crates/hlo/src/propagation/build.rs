//! A problem from a module.

use partita_base::{Id, IdVec, Symbol};
use partita_ir::{AttrId, Module, OpCode, OpId, SdyAttr, Type, TypeId, ValueId, names};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{AxisRef, DimSharding, Mesh, Openness};
use partita_propagate::{
    Direction, Lists, Liveness, OpTraits, PassThrough, Problem, ProblemOp, ProblemOpId, RuleId, ShardingId,
    Slot, Tensor, TensorId, UsedValue, View, ViewId,
};
use partita_rule::{FactorKind, RuleBuilder, RuleSpec};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::flow::{Calls, Crossing, Flow, flow_of};
use crate::class::{is_effect_free, is_elementwise, is_terminator, pass_through, unsupported};
use crate::import::argument_sharding;
use crate::rules::{OpKey, OpRule, RuleTable};

/// A module and the problem it poses.
pub struct ModuleProblem {
    /// The problem; its tensors hold the answer after propagation.
    pub problem: Problem,
    /// The tensor of each value, by value.
    pub tensors: Vec<Option<TensorId>>,
    /// The tensors of the main function's results.
    pub results: Vec<TensorId>,
    /// The main function.
    pub main: Option<OpId>,
    /// The op of each problem op, by problem op.
    pub ops: Vec<OpId>,
    /// Ops about which nobody said how they behave.
    pub unknown: Vec<OpId>,
    /// Ops with results that cannot take part: tensors of dynamic shape, tuples.
    pub unsupported: Vec<OpId>,
    /// Groups whose tensors are given different shardings, by the first tensor and the one that differs.
    pub contradictions: Vec<(TensorId, TensorId)>,
    /// Whether functions still call each other.
    pub(super) has_calls: bool,
    /// The tensors that edges lead to.
    pub(super) edge_targets: FxHashSet<TensorId>,
    /// The shardings that the text gave.
    pub(super) initial: Vec<Option<ShardingId>>,
}

/// Ops that are looked at again.
#[derive(Default)]
struct Special {
    edges: Vec<OpId>,
    groups: Vec<OpId>,
    /// Loops, whose arguments and results are the same tensors.
    loops: Vec<OpId>,
    has_calls: bool,
}

/// What building needs to look up again and again.
struct Builder<'m, 'r> {
    module: &'m Module,
    out: ModuleProblem,
    /// Shardings by attribute and rank.
    shardings: FxHashMap<(AttrId, usize), Option<ShardingId>>,
    lists: FxHashMap<AttrId, SmallVec<[Option<ShardingId>; 2]>>,
    identities: FxHashMap<(TypeId, usize), RuleId>,
    rules: RuleTable<'r>,
    /// What ops have in common, by their key.
    kinds: IdVec<OpKey, OpKind>,
    /// How often each value is used.
    use_counts: Vec<u32>,
    types: IdVec<TypeId, TypeFacts>,
    /// Ops with a rule and several results.
    several_results: Vec<OpId>,
    /// Whether each tensor is that of an edge's result, and so of several values.
    at_edge: IdVec<TensorId, bool>,
    /// The problem op of the edge that leads to a tensor.
    edges: FxHashMap<TensorId, ProblemOpId>,
}

/// What ops with one key have in common.
#[derive(Clone, Copy)]
struct OpKind {
    /// The problem's rule, if there is anything to propagate.
    rule: Option<RuleId>,
    /// Apart from the number of uses.
    traits: OpTraits,
    /// Whether nobody said how the op behaves.
    is_unknown: bool,
}

/// The ops of a module in the order of the problem.
struct Walk {
    ops: Vec<OpId>,
    /// Ops with blocks: where they are, and how many of the ops after them are in them.
    holders: Vec<(usize, usize)>,
}

/// What matters about the type of a value.
#[derive(Clone, Copy)]
struct TypeFacts {
    /// Whether it is that of tensors of static shape, which take part.
    is_static_tensor: bool,
    /// Whether the number of uses does not matter: no dimension can be sharded.
    is_scalar: bool,
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
        let out = ModuleProblem {
            problem: Problem::new(module.meshes()),
            tensors: vec![None; module.value_count()],
            results: Vec::new(),
            main: main_function(module),
            ops: Vec::new(),
            unknown: Vec::new(),
            unsupported: Vec::new(),
            has_calls: false,
            contradictions: Vec::new(),
            edge_targets: FxHashSet::default(),
            initial: Vec::new(),
        };
        let mut types = IdVec::new();
        for (_, ty) in module.context.types() {
            types.push(TypeFacts::new(ty));
        }
        let mut builder = Builder {
            module,
            out,
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
        builder.build();
        builder.out.initial = builder.out.problem.tensors.iter().map(|(_, tensor)| tensor.sharding).collect();
        builder.unify_groups();
        builder.out
    }
}

impl ModuleProblem {
    /// Whether the text itself gives a tensor a sharding.
    pub fn is_annotated(&self, tensor: TensorId) -> bool {
        self.initial.get(tensor.index()).is_some_and(Option::is_some)
    }

    /// Whether a tensor is sharded differently than the text itself says.
    pub fn is_changed(&self, tensor: TensorId) -> bool {
        self.problem.tensors[tensor].sharding != self.initial.get(tensor.index()).copied().flatten()
    }
}

/// The function named `main`, or the only one.
fn main_function(module: &Module) -> Option<OpId> {
    module.find_function("main").or_else(|| {
        let mut functions = module.functions();
        functions.next().filter(|_| functions.next().is_none())
    })
}

impl Builder<'_, '_> {
    fn build(&mut self) {
        let module = self.module;
        let (ops, holders) = module.walk_with_insides(module.top());
        let walk = Walk { ops, holders };
        let special = self.add_nodes(&walk.ops);
        self.out.has_calls = special.has_calls;
        let calls = if special.has_calls { Calls::new(module) } else { Calls::default() };
        let flows = self.add_flows(&special, &calls);
        let may_be_dead = self.add_ops(&walk.ops, flows);
        if may_be_dead {
            self.add_liveness(&walk);
        }
        self.add_siblings();
        self.add_boundary();
        self.add_groups(&special.groups);
        self.add_notifications(&walk, &calls);
        self.out.ops = walk.ops;
    }

    /// What each edge stands for. Values at the same place get one tensor.
    fn add_flows(&mut self, special: &Special, calls: &Calls) -> Vec<Option<Flow>> {
        let module = self.module;
        self.at_edge = IdVec::filled(false, self.out.problem.tensors.len());
        for result in special.loops.iter().flat_map(|&op| module.op(op).results()) {
            if let Some(tensor) = self.out.tensors[result.index()] {
                self.at_edge[tensor] = true;
            }
        }
        let add = |&edge: &OpId| {
            let flow = flow_of(module, edge, calls)?;
            let target = self.out.tensors[module.op(edge).result(0).index()];
            for value in &flow.same {
                self.out.tensors[value.index()] = target;
            }
            if let Some(target) = target {
                self.at_edge[target] = true;
            }
            Some(flow)
        };
        special.edges.iter().map(add).collect()
    }

    fn tensor_of(&self, value: ValueId) -> Option<TensorId> {
        self.out.tensors[value.index()]
    }

    fn type_facts(&self, value: ValueId) -> TypeFacts {
        self.types[self.module.type_of(value)]
    }

    /// The slot of a value that is seen as it is.
    fn slot(&self, value: ValueId) -> Option<Slot> {
        Some(Slot { tensor: self.tensor_of(value)?, view: None })
    }

    fn new_tensor(&mut self, sharding: Option<ShardingId>) -> TensorId {
        self.out.problem.tensors.push(Tensor { sharding, ..Tensor::default() })
    }

    /// Gives tensors to the results of an op.
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
                self.out.tensors[result.index()] = Some(self.new_tensor(None));
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
                self.out.tensors[result.index()] = Some(self.new_tensor(sharding));
            } else {
                self.note_unsupported(op);
            }
        }
    }

    #[cold]
    fn note_unsupported(&mut self, op: OpId) {
        if unsupported(self.module, op).is_some() && self.out.unsupported.last() != Some(&op) {
            self.out.unsupported.push(op);
        }
    }

    /// Gives tensors to the arguments of an op's blocks. Where there is no edge behind an argument, it has the
    /// sharding that is written on its op.
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
                        self.out.tensors[arg.index()] = result.and_then(|result| self.tensor_of(result));
                        continue;
                    }
                    Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation) => {
                        let spec = argument_sharding(module, op, index);
                        spec.and_then(|spec| self.resolve_spec(&spec, arg))
                    }
                    _ => None,
                };
                self.out.tensors[arg.index()] = Some(self.new_tensor(sharding));
            }
        }
    }

    /// The shardings that the text gives the results of an op.
    fn result_shardings(&mut self, op: OpId) -> SmallVec<[Option<ShardingId>; 2]> {
        let module = self.module;
        let data = module.op(op);
        if data.result_count() == 0 {
            return SmallVec::new();
        }
        let own: Option<Symbol> = match data.name.code() {
            Some(OpCode::SdyShardingConstraint | OpCode::SdyReshard | OpCode::SdyDataFlowEdge) => {
                Some(names::SHARDING)
            }
            Some(
                OpCode::SdyAllGather
                | OpCode::SdyAllReduce
                | OpCode::SdyAllSlice
                | OpCode::SdyAllToAll
                | OpCode::SdyCollectivePermute
                | OpCode::SdyReduceScatter
                | OpCode::SdyReplicatedToUnreduced
                | OpCode::SdyShardedToUnreduced,
            ) => Some(names::OUT_SHARDING),
            _ => None,
        };
        if let Some(name) = own {
            let sharding = data.attr(name).and_then(|attr| self.resolve(attr, data.result(0)));
            return SmallVec::from_elem(sharding, 1);
        }
        let (list, specs) = match data.name.code() {
            Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation) => {
                (names::OUT_SHARDINGS, module.sharding_list(op, names::OUT_SHARDINGS))
            }
            _ => (names::SDY_SHARDING, module.result_shardings(op)),
        };
        let Some(attr) = data.attr(list) else { return SmallVec::new() };
        if let Some(known) = self.lists.get(&attr) {
            return known.clone();
        }
        let list: SmallVec<[Option<ShardingId>; 2]> =
            data.results().zip(specs).map(|(result, spec)| self.resolve_spec(spec, result)).collect();
        self.lists.insert(attr, list.clone());
        list
    }

    /// The sharding that an attribute gives a value.
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
        let problem = &mut self.out.problem;
        let ty = self.module.type_of(value);
        self.module.context.tensor(ty)?;
        let resolved = self.module.resolve_sharding(&mut problem.meshes, spec, ty)?;
        Some(problem.sharding(resolved))
    }

    /// The rule by which tensors of the shape of a value have one sharding.
    fn identity(&mut self, value: ValueId, operands: usize) -> Option<RuleId> {
        let ty = self.module.type_of(value);
        if let Some(&known) = self.identities.get(&(ty, operands)) {
            return Some(known);
        }
        let shape = self.module.context.tensor(ty)?.static_shape()?;
        let id = self.out.problem.rule(identity_rule(&shape, operands));
        self.identities.insert((ty, operands), id);
        Some(id)
    }

    /// Adds all ops; the flows are those of the edges among them. Says whether any may be dead.
    fn add_ops(&mut self, walk: &[OpId], flows: Vec<Option<Flow>>) -> bool {
        let mut flows = flows.into_iter();
        let mut may_be_dead = false;
        self.out.problem.reserve_ops(walk.len());
        for &op in walk {
            let data = self.module.op(op);
            let is_unused = data.results().all(|result| self.use_counts[result.index()] == 0);
            may_be_dead |= is_unused && is_effect_free(self.module, op);
            let new = match data.name.code() {
                Some(OpCode::SdyDataFlowEdge | OpCode::SdyFuncDataFlowEdge) => {
                    flows.next().flatten().and_then(|flow| self.flow(op, &flow))
                }
                Some(OpCode::SdyPropagationBarrier) => self.barrier(op),
                _ if data.result_count() == 0 && data.operands.is_empty() => None,
                _ => self.plain_op(op),
            };
            self.out.problem.ops.push(new.unwrap_or_default());
        }
        may_be_dead
    }

    /// An op that has a rule of its own.
    fn plain_op(&mut self, op: OpId) -> Option<ProblemOp> {
        let module = self.module;
        let data = module.op(op);
        let key = self.rules.key(module, op)?;
        let kind = match self.kinds.get(key) {
            Some(known) => *known,
            None => self.add_kind(key, op),
        };
        let Some(rule) = kind.rule else {
            if kind.is_unknown {
                self.out.unknown.push(op);
            }
            return None;
        };
        let one_use =
            |value: &ValueId| self.use_counts[value.index()] == 1 || self.type_facts(*value).is_scalar;
        let traits = OpTraits { single_use: data.operands.iter().all(one_use), ..kind.traits };
        let tensor = |value: ValueId| self.out.tensors[value.index()];
        let operands = data.operands.iter().map(|&operand| tensor(operand));
        let new = self.out.problem.op_of_tensors(rule, traits, operands, data.results().map(tensor))?;
        if data.result_count() > 1 {
            self.several_results.push(op);
        }
        Some(new)
    }

    /// Finds out what ops with the key of this one, which is new, have in common.
    #[cold]
    fn add_kind(&mut self, key: OpKey, op: OpId) -> OpKind {
        let module = self.module;
        let found = self.rules.of_key(key);
        // Between scalars there is nothing to propagate.
        let rule = found.rule().filter(|rule| !rule.factor_sizes.is_empty());
        let elementwise = is_elementwise(module, op);
        let kind = OpKind {
            rule: rule.map(|rule| self.out.problem.rule(rule.clone())),
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

    /// Gives all values their tensors and counts their uses.
    fn add_nodes(&mut self, walk: &[OpId]) -> Special {
        let module = self.module;
        let mut special = Special::default();
        self.out.problem.tensors.reserve(module.value_count());
        for &op in walk {
            let data = module.op(op);
            match data.name.code() {
                Some(OpCode::SdyDataFlowEdge | OpCode::SdyFuncDataFlowEdge) => special.edges.push(op),
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

    /// Finds out which ops may be erased. An op dies with its last user: if none is dead, none ever will be.
    fn add_liveness(&mut self, walk: &Walk) {
        let module = self.module;
        let mut liveness = Liveness {
            erasable: walk.ops.iter().map(|&op| is_effect_free(module, op)).collect(),
            ..Liveness::default()
        };
        add_insides(module, walk, &mut liveness);
        let is_dead = |(&op, &erasable): (&OpId, &bool)| {
            erasable && module.op(op).results().all(|result| self.use_counts[result.index()] == 0)
        };
        if walk.ops.iter().zip(&liveness.erasable).any(is_dead) {
            self.add_uses(&walk.ops, &mut liveness);
            self.out.problem.liveness = liveness;
        }
    }

    /// Who uses whose results.
    fn add_uses(&self, walk: &[OpId], liveness: &mut Liveness) {
        let module = self.module;
        let values = module.value_count();
        liveness.definer = vec![None; values];
        liveness.scalar = vec![false; values];
        let mut reads: Vec<(ProblemOpId, UsedValue)> = Vec::with_capacity(2 * walk.len());
        for (index, &op) in walk.iter().enumerate() {
            let id = ProblemOpId::from_index(index);
            for operand in &module.op(op).operands {
                reads.push((id, UsedValue::from_index(operand.index())));
                liveness.scalar[operand.index()] = self.type_facts(*operand).is_scalar;
            }
            for result in module.op(op).results() {
                liveness.definer[result.index()] = Some(id);
            }
        }
        liveness.reads = Lists::from_pairs(walk.len(), &reads);
        let users: Vec<(UsedValue, ProblemOpId)> = reads.into_iter().map(|(op, value)| (value, op)).collect();
        liveness.users = Lists::from_pairs(values, &users);
    }

    /// A barrier hands over its operand as far as its direction allows, whatever the op priority.
    fn barrier(&mut self, op: OpId) -> Option<ProblemOp> {
        let (operand, result) = (self.module.op(op).operands[0], self.module.op(op).result(0));
        let (from, to) = (self.slot(operand)?, self.slot(result)?);
        let rule = self.identity(result, 1)?;
        let traits = OpTraits {
            pass_through: PassThrough::Both,
            single_use: true,
            elementwise: true,
            identity: true,
            limit: barrier_limit(self.module, op),
            ..OpTraits::default()
        };
        Some(self.out.problem.op(rule, traits, [from], [to]))
    }

    fn flow(&mut self, edge: OpId, flow: &Flow) -> Option<ProblemOp> {
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
        // The edge op is the only use of what it stands behind.
        let single_use = true;
        let traits =
            OpTraits { pass_through: PassThrough::Both, single_use, identity: true, ..OpTraits::default() };
        let id = ProblemOpId::from_index(self.out.problem.ops.len());
        self.out.problem.silent.extend(sources.iter().map(|source| (source.tensor, id)));
        self.out.problem.silent.push((target, id));
        self.edges.insert(target, id);
        self.out.edge_targets.insert(target);
        Some(self.out.problem.op(rule, traits, sources, [Slot { tensor: target, view: target_view }]))
    }

    /// How a value inside a manual computation looks from outside.
    fn view_of(&mut self, crossing: Crossing) -> Option<ViewId> {
        let (op, list, index) = match crossing {
            Crossing::Into(op, index) => (op, names::IN_SHARDINGS, index),
            Crossing::OutOf(op, index) => (op, names::OUT_SHARDINGS, index),
        };
        let module = self.module;
        let Some(SdyAttr::ManualAxes(manual)) = module.sdy_attr(op, names::MANUAL_AXES) else { return None };
        let Some(SdyAttr::ShardingPerValue(specs)) = module.sdy_attr(op, list) else { return None };
        let spec = specs.get(index)?;
        let problem = &mut self.out.problem;
        let sharding = problem.meshes.resolve(spec, partita_mesh::Subject::Unknown).ok()?;
        let mesh = problem.meshes.get(sharding.mesh());
        let is_manual = |axis: &AxisRef| manual.iter().any(|name| is_axis(mesh, name, *axis));
        let only_manual = |axes: &[AxisRef]| axes.iter().copied().filter(is_manual).collect::<Vec<_>>();
        let view = View {
            mesh: sharding.mesh(),
            prefix: sharding.dims().iter().map(|dim| only_manual(&dim.axes)).collect(),
            replicated: only_manual(sharding.replicated_axes()),
            unreduced: only_manual(sharding.unreduced_axes()),
        };
        Some(problem.view(view))
    }

    /// Ties together the results of ops that have several, unless each has its edge.
    fn add_siblings(&mut self) {
        let mut pairs = Vec::new();
        for &op in &self.several_results {
            let results = self.module.op(op).results();
            let tensors: Vec<(TensorId, u32)> = results
                .filter_map(|result| {
                    let rank = self.module.context.tensor(self.module.type_of(result))?.rank();
                    Some((self.out.tensors[result.index()]?, rank as u32))
                })
                .collect();
            for &(tensor, _) in &tensors {
                pairs.extend(
                    tensors.iter().filter(|(other, _)| *other != tensor).map(|other| (tensor, *other)),
                );
            }
        }
        self.out.problem.siblings = Lists::from_pairs(self.out.problem.tensors.len(), &pairs);
    }

    /// Ties what the main function returns to the shardings of its results.
    fn add_boundary(&mut self) {
        let module = self.module;
        let Some(main) = self.out.main else { return };
        let Some(&region) = module.op(main).regions.first() else { return };
        let Some(&block) = module.region(region).blocks.last() else { return };
        let Some(&terminator) = module.block(block).ops.last() else { return };
        let (_, results) = module.func_type(main);
        let count = results.len();
        for (index, &value) in module.op(terminator).operands.iter().enumerate().take(count) {
            let attr = module.func_sharding_attr(main, names::RES_ATTRS, index);
            let sharding = attr.and_then(|attr| self.resolve(attr, value));
            let result = self.new_tensor(sharding);
            self.out.results.push(result);
            let (Some(tensor), Some(rule)) = (self.tensor_of(value), self.identity(value, 1)) else {
                continue;
            };
            let [from, to] = [tensor, result].map(|tensor| Slot { tensor, view: None });
            let traits = OpTraits { identity: true, ..OpTraits::default() };
            let op = self.out.problem.op(rule, traits, [from], [to]);
            self.out.problem.boundary.push(op);
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
            let problem = &mut self.out.problem;
            let next = problem.groups.len() as u32;
            let group = *groups.entry(*id).or_insert(next);
            if group == next {
                problem.groups.push(Vec::new());
            }
            let members = &mut problem.groups[group as usize];
            if !members.contains(&tensor) {
                members.push(tensor);
                problem.tensors[tensor].group = Some(group);
            }
        }
    }

    /// Members of a group start with the one sharding that any of them has. A sharding that leaves everything
    /// open counts as none.
    fn unify_groups(&mut self) {
        let problem = &mut self.out.problem;
        for members in &problem.groups {
            let is_open = |dim: &DimSharding| dim.axes.is_empty() && dim.openness == Openness::Open;
            let given = |member: &&TensorId| {
                let sharding = problem.tensors[**member].sharding.map(|id| problem.sharding_of(id));
                sharding.is_some_and(|sharding| !sharding.dims().iter().all(is_open))
            };
            let Some(&source) = members.iter().find(given) else { continue };
            let first = problem.tensors[source].sharding;
            let differs = |member: &&TensorId| given(member) && problem.tensors[**member].sharding != first;
            match members.iter().find(differs) {
                Some(&other) => self.out.contradictions.push((source, other)),
                None => members.iter().for_each(|&member| problem.tensors[member].sharding = first),
            }
        }
    }

    /// Tells every tensor which ops look again when it changes: the one that defines it, then its users, the
    /// last first.
    fn add_notifications(&mut self, walk: &Walk, calls: &Calls) {
        let module = self.module;
        let problem = &self.out.problem;
        let mut told: Vec<(TensorId, ProblemOpId)> = Vec::with_capacity(3 * walk.ops.len());
        // Those of a tensor that is several values come value by value.
        let mut at_edges: Vec<(ValueId, (TensorId, ProblemOpId))> = Vec::new();
        let mut tell = |told: &mut Vec<(TensorId, ProblemOpId)>, value: ValueId, id: ProblemOpId| match self
            .out
            .tensors[value.index()]
        {
            Some(tensor) if self.at_edge[tensor] => at_edges.push((value, (tensor, id))),
            Some(tensor) => told.push((tensor, id)),
            None => {}
        };
        // Apart from edges, an op sees its own operands and results.
        let is_at_edge = |slot: &Slot| self.at_edge[slot.tensor];
        let mut near_edge = IdVec::filled(false, walk.ops.len());
        for (id, op) in problem.ops.iter() {
            near_edge[id] = problem.slots(op).iter().any(is_at_edge);
            if !near_edge[id] {
                for slot in problem.results(op) {
                    told.push((slot.tensor, id));
                }
                continue;
            }
            for result in module.op(walk.ops[id.index()]).results() {
                tell(&mut told, result, id);
            }
        }
        for id in regions_first(walk).into_iter().rev() {
            let op = &problem.ops[id];
            if op.rule.is_some() && !near_edge[id] {
                for slot in problem.operands(op) {
                    told.push((slot.tensor, id));
                }
                continue;
            }
            let source = walk.ops[id.index()];
            let operands = &module.op(source).operands;
            if op.rule.is_some() {
                for &operand in operands {
                    tell(&mut told, operand, id);
                }
                continue;
            }
            for (index, &operand) in operands.iter().enumerate().rev() {
                for edge in self.edges_behind(source, index, calls).into_iter().rev() {
                    tell(&mut told, operand, edge);
                }
            }
        }
        told.extend_from_slice(Lists::from_pairs(module.value_count(), &at_edges).items());
        self.out.problem.notify = Lists::from_pairs(problem.tensors.len(), &told);
    }

    /// The edges through which operand `index` of an op without a rule flows on.
    fn edges_behind(&self, op: OpId, index: usize, calls: &Calls) -> SmallVec<[ProblemOpId; 1]> {
        let module = self.module;
        let data = module.op(op);
        let Some(code) = data.name.code() else { return SmallVec::new() };
        let edge_of = |value: Option<ValueId>| -> Option<ProblemOpId> {
            let value = value?;
            // The edge is the only use of the value.
            let tensor = self.out.tensors[value.index()]?;
            self.edges.get(&tensor).copied()
        };
        match code {
            OpCode::While | OpCode::OptimizationBarrier => {
                edge_of(data.results().nth(index)).into_iter().collect()
            }
            OpCode::Return | OpCode::SdyReturn => {
                let Some(parent) = module.parent(op) else { return SmallVec::new() };
                let is_condition = module.op(parent).name.code() == Some(OpCode::While)
                    && data.block.map(|block| module.block(block).region)
                        == module.op(parent).regions.first().copied();
                if is_condition {
                    return SmallVec::new();
                }
                edge_of(module.op(parent).results().nth(index)).into_iter().collect()
            }
            OpCode::FuncReturn => {
                let callers = module.parent(op).map_or(&[][..], |func| calls.users(func));
                // Whoever asks tells the last first.
                let results = callers.iter().rev().map(|&call| module.op(call).results().nth(index));
                results.filter_map(edge_of).collect()
            }
            OpCode::FuncCall => {
                let callee = calls.callee(op);
                callee
                    .and_then(|callee| edge_of(module.func_args(callee).get(index).copied()))
                    .into_iter()
                    .collect()
            }
            // As in Shardy, the edges inside a computation look again only when all ops do.
            _ => SmallVec::new(),
        }
    }
}

/// How many ops each op holds; one that holds any with an effect has an effect.
fn add_insides(module: &Module, walk: &Walk, liveness: &mut Liveness) {
    liveness.nested = vec![0; walk.ops.len()];
    // Inner ops come after outer ones; what is behind an op is known when the op is looked at.
    for &(holder, inside) in walk.holders.iter().rev() {
        liveness.nested[holder] = inside as u32;
        let mut pure = liveness.erasable[holder];
        let mut at = holder + 1;
        while at <= holder + inside {
            pure &= liveness.erasable[at] || is_terminator(module, walk.ops[at]);
            at += 1 + liveness.nested[at] as usize;
        }
        liveness.erasable[holder] = pure;
    }
}

/// The ops of a walk in the order in which MLIR makes them: those in the regions of an op before the op, which
/// is also the order of the uses of a value.
fn regions_first(walk: &Walk) -> Vec<ProblemOpId> {
    let mut order = Vec::with_capacity(walk.ops.len());
    let mut add = |ops: std::ops::Range<usize>| order.extend(ops.map(ProblemOpId::from_index));
    // Ops whose regions are being listed, and where those end.
    let mut around: Vec<(usize, usize)> = Vec::new();
    // What is listed already, apart from ops around it.
    let mut at = 0;
    let end = (walk.ops.len(), 0);
    for &(holder, inside) in walk.holders.iter().chain([&end]) {
        while let Some((outer, end)) = around.pop_if(|(_, end)| *end <= holder) {
            add(at..end);
            add(outer..outer + 1);
            at = end;
        }
        add(at..holder);
        at = holder + 1;
        around.push((holder, holder + 1 + inside));
    }
    order
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
