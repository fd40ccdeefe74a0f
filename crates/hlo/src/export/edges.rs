//! Data-flow edges and the ops they belong to.
//!
//! An `sdy.data_flow_edge` behind a value holds the sharding of all targets of one edge of a data-flow op.
//! Here the shardings go back to the op itself.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, DataFlow, Module, OpCode, OpId, TypeId, ValueId, names};
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;

use super::shardings;

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

/// The edge op behind each value that has one; of several the first.
pub(super) struct EdgesBehind(FxHashMap<ValueId, OpId>);

impl EdgesBehind {
    /// All edges of a module.
    pub(super) fn new(module: &Module) -> Self {
        let mut edges = FxHashMap::default();
        for op in module.walk(module.top()) {
            if shardings::code(module, op) == Some(OpCode::SdyDataFlowEdge) {
                edges.entry(module.op(op).operands[0]).or_insert(op);
            }
        }
        Self(edges)
    }

    fn of(&self, values: &[ValueId]) -> Vec<Option<OpId>> {
        values.iter().map(|value| self.0.get(value).copied()).collect()
    }
}

/// Gives an op the shardings of its edges; returns the edge ops, which the caller removes.
pub(super) fn sink(module: &mut Module, edges: &EdgesBehind, op: OpId, debug: DebugInfo) -> Vec<OpId> {
    let results: Vec<ValueId> = module.op(op).results().collect();
    let out_edges = edges.of(&results);
    let body_args: Vec<ValueId> = match shardings::code(module, op) {
        Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation) => body_args(module, op).to_vec(),
        _ => Vec::new(),
    };
    let in_edges = edges.of(&body_args);
    sink_results(module, op, &results, &out_edges);
    sink_arguments(module, op, &body_args, &in_edges);
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

fn sink_results(module: &mut Module, op: OpId, results: &[ValueId], edges: &[Option<OpId>]) {
    let Some(specs) = collect(module, results, edges) else { return };
    let name = match shardings::code(module, op) {
        Some(OpCode::SdyManualComputation | OpCode::SdyNamedComputation) => names::OUT_SHARDINGS,
        _ => names::SDY_SHARDING,
    };
    let attr = shardings::list_attr(module, specs);
    module.set_attr(op, name, attr);
}

/// Inside a manual computation the edges are about the free axes; the manual ones come from what was there.
fn sink_arguments(module: &mut Module, op: OpId, args: &[ValueId], edges: &[Option<OpId>]) {
    let Some(mut specs) = collect(module, args, edges) else { return };
    if shardings::code(module, op) == Some(OpCode::SdyManualComputation) {
        let manual = shardings::manual_axes(module, op);
        for (spec, outer) in specs.iter_mut().zip(shardings::list(module, op, names::IN_SHARDINGS)) {
            shardings::add_manual_axes(spec, outer, manual);
        }
    }
    let attr = shardings::list_attr(module, specs);
    module.set_attr(op, names::IN_SHARDINGS, attr);
}

/// The shardings of edges; missing ones are open. `None` when no edge has one.
fn collect(module: &Module, values: &[ValueId], edges: &[Option<OpId>]) -> Option<Vec<ShardingSpec>> {
    let types: Vec<TypeId> = values.iter().map(|&value| module.type_of(value)).collect();
    let sharding = |edge: &Option<OpId>| shardings::single(module, (*edge)?, names::SHARDING).cloned();
    shardings::fill_open(module, edges.iter().map(sharding).collect(), &types)
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
