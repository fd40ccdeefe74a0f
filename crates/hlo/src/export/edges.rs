//! Data-flow edges and the ops they belong to.
//!
//! An `sdy.data_flow_edge` behind a value holds the sharding of all targets of one edge of a data-flow op.
//! Here the shardings go back to the op itself.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, DataFlow, Module, OpCode, OpId, ValueId, names};
use rustc_hash::FxHashMap;

use super::shardings::{self, ListAttrs};

/// What else the edges hold that has to move to the op.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DebugInfo {
    /// `sdy.sharding_origins`
    pub(super) origins: bool,
    /// `sdy.propagation_edges`
    pub(super) steps: bool,
}

/// Whether an op has data-flow edges.
pub(super) fn has_edges(module: &Module, op: OpId) -> bool {
    shardings::code(module, op).is_some_and(|code| code.traits().data_flow == DataFlow::Always)
}

/// The edges of a module.
pub(super) struct EdgesBehind {
    /// The edge op behind each value that has one; of several the first.
    by_value: FxHashMap<ValueId, OpId>,
    lists: ListAttrs,
}

impl EdgesBehind {
    /// All edges of a module.
    pub(super) fn new(module: &Module) -> Self {
        let mut by_value = FxHashMap::default();
        for op in module.landmarks(|code| code == OpCode::SdyDataFlowEdge) {
            by_value.entry(module.op(op).operands[0]).or_insert(op);
        }
        Self { by_value, lists: ListAttrs::default() }
    }

    fn of(&self, values: &[ValueId]) -> Vec<Option<OpId>> {
        values.iter().map(|value| self.by_value.get(value).copied()).collect()
    }

    /// The attribute that lists the shardings of edges; missing ones are open. `None` when no edge has one.
    fn list(&mut self, module: &mut Module, values: &[ValueId], edges: &[Option<OpId>]) -> Option<AttrId> {
        let sharding = |edge: &Option<OpId>| module.op((*edge)?).attr(names::SHARDING);
        let members = edges.iter().map(sharding).zip(values.iter().map(|&value| module.type_of(value)));
        let members = members.collect();
        self.lists.filled(module, members)
    }
}

/// Gives an op the shardings of its edges; returns the edge ops, which the caller removes.
pub(super) fn sink(module: &mut Module, edges: &mut EdgesBehind, op: OpId, debug: DebugInfo) -> Vec<OpId> {
    let results: Vec<ValueId> = module.op(op).results().collect();
    let out_edges = edges.of(&results);
    let body_args: Vec<ValueId> = match shardings::code(module, op) {
        Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation) => body_args(module, op).to_vec(),
        _ => Vec::new(),
    };
    let in_edges = edges.of(&body_args);
    let (outside, inside) =
        (edges.list(module, &results, &out_edges), edges.list(module, &body_args, &in_edges));
    sink_results(module, op, outside);
    sink_arguments(module, op, inside);
    // An op that has edges only sometimes, `if`, says nothing when it has none.
    let says = has_edges(module, op) || out_edges.iter().any(Option::is_some);
    if debug.origins && says {
        let names = ["sdy.sharding_origins", "sdy.block_arg_sharding_origins", "sdy.result_sharding_origins"];
        sink_debug(module, op, names, &in_edges, &out_edges);
    }
    if debug.steps && says {
        let names =
            ["sdy.propagation_edges", "sdy.block_arg_propagation_edges", "sdy.result_propagation_edges"];
        sink_debug(module, op, names, &in_edges, &out_edges);
    }
    in_edges.into_iter().chain(out_edges).flatten().collect()
}

fn body_args(module: &Module, op: OpId) -> &[ValueId] {
    let block = module.op(op).regions.first().and_then(|&region| module.region(region).blocks.first());
    block.map_or(&[], |&block| &module.block(block).args)
}

fn sink_results(module: &mut Module, op: OpId, shardings: Option<AttrId>) {
    let Some(attr) = shardings else { return };
    let name = match shardings::code(module, op) {
        Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation) => names::OUT_SHARDINGS,
        _ => names::SDY_SHARDING,
    };
    module.set_attr(op, name, attr);
}

/// Inside a manual computation the edges are about the free axes; the manual ones come from what was there.
fn sink_arguments(module: &mut Module, op: OpId, shardings: Option<AttrId>) {
    let Some(mut attr) = shardings else { return };
    if shardings::code(module, op) == Some(OpCode::SdyManualComputation) {
        let manual = shardings::manual_axes(module, op);
        let mut specs = shardings::members(module, attr).to_vec();
        for (spec, outer) in specs.iter_mut().zip(shardings::list(module, op, names::IN_SHARDINGS)) {
            shardings::add_manual_axes(spec, outer, manual);
        }
        attr = shardings::list_attr(module, specs);
    }
    module.set_attr(op, names::IN_SHARDINGS, attr);
}

/// Lists what the edges of arguments and of results know; edges that know nothing are left out.
fn sink_debug(
    module: &mut Module,
    op: OpId,
    [from, to_args, to_results]: [&str; 3],
    in_edges: &[Option<OpId>],
    out_edges: &[Option<OpId>],
) {
    let from = module.context.symbol(from);
    for (name, edges) in [(to_args, in_edges), (to_results, out_edges)] {
        let known: Vec<AttrId> =
            edges.iter().flatten().filter_map(|&edge| module.op(edge).attr(from)).collect();
        let name: Symbol = module.context.symbol(name);
        let attr = module.context.attr(Attr::Array(known.into()));
        module.set_attr(op, name, attr);
    }
}
