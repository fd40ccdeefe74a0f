//! `sdy-sharding-constraint-to-reshard`: a constraint was a wish; now it is a step of the program.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, OpName};

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-sharding-constraint-to-reshard",
    help: "turn sharding constraints into reshards",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for op in module.walk(module.top()) {
        if shardings::code(module, op) == Some(OpCode::SdyShardingConstraint) {
            module.op_mut(op).name = OpName::Known(OpCode::SdyReshard);
        }
    }
    Ok(())
}
