//! `sdy-constant-or-scalar-merger`: merges equal constants and equal broadcasts of scalars.
//!
//! The import gave every user its own copy, so that each could be sharded as its user needs. Copies
//! that ended up with the same sharding are merged again, within each block.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{AttrId, BlockId, Module, OpCode, OpId, Replacements, TypeId, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-constant-or-scalar-merger",
    help: "merge equal constants and equal broadcasts of scalars",
    anchor: Anchor::Func,
    options: &[],
    run,
};

/// Ops of one block with equal keys compute the same value.
type Key = (BlockId, TypeId, SmallVec<[ValueId; 1]>, SmallVec<[(Symbol, AttrId); 2]>);

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut first: FxHashMap<Key, ValueId> = FxHashMap::default();
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced = Replacements::default();
    for &op in &module.walk(module.top()) {
        let (Some(block), true) = (module.op(op).block, is_mergeable(module, op)) else { continue };
        let data = module.op(op);
        let value = data.result(0);
        let operand = |value: &ValueId| replaced.get(*value).unwrap_or(*value);
        let operands = data.operands.iter().map(operand).collect();
        let key = (block, module.type_of(value), operands, data.attrs.clone());
        let kept = *first.entry(key).or_insert(value);
        if kept != value {
            replaced.insert(module, value, kept);
            removed.push(op);
        }
    }
    shardings::remove_ops(module, &removed, &replaced);
    Ok(())
}

fn is_mergeable(module: &Module, op: OpId) -> bool {
    match shardings::op_code(module, op) {
        Some(OpCode::SdyConstant | OpCode::Constant) => true,
        Some(OpCode::BroadcastInDim) => {
            let operand = module.type_of(module.op(op).operands[0]);
            module.context.tensor(operand).is_some_and(|tensor| tensor.rank() == 0)
        }
        _ => false,
    }
}
