//! The propagation passes.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Module, OpCode, SdyAttr, names};
use partita_propagate::{Options, Strategy};
use partita_rule::RuleOrigin;

use super::dump::{self, Dump};
use super::{Settings, debug_info, run};
use crate::class::unsupported_result;
use crate::debug_info::{DebugInfo, ORIGINS, Origins, STEPS, StepEdges};
use crate::rules::{self, RuleOptions};

/// The propagation passes, each layer with those below it.
pub const PASSES: &[PassInfo] = &[
    PassInfo {
        name: "sdy-basic-propagate",
        help: "propagate axes that conflict with nothing",
        anchor: Anchor::Module,
        options: BASIC_OPTIONS,
        run: |module, options| {
            let layers =
                Options::default().user_priorities(false).op_priorities(false).strategy(Strategy::Basic);
            run(module, options, layers).map(drop)
        },
    },
    PassInfo {
        name: "sdy-aggressive-propagate",
        help: "propagate, resolving conflicts",
        anchor: Anchor::Module,
        options: AGGRESSIVE_OPTIONS,
        run: |module, options| {
            let layers = Options::default().user_priorities(false).op_priorities(false);
            run(module, options, layers).map(drop)
        },
    },
    PassInfo {
        name: "sdy-op-priority-propagate",
        help: "propagate op by op priority",
        anchor: Anchor::Module,
        options: OP_PRIORITY_OPTIONS,
        run: |module, options| run(module, options, Options::default().user_priorities(false)).map(drop),
    },
    USER_PRIORITY_PROPAGATE,
];

/// The pass with all layers, which `sdy-propagation-pipeline` runs.
pub(crate) const USER_PRIORITY_PROPAGATE: PassInfo = PassInfo {
    name: USER_PRIORITY,
    help: "propagate by user priority, and op by op priority within each",
    anchor: Anchor::Module,
    options: OP_PRIORITY_OPTIONS,
    run: |module, options| user_priority(module, options).map(drop),
};

/// The name of the pass that can dump snapshots.
pub(super) const USER_PRIORITY: &str = "sdy-user-priority-propagate";

macro_rules! options {
    ($($name:literal = $default:literal $help:literal,)*) => {
        &[$(PassOption { name: $name, default: $default, help: $help },)* DUMP, ORIGINS, STEPS]
    };
}

const BASIC_OPTIONS: &[PassOption] = options! {
    "keep-sharding-rules" = "false" "leave the rules on the ops",
    "conservative-propagation" = "false" "use no sub-axes",
};

const AGGRESSIVE_OPTIONS: &[PassOption] = options! {
    "keep-sharding-rules" = "false" "leave the rules on the ops",
    "conservative-propagation" = "false" "use no sub-axes",
    "propagation-strategy" = "aggressive" "basic, aggressive or basic-then-aggressive",
};

const OP_PRIORITY_OPTIONS: &[PassOption] = options! {
    "keep-sharding-rules" = "false" "leave the rules on the ops",
    "conservative-propagation" = "false" "use no sub-axes",
    "propagation-strategy" = "aggressive" "basic, aggressive or basic-then-aggressive",
    "run-op-priority-propagation" = "true" "visit ops by priority",
};

const DUMP: PassOption = PassOption {
    name: dump::DIRECTORY,
    default: "",
    help: "folder that gets the module after every user priority but the last",
};

/// The pass with all layers.
pub(super) fn user_priority(module: &mut Module, options: &PassOptions) -> Result<Vec<Dump>, Diagnostics> {
    run(module, options, Options::default())
}

fn run(module: &mut Module, options: &PassOptions, mut layers: Options) -> Result<Vec<Dump>, Diagnostics> {
    let mut keep_rules = false;
    for (name, value) in options {
        let truth = value == "true" || value == "1";
        match name.as_str() {
            "keep-sharding-rules" => keep_rules = truth,
            "conservative-propagation" => layers.conservative = truth,
            "run-op-priority-propagation" => layers.op_priorities &= truth,
            "propagation-strategy" => {
                layers.strategy = match value.as_str() {
                    "basic" => Strategy::Basic,
                    "basic-then-aggressive" => Strategy::BasicThenAggressive,
                    _ => Strategy::Aggressive,
                }
            }
            _ => {}
        }
    }
    let debug = DebugInfo::from_options(options);
    let wants_dumps = dump::dump_directory(options).is_some() && layers.user_priorities;
    layers.trace = debug.any() || wants_dumps;
    check(module)?;
    let mut origins = debug.origins.then(|| Origins::at_start(module));
    let rule_options = RuleOptions { conservative: layers.conservative, ..RuleOptions::default() };
    let mut run = run::solve_module(module, &Settings::default().rules(rule_options).options(layers));
    let first_step = if debug.steps { StepEdges::next_step(module) } else { 0 };
    let edges = debug_info::replay_steps(&run, first_step, layers.conservative, origins.as_mut());
    let dumps =
        if wants_dumps { dump::priority_snapshots(module, &mut run, rule_options) } else { Vec::new() };
    run::write_solution(module, &run);
    if debug.steps {
        edges.write(module);
    }
    if let Some(origins) = origins {
        origins.write(module);
    }
    if keep_rules {
        rules::populate_rules(module, rule_options);
    } else {
        drop_rules(module);
    }
    Ok(dumps)
}

/// Propagation needs static shapes and no tuples.
fn check(module: &Module) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for op in module.walk(module.top()) {
        if let Some(what) = unsupported_result(module, op) {
            let message =
                format!("`{}` produces {what}, through which shardings cannot propagate", module.op_name(op));
            diagnostics.push(Diagnostic::error(code::NOT_PROPAGATED, module.op(op).span, message));
        }
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
}

fn drop_rules(module: &mut Module) {
    for op in module.walk(module.top()) {
        let derived = matches!(module.sdy_attr(op, names::SDY_SHARDING_RULE), Some(SdyAttr::Rule(rule)) if rule.origin == RuleOrigin::Derived);
        if derived && module.op(op).name.code() != Some(OpCode::BuiltinModule) {
            module.remove_attr(op, names::SDY_SHARDING_RULE);
        }
    }
}
