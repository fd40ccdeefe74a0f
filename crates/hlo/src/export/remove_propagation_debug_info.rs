//! `sdy-remove-propagation-debug-info`: drops the debug information that propagation added.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, names};

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-remove-propagation-debug-info",
    help: "drop sharding origins and propagation edges",
    anchor: Anchor::Module,
    options: &[],
    run,
};

const NOTES: [Symbol; 6] = [
    names::SDY_SHARDING_ORIGINS,
    names::SDY_PROPAGATION_EDGES,
    names::SDY_BLOCK_ARG_SHARDING_ORIGINS,
    names::SDY_BLOCK_ARG_PROPAGATION_EDGES,
    names::SDY_RESULT_SHARDING_ORIGINS,
    names::SDY_RESULT_PROPAGATION_EDGES,
];

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for op in module.walk(module.top()) {
        if shardings::op_code(module, op) == Some(OpCode::FuncFunc) {
            // As in Shardy, attributes of the function itself stay; those of its arguments and results are removed
            // below.
            continue;
        }
        module.op_mut(op).attrs.retain(|(name, _)| !NOTES.contains(name));
    }
    for func in module.functions().collect::<Vec<_>>() {
        for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
            shardings::edit_func_dicts(module, func, lists, |_, _, entries| {
                entries.retain(|(name, _)| !NOTES.contains(name));
            });
        }
    }
    Ok(())
}
