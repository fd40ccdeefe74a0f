//! `sdy-insert-func-call-reshards`: a call has the shardings of its function's results, and reshards bring
//! them to what the caller wants.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, OpId, TypeId, ValueId, names};
use partita_mesh::spec::{DimSpec, ShardingSpec};
use partita_mesh::{Meshes, Openness};
use rustc_hash::FxHashMap;

use super::shardings::{self, Callees};
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
    let callees = Callees::new(module);
    let ops = module.walk(module.top());
    let mut placement = Placement::default();
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for &op in &ops {
        if shardings::code(module, op) == Some(OpCode::FuncCall)
            && let Some(func) = callees.of(module, op)
        {
            update(module, &meshes, op, func, &mut placement, &mut replaced);
        }
    }
    if replaced.is_empty() {
        return Ok(());
    }
    // Reshards made here stand in none of `ops` and keep using the calls.
    for op in ops {
        for operand in &mut module.op_mut(op).operands {
            if let Some(&value) = replaced.get(operand) {
                *operand = value;
            }
        }
    }
    placement.apply(module);
    Ok(())
}

fn update(
    module: &mut Module,
    meshes: &Meshes,
    call: OpId,
    func: OpId,
    placement: &mut Placement,
    replaced: &mut FxHashMap<ValueId, ValueId>,
) {
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
        None if wanted.is_empty() => return,
        None => (wanted.iter().map(closed_like).collect(), wanted),
    };
    let (loc, span) = (module.op(call).loc, module.op(call).span);
    for index in 0..results.len() {
        let Some(spec) = wanted.get(index) else { continue };
        if shardings::alike(meshes, Some(&given[index]), Some(spec)) {
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
        replaced.insert(results[index], module.op(reshard).result(0));
    }
    let attr = shardings::list_attr(module, given);
    module.set_attr(call, names::SDY_SHARDING, attr);
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
