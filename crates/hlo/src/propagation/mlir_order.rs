//! The parts of a problem that only MLIR's order of visits needs: dead ops, results that share one attribute, and which
//! ops are visited again in which order.

use std::ops::Range;

use partita_base::Id;
use partita_ir::{Module, OpCode, OpId, ValueId};
use partita_propagate::{Lists, Liveness, Pairs, Problem, ProblemOp, ProblemOpId, Slot, TensorId, UsedValue};
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
    pub(super) fn notifications(&self, walk: &Walk, calls: &Calls) -> Lists<TensorId, ProblemOpId> {
        let problem = self.problem.base.problem();
        let mut notified = Notified::new(problem, regions_first(walk), |slot| self.at_edge[slot.tensor]);
        // The ops at a tensor of several values are listed value by value.
        let mut at_edges: Vec<(ValueId, (TensorId, ProblemOpId))> = Vec::new();
        let mut add =
            |list: &mut Vec<Notification>, value: ValueId, owner: ProblemOpId, notified: ProblemOpId| {
                match self.tensors[value.index()] {
                    Some(tensor) if self.at_edge[tensor] => at_edges.push((value, (tensor, notified))),
                    Some(tensor) => list.push(Notification { owner, tensor, notified }),
                    None => {}
                }
            };
        let (mut defined, mut used) = (Vec::new(), Vec::new());
        for id in problem.ops.ids().filter(|&id| notified.is_special(id)) {
            if problem.ops[id].rule.is_some() {
                for result in self.module.op(walk.ops[id.index()]).results() {
                    add(&mut defined, result, id, id);
                }
            }
        }
        for id in notified.users().filter(|&id| notified.is_special(id)) {
            let source = walk.ops[id.index()];
            let operands = &self.module.op(source).operands;
            if problem.ops[id].rule.is_some() {
                operands.iter().for_each(|&operand| add(&mut used, operand, id, id));
                continue;
            }
            for (index, &operand) in operands.iter().enumerate().rev() {
                for edge in self.edges_behind(source, index, calls).into_iter().rev() {
                    add(&mut used, operand, id, edge);
                }
            }
        }
        (notified.defined, notified.used) = (defined, used);
        notified.at_edges = Lists::from_pairs(self.module.value_count(), &at_edges).items().to_vec();
        Lists::from_visits(problem.tensors.len(), &notified)
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
fn regions_first(walk: &Walk) -> Vec<Range<usize>> {
    let mut order = Vec::new();
    partita_ir::inner_first(&walk.holders, walk.ops.len(), |places| order.push(places));
    order
}

/// An op that is visited again when a tensor changes, because `owner` defines or uses the tensor.
#[derive(Clone, Copy)]
struct Notification {
    owner: ProblemOpId,
    tensor: TensorId,
    notified: ProblemOpId,
}

/// The ops that are visited again when a tensor changes.
///
/// The slots of most ops are their own operands and results. The others are special: edges, ops with a tensor at an edge, and ops
/// without a rule, in place of which edges are visited. What they contribute is listed.
struct Notified<'a> {
    problem: &'a Problem,
    special: Vec<bool>,
    /// All ops, in the order of [`regions_first`].
    order: Vec<Range<usize>>,
    /// For the results of special ops, in the order of the ops.
    defined: Vec<Notification>,
    /// For the operands of special ops, in the order of [`Notified::users`].
    used: Vec<Notification>,
    /// The ops at a tensor of several values, value by value.
    at_edges: Vec<(TensorId, ProblemOpId)>,
}

impl<'a> Notified<'a> {
    fn new(problem: &'a Problem, order: Vec<Range<usize>>, is_at_edge: impl Fn(&Slot) -> bool) -> Self {
        let is_special = |op: &ProblemOp| op.rule.is_none() || problem.slots(op).iter().any(&is_at_edge);
        let special = problem.ops.iter().map(|(_, op)| is_special(op)).collect();
        Self { problem, special, order, defined: Vec::new(), used: Vec::new(), at_edges: Vec::new() }
    }

    fn is_special(&self, id: ProblemOpId) -> bool {
        self.special[id.index()]
    }

    /// All ops, the last user of a value first.
    fn users(&self) -> impl Iterator<Item = ProblemOpId> + '_ {
        self.order.iter().rev().flat_map(|places| places.clone().rev()).map(ProblemOpId::from_index)
    }
}

impl Pairs<TensorId, ProblemOpId> for Notified<'_> {
    #[inline]
    fn visit(&self, mut add: impl FnMut(TensorId, ProblemOpId)) {
        let mut defined = self.defined.iter();
        for (id, op) in self.problem.ops.iter() {
            match self.is_special(id) {
                false => self.problem.results(op).iter().for_each(|slot| add(slot.tensor, id)),
                true => visit_own(&mut defined, id, &mut add),
            }
        }
        let mut used = self.used.iter();
        for places in self.order.iter().rev() {
            for id in places.clone().rev().map(ProblemOpId::from_index) {
                match self.is_special(id) {
                    false => {
                        let operands = self.problem.operands(&self.problem.ops[id]);
                        operands.iter().for_each(|slot| add(slot.tensor, id));
                    }
                    true => visit_own(&mut used, id, &mut add),
                }
            }
        }
        self.at_edges.iter().for_each(|&(tensor, id)| add(tensor, id));
    }

    /// One pass over all ops, without the order of MLIR.
    #[inline]
    fn visit_keys(&self, mut add: impl FnMut(TensorId)) -> Option<ProblemOpId> {
        for (_, op) in self.problem.ops.iter().filter(|(id, _)| !self.is_special(*id)) {
            self.problem.slots(op).iter().for_each(|slot| add(slot.tensor));
        }
        self.defined.iter().chain(&self.used).for_each(|each| add(each.tensor));
        self.at_edges.iter().for_each(|(tensor, _)| add(*tensor));
        self.problem.ops.ids().next()
    }
}

/// Visits the next notifications of a list that belong to an op.
fn visit_own(
    list: &mut std::slice::Iter<'_, Notification>,
    owner: ProblemOpId,
    add: &mut impl FnMut(TensorId, ProblemOpId),
) {
    while let Some(next) = list.as_slice().first().filter(|next| next.owner == owner) {
        add(next.tensor, next.notified);
        list.next();
    }
}
