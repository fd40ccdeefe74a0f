//! Functions by name, and the function that a call calls.

use partita_base::Symbol;
use rustc_hash::FxHashMap;

use crate::{Attr, Module, OpCode, OpId, names};

impl Module {
    /// The name of the function that a `func.call` calls; `None` for other ops.
    pub fn callee_name(&self, call: OpId) -> Option<Symbol> {
        if self.op(call).name.code() != Some(OpCode::FuncCall) {
            return None;
        }
        match self.attr(call, names::CALLEE)? {
            Attr::SymbolRef(path) => path.first().copied(),
            _ => None,
        }
    }

    /// The symbol that an op defines, as other ops refer to it. `None` too for a name that was never interned: nothing can refer to it.
    pub fn symbol_of(&self, op: OpId) -> Option<Symbol> {
        self.context.find_symbol(self.symbol_name(op)?)
    }
}

/// The functions of a module by name, as they were when the table was made.
#[derive(Clone, Debug, Default)]
pub struct FunctionTable {
    by_name: FxHashMap<Symbol, OpId>,
}

impl FunctionTable {
    /// Reads the functions of a module.
    pub fn new(module: &Module) -> Self {
        let named = module.functions().filter_map(|func| Some((module.symbol_of(func)?, func)));
        Self { by_name: named.collect() }
    }

    /// The function with a name.
    pub fn find(&self, name: Symbol) -> Option<OpId> {
        self.by_name.get(&name).copied()
    }

    /// Adds a function that was added to the module.
    pub fn insert(&mut self, name: Symbol, func: OpId) {
        self.by_name.insert(name, func);
    }

    /// The function that a `func.call` calls, if the module has it; `None` for other ops.
    pub fn callee(&self, module: &Module, call: OpId) -> Option<OpId> {
        self.find(module.callee_name(call)?)
    }
}
