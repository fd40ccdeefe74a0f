//! `sdy-sharding-constraint-to-reshard`: turns constraints, which guide propagation, into reshards, which are carried
//! out.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-sharding-constraint-to-reshard",
    help: "turn sharding constraints into reshards",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for op in module.landmarks(|code| code == OpCode::SdyShardingConstraint) {
        module.rename(op, OpCode::SdyReshard);
    }
    Ok(())
}
