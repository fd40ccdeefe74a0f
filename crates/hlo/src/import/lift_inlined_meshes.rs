//! `sdy-lift-inlined-meshes`: every mesh is a symbol, and no two are equal.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{
    Attr, AttrId, DenseData, Field, Module, OpCode, OpId, RecordAttr, RecordKind, SdyAttr, hlo_mesh_spec,
    names,
};
use partita_mesh::Mesh;
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::text::MeshSpans;
use rustc_hash::FxHashMap;

use super::rewrite_shardings::rewrite_shardings;
use super::symbol_table::SymbolTable;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-lift-inlined-meshes",
    help: "give every inline mesh a symbol, and merge equal meshes",
    anchor: Anchor::Module,
    options: &[],
    run,
};

/// The treatment of the device order of a mesh that is written in replica groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupDevices {
    /// It is kept.
    Kept,
    /// It is lost, as in Shardy's pass.
    Dropped,
}

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    lift_meshes(module, GroupDevices::Dropped)
}

/// Gives every mesh a symbol.
pub(super) fn lift_meshes(module: &mut Module, devices: GroupDevices) -> Result<(), Diagnostics> {
    let mut known: FxHashMap<MeshSpec, Box<str>> = FxHashMap::default();
    let mut renamed: FxHashMap<Box<str>, Box<str>> = FxHashMap::default();
    let mut meshes = Vec::new();
    let mut kept = Vec::new();
    for op in module.block(module.body()).ops.clone() {
        let Some((name, mesh)) = mesh_of(module, op) else {
            kept.push(op);
            continue;
        };
        match known.get(&mesh) {
            Some(first) => {
                renamed.insert(name, first.clone());
            }
            None => {
                known.insert(mesh, name);
                meshes.push(op);
                kept.push(op);
            }
        }
    }
    module.set_block_ops(module.body(), kept);

    let mut symbols = SymbolTable::new(module);
    let mut lifted: Vec<(MeshSpec, Box<str>, OpId)> = Vec::new();
    if !renamed.is_empty() || has_inline_meshes(module) {
        rewrite_shardings(module, |op, spec| {
            let name = match &spec.mesh {
                MeshOrRef::Symbol(name) => renamed.get(name)?.clone(),
                MeshOrRef::Inline(mesh) => match known.get(mesh) {
                    Some(name) => name.clone(),
                    None => {
                        let name = symbols.insert(&base_name(mesh));
                        known.insert(mesh.clone(), name.clone());
                        lifted.push((mesh.clone(), name.clone(), op));
                        name
                    }
                },
            };
            Some(ShardingSpec { mesh: MeshOrRef::Symbol(name), ..spec.clone() })
        });
    }
    let of_groups = rewrite_groups(module, &renamed, &mut symbols, devices);
    meshes_are_valid(module, &of_groups)?;
    lifted.extend(of_groups);

    let dictionary = module.context.symbol("stablehlo.mesh");
    for &op in &meshes {
        if let Some((_, mesh)) = mesh_of(module, op)
            && module.op(op).attr(dictionary).is_none()
        {
            let attr = mesh_dictionary(module, &mesh);
            module.set_attr(op, dictionary, attr);
        }
    }
    let lifted =
        lifted.into_iter().map(|(mesh, name, cause)| build_mesh(module, mesh, &name, cause, dictionary));
    let lifted: Vec<OpId> = lifted.collect();
    insert_after(module, meshes.last().copied(), &lifted);
    Ok(())
}

/// Whether a sharding has a mesh of its own. There are far fewer attributes than ops.
fn has_inline_meshes(module: &Module) -> bool {
    let is_inline = |spec: &ShardingSpec| matches!(spec.mesh, MeshOrRef::Inline(_));
    module.context.attrs().any(|attr| match attr {
        Attr::Sdy(sdy) => match &**sdy {
            SdyAttr::Sharding(spec) => is_inline(spec),
            SdyAttr::ShardingPerValue(specs) => specs.iter().any(is_inline),
            _ => false,
        },
        _ => false,
    })
}

/// StableHLO does not check its meshes: an axis may have size zero. `sdy` does, and Shardy's pass leaves a module
/// that it cannot read again.
fn meshes_are_valid(module: &Module, lifted: &[(MeshSpec, Box<str>, OpId)]) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::default();
    for (mesh, _, op) in lifted {
        let spans = MeshSpans { full: module.op(*op).span, ..MeshSpans::default() };
        let errors = Mesh::from_spec(mesh).err().unwrap_or_default();
        errors.iter().for_each(|error| found.push(error.to_diagnostic(&spans)));
    }
    if found.has_errors() { Err(found) } else { Ok(()) }
}

