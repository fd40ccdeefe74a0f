//! `sdy-remove-size-one-axes`: shardings no longer mention axes of size one.
//!
//! The meshes keep those axes, and so do the manual axes of manual computations.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::spec::{AxisSpec, DimSpec, MeshOrRef, Openness, ShardingSpec};
use rustc_hash::{FxHashMap, FxHashSet};

use super::rewrite_shardings::rewrite_shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-remove-size-one-axes",
    help: "drop axes of size one from all shardings",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut of_size_one: FxHashMap<Box<str>, FxHashSet<Box<str>>> = FxHashMap::default();
    for &op in &module.block(module.body()).ops {
        if module.op(op).name.code() == Some(OpCode::SdyMesh)
            && let (Some(name), Some(SdyAttr::Mesh(mesh))) =
                (module.symbol_name(op), module.sdy_attr(op, names::MESH))
        {
            let axes: FxHashSet<_> =
                mesh.axes.iter().filter(|axis| axis.size == 1).map(|axis| axis.name.clone()).collect();
            if !axes.is_empty() {
                of_size_one.insert(name.into(), axes);
            }
        }
    }
    // As in Shardy, inline meshes count only if some mesh with a symbol has such an axis.
    if of_size_one.is_empty() {
        return Ok(());
    }
    let is_one = |mesh: &MeshOrRef, axis: &AxisSpec| match mesh {
        MeshOrRef::Symbol(mesh) => of_size_one.get(mesh).is_some_and(|axes| axes.contains(&axis.name)),
        MeshOrRef::Inline(mesh) => mesh.axes.iter().any(|of| of.name == axis.name && of.size == 1),
    };
    rewrite_shardings(module, |_, spec| Some(without_axes(spec, |axis| is_one(&spec.mesh, axis))));
    for op in module.walk(module.top()) {
        if let Some(SdyAttr::Sharding(spec)) = module.sdy_attr(op, names::OUT_SHARDING) {
            let mesh = spec.mesh.clone();
            shorten_collective(module, op, |axis| is_one(&mesh, axis));
        }
    }
    Ok(())
}

/// Drops axes from the lists of a collective. Shardy leaves them there, and its own verifier refuses the module.
fn shorten_collective(module: &mut Module, op: OpId, dropped: impl Fn(&AxisSpec) -> bool) {
    for (name, attr) in module.op(op).attrs.clone() {
        let Attr::Sdy(sdy) = module.context.attr_of(attr) else { continue };
        let mut new = sdy.clone();
        match &mut *new {
            SdyAttr::AxisRefs(axes) => axes.retain(|axis| !dropped(axis)),
            SdyAttr::AxisRefLists(lists) => {
                lists.iter_mut().for_each(|axes| axes.retain(|axis| !dropped(axis)));
            }
            SdyAttr::AllToAll(moves) => {
                moves.iter_mut().for_each(|one| one.axes.retain(|axis| !dropped(axis)));
                moves.retain(|one| !one.axes.is_empty());
            }
            _ => continue,
        }
        if new != *sdy {
            let new = module.context.attr(Attr::Sdy(new));
            module.set_attr(op, name, new);
        }
    }
}

/// A sharding without some axes. A closed dimension that is left empty loses its priority.
pub(super) fn without_axes(spec: &ShardingSpec, dropped: impl Fn(&AxisSpec) -> bool) -> ShardingSpec {
    let keep = |axes: &[AxisSpec]| axes.iter().filter(|axis| !dropped(axis)).cloned().collect::<Vec<_>>();
    let dims = spec.dims.iter().map(|dim| {
        let axes = keep(&dim.axes);
        let bare = axes.is_empty() && dim.openness == Openness::Closed;
        DimSpec { axes, openness: dim.openness, priority: dim.priority.filter(|_| !bare) }
    });
    ShardingSpec {
        mesh: spec.mesh.clone(),
        dims: dims.collect(),
        replicated: keep(&spec.replicated),
        unreduced: keep(&spec.unreduced),
        reduction: spec.reduction,
    }
}
