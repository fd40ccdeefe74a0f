//! `sdy-update-non-divisible-input-output-shardings`: the data that enters and leaves a function, a call or
//! a manual computation is split evenly.
//!
//! Each dimension keeps the longest prefix of its axes that divides it; the last axis may become a sub-axis of
//! itself.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{AttrId, Module, OpCode, OpId, TypeId, names};
use partita_mesh::axis_list::dividing_prefix;
use partita_mesh::spec::{AxisSpec, DimSpec, MeshOrRef, ShardingSpec};
use partita_mesh::{AxisRef, Mesh, Meshes};
use rustc_hash::FxHashMap;

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-update-non-divisible-input-output-shardings",
    help: "split the inputs and outputs of functions evenly",
    anchor: Anchor::Module,
    options: &[],
    run,
};

/// Whether tensors of a type are split evenly by a sharding: that of an attribute, or one in its list.
type Even = FxHashMap<(AttrId, usize, TypeId), bool>;

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let meshes = module.meshes();
    let mut even = Even::default();
    for func in module.functions().collect::<Vec<_>>() {
        for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
            update_func(module, &meshes, func, lists, &mut even);
        }
    }
    let is_updated = |code| matches!(code, OpCode::FuncCall | OpCode::SdyManualComputation);
    for op in module.landmarks(is_updated) {
        let results = || module.op(op).results().map(|value| module.type_of(value)).collect::<Vec<_>>();
        match shardings::op_code(module, op) {
            Some(OpCode::FuncCall) => {
                let types = results();
                update_list(module, &meshes, op, names::SDY_SHARDING, &types, &mut even);
            }
            Some(OpCode::SdyManualComputation) => {
                let types = results();
                update_list(module, &meshes, op, names::OUT_SHARDINGS, &types, &mut even);
                let types: Vec<TypeId> =
                    module.op(op).operands.iter().map(|&value| module.type_of(value)).collect();
                update_list(module, &meshes, op, names::IN_SHARDINGS, &types, &mut even);
            }
            _ => {}
        }
    }
    Ok(())
}

fn update_func(module: &mut Module, meshes: &Meshes, func: OpId, lists: Symbol, even: &mut Even) {
    let types = shardings::func_types(module, func, lists);
    let is_even = |(index, &ty): (usize, &TypeId)| {
        let Some(attr) = module.func_sharding_attr(func, lists, index) else { return true };
        *even.entry((attr, 0, ty)).or_insert_with(|| {
            let spec = module.sharding_spec(attr);
            spec.is_none_or(|spec| even_sharding(module, meshes, spec, ty).is_none())
        })
    };
    if types.iter().enumerate().all(is_even) {
        return;
    }
    let mut specs = shardings::of_func(module, func, lists);
    let mut changed = false;
    for (spec, &ty) in specs.iter_mut().zip(&types) {
        if let Some(spec) = spec {
            changed |= update(module, meshes, spec, ty);
        }
    }
    if changed {
        shardings::set_of_func(module, func, lists, specs);
    }
}

fn update_list(
    module: &mut Module,
    meshes: &Meshes,
    op: OpId,
    name: Symbol,
    types: &[TypeId],
    even: &mut Even,
) {
    let Some(list) = module.op(op).attr(name) else { return };
    let specs = shardings::shardings_in_attr(module, op, name);
    let is_even = |(index, (spec, &ty)): (usize, (&ShardingSpec, &TypeId))| {
        let known = even.entry((list, index, ty));
        *known.or_insert_with(|| even_sharding(module, meshes, spec, ty).is_none())
    };
    if specs.iter().zip(types).enumerate().all(is_even) {
        return;
    }
    let mut specs = specs.to_vec();
    let mut changed = false;
    for (spec, &ty) in specs.iter_mut().zip(types) {
        changed |= update(module, meshes, spec, ty);
    }
    if changed {
        let attr = shardings::list_attr(module, specs);
        module.set_attr(op, name, attr);
    }
}

/// The sharding with all dimensions even; `None` if it is even already.
pub(crate) fn even_sharding(
    module: &Module,
    meshes: &Meshes,
    spec: &ShardingSpec,
    ty: TypeId,
) -> Option<ShardingSpec> {
    let mut even = spec.clone();
    update(module, meshes, &mut even, ty).then_some(even)
}

/// Makes every dimension of a sharding even. Returns whether any was not.
fn update(module: &Module, meshes: &Meshes, spec: &mut ShardingSpec, ty: TypeId) -> bool {
    let Some(shape) = shardings::static_shape(module, ty) else { return false };
    let inline;
    let mesh = match &spec.mesh {
        MeshOrRef::Symbol(name) => match meshes.find(name) {
            Some(id) => meshes.get(id),
            None => return false,
        },
        MeshOrRef::Inline(spec) => match Mesh::from_spec(spec) {
            Ok(mesh) => {
                inline = mesh;
                &inline
            }
            Err(_) => return false,
        },
    };
    let mut changed = false;
    for (dim, &size) in spec.dims.iter_mut().zip(&shape) {
        let axes: Option<Vec<AxisRef>> = dim.axes.iter().map(|axis| mesh.resolve_axis(axis)).collect();
        let Some(axes) = axes else { continue };
        let even = dividing_prefix(&axes, size);
        if even != axes {
            let axes: Vec<AxisSpec> = even.into_iter().map(|axis| mesh.axis_spec(axis)).collect();
            *dim = DimSpec { axes, openness: dim.openness, priority: None };
            changed = true;
        }
    }
    changed
}
