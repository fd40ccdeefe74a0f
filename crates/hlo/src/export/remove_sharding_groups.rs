//! `sdy-remove-sharding-groups`: groups have done their work once shardings are propagated.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, OpId};
use rustc_hash::FxHashMap;

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-remove-sharding-groups",
    help: "erase sharding groups",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let is_group = |op: &OpId| shardings::code(module, *op) == Some(OpCode::SdyShardingGroup);
    let groups: Vec<OpId> = module.walk(module.top()).into_iter().filter(is_group).collect();
    shardings::remove_ops(module, &groups, &FxHashMap::default());
    Ok(())
}
