//! Reshards of reshards.

use partita_ir::{Definition, Module, OpCode, OpId, Uses, ValueId};

use super::super::shardings;

/// A reshard of a value that only it uses, and that is a reshard itself, takes the input of that one.
pub(super) fn collapse_reshards(module: &mut Module) {
    let reshards = module.landmarks(|code| code == OpCode::SdyReshard);
    if reshards.is_empty() {
        return;
    }
    let mut uses = Uses::new(module);
    for op in reshards {
        while let Some(inner) = inner_reshard(module, &uses, module.op(op).operands[0]) {
            let input = module.op(inner).operands[0];
            uses.remove_op(module, op);
            uses.remove_op(module, inner);
            module.op_mut(op).operands[0] = input;
            uses.add_op(module, op);
            module.erase(inner);
        }
    }
}

fn inner_reshard(module: &Module, uses: &Uses, value: ValueId) -> Option<OpId> {
    let Definition::Result { op, .. } = module.value(value).definition else { return None };
    (shardings::op_code(module, op) == Some(OpCode::SdyReshard) && uses.of(value).len() == 1).then_some(op)
}
