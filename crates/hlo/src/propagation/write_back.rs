//! Writes the solution into the module.

use partita_base::{Id, Symbol};
use partita_ir::{
    Attr, AttrId, BlockId, DataFlow, Module, OpCode, OpId, OpKind, ResultShardingAttr, SdyAttr, ValueId,
    names,
};
use partita_mesh::TensorSharding;
use partita_mesh::spec::ShardingSpec;
use partita_propagate::{ProblemOpId, ShardingId, TensorId};
use rustc_hash::FxHashMap;

use super::build::ModuleProblem;
use crate::export;

impl ModuleProblem {
    /// Writes every sharding that changed into the module.
    pub fn write_back(&self, module: &mut Module) {
        let mut writer = Writer { solution: self, singles: Vec::new(), several: FxHashMap::default() };
        for &op in &self.ops {
            writer.results(module, op);
            match module.op(op).name.code() {
                Some(OpCode::FuncFunc) => writer.arguments(module, op),
                Some(code) if code.kind() == OpKind::Computation => {
                    writer.computation_arguments(module, op);
                }
                _ => {}
            }
        }
        writer.func_results(module);
    }

    /// Erases the ops that propagation found dead.
    pub fn erase(&self, module: &mut Module, erased: &[ProblemOpId]) {
        if erased.is_empty() {
            return;
        }
        let mut dead = vec![false; module.op_count()];
        let mut blocks: Vec<BlockId> = Vec::new();
        for op in erased.iter().map(|id| self.ops[id.index()]) {
            dead[op.index()] = true;
            blocks.extend(module.op_mut(op).block.take());
        }
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            module.block_mut(block).ops.retain(|op| !dead[op.index()]);
        }
    }

    /// The sharding of a tensor, if propagation changed it.
    fn changed(&self, tensor: TensorId) -> Option<ShardingId> {
        let now = self.problem.tensors[tensor].sharding;
        now.filter(|_| now != self.initial[tensor.index()])
    }
}

struct Writer<'a> {
    solution: &'a ModuleProblem,
    /// For each sharding, the attribute of the sharding and that of a list of only this sharding.
    singles: Vec<[Option<AttrId>; 2]>,
    /// Attributes by the several shardings they list.
    several: FxHashMap<Vec<Option<ShardingId>>, AttrId>,
}

impl Writer<'_> {
    fn spec(&self, id: ShardingId) -> ShardingSpec {
        let problem = &self.solution.problem;
        problem.meshes.to_spec(problem.sharding_of(id))
    }

    fn sharding_attr(&mut self, module: &mut Module, id: ShardingId) -> AttrId {
        self.single(module, id, 0, SdyAttr::Sharding)
    }

    /// One of the two attributes of a sharding, created on first use.
    fn single(
        &mut self,
        module: &mut Module,
        id: ShardingId,
        which: usize,
        make: impl FnOnce(ShardingSpec) -> SdyAttr,
    ) -> AttrId {
        if let Some(known) = self.singles.get(id.index()).and_then(|known| known[which]) {
            return known;
        }
        let attr = module.context.attr(Attr::Sdy(Box::new(make(self.spec(id)))));
        if self.singles.len() <= id.index() {
            self.singles.resize(id.index() + 1, [None; 2]);
        }
        self.singles[id.index()][which] = Some(attr);
        attr
    }

    fn tensor(&self, value: ValueId) -> Option<TensorId> {
        self.solution.tensors.get(value.index()).copied().flatten()
    }

    /// The tensor of an argument, unless it belongs to the edge after the argument.
    fn own_tensor(&self, arg: ValueId) -> Option<TensorId> {
        self.tensor(arg).filter(|tensor| !self.solution.edge_targets.contains(tensor))
    }

    /// Writes the shardings of results. Those with an edge are written on the edge instead.
    fn results(&mut self, module: &mut Module, op: OpId) {
        let data = module.op(op);
        let mut tensors = data.results().filter_map(|value| self.tensor(value));
        let Some(id) = tensors.find_map(|tensor| self.solution.changed(tensor)) else { return };
        let name = match data.name.result_sharding_attr().of_propagation() {
            ResultShardingAttr::Single(name) => {
                let attr = self.sharding_attr(module, id);
                module.set_attr(op, name, attr);
                return;
            }
            ResultShardingAttr::List(name) => name,
        };
        let at_edge = |tensor| self.solution.edge_targets.contains(&tensor);
        if may_have_edges(data.name.code())
            && data.results().filter_map(|value| self.tensor(value)).any(at_edge)
        {
            return;
        }
        let attr = if data.result_count() == 1 {
            self.single(module, id, 1, |spec| SdyAttr::ShardingPerValue(vec![spec]))
        } else {
            let values: Vec<ValueId> = data.results().collect();
            self.per_value(module, &values)
        };
        module.set_attr(op, name, attr);
    }

    /// Writes the shardings of a computation's arguments that have no edge.
    fn computation_arguments(&mut self, module: &mut Module, op: OpId) {
        let block = module.op(op).regions.first().and_then(|&region| module.region(region).blocks.first());
        let Some(&block) = block else { return };
        let args = module.block(block).args.clone();
        let mut own = args.iter().filter_map(|&arg| self.own_tensor(arg));
        if !own.any(|tensor| self.solution.changed(tensor).is_some()) {
            return;
        }
        let inside = self.per_value(module, &args);
        let manual = export::manual_axes(module, op).to_vec();
        let attr = match module.context.attr_of(inside) {
            Attr::Sdy(list) if !manual.is_empty() => {
                let SdyAttr::ShardingPerValue(mut specs) = (**list).clone() else { return };
                let outer = module.sharding_list(op, names::IN_SHARDINGS);
                for (spec, outer) in specs.iter_mut().zip(outer) {
                    export::add_manual_axes(spec, outer, &manual);
                }
                module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs))))
            }
            _ => inside,
        };
        module.set_attr(op, names::IN_SHARDINGS, attr);
    }

    /// The attribute that lists the shardings of some values, at least one of which has a sharding; the others are
    /// open.
    fn per_value(&mut self, module: &mut Module, values: &[ValueId]) -> AttrId {
        let sharding = |value: &ValueId| self.solution.problem.tensors[self.tensor(*value)?].sharding;
        let ids: Vec<Option<ShardingId>> = values.iter().map(sharding).collect();
        let complete = ids.iter().all(Option::is_some);
        if complete && let Some(&known) = self.several.get(&ids) {
            return known;
        }
        let problem = &self.solution.problem;
        let mesh = ids.iter().flatten().map(|&id| problem.sharding_of(id).mesh()).next();
        let mut specs = Vec::new();
        for (&value, id) in values.iter().zip(&ids) {
            match (id, mesh) {
                (Some(id), _) => specs.push(self.spec(*id)),
                (None, Some(mesh)) => {
                    let rank = module.context.tensor(module.type_of(value)).map_or(0, |tensor| tensor.rank());
                    specs.push(problem.meshes.to_spec(&TensorSharding::open(mesh, rank)));
                }
                (None, None) => {}
            }
        }
        let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs))));
        if complete {
            self.several.insert(ids, attr);
        }
        attr
    }

    fn arguments(&mut self, module: &mut Module, func: OpId) {
        let args = module.func_args(func).to_vec();
        let tensors: Vec<Option<TensorId>> = args.iter().map(|&arg| self.own_tensor(arg)).collect();
        let changes = self.changes(module, &tensors);
        set_dicts(module, func, names::ARG_ATTRS, &changes);
    }

    fn func_results(&mut self, module: &mut Module) {
        let Some(main) = self.solution.main else { return };
        let tensors: Vec<Option<TensorId>> = self.solution.results.iter().copied().map(Some).collect();
        let changes = self.changes(module, &tensors);
        set_dicts(module, main, names::RES_ATTRS, &changes);
    }

    /// The attributes of the tensors whose shardings changed.
    fn changes(&mut self, module: &mut Module, tensors: &[Option<TensorId>]) -> Vec<Option<AttrId>> {
        let change = |tensor: &Option<TensorId>| {
            let id = self.solution.changed((*tensor)?)?;
            Some(self.sharding_attr(module, id))
        };
        tensors.iter().map(change).collect()
    }
}

