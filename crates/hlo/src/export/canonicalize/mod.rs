//! The part of MLIR's `canonicalize` that the export pipeline needs.
//!
//! The pipeline runs it with the patterns of one label only. Whatever the label, equal constants of a function
//! become one, and ops without effect whose results nobody uses go.

mod collectives;
mod constants;
mod dead;
mod reshards;

use partita_ir::{Module, Uses};

/// Which patterns are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patterns {
    /// `sdy-reshard`: reshards of reshards.
    Reshard,
    /// `sdy-collective`: collectives that undo or complete each other.
    Collective,
}

/// Brings a module into the form in which no pattern applies.
pub(super) fn canonicalize(module: &mut Module, patterns: Patterns) {
    constants::merge(module);
    match patterns {
        Patterns::Reshard => reshards::collapse(module),
        Patterns::Collective => collectives::simplify(module),
    }
    dead::erase(module);
}

/// Lets every use of a value use another one, and takes the op that made it out.
fn replace(module: &mut Module, uses: &mut Uses, op: partita_ir::OpId, value: partita_ir::ValueId) {
    let old = module.op(op).result(0);
    uses.replace_all(module, old, value);
    uses.remove_op(module, op);
    module.erase(op);
}
