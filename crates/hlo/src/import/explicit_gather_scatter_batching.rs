//! `sdy-explicit-gather-scatter-batching`

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-explicit-gather-scatter-batching",
    help: "turn index columns that only count into batching dimensions of gather and scatter",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(_: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    Ok(())
}
