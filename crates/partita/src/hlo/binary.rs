//! Programs in binary form, decoded to text.

use partita_base::{Diagnostics, Limits};
use partita_mlir::{PrintOptions, exported_module, is_bytecode, read_bytecode};

/// The text of a program in MLIR bytecode, in a portable artefact of StableHLO, or in a file of `jax.export`; `None` for other files.
///
/// The text has all locations of the program. Errors of later steps refer to it, as there is no other text.
pub fn decode(file: &[u8], limits: Limits) -> Option<Result<String, Diagnostics>> {
    let bytecode = if is_bytecode(file) { file } else { exported_module(file)? };
    Some(match read_bytecode(bytecode, limits) {
        Ok(module) => Ok(partita_mlir::print(&module, PrintOptions::default().debug_info(true))),
        Err(diagnostic) => {
            let mut found = Diagnostics::default();
            found.push(*diagnostic);
            Err(found)
        }
    })
}
