//! Data flow that no factor rule describes: values that enter and leave regions.
//!
//! `sdy.data_flow_edge` ops represent it. An edge's result is the *target*; the *sources* are the values that
//! reach it. Every other value at the same position (the result before the edge, the block arguments of a loop)
//! shares the target's sharding.

use std::cmp::Reverse;

use partita_base::Id;
use partita_ir::{Definition, Module, OpCode, OpId, ValueId};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::import::Functions;

/// The data flow of one edge: its sources, and the values that share the sharding of its target.
pub(crate) struct Flow {
    /// Values whose shardings reach the target.
    pub(crate) sources: FlowValues,
    /// Values that share the target's sharding.
    pub(crate) same: FlowValues,
    /// The manual computation that the edge leads into or out of, if any.
    pub(crate) manual: Option<Crossing>,
}

/// Some of the values of an edge. A model has an edge for every argument and result of every layer, most with one or two values.
type FlowValues = SmallVec<[ValueId; 4]>;

/// An edge across the boundary of a manual computation.
#[derive(Clone, Copy)]
pub(crate) enum Crossing {
    /// From operand `index` to the body.
    Into(OpId, usize),
    /// From the body to result `index`.
    OutOf(OpId, usize),
}

/// The calls of a module, for edges between functions.
#[derive(Default)]
pub(crate) struct Calls {
    callee: FxHashMap<OpId, OpId>,
    callers: FxHashMap<OpId, Vec<OpId>>,
    /// The calls of functions that are called several times, in the order in which MLIR finds uses of a symbol.
    users: FxHashMap<OpId, Vec<OpId>>,
}

impl Calls {
    pub(crate) fn new(module: &Module) -> Self {
        let mut calls = Self::default();
        let mut called_twice = Vec::new();
        for &(call, callee) in Functions::new(module).all_calls(module) {
            calls.callee.insert(call, callee);
            let callers = calls.callers.entry(callee).or_default();
            callers.push(call);
            if callers.len() == 2 {
                called_twice.push(callee);
            }
        }
        if !called_twice.is_empty() {
            let mut position = vec![0; module.op_count()];
            for (index, op) in module.walk(module.top()).into_iter().enumerate() {
                position[op.index()] = index;
            }
            for callee in called_twice {
                let mut users = calls.callers(callee).to_vec();
                users.sort_by_cached_key(|&call| symbol_use_order(module, &position, call));
                // Sources of an edge are listed caller by caller in text order; within a caller in MLIR's order. The
                // sort is stable.
                let mut callers = users.clone();
                callers.sort_by_key(|&call| function_of(module, call).map(|func| position[func.index()]));
                calls.users.insert(callee, users);
                calls.callers.insert(callee, callers);
            }
        }
        calls
    }

    /// The calls of a function, caller by caller.
    pub(crate) fn callers(&self, func: OpId) -> &[OpId] {
        self.callers.get(&func).map_or(&[], |calls| calls)
    }

    /// The calls of a function, in the order in which MLIR finds uses of a symbol.
    pub(crate) fn users(&self, func: OpId) -> &[OpId] {
        self.users.get(&func).map_or_else(|| self.callers(func), Vec::as_slice)
    }

    /// The function that a call calls.
    pub(crate) fn callee(&self, call: OpId) -> Option<OpId> {
        self.callee.get(&call).copied()
    }
}

/// The function that an op is in.
fn function_of(module: &Module, op: OpId) -> Option<OpId> {
    std::iter::successors(module.parent(op), |&op| module.parent(op))
        .find(|&op| module.op(op).name.code() == Some(OpCode::FuncFunc))
}

/// A key that sorts ops in the order in which MLIR finds uses of a symbol: all ops of a region, then the regions in
/// them, the last first, because MLIR keeps the regions to search on a stack.
fn symbol_use_order(module: &Module, position: &[usize], op: OpId) -> (Vec<Reverse<(usize, usize)>>, usize) {
    let mut regions = Vec::new();
    let mut inner = op;
    while let Some(block) = module.op(inner).block {
        let region = module.block(block).region;
        inner = module.block_parent(block);
        let index = module.op(inner).regions.iter().position(|&other| other == region);
        regions.push(Reverse((position[inner.index()], index.unwrap_or_default())));
    }
    regions.reverse();
    (regions, position[op.index()])
}

/// The data flow of an edge op; `None` when its input is neither the result of a data-flow op nor an argument of one.
pub(crate) fn flow_of(module: &Module, edge: OpId, calls: &Calls) -> Option<Flow> {
    let input = *module.op(edge).operands.first()?;
    match module.value(input).definition {
        Definition::Result { op, index } => {
            let index = index as usize;
            let returned = |region: usize| returned(module, op, region, index);
            let code = module.op(op).name.code()?;
            let mut flow = Flow { sources: FlowValues::new(), same: smallvec![input], manual: None };
            match code {
                OpCode::While => {
                    flow.sources.extend(module.op(op).operands.get(index).copied());
                    flow.sources.extend(returned(1));
                    for region in 0..2 {
                        flow.same.extend(argument(module, op, region, index));
                    }
                }
                OpCode::Case | OpCode::If => {
                    flow.sources.extend((0..module.op(op).regions.len()).filter_map(returned));
                }
                OpCode::OptimizationBarrier => {
                    flow.sources.extend(module.op(op).operands.get(index).copied())
                }
                OpCode::SdyNamedComputation => flow.sources.extend(returned(0)),
                OpCode::FuncCall => {
                    let callee = calls.callee(op)?;
                    flow.sources.extend(self::returned(module, callee, 0, index));
                }
                OpCode::SdyManualComputation => {
                    flow.sources.extend(returned(0));
                    flow.manual = Some(Crossing::OutOf(op, index));
                }
                _ => return None,
            }
            Some(flow)
        }
        Definition::Argument { block, index } => {
            let op = module.block_parent(block);
            if module.op(op).name.code() == Some(OpCode::FuncFunc) {
                let operand = |call: &OpId| module.op(*call).operands.get(index as usize).copied();
                let sources = calls.callers(op).iter().filter_map(operand).collect();
                return Some(Flow { sources, same: smallvec![input], manual: None });
            }
            let source = *module.op(op).operands.get(index as usize)?;
            let manual = match module.op(op).name.code()? {
                OpCode::SdyNamedComputation => None,
                OpCode::SdyManualComputation => Some(Crossing::Into(op, index as usize)),
                _ => return None,
            };
            Some(Flow { sources: smallvec![source], same: smallvec![input], manual })
        }
    }
}

/// The value that the terminator of a region returns as number `index`.
fn returned(module: &Module, op: OpId, region: usize, index: usize) -> Option<ValueId> {
    let region = *module.op(op).regions.get(region)?;
    let block = *module.region(region).blocks.last()?;
    let terminator = *module.block(block).ops.last()?;
    module.op(terminator).operands.get(index).copied()
}

/// Argument `index` of a region.
fn argument(module: &Module, op: OpId, region: usize, index: usize) -> Option<ValueId> {
    let region = *module.op(op).regions.get(region)?;
    let block = *module.region(region).blocks.first()?;
    module.block(block).args.get(index).copied()
}
