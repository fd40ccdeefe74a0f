//! Merges equal constants of a function.

use partita_ir::{AttrId, BlockId, Module, OpCode, OpId, Replacements, TypeId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::shardings;

/// Constants of one scope with equal keys are merged.
type Key = (BlockId, Option<AttrId>, TypeId);

/// Moves constants to the front of the function, or other op isolated from above, that they are in; the last one in
/// text order comes first, as in MLIR. One that is already there, or right after one that is, stays. Of equal ones the
/// first is kept.
pub(super) fn merge_constants(module: &mut Module) {
    let is_constant = |op: &OpId| shardings::op_code(module, *op) == Some(OpCode::Constant);
    if !module.walk(module.top()).iter().any(is_constant) {
        return;
    }
    let ops = shardings::walk_inner_first(module, module.top());
    let constants: Vec<OpId> = ops.into_iter().filter(is_constant).collect();
    let mut kept: FxHashMap<Key, ValueId> = FxHashMap::default();
    let mut in_front: FxHashSet<OpId> = FxHashSet::default();
    let mut replaced = Replacements::default();
    let mut removed: Vec<OpId> = Vec::new();
    for op in constants {
        let Some(scope) = scope(module, op) else { continue };
        let value = module.op(op).result(0);
        let attr = module.op(op).attr(names::VALUE);
        let key = (scope, attr, module.type_of(value));
        if let Some(&other) = kept.get(&key) {
            replaced.insert(module, value, other);
            removed.push(op);
            continue;
        }
        kept.insert(key, value);
        if !is_in_front(module, op, scope, &in_front) {
            module.erase(op);
            module.insert(scope, 0, op);
        }
        in_front.insert(op);
    }
    shardings::remove_ops(module, &removed, &replaced);
}

/// The first block of the nearest enclosing op that is isolated from above.
fn scope(module: &Module, op: OpId) -> Option<BlockId> {
    let mut block = module.op(op).block?;
    loop {
        let parent = module.block_parent(block);
        let isolated = module.op(parent).name.code().is_some_and(|code| code.traits().isolated);
        match module.op(parent).block {
            Some(outer) if !isolated => block = outer,
            _ => return module.region(module.block(block).region).blocks.first().copied(),
        }
    }
}

fn is_in_front(module: &Module, op: OpId, scope: BlockId, in_front: &FxHashSet<OpId>) -> bool {
    let Some((block, position)) = module.position(op) else { return false };
    block == scope
        && position.checked_sub(1).is_none_or(|before| in_front.contains(&module.block(block).ops[before]))
}
