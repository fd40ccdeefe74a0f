//! A problem from a module.

use partita_base::{Id, Symbol};
use partita_ir::{AttrId, Definition, Module, OpCode, OpId, SdyAttr, ValueId, names};
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
use crate::rules::{self, OpRule, RuleTable};

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
    has_calls: bool,
}

/// What building needs to look up again and again.
struct Builder<'m, 'r> {
    module: &'m Module,
    out: ModuleProblem,
    specs: FxHashMap<(ShardingSpec, usize), Option<ShardingId>>,
    lists: FxHashMap<AttrId, SmallVec<[Option<ShardingId>; 2]>>,
    identities: FxHashMap<(Vec<u64>, usize), RuleId>,
    rules: RuleTable<'r>,
    /// The problem's rule for each rule of the table that was met.
    rule_ids: Vec<Option<Option<RuleId>>>,
    /// The problem op of each op that has a rule.
    problem_ops: Vec<Option<ProblemOpId>>,
    /// The problem op of each op.
    node: Vec<Option<ProblemOpId>>,
    /// How often each value is used.
    use_counts: Vec<u32>,
    /// How many ops each op of the walk holds.
    nested: Vec<u32>,
    /// Which types are tensors of static shape, as far as known.
    static_types: Vec<Option<bool>>,
    /// Ops with a rule and several results.
    several_results: Vec<OpId>,
    /// The problem op of the edge that leads to a tensor.
    edges: FxHashMap<TensorId, ProblemOpId>,
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
        let mut builder = Builder {
            module,
            out,
            specs: FxHashMap::default(),
            lists: FxHashMap::default(),
            identities: FxHashMap::default(),
            rules,
            rule_ids: Vec::new(),
            problem_ops: vec![None; module.op_count()],
            node: vec![None; module.op_count()],
            use_counts: vec![0; module.value_count()],
            nested: Vec::new(),
            static_types: Vec::new(),
            several_results: Vec::new(),
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
        let walk = module.walk(module.top());
        let special = self.add_nodes(&walk);
        self.out.has_calls = special.has_calls;
        let calls = if special.has_calls { Calls::new(module) } else { Calls::default() };
        let mut flows: FxHashMap<OpId, Flow> = FxHashMap::default();
        for op in special.edges {
            if let Some(flow) = flow_of(module, op, &calls) {
                let target = self.out.tensors[module.op(op).result(0).index()];
                for value in &flow.same {
                    self.out.tensors[value.index()] = target;
                }
                flows.insert(op, flow);
            }
        }
        for &op in &walk {
            self.add_op(op, &flows);
        }
        self.add_siblings();
        self.add_boundary();
        self.add_groups(&special.groups);
        self.add_notifications(&walk, &calls);
    }

    fn tensor_of(&mut self, value: ValueId) -> Option<TensorId> {
        self.out.tensors[value.index()]
    }

    fn new_tensor(&mut self, sharding: Option<ShardingId>) -> TensorId {
        self.out.problem.tensors.push(Tensor { sharding, ..Tensor::default() })
    }

    /// Gives tensors to the results and block arguments of an op.
    fn add_values(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        let shardings = self.result_shardings(op);
        for (index, result) in data.results().enumerate() {
            if self.is_static_tensor(result) {
                let sharding = shardings.get(index).copied().flatten();
                self.out.tensors[result.index()] = Some(self.new_tensor(sharding));
            } else if unsupported(module, op).is_some() && self.out.unsupported.last() != Some(&op) {
                self.out.unsupported.push(op);
            }
        }
        for &region in &data.regions {
            for &block in &module.region(region).blocks {
                for (index, &arg) in module.block(block).args.iter().enumerate() {
                    if !self.is_static_tensor(arg) {
                        continue;
                    }
                    let spec = match data.name.code() {
                        Some(OpCode::FuncFunc) => module.func_sharding(op, names::ARG_ATTRS, index),
                        _ => None,
                    };
                    let sharding = spec.and_then(|spec| self.resolve(spec, arg));
                    self.out.tensors[arg.index()] = Some(self.new_tensor(sharding));
                }
            }
        }
    }

    fn is_static_tensor(&mut self, value: ValueId) -> bool {
        let ty = self.module.type_of(value);
        if let Some(Some(known)) = self.static_types.get(ty.index()) {
            return *known;
        }
        let tensor = self.module.context.tensor(ty);
        let is_static = tensor.is_some_and(|tensor| tensor.shape.iter().all(|dim| dim.size().is_some()));
        if self.static_types.len() <= ty.index() {
            self.static_types.resize(ty.index() + 1, None);
        }
        self.static_types[ty.index()] = Some(is_static);
        is_static
    }

