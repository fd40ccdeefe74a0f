//! `sdy-manual-axes-cleanup`: every sharding of a manual computation mentions every manual axis.
//!
//! A manual axis that a sharding does not mention becomes replicated there; manual axes get the order of
//! the mesh; a sharding that is added to, so every one on an empty mesh, moves to the mesh of the others.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::spec::{AxisSpec, MeshOrRef, MeshSpec, ShardingSpec};
use rustc_hash::FxHashMap;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-manual-axes-cleanup",
    help: "mention every manual axis in every sharding of a manual computation",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut meshes: FxHashMap<Box<str>, MeshSpec> = FxHashMap::default();
    for &op in &module.block(module.body()).ops {
        if let (Some(name), Some(SdyAttr::Mesh(mesh))) =
            (module.symbol_name(op), module.sdy_attr(op, names::MESH))
        {
            meshes.insert(name.into(), mesh.clone());
        }
    }
    let mut diagnostics = Diagnostics::default();
    for op in module.walk(module.top()) {
        if module.op(op).name.code() == Some(OpCode::SdyManualComputation)
            && let Err(diagnostic) = clean_up(module, op, &meshes)
        {
            diagnostics.push(diagnostic);
        }
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
}

fn clean_up(module: &mut Module, op: OpId, meshes: &FxHashMap<Box<str>, MeshSpec>) -> Result<(), Diagnostic> {
    let Some(SdyAttr::ManualAxes(manual)) = module.sdy_attr(op, names::MANUAL_AXES) else { return Ok(()) };
    if manual.is_empty() {
        return Ok(());
    }
    let mut manual = manual.clone();
    let lists = [names::IN_SHARDINGS, names::OUT_SHARDINGS];
    let mut shardings = lists.map(|name| match module.sdy_attr(op, name) {
        Some(SdyAttr::ShardingPerValue(specs)) => specs.clone(),
        _ => Vec::new(),
    });
    if shardings.iter().all(Vec::is_empty) {
        return if has_empty_body(module, op) { Ok(()) } else { Err(no_values(module, op)) };
    }
    let spec_of = |mesh: &MeshOrRef| match mesh {
        MeshOrRef::Symbol(name) => meshes.get(name).cloned(),
        MeshOrRef::Inline(mesh) => Some(mesh.clone()),
    };
    let is_empty = |mesh: &MeshSpec| mesh.axes.is_empty() && mesh.device_ids.is_empty();
    let named = shardings.iter().flatten().map(|spec| spec.mesh.clone());
    let common = named.filter_map(|mesh| Some((spec_of(&mesh)?, mesh))).find(|(mesh, _)| !is_empty(mesh));
    let Some((mesh, name)) = common else { return Ok(()) };
    let order: FxHashMap<&str, usize> =
        mesh.axes.iter().enumerate().map(|(at, axis)| (&*axis.name, at)).collect();
    let place = |name: &str| order.get(name).copied().unwrap_or(usize::MAX);

    manual.sort_by_key(|axis| place(axis));
    for spec in shardings.iter_mut().flatten() {
        mention(spec, &name, &manual, place);
    }
    for (name, specs) in lists.into_iter().zip(shardings) {
        let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs))));
        module.set_attr(op, name, attr);
    }
    let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ManualAxes(manual))));
    module.set_attr(op, names::MANUAL_AXES, attr);
    Ok(())
}

/// Adds the manual axes that a sharding does not mention to its replicated axes, naming the mesh as others do.
fn mention(spec: &mut ShardingSpec, mesh: &MeshOrRef, manual: &[Box<str>], place: impl Fn(&str) -> usize) {
    let axes = spec.dims.iter().flat_map(|dim| &dim.axes).chain(&spec.replicated).chain(&spec.unreduced);
    let whole: Vec<&str> = axes.filter(|axis| axis.part.is_none()).map(|axis| &*axis.name).collect();
    let missing: Vec<AxisSpec> = manual
        .iter()
        .filter(|axis| !whole.contains(&&***axis))
        .map(|axis| AxisSpec::whole(axis.clone()))
        .collect();
    if !missing.is_empty() {
        spec.mesh = mesh.clone();
        spec.replicated.extend(missing);
        spec.replicated.sort_by_key(|axis| (place(&axis.name), axis.part.map(|part| (part.pre, part.size))));
    }
}

fn has_empty_body(module: &Module, op: OpId) -> bool {
    let region = module.op(op).regions.first();
    let block = region.and_then(|&region| module.region(region).blocks.first());
    block.is_none_or(|&block| module.block(block).ops.len() <= 1)
}

fn no_values(module: &Module, op: OpId) -> Diagnostic {
    let message = "a manual computation with manual axes and a body has neither operands nor results";
    Diagnostic::error(code::MANUAL_AXES_WITHOUT_VALUES, module.op(op).span, message)
        .help("pass a value in, or leave `manual_axes` empty")
}
