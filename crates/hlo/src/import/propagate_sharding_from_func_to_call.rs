//! `sdy-propagate-sharding-from-func-to-call`: a call without shardings takes those of its function's results.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, Module, OpCode, SdyAttr, names};

use super::call_graph::Functions;
use super::open_shardings::MaximalMeshes;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-propagate-sharding-from-func-to-call",
    help: "give calls without shardings those of the function's results",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let functions = Functions::new(module);
    let maximal = MaximalMeshes::new(module);
    for op in module.landmarks(|code| code == OpCode::FuncCall) {
        if module.op(op).attr(names::SDY_SHARDING).is_some() {
            continue;
        }
        let Some(func) = functions.callee(module, op) else { continue };
        let (_, types) = module.func_type(func);
        let shardings: Vec<_> =
            (0..types.len()).map(|index| module.func_sharding(func, names::RES_ATTRS, index)).collect();
        if let Some(all) = maximal.complete(module, types, &shardings) {
            let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(all))));
            module.set_attr(op, names::SDY_SHARDING, attr);
        }
    }
    Ok(())
}
