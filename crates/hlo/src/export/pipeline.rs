//! `sdy-export-pipeline`: the passes after propagation, in order.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOptions};

use super::canonicalize::{Patterns, canonicalize};
use super::{
    close_shardings, constant_or_scalar_merger, drop_sharding_rules, insert_explicit_reshards,
    option_true_false, remove_sharding_groups, remove_sub_axes_in_input_output_shardings,
    sharding_constraint_to_reshard, sink_data_flow_edges, update_non_divisible_input_output_shardings,
};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-export-pipeline",
    help: "write down what propagation found, as a partitioner wants it",
    anchor: Anchor::Module,
    options: &[COLLECTIVES],
    run,
};

const COLLECTIVES: pass::PassOption =
    option_true_false("enable-insert-explicit-collectives", "turn all resharding into collectives");

const FIRST: &[PassInfo] = &[
    constant_or_scalar_merger::PASS,
    sink_data_flow_edges::PASS,
    remove_sharding_groups::PASS,
    sharding_constraint_to_reshard::PASS,
    update_non_divisible_input_output_shardings::PASS,
    remove_sub_axes_in_input_output_shardings::PASS,
    close_shardings::PASS,
];

const FULL: (&str, &str) = ("enable-full-version", "true");

/// The pass that turns reshards into collectives.
const TO_COLLECTIVES: &str = "sdy-reshard-to-collectives";

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let collectives = pass::flag(options, COLLECTIVES.name, false);
    let to_collectives = super::PASSES.iter().find(|pass| pass.name == TO_COLLECTIVES);
    if collectives && to_collectives.is_none() {
        let message =
            format!("`{}` needs the pass `{TO_COLLECTIVES}`, which does not exist yet", COLLECTIVES.name);
        let span = module.op(module.top()).span;
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::error(code::UNSUPPORTED_TEXT, span, message));
        return Err(diagnostics);
    }
    for pass in FIRST {
        (pass.run)(module, &[])?;
    }
    if let Some(pass) = to_collectives.filter(|_| collectives) {
        (insert_explicit_reshards::PASS.run)(module, &[(FULL.0.into(), FULL.1.into())])?;
        canonicalize(module, Patterns::Reshard);
        (pass.run)(module, &[])?;
    } else {
        (insert_explicit_reshards::PASS.run)(module, &[])?;
    }
    canonicalize(module, Patterns::Collective);
    (drop_sharding_rules::PASS.run)(module, &[])
}
