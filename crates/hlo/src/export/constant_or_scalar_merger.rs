//! `sdy-constant-or-scalar-merger`: merges equal constants and equal broadcasts of scalars.
//!
//! The import gave every user its own copy, so that each could be sharded as its user needs. Copies
//! that ended up with the same sharding are merged again, within each block.

use partita_base::{Diagnostics, Id, Memo};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, OpId, Replacements, ValueId};

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-constant-or-scalar-merger",
    help: "merge equal constants and equal broadcasts of scalars",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    // Places in `kept` by what a value depends on.
    let mut known = Memo::default();
    let mut kept: Vec<ValueId> = Vec::new();
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced = Replacements::default();
    let mut parts: Vec<u32> = Vec::new();
    for &op in &module.walk(module.top()) {
        if !is_mergeable(module, op) {
            continue;
        }
        let data = module.op(op);
        let Some(block) = data.block else { continue };
        let value = data.result(0);
        // No number is 0, so that lists of different lengths differ. The attributes come last: only their number varies among ops
        // of one name.
        let number = |index: usize| index as u32 + 1;
        parts.clear();
        parts.push(number(module.type_of(value).index()));
        parts.extend(data.operands.iter().map(|&value| number(replaced.get(value).unwrap_or(value).index())));
        parts.extend(data.attrs.iter().flat_map(|(name, attr)| [number(name.index()), number(attr.index())]));
        let has_operand = u64::from(!data.operands.is_empty());
        let key = known.key((block.index() as u64) << 1 | has_operand, &parts);
        match known.get(key) {
            Some(place) => {
                replaced.insert(module, value, kept[place as usize]);
                removed.push(op);
            }
            None => {
                known.insert(key, kept.len() as u32);
                kept.push(value);
            }
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
