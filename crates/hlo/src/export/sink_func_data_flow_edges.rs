//! `sdy-sink-func-data-flow-edges`: the shardings of edges between functions become those of the arguments
//! and calls they follow.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Definition, Module, OpCode, OpId, Replacements, TypeId, ValueId, names};
use partita_mesh::Openness;
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-sink-func-data-flow-edges",
    help: "move the shardings of edges between functions to the arguments and calls they follow",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced = Replacements::default();
    let mut arguments: FxHashMap<ValueId, Option<ShardingSpec>> = FxHashMap::default();
    for op in module.landmarks(|code| code == OpCode::SdyFuncDataFlowEdge) {
        let input = module.op(op).operands[0];
        let sharding = module.result_sharding(op, 0).cloned();
        match module.value(input).definition {
            Definition::Result { op: call, index } => sink_result(module, call, index as usize, sharding),
            Definition::Argument { .. } => {
                arguments.insert(input, sharding);
            }
        }
        replaced.insert(module, module.op(op).result(0), input);
        removed.push(op);
    }
    if !arguments.is_empty() {
        for func in module.functions().collect::<Vec<_>>() {
            sink_arguments(module, func, &arguments);
        }
    }
    shardings::remove_ops(module, &removed, &replaced);
    Ok(())
}

/// Sets one sharding of a call; an edge without one opens an existing sharding.
fn sink_result(module: &mut Module, call: OpId, index: usize, sharding: Option<ShardingSpec>) {
    let types: Vec<TypeId> = module.op(call).results().map(|result| module.type_of(result)).collect();
    let old = module.result_shardings(call);
    let mut specs: Vec<Option<ShardingSpec>> = (0..types.len()).map(|i| old.get(i).cloned()).collect();
    specs[index] = replacement(module, sharding, specs[index].as_ref(), types[index]);
    if let Some(specs) = shardings::fill_open(module, specs, &types) {
        let attr = shardings::list_attr(module, specs);
        module.set_attr(call, names::SDY_SHARDING, attr);
    }
}

fn sink_arguments(module: &mut Module, func: OpId, edges: &FxHashMap<ValueId, Option<ShardingSpec>>) {
    let args = module.func_args(func).to_vec();
    if !args.iter().any(|arg| edges.contains_key(arg)) {
        return;
    }
    let mut specs = shardings::of_func(module, func, names::ARG_ATTRS);
    for (spec, &arg) in specs.iter_mut().zip(&args) {
        if let Some(edge) = edges.get(&arg) {
            *spec = replacement(module, edge.clone(), spec.as_ref(), module.type_of(arg));
        }
    }
    shardings::set_of_func(module, func, names::ARG_ATTRS, specs);
}

fn replacement(
    module: &Module,
    edge: Option<ShardingSpec>,
    old: Option<&ShardingSpec>,
    ty: TypeId,
) -> Option<ShardingSpec> {
    edge.or_else(|| Some(shardings::unsharded_spec(module, &old?.mesh, ty, Openness::Open)))
}
