//! `sdy-export-pipeline`: the passes after propagation, in order.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOptions};

use super::canonicalize::{Patterns, canonicalize};
use super::{
    close_shardings, constant_or_scalar_merger, drop_sharding_rules, insert_explicit_reshards,
    option_true_false, remove_sharding_groups, remove_sub_axes_in_input_output_shardings,
    reshard_to_collectives, sharding_constraint_to_reshard, sink_data_flow_edges,
    update_non_divisible_input_output_shardings,
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

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    for pass in FIRST {
        (pass.run)(module, &[])?;
    }
    if pass::flag(options, COLLECTIVES.name, false) {
        (insert_explicit_reshards::PASS.run)(module, &[(FULL.0.into(), FULL.1.into())])?;
        canonicalize(module, Patterns::Reshard);
        (reshard_to_collectives::PASS.run)(module, &[])?;
    } else {
        (insert_explicit_reshards::PASS.run)(module, &[])?;
    }
    canonicalize(module, Patterns::Collective);
    (drop_sharding_rules::PASS.run)(module, &[])
}

/// What a partitioner needs of the pipeline: all shardings final and closed, reshards only where the program
/// asks for them. With `pad_io`, arguments and results keep shardings that do not divide them.
pub(crate) fn for_partition(module: &mut Module, pad_io: bool) -> Result<(), Diagnostics> {
    let skipped = update_non_divisible_input_output_shardings::PASS.name;
    for pass in FIRST.iter().filter(|pass| !pad_io || pass.name != skipped) {
        (pass.run)(module, &[])?;
    }
    (drop_sharding_rules::PASS.run)(module, &[])
}