/// Makes replica groups refer to the remaining meshes, and returns the meshes that were written in them with their new
/// names. As in Shardy, such a mesh gets a symbol of its own even where an equal mesh has one.
fn rewrite_groups(
    module: &mut Module,
    renamed: &FxHashMap<Box<str>, Box<str>>,
    symbols: &mut SymbolTable,
    devices: GroupDevices,
) -> Vec<(MeshSpec, Box<str>, OpId)> {
    // Few programs have such groups, and there are far fewer attributes than ops.
    let is_group = |attr: &Attr| matches!(attr, Attr::Record(record) if record.kind() == RecordKind::ReplicaGroupMeshAxes);
    if !module.context.attrs().any(is_group) {
        return Vec::new();
    }
    let attr_name = module.context.symbol("replica_groups");
    let mut lifted: Vec<(MeshSpec, Box<str>, OpId)> = Vec::new();
    let mut rewritten: FxHashMap<AttrId, AttrId> = FxHashMap::default();
    let mut names_of: FxHashMap<AttrId, Box<str>> = FxHashMap::default();
    for &op in &module.walk(module.top()) {
        let Some(groups) = module.op(op).attr(attr_name) else { continue };
        if let Some(&new) = rewritten.get(&groups) {
            module.set_attr(op, attr_name, new);
            continue;
        }
        let Attr::Record(record) = module.context.attr_of(groups) else { continue };
        if record.kind() != RecordKind::ReplicaGroupMeshAxes {
            continue;
        }
        let Some(mesh) = record.attr("mesh") else { continue };
        let name = match module.context.attr_of(mesh) {
            Attr::SymbolRef(path) if path.len() == 1 => renamed.get(module.context.text(path[0])).cloned(),
            Attr::HloMesh { axes, device_ids } => Some(names_of.get(&mesh).cloned().unwrap_or_else(|| {
                let device_ids = device_ids.filter(|_| devices == GroupDevices::Kept);
                let spec = hlo_mesh_spec(&module.context, axes, device_ids);
                let name = symbols.insert(&base_name(&spec));
                names_of.insert(mesh, name.clone());
                lifted.push((spec, name.clone(), op));
                name
            })),
            _ => None,
        };
        let new = match name {
            Some(name) => groups_naming(module, groups, &name),
            None => groups,
        };
        rewritten.insert(groups, new);
        module.set_attr(op, attr_name, new);
    }
    lifted
}

/// The same replica groups with a mesh of this name.
fn groups_naming(module: &mut Module, groups: AttrId, name: &str) -> AttrId {
    let Attr::Record(record) = module.context.attr_of(groups) else { return groups };
    let (kind, axes) = (record.kind(), record.attr("axes"));
    let symbol = module.context.symbol(name);
    let mesh = module.context.attr(Attr::SymbolRef([symbol].into()));
    let fields = vec![Field::Attr(mesh), axes.map_or(Field::Absent, Field::Attr)];
    module.context.attr(Attr::Record(RecordAttr::new(kind, fields)))
}

/// The name and the axes of an `sdy.mesh`.
fn mesh_of(module: &Module, op: OpId) -> Option<(Box<str>, MeshSpec)> {
    if module.op(op).name.code() != Some(OpCode::SdyMesh) {
        return None;
    }
    match module.sdy_attr(op, names::MESH)? {
        SdyAttr::Mesh(mesh) => Some((module.symbol_name(op)?.into(), mesh.clone())),
        _ => None,
    }
}

/// The name of a mesh if the name is free.
fn base_name(mesh: &MeshSpec) -> String {
    match (&mesh.axes[..], &mesh.device_ids[..]) {
        ([], [device]) => format!("maximal_mesh_{device}"),
        ([], []) => "empty_mesh".into(),
        _ => "mesh".into(),
    }
}

fn build_mesh(module: &mut Module, mesh: MeshSpec, name: &str, cause: OpId, dictionary: Symbol) -> OpId {
    let dict = mesh_dictionary(module, &mesh);
    let mesh = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Mesh(mesh))));
    let name = module.context.attr(Attr::String(name.as_bytes().into()));
    let loc = module.op(module.top()).loc;
    let span = module.op(cause).span;
    let attrs = [(names::MESH, mesh), (names::SYM_NAME, name), (dictionary, dict)];
    module.build(OpCode::SdyMesh, &[], &[], &attrs, loc, span)
}

/// A mesh as a plain dictionary, for readers that support StableHLO but not sdy.
fn mesh_dictionary(module: &mut Module, mesh: &MeshSpec) -> AttrId {
    let context = &mut module.context;
    let i64 = context.int_type(64);
    let (name, size) = (context.symbol("name"), context.symbol("size"));
    let mut axes = Vec::new();
    for axis in &mesh.axes {
        let text = context.attr(Attr::String(axis.name.as_bytes().into()));
        let number = context.attr(Attr::Integer { value: axis.size.into(), ty: i64 });
        axes.push(context.attr(Attr::Dict([(name, text), (size, number)].into())));
    }
    let mut entries = vec![(context.symbol("axes"), context.attr(Attr::Array(axes.into())))];
    if !mesh.device_ids.is_empty() {
        let bytes = mesh.device_ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        let data = if mesh.device_ids.len() == 1 { DenseData::Splat(bytes) } else { DenseData::Full(bytes) };
        let ty = context.tensor_type(&[mesh.device_ids.len() as u64], i64);
        entries.push((context.symbol("device_ids"), context.attr(Attr::Dense { ty, data })));
    }
    context.attr(Attr::Dict(entries.into()))
}

/// Puts new ops of the module's body after one of its ops, or first.
fn insert_after(module: &mut Module, anchor: Option<OpId>, new: &[OpId]) {
    let body = module.body();
    let mut ops = module.block(body).ops.clone();
    let at = anchor.and_then(|anchor| ops.iter().position(|op| *op == anchor)).map_or(0, |at| at + 1);
    ops.splice(at..at, new.iter().copied());
    module.set_block_ops(body, ops);
}
