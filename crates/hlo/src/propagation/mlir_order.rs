//! The parts of a problem that only MLIR's order of visits needs: dead ops, results that share one attribute, and which
//! ops are visited again in which order.

use partita_base::{Id, IdVec};
use partita_ir::{Module, OpCode, OpId, ValueId};
use partita_propagate::{Lists, Liveness, ProblemOpId, Slot, TensorId, UsedValue};
use smallvec::SmallVec;

use super::build::{Builder, Walk};
use super::flow::Calls;
use crate::class::{is_effect_free, is_terminator};

impl Builder<'_, '_> {
    /// Determines which ops may be erased. An op becomes dead with its last user: if none is dead at the start, none
    /// ever will be, and uses need not be counted.
    pub(super) fn add_liveness(&mut self, walk: &Walk) {
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
            self.problem.set_liveness(liveness);
        }
    }

    /// Records the reads, users and definers of all values.
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

    /// Connects the results of ops with a rule and several results. Results of data-flow ops have an edge each and are
    /// not listed.
    pub(super) fn add_siblings(&mut self) {
        let mut pairs = Vec::new();
        for &op in &self.several_results {
            let results = self.module.op(op).results();
            let tensors: Vec<(TensorId, u32)> = results
                .filter_map(|result| {
                    let rank = self.module.context.tensor(self.module.type_of(result))?.rank();
                    Some((self.tensors[result.index()]?, rank as u32))
                })
                .collect();
            for &(tensor, _) in &tensors {
                pairs.extend(
                    tensors.iter().filter(|(other, _)| *other != tensor).map(|other| (tensor, *other)),
                );
            }
        }
        self.problem.set_siblings(&pairs);
    }

    /// The ops that are visited again when a tensor changes: the one that defines it, then its users, the last first.
    /// That is the order in which Shardy notifies them: MLIR lists the uses of a value from the last added to the
    /// first.
    pub(super) fn notifications(&self, walk: &Walk, calls: &Calls) -> Vec<(TensorId, ProblemOpId)> {
        let module = self.module;
        let problem = self.problem.base.problem();
        let mut notified: Vec<(TensorId, ProblemOpId)> = Vec::with_capacity(3 * walk.ops.len());
        // The ops at a tensor of several values are listed value by value.
        let mut at_edges: Vec<(ValueId, (TensorId, ProblemOpId))> = Vec::new();
        let mut notify =
            |notified: &mut Vec<(TensorId, ProblemOpId)>, value: ValueId, id: ProblemOpId| match self.tensors
                [value.index()]
            {
                Some(tensor) if self.at_edge[tensor] => at_edges.push((value, (tensor, id))),
                Some(tensor) => notified.push((tensor, id)),
                None => {}
            };
        // The slots of an op are its own operands and results, unless it is an edge or one of its tensors is at an
        // edge.
        let is_at_edge = |slot: &Slot| self.at_edge[slot.tensor];
        let mut near_edge = IdVec::filled(false, walk.ops.len());
        for (id, op) in problem.ops.iter() {
            near_edge[id] = problem.slots(op).iter().any(is_at_edge);
            if !near_edge[id] {
                for slot in problem.results(op) {
                    notified.push((slot.tensor, id));
                }
                continue;
            }
            for result in module.op(walk.ops[id.index()]).results() {
                notify(&mut notified, result, id);
            }
        }
        for id in regions_first(walk).into_iter().rev() {
            let op = &problem.ops[id];
            if op.rule.is_some() && !near_edge[id] {
                for slot in problem.operands(op) {
                    notified.push((slot.tensor, id));
                }
                continue;
            }
            let source = walk.ops[id.index()];
            let operands = &module.op(source).operands;
            if op.rule.is_some() {
                for &operand in operands {
                    notify(&mut notified, operand, id);
                }
                continue;
            }
            for (index, &operand) in operands.iter().enumerate().rev() {
                for edge in self.edges_behind(source, index, calls).into_iter().rev() {
                    notify(&mut notified, operand, edge);
                }
            }
        }
        notified.extend_from_slice(Lists::from_pairs(module.value_count(), &at_edges).items());
        notified
    }

    /// The edges through which operand `index` of an op without a rule flows: Shardy notifies these in place of the op.
    fn edges_behind(&self, op: OpId, index: usize, calls: &Calls) -> SmallVec<[ProblemOpId; 1]> {
        let module = self.module;
        let data = module.op(op);
        let Some(code) = data.name.code() else { return SmallVec::new() };
        let edge_of = |value: Option<ValueId>| -> Option<ProblemOpId> {
            let value = value?;
            // The edge is the only use of the value.
            let tensor = self.tensors[value.index()]?;
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
                // The caller of this function notifies the last first.
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
            // As in Shardy, the edges of arguments inside a computation are visited again only with all ops.
            _ => SmallVec::new(),
        }
    }
}

/// Counts the ops nested in each op. An op is erasable only if all ops nested in it are.
fn add_insides(module: &Module, walk: &Walk, liveness: &mut Liveness) {
    liveness.nested = vec![0; walk.ops.len()];
    // Inner ops come after outer ones, so the reverse order visits all ops nested in an op before the op.
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

/// The ops of a walk in the order in which MLIR's parser creates them: those in the regions of an op before the op,
/// which is also the order of the uses of a value.
fn regions_first(walk: &Walk) -> Vec<ProblemOpId> {
    let mut order = Vec::with_capacity(walk.ops.len());
    partita_ir::inner_first(&walk.holders, walk.ops.len(), |places| {
        order.extend(places.map(ProblemOpId::from_index));
    });
    order
}
