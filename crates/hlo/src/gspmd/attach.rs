//! Writes imported shardings into a module.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, Module, OpCode, OpId, Replacements, SdyAttr, names};
use partita_mesh::spec::{MeshOrRef, Openness, ShardingSpec};

use super::{Annotated, Common, Found, parts, types};
use crate::export::shardings;
use crate::import::SymbolTable;

/// Adds every sharding on a new mesh, and removes the GSPMD attribute of this name. Returns the name of the
/// mesh.
pub(super) fn attach_shardings(
    module: &mut Module,
    name: Symbol,
    found: &[Found],
    common: &Common,
) -> Box<str> {
    let mesh_name = SymbolTable::new(module).insert("mesh");
    let mesh = MeshOrRef::Symbol(mesh_name.clone());
    for each in found {
        let specs: Vec<ShardingSpec> = specs(module, each, &mesh, common);
        match each.place {
            Annotated::Func(func, lists, index) => set_of_func(module, (func, lists, index), name, &specs),
            Annotated::Op(op) => set_of_op(module, op, name, specs),
        }
    }
    add_mesh(module, &mesh_name, common);
    replace_calls(module);
    mesh_name
}

/// The shardings of all values that a found sharding is about; at an op without results, one.
fn specs(module: &Module, found: &Found, mesh: &MeshOrRef, common: &Common) -> Vec<ShardingSpec> {
    let types = types(module, found.place);
    let each = parts(&found.sharding);
    if types.is_empty() {
        return each.iter().map(|sharding| common.sharding(mesh, sharding, 0)).collect();
    }
    let of = |index: usize| if each.len() == 1 { &each[0] } else { &each[index] };
    let all = types.iter().enumerate();
    all.map(|(index, &ty)| common.sharding(mesh, of(index), shardings::sharding_rank(module, ty))).collect()
}

fn set_of_func(
    module: &mut Module,
    (func, lists, at): (OpId, Symbol, usize),
    name: Symbol,
    specs: &[ShardingSpec],
) {
    shardings::edit_func_dicts(module, func, lists, |module, index, entries| {
        if index != at {
            return;
        }
        entries.retain(|(key, _)| *key != name);
        // An existing sdy sharding takes precedence.
        if entries.iter().all(|(key, _)| *key != names::SDY_SHARDING)
            && let [spec] = specs
        {
            entries.push((names::SDY_SHARDING, shardings::single_attr(module, spec.clone())));
        }
    });
}

fn set_of_op(module: &mut Module, op: OpId, name: Symbol, mut specs: Vec<ShardingSpec>) {
    module.remove_attr(op, name);
    if module.op(op).attr(names::SDY_SHARDING).is_some() {
        return;
    }
    for dim in open_dims(module, op) {
        for spec in &mut specs {
            if let Some(dim) = spec.dims.get_mut(dim) {
                dim.openness = Openness::Open;
            }
        }
    }
    let attr = shardings::list_attr(module, specs);
    module.set_attr(op, names::SDY_SHARDING, attr);
}

/// The dimensions that a `@Sharding` call leaves to propagation: `backend_config = "unspecified_dims=[0,1]"`.
fn open_dims(module: &Module, op: OpId) -> Vec<usize> {
    let config = module.context.find_symbol("backend_config").and_then(|name| module.attr(op, name));
    let Some(Attr::String(config)) = config else { return Vec::new() };
    let config = String::from_utf8_lossy(config);
    let list = config.split_once("unspecified_dims=[").and_then(|(_, rest)| rest.split_once(']'));
    list.map_or_else(Vec::new, |(list, _)| {
        list.split(',').filter_map(|dim| dim.trim().parse().ok()).collect()
    })
}

fn add_mesh(module: &mut Module, name: &str, common: &Common) {
    let mesh = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Mesh(common.mesh.clone()))));
    let text = module.context.attr(Attr::String(name.as_bytes().into()));
    let (loc, span) = (module.op(module.top()).loc, module.op(module.top()).span);
    let op =
        module.build(OpCode::SdyMesh, &[], &[], &[(names::MESH, mesh), (names::SYM_NAME, text)], loc, span);
    let body = module.body();
    module.insert(body, 0, op);
}

/// Turns every `@Sharding` call that has a sharding into a constraint.
fn replace_calls(module: &mut Module) {
    let calls: Vec<OpId> =
        module.walk(module.top()).into_iter().filter(|&op| is_sharding(module, op)).collect();
    let mut replaced = Replacements::default();
    for &op in &calls {
        let spec = module.result_shardings(op)[0].clone();
        let attr: AttrId = shardings::single_attr(module, spec);
        let data = module.op(op);
        let (operand, result, loc, span) = (data.operands[0], data.result(0), data.loc, data.span);
        let ty = module.type_of(operand);
        let new = module.build(
            OpCode::SdyShardingConstraint,
            &[operand],
            &[ty],
            &[(names::SHARDING, attr)],
            loc,
            span,
        );
        let value = module.op(new).result(0);
        // The value keeps its name in the text.
        module.copy_name(result, value);
        module.insert_before(op, new);
        replaced.insert(module, result, value);
    }
    shardings::remove_ops(module, &calls, &replaced);
}

fn is_sharding(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    crate::rules::call_target(module, op) == Some("Sharding")
        && data.operands.len() == 1
        && data.result_count() == 1
        && module.result_shardings(op).len() == 1
        && module.type_of(data.operands[0]) == module.type_of(data.result(0))
}
