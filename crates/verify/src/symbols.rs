//! Symbol tables: the names of functions and meshes within their module.

use partita_base::{Diagnostic, Diagnostics, code};
use rustc_hash::FxHashMap;

use partita_ir::{Attr, Module, Op, OpCode, OpId, OpName, names};

/// The symbol table of every `builtin.module`.
pub(crate) struct Symbols<'m> {
    tables: FxHashMap<OpId, FxHashMap<&'m [u8], OpId>>,
}

impl<'m> Symbols<'m> {
    /// Builds the tables of all modules among `ops` and reports duplicate names.
    pub(crate) fn read(module: &'m Module, ops: &[OpId], sink: &mut Diagnostics) -> Symbols<'m> {
        let mut tables = FxHashMap::default();
        for id in ops {
            if module.op(*id).name == OpName::Known(OpCode::BuiltinModule) {
                tables.insert(*id, read_table(module, *id, sink));
            }
        }
        Symbols { tables }
    }

    /// The op that a name refers to in the scope of `op`.
    pub(crate) fn lookup(&self, module: &Module, op: OpId, name: &[u8]) -> Option<OpId> {
        let mut at = Some(op);
        while let Some(op) = at {
            if let Some(table) = self.tables.get(&op) {
                return table.get(name).copied();
            }
            at = module.parent(op);
        }
        None
    }
}

fn read_table<'m>(module: &'m Module, id: OpId, sink: &mut Diagnostics) -> FxHashMap<&'m [u8], OpId> {
    let mut table: FxHashMap<&[u8], OpId> = FxHashMap::default();
    let blocks = module.op(id).regions.iter().flat_map(|region| &module.region(*region).blocks);
    for op in blocks.flat_map(|block| &module.block(*block).ops) {
        let Some(name) = name_of(module, *op) else { continue };
        if let Some(first) = table.get(name) {
            let message = format!("redefinition of symbol @{}", String::from_utf8_lossy(name));
            let fault =
                Diagnostic::error(code::REDEFINED_SYMBOL, module.attr_span(*op, names::SYM_NAME), message);
            sink.push(fault.label(module.attr_span(*first, names::SYM_NAME), "first defined here"));
        } else {
            table.insert(name, *op);
        }
    }
    table
}

/// The symbol name of an op.
pub(crate) fn name_of(module: &Module, op: OpId) -> Option<&[u8]> {
    match module.attr(op, names::SYM_NAME)? {
        Attr::String(text) => Some(text),
        _ => None,
    }
}

/// Checks the parent and the visibility of an op that defines a symbol.
pub(crate) fn check_symbol(module: &Module, id: OpId, sink: &mut Diagnostics) {
    let op: &Op = module.op(id);
    let Some(name) = name_of(module, id) else { return };
    let name = String::from_utf8_lossy(name);
    if let Some(parent) = module.parent(id) {
        let may_hold_symbols = match module.op(parent).name {
            OpName::Known(code) => code == OpCode::BuiltinModule,
            OpName::Other(_) => true,
        };
        if !may_hold_symbols {
            let message = format!(
                "{} @{name}: expected a module as the parent op, found {}",
                module.op_name(id),
                module.op_name(parent)
            );
            sink.push(Diagnostic::error(code::PARENT, op.span, message));
        }
    }
    if let Some(Attr::String(given)) = module.attr(id, names::SYM_VISIBILITY)
        && !matches!(&**given, b"public" | b"private" | b"nested")
    {
        let given = String::from_utf8_lossy(given);
        let message =
            format!("expected public, private or nested as the visibility of @{name}, found \"{given}\"");
        let span = module.attr_span(id, names::SYM_VISIBILITY);
        sink.push(Diagnostic::error(code::VISIBILITY, span, message));
    }
}

/// The function that the symbol of a call refers to.
pub(crate) fn function_of(module: &Module, symbols: &Symbols<'_>, op: OpId, name: &[u8]) -> Option<OpId> {
    let id = symbols.lookup(module, op, name)?;
    (module.op(id).name == OpName::Known(OpCode::FuncFunc)).then_some(id)
}
