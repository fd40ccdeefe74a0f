//! Unique names for new symbols, chosen as MLIR's symbol table does.

use partita_ir::Module;
use rustc_hash::FxHashSet;

/// The symbols of a module's body.
pub(crate) struct SymbolTable {
    names: FxHashSet<Box<str>>,
    /// The next number for a name that is taken. As in MLIR, there is one counter for all names.
    next: u64,
}

impl SymbolTable {
    /// Collects the names of a module.
    pub(crate) fn new(module: &Module) -> Self {
        let ops = module.block(module.body()).ops.iter();
        Self { names: ops.filter_map(|&op| module.symbol_name(op)).map(Into::into).collect(), next: 0 }
    }

    /// Reserves a name, or that name with the next free number.
    pub(crate) fn insert(&mut self, base: &str) -> Box<str> {
        let mut name: Box<str> = base.into();
        while self.names.contains(&name) {
            name = format!("{base}_{}", self.next).into();
            self.next += 1;
        }
        self.names.insert(name.clone());
        name
    }
}
