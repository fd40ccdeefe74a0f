//! `sdy-propagate-to-func-results`: the sharding of a returned value becomes that of the function's result.
//!
//! Propagation itself does this for the main function, which is therefore skipped.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, OpId, ValueId, names};

use super::shardings::{self, ListAttrs};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-propagate-to-func-results",
    help: "give the results of functions the shardings of the returned values",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let main = module.main_function();
    let mut lists = ListAttrs::default();
    for func in module.functions().collect::<Vec<_>>() {
        if Some(func) != main {
            update(module, func, &mut lists);
        }
    }
    Ok(())
}

fn update(module: &mut Module, func: OpId, lists: &mut ListAttrs) {
    let returned = returned_values(module, func);
    // A value without a sharding removes that of the result.
    let attrs: Vec<_> = returned.iter().map(|&value| lists.of_value(module, value)).collect();
    let is_given = |index| module.func_sharding_attr(func, names::RES_ATTRS, index).is_some();
    let changed = attrs.iter().enumerate().any(|(index, attr)| attr.is_some() || is_given(index));
    if changed {
        shardings::set_attrs_of_func(module, func, names::RES_ATTRS, &attrs);
    }
}

fn returned_values(module: &Module, func: OpId) -> Vec<ValueId> {
    let region = module.op(func).regions.first();
    let Some(&block) = region.and_then(|&region| module.region(region).blocks.last()) else {
        return Vec::new();
    };
    match module.block(block).ops.last() {
        Some(&op) if shardings::op_code(module, op) == Some(OpCode::FuncReturn) => {
            module.op(op).operands.to_vec()
        }
        _ => Vec::new(),
    }
}
