//! What only MLIR's visiting order needs: dead ops, results that share one attribute, and which ops are visited again in which order.

use partita_base::{Id, IdVec};
use partita_ir::{Module, OpCode, OpId, ValueId};
use partita_propagate::{Lists, Liveness, ProblemOpId, Slot, TensorId, UsedValue};
use smallvec::SmallVec;

use super::build::{Builder, Walk};
use super::flow::Calls;
use crate::class::{is_effect_free, is_terminator};

impl Builder<'_, '_> {
    /// Finds out which ops may be erased. An op dies with its last user: if none is dead, none ever will be.
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

    /// Ties together the results of ops that have several, unless each has its edge.
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
    pub(super) fn notifications(&self, walk: &Walk, calls: &Calls) -> Vec<(TensorId, ProblemOpId)> {
        let module = self.module;
        let problem = self.problem.base.problem();
        let mut told: Vec<(TensorId, ProblemOpId)> = Vec::with_capacity(3 * walk.ops.len());
        // Those of a tensor that is several values come value by value.
        let mut at_edges: Vec<(ValueId, (TensorId, ProblemOpId))> = Vec::new();
        let mut tell = |told: &mut Vec<(TensorId, ProblemOpId)>, value: ValueId, id: ProblemOpId| match self
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
        told
    }

    /// The edges through which operand `index` of an op without a rule flows on.
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
    partita_ir::inner_first(&walk.holders, walk.ops.len(), |places| {
        order.extend(places.map(ProblemOpId::from_index));
    });
    order
}
