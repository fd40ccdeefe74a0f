//! `sdy-remove-sharding-groups`: erases groups, which only matter to propagation.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, Replacements};

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-remove-sharding-groups",
    help: "erase sharding groups",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let groups = module.landmarks(|code| code == OpCode::SdyShardingGroup);
    shardings::remove_ops(module, &groups, &Replacements::default());
    Ok(())
}
