//! `sdy-drop-sharding-and-mesh`: removes everything about devices from a program.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, names};

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-drop-sharding-and-mesh",
    help: "drop the shardings of ops and functions, and all meshes",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for op in module.walk(module.top()) {
        module.remove_attr(op, names::SDY_SHARDING);
    }
    for func in module.functions().collect::<Vec<_>>() {
        for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
            shardings::edit_func_dicts(module, func, lists, |_, _, entries| {
                entries.retain(|(name, _)| *name != names::SDY_SHARDING);
            });
        }
    }
    let body = module.body();
    let kept = module.block(body).ops.iter().copied();
    let kept = kept.filter(|&op| shardings::op_code(module, op) != Some(OpCode::SdyMesh)).collect();
    module.set_block_ops(body, kept);
    Ok(())
}
