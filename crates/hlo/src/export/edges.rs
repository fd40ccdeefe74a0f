//! Data-flow edges and the ops they belong to.
//!
//! An `sdy.data_flow_edge` after a value holds the sharding of all targets of one edge of a data-flow op.
//! Here the shardings move back to the op itself.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, DataFlow, Module, OpCode, OpId, OpKind, ResultShardingAttr, ValueId, names};
use rustc_hash::FxHashMap;

use super::shardings::{self, ListAttrs};

/// The debug information that moves from the edges to the op.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DebugInfo {
    /// `sdy.sharding_origins`
    pub(super) origins: bool,
    /// `sdy.propagation_edges`
    pub(super) steps: bool,
}

/// Whether an op has data-flow edges.
pub(super) fn has_edges(module: &Module, op: OpId) -> bool {
    shardings::op_code(module, op).is_some_and(|code| code.traits().data_flow == DataFlow::Always)
}

/// The edges of a module.
pub(super) struct EdgesBehind {
    /// The edge op of each value that has one; of several the first.
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

    /// The attribute that lists the shardings of edges; values without one are open. `None` when no edge has one.
    fn list(&mut self, module: &mut Module, values: &[ValueId], edges: &[Option<OpId>]) -> Option<AttrId> {
        let sharding = |edge: &Option<OpId>| module.op((*edge)?).attr(names::SHARDING);
        let members = edges.iter().map(sharding).zip(values.iter().map(|&value| module.type_of(value)));
        let members = members.collect();
        self.lists.filled(module, members)
    }
}

/// Gives an op the shardings of its edges; returns the edge ops, which the caller removes.
pub(super) fn sink_shardings(
    module: &mut Module,
    edges: &mut EdgesBehind,
    op: OpId,
    debug: DebugInfo,
) -> Vec<OpId> {
    let results: Vec<ValueId> = module.op(op).results().collect();
    let out_edges = edges.of(&results);
    let body_args: Vec<ValueId> = match shardings::op_code(module, op) {
        Some(code) if code.kind() == OpKind::Computation => body_args(module, op).to_vec(),
        _ => Vec::new(),
    };
    let in_edges = edges.of(&body_args);
    let (outside, inside) =
        (edges.list(module, &results, &out_edges), edges.list(module, &body_args, &in_edges));
    sink_results(module, op, outside);
    sink_arguments(module, op, inside);
    // `if` has edges only in `Compat::Full`; without them it gets no debug attributes.
    let has_debug_info = has_edges(module, op) || out_edges.iter().any(Option::is_some);
    if debug.origins && has_debug_info {
        let names = [
            names::SDY_SHARDING_ORIGINS,
            names::SDY_BLOCK_ARG_SHARDING_ORIGINS,
            names::SDY_RESULT_SHARDING_ORIGINS,
        ];
        sink_debug(module, op, names, &in_edges, &out_edges);
    }
    if debug.steps && has_debug_info {
        let names = [
            names::SDY_PROPAGATION_EDGES,
            names::SDY_BLOCK_ARG_PROPAGATION_EDGES,
            names::SDY_RESULT_PROPAGATION_EDGES,
        ];
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
    let (ResultShardingAttr::List(name) | ResultShardingAttr::Single(name)) =
        module.op(op).name.result_sharding_attr();
    module.set_attr(op, name, attr);
}

/// Inside a manual computation the edges have only free axes; the manual ones are taken from the existing attribute.
fn sink_arguments(module: &mut Module, op: OpId, shardings: Option<AttrId>) {
    let Some(mut attr) = shardings else { return };
    if shardings::op_code(module, op) == Some(OpCode::SdyManualComputation) {
        let manual = shardings::manual_axes(module, op);
        let mut specs = shardings::shardings_of_list(module, attr).to_vec();
        for (spec, outer) in
            specs.iter_mut().zip(shardings::shardings_in_attr(module, op, names::IN_SHARDINGS))
        {
            shardings::add_manual_axes(spec, outer, manual);
        }
        attr = shardings::list_attr(module, specs);
    }
    module.set_attr(op, names::IN_SHARDINGS, attr);
}

/// Lists the debug information of the edges of arguments and of results; edges without any are omitted.
fn sink_debug(
    module: &mut Module,
    op: OpId,
    [from, to_args, to_results]: [Symbol; 3],
    in_edges: &[Option<OpId>],
    out_edges: &[Option<OpId>],
) {
    for (name, edges) in [(to_args, in_edges), (to_results, out_edges)] {
        let known: Vec<AttrId> =
            edges.iter().flatten().filter_map(|&edge| module.op(edge).attr(from)).collect();
        let attr = module.context.attr(Attr::Array(known.into()));
        module.set_attr(op, name, attr);
    }
}
