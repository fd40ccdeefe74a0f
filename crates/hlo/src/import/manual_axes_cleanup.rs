//! `sdy-manual-axes-cleanup`: every sharding of a manual computation mentions every manual axis.
//!
//! The parts of manual axes that a sharding does not mention become replicated there; manual axes get the order
//! of the mesh; a sharding that gets axes, which includes every one on an empty mesh, moves to the mesh of the others.
//! The sharding of a value without a shape, such as a token, stays as it is.

use partita_base::{Diagnostic, Diagnostics, Id, code};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::axis_list::{merge_neighbours, subtract_axes};
use partita_mesh::spec::{AxisSpec, MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::{AxisRef, Mesh};
use rustc_hash::FxHashMap;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-manual-axes-cleanup",
    help: "mention every manual axis in every sharding of a manual computation",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let computations = module.landmarks(|code| code == OpCode::SdyManualComputation);
    let mut meshes: FxHashMap<Box<str>, MeshSpec> = FxHashMap::default();
    for &op in &module.block(module.body()).ops {
        if let (Some(name), Some(SdyAttr::Mesh(mesh))) =
            (module.symbol_name(op), module.sdy_attr(op, names::MESH))
        {
            meshes.insert(name.into(), mesh.clone());
        }
    }
    let mut diagnostics = Diagnostics::default();
    for op in computations {
        if let Err(diagnostic) = clean_up(module, op, &meshes) {
            diagnostics.push(*diagnostic);
        }
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
}

fn clean_up(
    module: &mut Module,
    op: OpId,
    meshes: &FxHashMap<Box<str>, MeshSpec>,
) -> Result<(), Box<Diagnostic>> {
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
        return if has_empty_body(module, op) { Ok(()) } else { Err(Box::new(no_values(module, op))) };
    }
    let spec_of = |mesh: &MeshOrRef| match mesh {
        MeshOrRef::Symbol(name) => meshes.get(name).cloned(),
        MeshOrRef::Inline(mesh) => Some(mesh.clone()),
    };
    let is_empty = |mesh: &MeshSpec| mesh.axes.is_empty() && mesh.device_ids.is_empty();
    let named = shardings.iter().flatten().map(|spec| spec.mesh.clone());
    let common = named.filter_map(|mesh| Some((spec_of(&mesh)?, mesh))).find(|(mesh, _)| !is_empty(mesh));
    let Some((mesh, name)) = common else { return Ok(()) };
    let Ok(mesh) = Mesh::from_spec(&mesh) else { return Ok(()) };
    let place = |axis: &str| mesh.find(axis).map_or(usize::MAX, Id::index);
    manual.sort_by_key(|axis| place(axis));
    let manual_axes: Vec<AxisRef> =
        manual.iter().filter_map(|axis| Some(mesh.axis(mesh.find(axis)?))).collect();
    let has_shape = shaped_values(module, op);
    for (specs, has_shape) in shardings.iter_mut().zip(&has_shape) {
        for (spec, _) in specs.iter_mut().zip(has_shape).filter(|(_, has_shape)| **has_shape) {
            mention(spec, &name, &mesh, &manual_axes);
        }
    }
    for (name, specs) in lists.into_iter().zip(shardings) {
        let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs))));
        module.set_attr(op, name, attr);
    }
    let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ManualAxes(manual))));
    module.set_attr(op, names::MANUAL_AXES, attr);
    Ok(())
}

/// Whether each operand, and each result, of an op has a shape.
fn shaped_values(module: &Module, op: OpId) -> [Vec<bool>; 2] {
    let has_shape = |value| module.context.tensor(module.type_of(value)).is_some();
    let data = module.op(op);
    [data.operands.iter().copied().map(has_shape).collect(), data.results().map(has_shape).collect()]
}

/// Adds the parts of manual axes that a sharding does not mention to its replicated axes, naming the mesh as
/// others do.
fn mention(spec: &mut ShardingSpec, name: &MeshOrRef, mesh: &Mesh, manual: &[AxisRef]) {
    let resolve = |axes: &mut dyn Iterator<Item = &AxisSpec>| -> Vec<AxisRef> {
        axes.filter_map(|axis| mesh.resolve_axis(axis)).collect()
    };
    let mut replicated = resolve(&mut spec.replicated.iter());
    let mut mentioned = resolve(&mut spec.dims.iter().flat_map(|dim| &dim.axes).chain(&spec.unreduced));
    mentioned.extend(&replicated);
    let missing = subtract_axes(manual, &mentioned);
    if !missing.is_empty() {
        replicated.extend(missing);
        replicated.sort_unstable();
        merge_neighbours(&mut replicated);
        spec.mesh = name.clone();
        spec.replicated = replicated.into_iter().map(|axis| mesh.axis_spec(axis)).collect();
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
