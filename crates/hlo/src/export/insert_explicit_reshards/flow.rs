//! Values that enter and leave functions, calls and regions: they are resharded to the sharding that is annotated
//! there.

use std::rc::Rc;

use partita_ir::{Module, OpCode, OpId, names};
use partita_mesh::Openness;
use partita_mesh::spec::ShardingSpec;

use super::super::shardings;
use super::Reshards;
use super::known::Known;

/// The position of a reshard.
#[derive(Clone, Copy, PartialEq)]
enum ReshardPoint {
    /// Right after the definition of the value.
    Definition,
    /// Right before the use of the value.
    Use,
}

/// A sharding that a value must have at a use.
#[derive(Clone, Default)]
pub(super) struct Wanted {
    /// The annotated sharding; `None` when there is none.
    spec: Option<ShardingSpec>,
    known: Known,
}

impl Reshards<'_> {
    fn wanted(&mut self, spec: Option<&ShardingSpec>) -> Wanted {
        Wanted { spec: spec.cloned(), known: spec.and_then(|spec| self.known.resolve(spec)) }
    }

    /// Reshards returned values to the shardings of the function's results.
    pub(super) fn function_return(&mut self, op: OpId) {
        if !self.full && !self.any_unreduced {
            return;
        }
        let Some(func) = self.editor.module.parent(op) else { return };
        for index in 0..self.editor.module.op(op).operands.len() {
            let spec = self.editor.module.func_sharding(func, names::RES_ATTRS, index).cloned();
            let wanted = self.wanted(spec.as_ref());
            self.bring(op, index, &wanted, ReshardPoint::Use, self.full);
        }
    }

    /// Reshards the operands of a call to the shardings of its function's arguments. Where no argument has one, all
    /// operands are replicated, on the first mesh among them.
    pub(super) fn call(&mut self, op: OpId) {
        let Some(func) = self.functions.callee(self.editor.module, op) else { return };
        let wanted = match self.arguments(func) {
            Some(wanted) => wanted,
            None => {
                let module = &*self.editor.module;
                let operands = &module.op(op).operands;
                let given: Vec<ShardingSpec> =
                    operands.iter().filter_map(|&value| shardings::of_value(module, value)).collect();
                let Some(mesh) = shardings::first_mesh(&self.known.meshes, given.iter()) else { return };
                let replicated = |&value| {
                    shardings::unsharded_spec(module, &mesh, module.type_of(value), Openness::Closed)
                };
                let specs: Vec<ShardingSpec> = operands.iter().map(replicated).collect();
                specs.iter().map(|spec| self.wanted(Some(spec))).collect()
            }
        };
        let count = self.editor.module.op(op).operands.len();
        for (index, wanted) in wanted.iter().enumerate().take(count) {
            self.bring(op, index, wanted, ReshardPoint::Definition, true);
        }
    }

    /// The shardings of a function's arguments, if any has one.
    fn arguments(&mut self, func: OpId) -> Option<Rc<[Wanted]>> {
        if let Some(known) = self.arguments.get(&func) {
            return known.clone();
        }
        let specs = shardings::list_of_func(self.editor.module, &self.known.meshes, func, names::ARG_ATTRS);
        let wanted: Option<Rc<[Wanted]>> =
            specs.map(|specs| specs.iter().map(|spec| self.wanted(Some(spec))).collect());
        self.arguments.insert(func, wanted.clone());
        wanted
    }

    /// Reshards the sources of a data-flow op's edges to the shardings of those edges.
    pub(super) fn data_flow(&mut self, op: OpId) {
        if !self.full && !self.any_unreduced {
            return;
        }
        let module = &*self.editor.module;
        let code = shardings::op_code(module, op);
        let (inputs, outputs) = edge_shardings(module, op);
        let regions = match code {
            // The condition of a loop returns no data.
            Some(OpCode::While) => &module.op(op).regions[1..],
            _ => &module.op(op).regions[..],
        };
        let last = |&region| module.block(*module.region(region).blocks.last()?).ops.last().copied();
        let terminators: Vec<OpId> = regions.iter().filter_map(last).collect();
        let operands = if code == Some(OpCode::Case) { 0 } else { module.op(op).operands.len() };
        let returned = terminators.iter().map(|&op| module.op(op).operands.len()).max().unwrap_or(0);
        // Edge by edge: a value may be a source of several, and the op that is added last comes first.
        for index in 0..operands.max(returned) {
            if index < operands {
                let wanted = self.wanted(inputs.get(index));
                self.bring(op, index, &wanted, ReshardPoint::Definition, self.full);
            }
            for &terminator in &terminators {
                if index < self.editor.module.op(terminator).operands.len() {
                    let wanted = self.wanted(outputs.get(index));
                    self.bring(terminator, index, &wanted, ReshardPoint::Definition, self.full);
                }
            }
        }
    }

    /// Gives one operand of an op the sharding that is wanted there. Partial values are reduced and created in
    /// any case.
    fn bring(&mut self, user: OpId, index: usize, wanted: &Wanted, place: ReshardPoint, reshard: bool) {
        if self.any_unreduced {
            let value = self.editor.module.op(user).operands[index];
            if let Some(reduce) = self.all_reduce(value, wanted.known.as_deref(), user) {
                self.put(user, index, place, reduce);
            }
            let value = self.editor.module.op(user).operands[index];
            for step in self.add_unreduced(value, wanted.known.as_deref(), user) {
                self.put(user, index, place, step);
            }
        }
        if !reshard {
            return;
        }
        let value = self.editor.module.op(user).operands[index];
        let given = self.known.of(self.editor.module, value);
        if self.known.same_placement(given.as_deref(), wanted.known.as_deref()) {
            return;
        }
        let spec = wanted.spec.clone().or_else(|| {
            let mesh = self.known.meshes.reference(given?.mesh());
            let ty = self.editor.module.type_of(value);
            Some(shardings::unsharded_spec(self.editor.module, &mesh, ty, Openness::Closed))
        });
        if let Some(spec) = spec {
            let reshard = self.editor.reshard(value, spec, user);
            self.put(user, index, place, reshard);
        }
    }

    /// Puts an op between an operand and its user.
    fn put(&mut self, user: OpId, index: usize, place: ReshardPoint, op: OpId) {
        match place {
            ReshardPoint::Definition => {
                let value = self.editor.module.op(user).operands[index];
                self.editor.put_after_value(value, op);
            }
            ReshardPoint::Use => self.editor.put_before(user, op),
        }
        self.editor.module.op_mut(user).operands[index] = self.editor.result(op);
    }
}

/// The shardings of the targets that a data-flow op's operands, and the values its regions return, flow into.
fn edge_shardings(module: &Module, op: OpId) -> (Vec<ShardingSpec>, Vec<ShardingSpec>) {
    let list = |name| shardings::shardings_in_attr(module, op, name).to_vec();
    match shardings::op_code(module, op) {
        Some(OpCode::SdyNamedComputation) => (list(names::IN_SHARDINGS), list(names::OUT_SHARDINGS)),
        Some(OpCode::SdyManualComputation) => {
            let manual = shardings::manual_axes(module, op);
            let mut outputs = list(names::OUT_SHARDINGS);
            outputs.iter_mut().for_each(|spec| *spec = shardings::without_axes(spec, manual));
            (list(names::IN_SHARDINGS), outputs)
        }
        _ => (list(names::SDY_SHARDING), list(names::SDY_SHARDING)),
    }
}
