//! Reads MLIR bytecode: what `write_bytecode` of MLIR's Python module writes, and StableHLO's portable artefacts, which `jax.export` writes.
//!
//! The result is a module without source text. Callers print it, and continue with the text: diagnostics then show ops as they are
//! printed, and everything that works on text works on bytecode.

mod builtin;
mod bytes;
mod elements;
mod exported;
mod fault;
mod ir;
mod resources;
mod sdy;
mod sections;
mod stablehlo;
mod tables;
#[cfg(test)]
mod tests;
mod vhlo;
mod vhlo_ops;

use partita_base::{Diagnostic, Limits};
use partita_ir::{Context, Module};

pub use exported::exported_module;

use fault::{Read, Stop};
use ir::IrReader;
use sections::{MAGIC, Sections};
use tables::Tables;

/// How many bytes of text a byte of bytecode may expand to. An op of ten bytes has up to three hundred as text.
const GROWTH: u64 = 128;

/// Whether a file starts as MLIR bytecode.
pub fn is_bytecode(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// Reads a module in MLIR bytecode. Ops, attributes and types of VHLO become those of StableHLO.
pub fn read_bytecode(file: &[u8], limits: Limits) -> Result<Module, Box<Diagnostic>> {
    read(file, limits).map_err(|stop| match stop {
        Stop::Refusal(refusal) => Box::new(refusal.diagnostic()),
        Stop::Missing => unreachable!("entries that are missing are read"),
    })
}

fn read(file: &[u8], limits: Limits) -> Read<Module> {
    let sections = Sections::read(file)?;
    let mut module = Module::new(Context::default());
    module.limits = limits;
    let longest = limits.alias_text_of(0).max((file.len() as u64).saturating_mul(GROWTH));
    let mut tables = IrReader::new(Tables::new(sections, module, longest)).read()?;
    resources::read(&mut tables)?;
    Ok(tables.module)
}
