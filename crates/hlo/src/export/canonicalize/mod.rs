//! The part of MLIR's `canonicalize` that the export pipeline needs.
//!
//! The pipeline runs it with the patterns of one label only. With any label, equal constants of a function
//! are merged, and unused ops without effect are erased.

mod collectives;
mod constants;
mod dead;
mod reshards;

use partita_ir::{Module, Uses};

pub(super) use dead::erase_dead_ops;

/// The patterns to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patterns {
    /// `sdy-reshard`: reshards of reshards.
    Reshard,
    /// `sdy-collective`: collectives that undo or complete each other.
    Collective,
}

/// Applies patterns until none applies.
pub(super) fn canonicalize(module: &mut Module, patterns: Patterns) {
    constants::merge_constants(module);
    match patterns {
        Patterns::Reshard => reshards::collapse_reshards(module),
        Patterns::Collective => collectives::simplify_collectives(module),
    }
    dead::erase_dead_ops(module);
}

/// Replaces every use of an op's result by another value, and removes the op.
fn replace(module: &mut Module, uses: &mut Uses, op: partita_ir::OpId, value: partita_ir::ValueId) {
    let old = module.op(op).result(0);
    uses.replace_all(module, old, value);
    uses.remove_op(module, op);
    module.erase(op);
}
