//! `sdy-insert-func-call-reshards`: a call gets the shardings of its function's results, and reshards bring
//! them to those that the call had.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{AttrId, FunctionTable, Module, OpCode, OpId, Replacements, TypeId, ValueId, names};
use partita_mesh::spec::{DimSpec, ShardingSpec};
use partita_mesh::{Meshes, Openness};
use rustc_hash::FxHashSet;

use super::shardings;
use crate::placement::Placement;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-insert-func-call-reshards",
    help: "add reshards where a call wants other shardings than its function gives",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let meshes = module.meshes();
    let functions = FunctionTable::new(module);
    let first = module.op_count();
    let mut placement = Placement::default();
    let mut replaced = Replacements::default();
    // The attributes of calls that need no reshard: most calls of a function are alike, so each combination is compared
    // once.
    let mut fitting: FxHashSet<[Option<AttrId>; 3]> = FxHashSet::default();
    for op in module.landmarks(|code| code == OpCode::FuncCall) {
        let Some(func) = functions.callee(module, op) else { continue };
        let given = [names::RES_ATTRS, names::FUNCTION_TYPE].map(|name| module.op(func).attr(name));
        let key = [given[0], given[1], module.op(op).attr(names::SDY_SHARDING)];
        if !fitting.contains(&key) && !update(module, &meshes, op, func, &mut placement, &mut replaced) {
            fitting.insert(key);
        }
    }
    // The new reshards keep using the results of the calls.
    replaced.apply(module, first);
    placement.apply(module);
    Ok(())
}

/// Gives a call the shardings of its function's results. Returns whether that changes anything.
fn update(
    module: &mut Module,
    meshes: &Meshes,
    call: OpId,
    func: OpId,
    placement: &mut Placement,
    replaced: &mut Replacements,
) -> bool {
    let results: Vec<ValueId> = module.op(call).results().collect();
    let types: Vec<TypeId> = results.iter().map(|&value| module.type_of(value)).collect();
    let given = shardings::list_of_func(module, meshes, func, names::RES_ATTRS);
    let wanted = module.result_shardings(call).to_vec();
    let (given, wanted) = match given {
        Some(given) if wanted.is_empty() => {
            let wanted = given.iter().map(closed_like).collect();
            (given, wanted)
        }
        Some(given) => (given, wanted),
        None if wanted.is_empty() => return false,
        None => (wanted.iter().map(closed_like).collect(), wanted),
    };
    let (loc, span) = (module.op(call).loc, module.op(call).span);
    let mut reshards = false;
    for index in 0..results.len() {
        let Some(spec) = wanted.get(index) else { continue };
        if shardings::same_placement(meshes, Some(&given[index]), Some(spec)) {
            continue;
        }
        let attr = shardings::single_attr(module, spec.clone());
        let reshard = module.build(
            OpCode::SdyReshard,
            &[results[index]],
            &[types[index]],
            &[(names::SHARDING, attr)],
            loc,
            span,
        );
        placement.after_value(module, results[index], reshard);
        replaced.insert(module, results[index], module.op(reshard).result(0));
        reshards = true;
    }
    let attr = shardings::list_attr(module, given);
    let changed = reshards || module.op(call).attr(names::SDY_SHARDING) != Some(attr);
    module.set_attr(call, names::SDY_SHARDING, attr);
    changed
}

/// The sharding on the same mesh that is closed and has no axes.
fn closed_like(spec: &ShardingSpec) -> ShardingSpec {
    let dim = DimSpec { axes: Vec::new(), openness: Openness::Closed, priority: None };
    ShardingSpec {
        mesh: spec.mesh.clone(),
        dims: vec![dim; spec.dims.len()],
        replicated: Vec::new(),
        unreduced: Vec::new(),
        reduction: partita_mesh::ReductionOp::Sum,
    }
}