    /// The shardings that the text gives the results of an op.
    fn result_shardings(&mut self, op: OpId) -> SmallVec<[Option<ShardingId>; 2]> {
        let module = self.module;
        let data = module.op(op);
        if data.result_count() == 0 || data.attrs.is_empty() {
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
            let spec = match module.sdy_attr(op, name) {
                Some(SdyAttr::Sharding(spec)) => Some(spec),
                _ => None,
            };
            let sharding = spec.and_then(|spec| self.resolve(spec, data.result(0)));
            return SmallVec::from_elem(sharding, 1);
        }
        let Some(attr) = data.attr(names::SDY_SHARDING) else { return SmallVec::new() };
        if let Some(known) = self.lists.get(&attr) {
            return known.clone();
        }
        let specs = module.result_shardings(op);
        let list: SmallVec<[Option<ShardingId>; 2]> =
            data.results().zip(specs).map(|(result, spec)| self.resolve(spec, result)).collect();
        self.lists.insert(attr, list.clone());
        list
    }

    fn resolve(&mut self, spec: &ShardingSpec, value: ValueId) -> Option<ShardingId> {
        let ty = self.module.type_of(value);
        let rank = self.module.context.tensor(ty)?.rank();
        if let Some(&known) = self.specs.get(&(spec.clone(), rank)) {
            return known;
        }
        let problem = &mut self.out.problem;
        let resolved = self.module.resolve_sharding(&mut problem.meshes, spec, ty);
        let id = resolved.map(|sharding| problem.sharding(sharding));
        self.specs.insert((spec.clone(), rank), id);
        id
    }

    /// The rule by which tensors of one shape have one sharding.
    fn identity(&mut self, shape: Vec<u64>, operands: usize) -> RuleId {
        if let Some(&known) = self.identities.get(&(shape.clone(), operands)) {
            return known;
        }
        let rule = identity_rule(&shape, operands);
        let id = self.out.problem.rule(rule);
        self.identities.insert((shape, operands), id);
        id
    }

    fn shape_of(&self, value: ValueId) -> Option<Vec<u64>> {
        self.module.context.tensor(self.module.type_of(value))?.static_shape()
    }

    fn add_op(&mut self, op: OpId, flows: &FxHashMap<OpId, Flow>) {
        let module = self.module;
        let data = module.op(op);
        match data.name.code() {
            Some(OpCode::SdyDataFlowEdge | OpCode::SdyFuncDataFlowEdge) => {
                if let (Some(flow), Some(shape)) = (flows.get(&op), self.shape_of(data.result(0))) {
                    self.add_flow(op, flow, shape);
                }
                return;
            }
            Some(OpCode::SdyPropagationBarrier) => {
                self.add_barrier(op);
                return;
            }
            _ if data.result_count() == 0 && data.operands.is_empty() => return,
            _ => {}
        }
        let id = self.rules.id(module, op);
        let Some(rule) = self.problem_rule(id) else {
            if *self.rules.get(id) == OpRule::Unknown {
                self.out.unknown.push(op);
            }
            return;
        };
        let mut slots: SmallVec<[Slot; 8]> = SmallVec::new();
        for value in data.operands.iter().copied().chain(data.results()) {
            let Some(tensor) = self.tensor_of(value) else { return };
            slots.push(Slot { tensor, view: None });
        }
        let traits = self.traits(op);
        self.set_op(op, &slots, rule, traits);
        if data.result_count() > 1 {
            self.several_results.push(op);
        }
    }

    fn problem_rule(&mut self, id: rules::RuleId) -> Option<RuleId> {
        if let Some(Some(known)) = self.rule_ids.get(id.index()) {
            return *known;
        }
        // Between scalars there is nothing to propagate.
        let rule = self.rules.get(id).rule().filter(|rule| !rule.factor_sizes.is_empty());
        let rule = rule.map(|rule| self.out.problem.rule(rule.clone()));
        if self.rule_ids.len() <= id.index() {
            self.rule_ids.resize(id.index() + 1, None);
        }
        self.rule_ids[id.index()] = Some(rule);
        rule
    }

    fn set_op(&mut self, op: OpId, slots: &[Slot], rule: RuleId, traits: OpTraits) -> ProblemOpId {
        let id = self.node[op.index()].expect("every op of the module is in the problem");
        self.out.problem.ops[id] = self.out.problem.op(rule, traits, slots);
        self.problem_ops[op.index()] = Some(id);
        id
    }

