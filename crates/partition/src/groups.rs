//! How replica groups are written: as axes of a mesh, which takes one line for any number of devices, or as
//! lists of devices.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::{
    Attr, AttrId, DenseData, Field, Module, NewOp, OpCode, OpId, RecordAttr, RecordKind, ReplicaGroups,
};
use partita_mesh::spec::{AxisSpec, SubAxis};
use partita_mesh::{AxisRef, Mesh};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::comm_calls::groups_of_call;

/// The spelling of replica groups in the local program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupForm {
    /// `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = […]>`; the mesh stays in the program. A program
    /// whose groups would name several meshes gets lists instead.
    #[default]
    Axes,
    /// `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`
    Lists,
}

/// The most devices for which replica groups are written as lists.
pub const MAX_LISTED_DEVICES: u64 = 1 << 20;

/// The groups of devices that differ along some axes of the named mesh.
pub(crate) fn groups_along(module: &mut Module, name: &str, mesh: &Mesh, axes: &[AxisRef]) -> AttrId {
    let context = &mut module.context;
    let axes: Vec<AttrId> = axes
        .iter()
        .map(|&axis| {
            let AxisSpec { name, part } = mesh.axis_spec(axis);
            let part = part.map_or(Field::Absent, |SubAxis { pre, size }| Field::SubAxis(pre, size));
            let fields = vec![Field::Text(name.as_bytes().into()), part];
            context.attr(Attr::Record(RecordAttr::new(RecordKind::AxisRef, fields)))
        })
        .collect();
    let name = context.symbol(name);
    let mesh = context.attr(Attr::SymbolRef([name].into()));
    let axes = context.attr(Attr::Array(axes.into()));
    let fields = vec![Field::Attr(mesh), Field::Attr(axes)];
    context.attr(Attr::Record(RecordAttr::new(RecordKind::ReplicaGroupMeshAxes, fields)))
}

/// Writes the replica groups of a local program in the requested form, and adds the meshes that they refer to.
pub(crate) fn settle_groups(
    global: &Module,
    local: &mut Module,
    form: GroupForm,
    devices: u64,
) -> Result<(), Diagnostics> {
    let used = named_meshes(local);
    let is_used = |op: &OpId| {
        global.op(*op).name.code() == Some(OpCode::SdyMesh)
            && global.symbol_name(*op).is_some_and(|name| used.contains(name))
    };
    let meshes: Vec<OpId> = global.block(global.body()).ops.iter().copied().filter(is_used).collect();
    let mut copies = Vec::new();
    for (position, mesh) in meshes.into_iter().enumerate() {
        let data = global.op(mesh);
        let copy = local.create_op(NewOp {
            name: data.name,
            operands: Default::default(),
            result_types: &[],
            attrs: data.attrs.clone(),
            loc: data.loc,
            span: data.span,
        });
        local.insert(local.body(), position, copy);
        copies.push(copy);
    }
    // XLA in jaxlib 0.10.2 looks axes up in the first mesh of a program, whichever mesh the groups name. So
    // groups on several meshes are written as lists.
    if form == GroupForm::Lists || copies.len() > 1 {
        if devices > MAX_LISTED_DEVICES && !copies.is_empty() {
            let mut found = Diagnostics::default();
            let message = format!(
                "replica groups of {devices} devices cannot be written as lists; the limit is {MAX_LISTED_DEVICES} devices"
            );
            let finding = Diagnostic::error(code::LIMIT, global.op(global.top()).span, message);
            found.push(finding.help("write them as axes of a mesh with `GroupForm::Axes`"));
            return Err(found);
        }
        write_lists(local);
        copies.into_iter().for_each(|mesh| local.erase(mesh));
    }
    Ok(())
}

/// The names of the meshes that replica groups refer to.
fn named_meshes(module: &Module) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    let Some(name) = module.context.find_symbol("replica_groups") else { return names };
    let mut seen: FxHashSet<AttrId> = FxHashSet::default();
    for op in module.walk(module.top()) {
        let groups = module.op(op).attr(name).or_else(|| groups_of_call(module, op));
        let Some(groups) = groups.filter(|&groups| seen.insert(groups)) else { continue };
        if let Attr::Record(record) = module.context.attr_of(groups)
            && let Some(Attr::SymbolRef(path)) = record.attr("mesh").map(|mesh| module.context.attr_of(mesh))
        {
            names.extend(path.first().map(|&name| module.context.text(name).to_string()));
        }
    }
    names
}

/// Replaces mesh axes by lists of device ids.
fn write_lists(module: &mut Module) {
    let Some(name) = module.context.find_symbol("replica_groups") else { return };
    let mut known: FxHashMap<AttrId, AttrId> = FxHashMap::default();
    for op in module.walk(module.top()) {
        let Some(groups) = module.op(op).attr(name) else { continue };
        let lists = match known.get(&groups) {
            Some(&lists) => lists,
            None => {
                let lists = match module.groups_of_attr(groups) {
                    Ok(axes @ ReplicaGroups::Axes { .. }) => {
                        let rows = axes.lists();
                        let columns = rows.first().map_or(0, Vec::len);
                        matrix_attr(module, rows.len(), columns, &rows.concat())
                    }
                    Ok(ReplicaGroups::Lists { .. }) | Err(_) => groups,
                };
                known.insert(groups, lists);
                lists
            }
        };
        module.set_attr(op, name, lists);
    }
}

/// `dense<[[…], …]> : tensor<RxCxi64>`
pub(crate) fn matrix_attr(module: &mut Module, rows: usize, columns: usize, values: &[i64]) -> AttrId {
    let element = module.context.int_type(64);
    let ty = module.context.tensor_type(&[rows as u64, columns as u64], element);
    let same = values.first().filter(|first| values.iter().all(|value| value == *first));
    let data = match same {
        Some(value) => DenseData::Splat(value.to_le_bytes().into()),
        None => DenseData::Full(values.iter().flat_map(|value| value.to_le_bytes()).collect()),
    };
    module.context.attr(Attr::Dense { ty, data })
}
