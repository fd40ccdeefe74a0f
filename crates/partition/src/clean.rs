//! Removes unused ops and uncalled functions from the local program.

use partita_base::{Diagnostics, Id};
use partita_hlo::has_effect;
use partita_ir::{Module, OpId, pass};

/// Erases ops without effects whose results are unused. Inner blocks go with the op that holds them.
pub(crate) fn remove_unused(module: &mut Module) {
    let order = module.walk(module.top());
    let mut used = vec![false; module.value_count()];
    let mut kept = vec![false; module.op_count()];
    // In reverse order, users come before definitions and inner ops before the op that holds them.
    for &op in order.iter().rev() {
        let data = module.op(op);
        let holds_kept = data.regions.iter().any(|&region| {
            module.region(region).blocks.iter().any(|&block| {
                module.block(block).ops.iter().any(|&inner| kept[inner.index()] && has_effect(module, inner))
            })
        });
        let keep = has_effect(module, op) || holds_kept || data.results().any(|result| used[result.index()]);
        kept[op.index()] = keep;
        if keep {
            data.operands.iter().for_each(|operand| used[operand.index()] = true);
        }
    }
    let blocks: Vec<_> = order.iter().filter_map(|&op| module.op(op).block).collect();
    let mut seen = vec![false; module.block_count()];
    for block in blocks {
        if !std::mem::replace(&mut seen[block.index()], true) {
            let ops: Vec<OpId> =
                module.block(block).ops.iter().copied().filter(|op| kept[op.index()]).collect();
            if ops.len() != module.block(block).ops.len() {
                module.set_block_ops(block, ops);
            }
        }
    }
}

/// Erases private functions without callers.
pub(crate) fn remove_uncalled(module: &mut Module) -> Result<(), Diagnostics> {
    pass::run_all(module, &[pass::SYMBOL_DCE])
}
