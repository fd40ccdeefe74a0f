//! Data flow that no factor rule describes: values that enter and leave regions.
//!
//! `sdy.data_flow_edge` ops stand for it. An edge's result is the *target*; the *sources* are the values that
//! reach it. Every other value at the same place (the result before the edge, the block arguments of a loop)
//! shares the target's sharding.

use partita_ir::{Definition, Module, OpCode, OpId, ValueId};
use rustc_hash::FxHashMap;

use crate::import::Functions;

/// One edge: what flows into its target, and which values are one with it.
pub(super) struct Flow {
    /// Values whose shardings reach the target.
    pub(super) sources: Vec<ValueId>,
    /// Values that share the target's sharding.
    pub(super) same: Vec<ValueId>,
    /// The manual computation the edge leads into or out of.
    pub(super) manual: Option<Crossing>,
}

/// An edge across the border of a manual computation.
#[derive(Clone, Copy)]
pub(super) enum Crossing {
    /// From operand `index` to the body.
    Into(OpId, usize),
    /// From the body to result `index`.
    OutOf(OpId, usize),
}

/// Who calls whom, for edges between functions.
#[derive(Default)]
pub(super) struct Calls {
    callee: FxHashMap<OpId, OpId>,
    callers: FxHashMap<OpId, Vec<OpId>>,
}

impl Calls {
    pub(super) fn new(module: &Module) -> Self {
        let mut calls = Self { callee: FxHashMap::default(), callers: FxHashMap::default() };
        for (call, callee) in Functions::new(module).calls(module, module.top()) {
            calls.callee.insert(call, callee);
            calls.callers.entry(callee).or_default().push(call);
        }
        calls
    }

    /// The calls of a function, in text order.
    pub(super) fn callers(&self, func: OpId) -> &[OpId] {
        self.callers.get(&func).map_or(&[], |calls| calls)
    }

    /// The function that a call calls.
    pub(super) fn callee(&self, call: OpId) -> Option<OpId> {
        self.callee.get(&call).copied()
    }
}

/// What an edge op stands for; `None` when its input is not a place where data flows.
pub(super) fn flow_of(module: &Module, edge: OpId, calls: &Calls) -> Option<Flow> {
    let input = *module.op(edge).operands.first()?;
    match module.value(input).definition {
        Definition::Result { op, index } => {
            let index = index as usize;
            let returned = |region: usize| returned(module, op, region, index);
            let code = module.op(op).name.code()?;
            let mut flow = Flow { sources: Vec::new(), same: vec![input], manual: None };
            match code {
                OpCode::While => {
                    flow.sources.extend(module.op(op).operands.get(index));
                    flow.sources.extend(returned(1));
                    for region in 0..2 {
                        flow.same.extend(argument(module, op, region, index));
                    }
                }
                OpCode::Case | OpCode::If => {
                    flow.sources.extend((0..module.op(op).regions.len()).filter_map(returned));
                }
                OpCode::OptimizationBarrier => flow.sources.extend(module.op(op).operands.get(index)),
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
                return Some(Flow { sources, same: vec![input], manual: None });
            }
            let source = *module.op(op).operands.get(index as usize)?;
            let manual = match module.op(op).name.code()? {
                OpCode::SdyNamedComputation => None,
                OpCode::SdyManualComputation => Some(Crossing::Into(op, index as usize)),
                _ => return None,
            };
            Some(Flow { sources: vec![source], same: vec![input], manual })
        }
    }
}

/// What the terminator of a region returns as number `index`.
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
