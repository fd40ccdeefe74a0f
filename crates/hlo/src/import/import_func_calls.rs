//! `sdy-import-func-calls`: every call becomes an `sdy.named_computation` that holds the function's body.

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Attr, AttrId, Copies, Module, OpCode, OpId, RegionId, SdyAttr, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::add_data_flow_edges::add_edges;
use super::call_graph::{Functions, has_body, original_name};
use super::copy_cost::check_copies;
use super::open_shardings::MaximalMeshes;

const ADD_EDGES: &str = "add-data-flow-edges-on-named-computations";

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-import-func-calls",
    help: "replace calls by named computations",
    anchor: Anchor::Module,
    options: &[PassOption {
        name: ADD_EDGES,
        default: "true",
        help: "add data-flow edges after the arguments and results of the named computations",
    }],
    run,
};

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let functions = Functions::new(module);
    let order = functions.callees_first(module);
    functions.check_acyclic(module, &order)?;
    check_copies(module, &functions, &order)?;
    let mut import = Import {
        maximal: MaximalMeshes::new(module),
        bodies: FxHashMap::default(),
        thread: module.context.symbol("execution_thread"),
        name: module.context.symbol("name"),
    };
    let calls: Vec<(OpId, OpId)> = order.iter().flat_map(|&func| functions.calls_in(func)).copied().collect();
    check_bodies(module, &calls)?;
    // Callees first: the calls in a body are replaced before the body is copied.
    for (call, callee) in calls {
        import.replace_call(module, call, callee);
    }
    let body = module.body();
    let kept = module.block(body).ops.iter().copied();
    let kept = kept.filter(|op| !import.bodies.contains_key(op)).collect();
    module.set_block_ops(body, kept);
    if pass::flag(options, ADD_EDGES, true) {
        let computations = without_edges(module);
        add_edges(module, &computations);
    }
    Ok(())
}

fn check_bodies(module: &Module, calls: &[(OpId, OpId)]) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for &(call, callee) in calls {
        if !has_body(module, callee) {
            let name = module.symbol_name(callee).unwrap_or_default();
            let message = format!("@{name} has no body to replace the call with");
            let diagnostic = Diagnostic::error(code::CALL_WITHOUT_BODY, module.op(call).span, message);
            diagnostics.push(diagnostic.label(module.op(callee).span, "declared here"));
        }
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
}

/// The named computations without edges: those that were calls, and those of the input.
fn without_edges(module: &Module) -> Vec<OpId> {
    let edges = module.landmarks(|code| code == OpCode::SdyDataFlowEdge);
    let followed: FxHashSet<ValueId> = edges.iter().map(|&edge| module.op(edge).operands[0]).collect();
    let computations = module.landmarks(|code| code == OpCode::SdyNamedComputation);
    let has_none = |&op: &OpId| {
        let blocks = module.op(op).regions.first().map(|&region| &module.region(region).blocks);
        let arguments = blocks.and_then(|blocks| blocks.first()).map(|&block| &module.block(block).args);
        let mut values = module.op(op).results().chain(arguments.into_iter().flatten().copied());
        !values.any(|value| followed.contains(&value))
    };
    computations.into_iter().filter(has_none).collect()
}

struct Import {
    maximal: MaximalMeshes,
    /// The body of every function that has been called. The first call takes the body itself, so that its values are those that a
    /// question about the function names; later calls get copies.
    bodies: FxHashMap<OpId, RegionId>,
    thread: Symbol,
    name: Symbol,
}

impl Import {
    /// Turns a call into a computation that holds the function's body.
    fn replace_call(&mut self, module: &mut Module, call: OpId, callee: OpId) {
        let mut attrs = self.attrs(module, call, callee);
        module.sort_attrs(&mut attrs);
        module.op_mut(call).attrs = attrs;
        module.rename(call, OpCode::SdyNamedComputation);
        let region = module.add_region(call);
        if let Some(&body) = self.bodies.get(&callee) {
            module.clone_region_into(body, region, &mut Copies::default());
            return;
        }
        self.bodies.insert(callee, region);
        let body = module.op(callee).regions[0];
        for block in module.region(body).blocks.clone() {
            module.move_block(block, region);
        }
        for block in module.region(region).blocks.clone() {
            if let Some(&last) = module.block(block).ops.last()
                && module.op(last).name.code() == Some(OpCode::FuncReturn)
            {
                module.rename(last, OpCode::SdyReturn);
            }
        }
    }

    /// The call's own attributes; the function's name, thread and argument shardings; the call's shardings.
    fn attrs(&self, module: &mut Module, call: OpId, callee: OpId) -> SmallVec<[(Symbol, AttrId); 2]> {
        let known = [names::CALLEE, names::ARG_ATTRS, names::RES_ATTRS, names::SDY_SHARDING];
        let no_inline = module.context.find_symbol("no_inline");
        let mut attrs = SmallVec::new();
        for &(name, attr) in &module.op(call).attrs {
            if !known.contains(&name) && Some(name) != no_inline && name != self.thread {
                attrs.push((name, attr));
            }
        }
        if let Some(thread) = module.op(callee).attr(self.thread).or(module.op(call).attr(self.thread)) {
            attrs.push((self.thread, thread));
        }
        let name = original_name(module, callee);
        attrs.push((self.name, module.context.attr(Attr::String(name))));
        let (types, _) = module.func_type(callee);
        let shardings: Vec<_> =
            (0..types.len()).map(|index| module.func_sharding(callee, names::ARG_ATTRS, index)).collect();
        if let Some(all) = self.maximal.complete(module, types, &shardings) {
            let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(all))));
            attrs.push((names::IN_SHARDINGS, attr));
        }
        if let Some(sharding) = module.op(call).attr(names::SDY_SHARDING) {
            attrs.push((names::OUT_SHARDINGS, sharding));
        }
        attrs
    }
}
