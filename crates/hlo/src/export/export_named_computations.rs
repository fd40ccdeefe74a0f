//! `sdy-export-named-computations`: every named computation becomes a private function and a call.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, AttrId, Module, OpCode, OpId, Replacements, Type, TypeId, names};

use super::edges::{self, DebugInfo, EdgesBehind};
use super::shardings::{self, ListAttrs};
use crate::import::SymbolTable;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-export-named-computations",
    help: "turn named computations into functions and calls",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let computations = module.landmarks(|code| code == OpCode::SdyNamedComputation);
    if computations.is_empty() {
        return Ok(());
    }
    let computations = shardings::inner_first(module, computations);
    let mut edges = EdgesBehind::new(module);
    let mut symbols = SymbolTable::new(module);
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced = Replacements::default();
    for &op in &computations {
        for edge in edges::sink_shardings(module, &mut edges, op, DebugInfo::default()) {
            replaced.insert(module, module.op(edge).result(0), module.op(edge).operands[0]);
            removed.push(edge);
        }
    }
    shardings::remove_ops(module, &removed, &replaced);
    let mut lists = ListAttrs::default();
    for op in computations {
        let func = export(module, op, &mut symbols, &mut lists);
        module.append(module.body(), func);
    }
    Ok(())
}

/// Creates the function of a computation, detached, and turns the computation into a call of it.
fn export(module: &mut Module, op: OpId, symbols: &mut SymbolTable, lists: &mut ListAttrs) -> OpId {
    let name_key = module.context.symbol("name");
    let original = match module.attr(op, name_key) {
        Some(Attr::String(text)) => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    };
    let name = symbols.insert(&original);
    let inputs: Vec<TypeId> = module.op(op).operands.iter().map(|&value| module.type_of(value)).collect();
    let results: Vec<TypeId> = module.op(op).results().map(|value| module.type_of(value)).collect();
    let in_shardings = module.op(op).attr(names::IN_SHARDINGS);
    let arg_attrs = in_shardings.and_then(|list| lists.func_dicts(module, list, inputs.len()));
    let (loc, span) = (module.op(op).loc, module.op(op).span);
    let ty = module.context.ty(Type::Function { inputs: inputs.into(), results: results.into() });
    let string = |text: &str| Attr::String(text.as_bytes().into());
    let attrs = [
        (names::SYM_NAME, string(&name)),
        (names::SYM_VISIBILITY, string("private")),
        (names::FUNCTION_TYPE, Attr::Type(ty)),
        (module.context.symbol("sdy.original_func_name"), string(&original)),
    ];
    let attrs: Vec<(Symbol, AttrId)> =
        attrs.into_iter().map(|(name, attr)| (name, module.context.attr(attr))).collect();
    let func = module.build(OpCode::FuncFunc, &[], &[], &attrs, loc, span);
    if let Some(attr) = arg_attrs {
        module.set_attr(func, names::ARG_ATTRS, attr);
    }
    for region in module.take_regions(op) {
        module.attach_region(func, region);
        for block in module.region(region).blocks.clone() {
            if let Some(&last) = module.block(block).ops.last()
                && shardings::op_code(module, last) == Some(OpCode::SdyReturn)
            {
                module.rename(last, OpCode::FuncReturn);
            }
        }
    }
    become_call(module, op, name_key, &name);
    func
}

fn become_call(module: &mut Module, op: OpId, name_key: Symbol, callee: &str) {
    let sharding = module.op(op).attr(names::OUT_SHARDINGS);
    for key in [name_key, names::IN_SHARDINGS, names::OUT_SHARDINGS] {
        module.remove_attr(op, key);
    }
    module.rename(op, OpCode::FuncCall);
    let callee = module.context.symbol(callee);
    let callee = module.context.attr(Attr::SymbolRef(Box::new([callee])));
    module.set_attr(op, names::CALLEE, callee);
    if let Some(sharding) = sharding {
        module.set_attr(op, names::SDY_SHARDING, sharding);
    }
}
