//! Along which axes functions are already what one device does: those of the manual computations that call them.

use partita_base::Symbol;
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshOrRef;
use rustc_hash::FxHashMap;

use crate::plan::ReservedAxis;

/// The manual axes of an op that holds a manual computation.
pub(crate) fn manual_axes(module: &Module, op: OpId) -> &[Box<str>] {
    match module.sdy_attr(op, names::MANUAL_AXES) {
        Some(SdyAttr::ManualAxes(axes)) => axes,
        _ => &[],
    }
}

/// The same with the mesh of the manual computation. One without arguments and results has no manual axes.
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

/// A call: the function it stands in, the one it calls, and the manual axes between them.
struct Call {
    caller: Option<Symbol>,
    callee: Symbol,
    axes: Vec<ReservedAxis>,
}

/// The manual axes around every function, of all its callers together.
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
    let Attr::SymbolRef(path) = module.attr(op, names::CALLEE)? else { return None };
    let callee = *path.first()?;
    let (mut axes, mut caller, mut at) = (Vec::new(), None, op);
    while let Some(parent) = module.parent(at) {
        match module.op(parent).name.code() {
            Some(OpCode::SdyManualComputation) => axes.extend(reserved_axes(module, parent)),
            Some(OpCode::FuncFunc) => {
                caller = module.symbol_name(parent).and_then(|name| module.context.find_symbol(name));
            }
            _ => {}
        }
        at = parent;
    }
    Some(Call { caller, callee, axes })
}
