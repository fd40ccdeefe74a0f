//! Finds the manual axes around each function: those of the manual computations that call it.

use partita_base::Symbol;
use partita_ir::{Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshOrRef;
use rustc_hash::FxHashMap;

use crate::planner::ReservedAxis;

/// The manual axes of an `sdy.manual_computation`.
pub(crate) fn manual_axes(module: &Module, op: OpId) -> &[Box<str>] {
    match module.sdy_attr(op, names::MANUAL_AXES) {
        Some(SdyAttr::ManualAxes(axes)) => axes,
        _ => &[],
    }
}

/// The same with the mesh of the manual computation. A computation without arguments and results has no manual
/// axes.
pub(crate) fn reserved_axes(module: &Module, op: OpId) -> Vec<ReservedAxis> {
    let sharding = [names::IN_SHARDINGS, names::OUT_SHARDINGS].into_iter().find_map(|name| {
        match module.sdy_attr(op, name) {
            Some(SdyAttr::ShardingPerValue(specs)) => specs.first(),
            _ => None,
        }
    });
    let mesh = sharding.and_then(|spec| match &spec.mesh {
        MeshOrRef::Inline(mesh) => Mesh::from_spec(mesh).ok(),
        MeshOrRef::Symbol(name) => {
            let meshes = module.meshes();
            meshes.find(name).map(|id| meshes.get(id).clone())
        }
    });
    let Some(mesh) = mesh else { return Vec::new() };
    let axes = manual_axes(module, op).iter();
    axes.map(|name| ReservedAxis { mesh: mesh.clone(), name: name.clone() }).collect()
}

/// A call: the function that contains it, the callee, and the manual axes between the two.
struct Call {
    caller: Option<Symbol>,
    callee: Symbol,
    axes: Vec<ReservedAxis>,
}

/// The manual axes around every function, over all of its callers.
pub(crate) fn manual_axes_of_functions(module: &Module) -> FxHashMap<Symbol, Vec<ReservedAxis>> {
    let mut around: FxHashMap<Symbol, Vec<ReservedAxis>> = FxHashMap::default();
    let walk = module.walk(module.top());
    if !walk.iter().any(|&op| module.op(op).name.code() == Some(OpCode::SdyManualComputation)) {
        return around;
    }
    let calls: Vec<Call> = walk.iter().filter_map(|&op| call(module, op)).collect();
    loop {
        let mut changed = false;
        for call in &calls {
            let outer = call.caller.and_then(|caller| around.get(&caller)).cloned().unwrap_or_default();
            let known = around.entry(call.callee).or_default();
            for axis in call.axes.iter().chain(&outer) {
                if !known.contains(axis) {
                    known.push(axis.clone());
                    changed = true;
                }
            }
        }
        if !changed {
            return around;
        }
    }
}

fn call(module: &Module, op: OpId) -> Option<Call> {
    let callee = module.callee_name(op)?;
    let (mut axes, mut caller, mut at) = (Vec::new(), None, op);
    while let Some(parent) = module.parent(at) {
        match module.op(parent).name.code() {
            Some(OpCode::SdyManualComputation) => axes.extend(reserved_axes(module, parent)),
            Some(OpCode::FuncFunc) => caller = module.symbol_of(parent),
            _ => {}
        }
        at = parent;
    }
    Some(Call { caller, callee, axes })
}
