//! `sdy-pre-order-funcs`: callers come before the functions they call.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use rustc_hash::FxHashSet;

use super::call_graph::Functions;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-pre-order-funcs",
    help: "put callers before the functions they call",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let order = Functions::new(module).callees_first(module);
    let moved: FxHashSet<_> = order.iter().copied().collect();
    let body = module.body();
    let mut ops: Vec<_> = module.block(body).ops.iter().copied().filter(|op| !moved.contains(op)).collect();
    ops.extend(order.into_iter().rev());
    module.set_block_ops(body, ops);
    Ok(())
}
