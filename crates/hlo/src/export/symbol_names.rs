//! Names for new symbols, as MLIR makes them.

use std::collections::HashSet;

use partita_ir::Module;

/// The names in use, and a number that makes new ones.
pub(super) struct SymbolNames {
    used: HashSet<String>,
    next: u32,
}

impl SymbolNames {
    /// The names of the symbols of a module.
    pub(super) fn new(module: &Module) -> Self {
        let ops = module.block(module.body()).ops.iter();
        Self { used: ops.filter_map(|&op| module.symbol_name(op)).map(str::to_string).collect(), next: 0 }
    }

    /// The name itself if it is free, otherwise the name and the next number that makes it so.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let mut candidate = name.to_string();
        while !self.used.insert(candidate.clone()) {
            candidate = format!("{name}_{}", self.next);
            self.next += 1;
        }
        candidate
    }
}
