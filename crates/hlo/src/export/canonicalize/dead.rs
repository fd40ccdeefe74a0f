//! Erases unused ops without effect.

use partita_base::Id;
use partita_ir::{Module, OpId, Replacements};
use rustc_hash::FxHashSet;

use super::super::shardings;
use crate::class::is_erasable;

/// Erases ops without effect whose results have no uses, and then those that only they used.
pub(in crate::export) fn erase_dead_ops(module: &mut Module) {
    let ops = module.walk(module.top());
    let mut uses = vec![0u32; module.value_count()];
    for &op in &ops {
        for operand in &module.op(op).operands {
            uses[operand.index()] += 1;
        }
    }
    let mut dead: Vec<OpId> = Vec::new();
    let mut gone: FxHashSet<OpId> = FxHashSet::default();
    // Users come after the producers of their operands, so one sweep from the end finds all.
    for &op in ops.iter().rev() {
        let data = module.op(op);
        if data.result_count() == 0 || data.results().any(|result| uses[result.index()] > 0) {
            continue;
        }
        if !is_erasable(module, op) {
            continue;
        }
        dead.push(op);
        for &inner in &module.walk(op) {
            if gone.insert(inner) {
                for operand in &module.op(inner).operands {
                    uses[operand.index()] -= 1;
                }
            }
        }
    }
    shardings::remove_ops(module, &dead, &Replacements::default());
}