    /// Gives all values their tensors, and lists all ops in the order of their first visit and who uses whose
    /// results.
    fn add_nodes(&mut self, walk: &[OpId]) -> Special {
        let module = self.module;
        let mut special = Special::default();
        let mut holders: Vec<ProblemOpId> = Vec::new();
        let mut liveness = Liveness { erasable: Vec::with_capacity(walk.len()), ..Liveness::default() };
        self.out.problem.ops.reserve(walk.len());
        self.out.problem.tensors.reserve(module.value_count());
        for &op in walk {
            let id = self.out.problem.ops.push(ProblemOp::default());
            self.node[op.index()] = Some(id);
            let data = module.op(op);
            match data.name.code() {
                Some(OpCode::SdyDataFlowEdge | OpCode::SdyFuncDataFlowEdge) => special.edges.push(op),
                Some(OpCode::SdyShardingGroup) => special.groups.push(op),
                Some(OpCode::FuncCall) => special.has_calls = true,
                _ => {}
            }
            self.add_values(op);
            for operand in &data.operands {
                self.use_counts[operand.index()] += 1;
            }
            liveness.erasable.push(is_effect_free(module, op));
            if !data.regions.is_empty() {
                holders.push(id);
            }
        }
        self.add_insides(walk, &holders, &mut liveness);
        // An op dies with its last user. If none is dead, none ever will be.
        let is_dead = |(&op, &erasable): (&OpId, &bool)| {
            erasable && module.op(op).results().all(|result| self.use_counts[result.index()] == 0)
        };
        if walk.iter().zip(&liveness.erasable).any(is_dead) {
            self.add_uses(walk, &mut liveness);
            self.nested.clone_from(&liveness.nested);
            self.out.problem.liveness = liveness;
        } else {
            self.nested = liveness.nested;
        }
        self.out.ops = walk.to_vec();
        special
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
                liveness.scalar[operand.index()] = self.is_scalar(*operand);
            }
            for result in module.op(op).results() {
                liveness.definer[result.index()] = Some(id);
            }
        }
        liveness.reads = Lists::from_pairs(walk.len(), &reads);
        let users: Vec<(UsedValue, ProblemOpId)> = reads.into_iter().map(|(op, value)| (value, op)).collect();
        liveness.users = Lists::from_pairs(values, &users);
    }

    /// How many ops each op holds; one that holds any with an effect has an effect.
    fn add_insides(&self, walk: &[OpId], holders: &[ProblemOpId], liveness: &mut Liveness) {
        let module = self.module;
        liveness.nested = vec![0; walk.len()];
        // Inner ops come after outer ones; what is behind an op is known when the op is looked at.
        for &holder in holders.iter().rev() {
            let op = walk[holder.index()];
            let blocks = module.op(op).regions.iter().flat_map(|&region| &module.region(region).blocks);
            let mut inside = 0;
            let mut pure = liveness.erasable[holder.index()];
            for inner in blocks.flat_map(|&block| &module.block(block).ops) {
                let at = self.node[inner.index()].expect("every op of the module is in the problem").index();
                inside += 1 + liveness.nested[at];
                pure &= liveness.erasable[at] || is_terminator(module, *inner);
            }
            liveness.nested[holder.index()] = inside;
            liveness.erasable[holder.index()] = pure;
        }
    }

    fn is_scalar(&self, value: ValueId) -> bool {
        self.module.context.tensor(self.module.type_of(value)).is_none_or(|tensor| tensor.rank() == 0)
    }

    fn traits(&self, op: OpId) -> OpTraits {
        let module = self.module;
        let data = module.op(op);
        let one_use = |value: &ValueId| self.use_counts[value.index()] == 1 || self.is_scalar(*value);
        let elementwise = is_elementwise(module, op);
        let pass_through = if elementwise { PassThrough::Both } else { pass_through(module, op) };
        OpTraits {
            pass_through,
            single_use: data.operands.iter().all(one_use),
            broadcasts: data.name.code() == Some(OpCode::BroadcastInDim),
            elementwise,
            ..OpTraits::default()
        }
    }

    /// A barrier hands over its operand as far as its direction allows, whatever the op priority.
    fn add_barrier(&mut self, op: OpId) {
        let (operand, result) = (self.module.op(op).operands[0], self.module.op(op).result(0));
        let (Some(from), Some(to), Some(shape)) =
            (self.tensor_of(operand), self.tensor_of(result), self.shape_of(result))
        else {
            return;
        };
        let rule = self.identity(shape, 1);
        let slots = [from, to].map(|tensor| Slot { tensor, view: None });
        let traits = OpTraits {
            pass_through: PassThrough::Both,
            single_use: true,
            elementwise: true,
            identity: true,
            limit: barrier_limit(self.module, op),
            ..OpTraits::default()
        };
        self.set_op(op, &slots, rule, traits);
    }

    fn add_flow(&mut self, edge: OpId, flow: &Flow, shape: Vec<u64>) {
        let module = self.module;
        let Some(target) = self.tensor_of(module.op(edge).result(0)) else { return };
        let mut slots: SmallVec<[Slot; 4]> = SmallVec::new();
        let view = flow.manual.and_then(|crossing| self.view_of(crossing));
        let (source_view, target_view) = match flow.manual {
            Some(Crossing::Into(..)) => (None, view),
            Some(Crossing::OutOf(..)) => (view, None),
            None => (None, None),
        };
        for &source in &flow.sources {
            let Some(tensor) = self.tensor_of(source) else { return };
            slots.push(Slot { tensor, view: source_view });
        }
        slots.push(Slot { tensor: target, view: target_view });
        let rule = self.identity(shape, flow.sources.len());
        // The edge op is the only use of what it stands behind.
        let single_use = true;
        let traits =
            OpTraits { pass_through: PassThrough::Both, single_use, identity: true, ..OpTraits::default() };
        let id = self.set_op(edge, &slots, rule, traits);
        self.out.problem.silent.extend(slots.iter().map(|slot| (slot.tensor, id)));
        self.edges.insert(target, id);
        self.out.edge_targets.insert(target);
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
            let spec = module.func_sharding(main, names::RES_ATTRS, index);
            let sharding = spec.and_then(|spec| self.resolve(spec, value));
            let result = self.new_tensor(sharding);
            self.out.results.push(result);
            let (Some(tensor), Some(shape)) = (self.tensor_of(value), self.shape_of(value)) else { continue };
            let rule = self.identity(shape, 1);
            let slots = [tensor, result].map(|tensor| Slot { tensor, view: None });
            let traits = OpTraits { identity: true, ..OpTraits::default() };
            let op = self.out.problem.op(rule, traits, &slots);
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
    fn add_notifications(&mut self, walk: &[OpId], calls: &Calls) {
        let module = self.module;
        let mut uses: Vec<(ValueId, ProblemOpId)> = Vec::with_capacity(2 * walk.len());
        for op in regions_first(walk, &self.nested) {
            let operands = &module.op(op).operands;
            match self.problem_ops[op.index()] {
                Some(id) => uses.extend(operands.iter().map(|&operand| (operand, id))),
                None => {
                    for (index, &operand) in operands.iter().enumerate() {
                        uses.extend(self.edges_behind(op, index, calls).into_iter().map(|id| (operand, id)));
                    }
                }
            }
        }
        let users = Lists::from_pairs(module.value_count(), &uses);
        let mut told: Vec<(TensorId, ProblemOpId)> = Vec::with_capacity(uses.len() + walk.len());
        for value in (0..module.value_count()).map(ValueId::from_index) {
            let Some(tensor) = self.out.tensors[value.index()] else { continue };
            if let Definition::Result { op, index } = module.value(value).definition
                && index != u32::MAX
                && let Some(definer) = self.problem_ops[op.index()]
            {
                told.push((tensor, definer));
            }
            told.extend(users.get(value).iter().rev().map(|&user| (tensor, user)));
        }
        self.out.problem.notify = Lists::from_pairs(self.out.problem.tensors.len(), &told);
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
                let callers = module.parent(op).map_or(&[][..], |func| calls.callers(func));
                callers.iter().filter_map(|&call| edge_of(module.op(call).results().nth(index))).collect()
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

/// The ops of a walk in the order in which MLIR makes them: those in the regions of an op before the op, which
/// is also the order of the uses of a value. `nested` says how many ops each op holds.
fn regions_first(walk: &[OpId], nested: &[u32]) -> Vec<OpId> {
    let mut order = Vec::with_capacity(walk.len());
    // Ops whose regions are being listed, and where those end.
    let mut around: Vec<(OpId, usize)> = Vec::new();
    for (index, (&op, &inside)) in walk.iter().zip(nested).enumerate() {
        while let Some((outer, _)) = around.pop_if(|(_, end)| *end == index) {
            order.push(outer);
        }
        if inside == 0 {
            order.push(op);
        } else {
            around.push((op, index + 1 + inside as usize));
        }
    }
    order.extend(around.into_iter().rev().map(|(op, _)| op));
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
