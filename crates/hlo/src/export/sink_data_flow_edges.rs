//! `sdy-sink-data-flow-edges`: the shardings of data-flow edges become those of the ops they belong to.

use partita_base::Diagnostics;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{DataFlow, Module, OpCode, OpId, Replacements};

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
pub(super) fn debug_options(origins: bool, steps: bool) -> [(String, String); 2] {
    [(ORIGINS.into(), origins.to_string()), (STEPS.into(), steps.to_string())]
}

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let debug =
        DebugInfo { origins: pass::flag(options, ORIGINS, false), steps: pass::flag(options, STEPS, false) };
    let mut edges_behind = EdgesBehind::new(module);
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced = Replacements::default();
    // `if` has edges only where `partita propagate` gave it some.
    let has_edges = |code: OpCode| code.traits().data_flow == DataFlow::Always || code == OpCode::If;
    for op in module.landmarks(|code| has_edges(code) || code == OpCode::SdyDataFlowEdge) {
        if shardings::op_code(module, op) == Some(OpCode::SdyDataFlowEdge) {
            replaced.insert(module, module.op(op).result(0), module.op(op).operands[0]);
            removed.push(op);
        } else {
            edges::sink_shardings(module, &mut edges_behind, op, debug);
        }
    }
    shardings::remove_ops(module, &removed, &replaced);
    Ok(())
}
