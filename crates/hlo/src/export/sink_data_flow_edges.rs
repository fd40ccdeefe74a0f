//! `sdy-sink-data-flow-edges`: the shardings of data-flow edges become those of the ops they belong to.

use partita_base::Diagnostics;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Module, OpCode, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::edges::{self, DebugInfo, EdgesBehind};
use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-sink-data-flow-edges",
    help: "move the shardings of data-flow edges to the ops they belong to",
    anchor: Anchor::Func,
    options: &[
        PassOption { name: ORIGINS, default: "false", help: "move sharding origins too" },
        PassOption { name: STEPS, default: "false", help: "move propagation edges too" },
    ],
    run,
};

const ORIGINS: &str = "sink-debug-sharding-origins";
const STEPS: &str = "sink-debug-propagation-edge-sharding";

/// The options that move debug information along.
pub(super) fn options(origins: bool, steps: bool) -> [(String, String); 2] {
    [(ORIGINS.into(), origins.to_string()), (STEPS.into(), steps.to_string())]
}

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let debug =
        DebugInfo { origins: pass::flag(options, ORIGINS, false), steps: pass::flag(options, STEPS, false) };
    let edges_behind = EdgesBehind::new(module);
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for op in module.walk(module.top()) {
        // `if` has edges only where `partita propagate` gave it some.
        if edges::has_edges(module, op) || shardings::code(module, op) == Some(OpCode::If) {
            edges::sink(module, &edges_behind, op, debug);
        } else if shardings::code(module, op) == Some(OpCode::SdyDataFlowEdge) {
            replaced.insert(module.op(op).result(0), module.op(op).operands[0]);
            removed.push(op);
        }
    }
    shardings::remove_ops(module, &removed, &replaced);
    Ok(())
}
