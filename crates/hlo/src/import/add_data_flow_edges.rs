//! `sdy-add-data-flow-edges`: an `sdy.data_flow_edge` after every value that is the target of data flow.
//!
//! Those are the results of `while`, `case`, `optimization_barrier`, `named_computation` and
//! `manual_computation`, and the arguments inside the last two. The edge holds the sharding that all targets
//! of the flow share, as seen by the users of the value.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{
    Attr, AttrId, DataFlow, Dim, LocId, Module, OpCode, OpId, OpKind, Replacements, SdyAttr, TypeId, ValueId,
    names,
};
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;

use super::remove_size_one_axes::without_axes;
use crate::placement::Placement;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-add-data-flow-edges",
    help: "add an edge after every value that data flows to through control flow",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let ops = module.landmarks(|code| code.traits().data_flow == DataFlow::Always);
    add_edges(module, &ops);
    Ok(())
}

/// Adds the edges of `if`, which is a `case` of two branches.
pub(super) fn add_to_ifs(module: &mut Module) {
    let ops = module.landmarks(|code| code == OpCode::If);
    add_edges(module, &ops);
}

/// Whether a value of this type can have an edge: a tensor of static shape.
pub(super) fn is_static(module: &Module, ty: TypeId) -> bool {
    module
        .context
        .tensor(ty)
        .is_some_and(|tensor| tensor.shape.iter().all(|dim| matches!(dim, Dim::Static(_))))
}

/// Adds the edges of some ops that have data flow.
pub(super) fn add_edges(module: &mut Module, ops: &[OpId]) {
    if ops.is_empty() {
        return;
    }
    let mut edges = Edges { first: module.op_count(), ..Edges::default() };
    for op in module.landmarks(|code| code == OpCode::SdyDataFlowEdge) {
        edges.existing.insert(module.op(op).operands[0], op);
    }
    for &op in ops {
        edges.add(module, op);
    }
    edges.finish(module);
}

#[derive(Default)]
struct Edges {
    /// The existing edges, by their operand.
    existing: FxHashMap<ValueId, OpId>,
    /// The result of the new edge that replaces each value.
    replaced: Replacements,
    /// The number of the first new edge.
    first: usize,
    placement: Placement,
}

impl Edges {
    fn add(&mut self, module: &mut Module, op: OpId) {
        let loc = module.op(op).loc;
        // Ops that are put after one op, or at the start of one block, end up in reverse order of insertion.
        for index in (0..module.op(op).result_count()).rev() {
            let spec = module.result_sharding(op, index).cloned();
            self.add_edge(module, module.op(op).result(index), spec, loc, op);
        }
        if !module.op(op).name.code().is_some_and(|code| code.kind() == OpKind::Computation) {
            return;
        }
        let region = module.op(op).regions[0];
        let Some(&block) = module.region(region).blocks.first() else { return };
        for index in (0..module.block(block).args.len()).rev() {
            let value = module.block(block).args[index];
            let spec = argument_sharding(module, op, index);
            self.add_edge(module, value, spec, module.value(value).loc, op);
        }
    }

    fn add_edge(
        &mut self,
        module: &mut Module,
        value: ValueId,
        spec: Option<ShardingSpec>,
        loc: LocId,
        cause: OpId,
    ) {
        let ty = module.type_of(value);
        if !is_static(module, ty) {
            return;
        }
        let sharding = match self.existing.get(&value) {
            Some(&edge) => module.op(edge).attr(names::SHARDING),
            None => spec.map(|spec| module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec))))),
        };
        let attrs: Vec<(Symbol, AttrId)> =
            sharding.map(|sharding| (names::SHARDING, sharding)).into_iter().collect();
        let span = module.op(cause).span;
        let edge = module.build(OpCode::SdyDataFlowEdge, &[value], &[ty], &attrs, loc, span);
        self.placement.after_value(module, value, edge);
        self.replaced.insert(module, value, module.op(edge).result(0));
    }

    fn finish(self, module: &mut Module) {
        // The new edges themselves keep using the original values.
        self.replaced.apply(module, self.first);
        self.placement.apply(module);
    }
}

/// The sharding of an argument inside a computation: that of the operand without manual axes.
pub(crate) fn argument_sharding(module: &Module, op: OpId, index: usize) -> Option<ShardingSpec> {
    let spec = entry(module, op, names::IN_SHARDINGS, index)?;
    match module.sdy_attr(op, names::MANUAL_AXES) {
        Some(SdyAttr::ManualAxes(manual)) => Some(without_axes(spec, |axis| manual.contains(&axis.name))),
        _ => Some(spec.clone()),
    }
}

fn entry(module: &Module, op: OpId, name: Symbol, index: usize) -> Option<&ShardingSpec> {
    match module.sdy_attr(op, name)? {
        SdyAttr::ShardingPerValue(specs) => specs.get(index),
        _ => None,
    }
}
