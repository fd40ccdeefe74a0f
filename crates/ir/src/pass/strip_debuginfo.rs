//! `strip-debuginfo`: makes every location unknown.

use partita_base::{Diagnostics, Id};

use super::{Anchor, PassInfo, PassOptions};
use crate::{Module, OpId, ValueId};

pub(super) const PASS: PassInfo = PassInfo {
    name: "strip-debuginfo",
    help: "drop the locations of all ops and values",
    anchor: Anchor::Any,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let unknown = module.context.unknown_loc();
    for index in 0..module.op_count() {
        module.set_loc(OpId::from_index(index), unknown);
    }
    for index in 0..module.value_count() {
        module.value_mut(ValueId::from_index(index)).loc = unknown;
    }
    Ok(())
}