/// Whether the results of an op may have data-flow edges.
fn may_have_edges(code: Option<OpCode>) -> bool {
    code.is_some_and(|code| code.traits().data_flow != DataFlow::None)
}

/// Sets `sdy.sharding` in the dictionaries of a function's arguments or results.
fn set_dicts(module: &mut Module, func: OpId, lists: Symbol, changes: &[Option<AttrId>]) {
    if changes.iter().all(Option::is_none) {
        return;
    }
    let mut dicts = Vec::with_capacity(changes.len());
    for (index, change) in changes.iter().enumerate() {
        let mut entries = module.value_attrs(func, lists, index).to_vec();
        if let Some(attr) = *change {
            match entries.iter_mut().find(|(name, _)| *name == names::SDY_SHARDING) {
                Some(entry) => entry.1 = attr,
                None => entries.push((names::SDY_SHARDING, attr)),
            }
            module.sort_attrs(&mut entries);
        }
        dicts.push(module.context.attr(Attr::Dict(entries.into())));
    }
    let attr = module.context.attr(Attr::Array(dicts.into()));
    module.set_attr(func, lists, attr);
}

/// Drops the priorities on arguments, results and calls that have no tensor in the problem:
/// all priorities were propagated.
pub(super) fn drop_priorities(module: &mut Module, has_calls: bool) {
    for func in module.functions().collect::<Vec<_>>() {
        let (arguments, results) = module.func_type(func);
        for (lists, count) in [(names::ARG_ATTRS, arguments.len()), (names::RES_ATTRS, results.len())] {
            let change = |index| {
                let spec = without_priorities(module.func_sharding(func, lists, index)?)?;
                Some(module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec)))))
            };
            let changes: Vec<Option<AttrId>> = (0..count).map(change).collect();
            set_dicts(module, func, lists, &changes);
        }
    }
    if !has_calls {
        return;
    }
    for op in module.landmarks(|code| code == OpCode::FuncCall) {
        let specs = module.result_shardings(op);
        if specs.iter().any(|spec| without_priorities(spec).is_some()) {
            let specs = specs.iter().map(|spec| without_priorities(spec).unwrap_or_else(|| spec.clone()));
            let specs = SdyAttr::ShardingPerValue(specs.collect());
            let attr = module.context.attr(Attr::Sdy(Box::new(specs)));
            module.set_attr(op, names::SDY_SHARDING, attr);
        }
    }
}

/// A sharding without its priorities, if it has any.
fn without_priorities(spec: &ShardingSpec) -> Option<ShardingSpec> {
    if spec.dims.iter().all(|dim| dim.priority.is_none()) {
        return None;
    }
    let mut spec = spec.clone();
    spec.dims.iter_mut().for_each(|dim| dim.priority = None);
    Some(spec)
}
