//! `sdy-export-pipeline`: the passes after propagation, in order.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};

use super::canonicalize::{Patterns, canonicalize};
use super::{
    close_shardings, constant_or_scalar_merger, drop_sharding_rules, insert_explicit_reshards,
    option_true_false, remove_all_gather_reduce_scatter_for_cmv1, remove_propagation_debug_info,
    remove_sharding_groups, remove_sub_axes_in_input_output_shardings, reshard_to_collectives,
    sharding_constraint_to_reshard, sink_data_flow_edges, update_non_divisible_input_output_shardings,
};

pub(super) const PASS: PassInfo = PassInfo {
    name: PIPELINE,
    help: "write down what propagation found, as a partitioner wants it",
    anchor: Anchor::Module,
    options: &[
        COLLECTIVES,
        BEFORE_PARTITIONING,
        NO_CALL_RESHARDS,
        DIRECTORY,
        STEPS,
        ORIGINS,
        KEEP_RULES,
        CMV1,
        DIVISIBLE,
    ],
    run: |module, options| run_with_snapshots(module, options).map(drop),
};

/// The name of the pipeline.
pub(crate) const PIPELINE: &str = "sdy-export-pipeline";

const COLLECTIVES: PassOption =
    option_true_false("enable-insert-explicit-collectives", "turn all resharding into collectives");
const BEFORE_PARTITIONING: PassOption = option_true_false(
    "avoid-export-for-partitioning",
    "keep sharding groups and constraints and insert no reshards",
);
const NO_CALL_RESHARDS: PassOption =
    option_true_false("avoid-reshards-on-calls", "accepted; changes nothing, as in Shardy");
/// The folder that gets the module after propagation, after reshards and after collectives.
pub(crate) const DIRECTORY: PassOption = PassOption {
    name: "dump-directory",
    default: "",
    help: "folder that gets the module after propagation, after reshards and after collectives",
};
const STEPS: PassOption =
    option_true_false("dump-propagation-edges", "show propagation edges in the dumps, and then remove them");
const ORIGINS: PassOption =
    option_true_false("dump-sharding-origins", "show sharding origins in the dumps, and then remove them");
const KEEP_RULES: PassOption = option_true_false("keep-sharding-rules", "leave derived rules on the ops");
const CMV1: PassOption = option_true_false(
    "remove-all-gather-reduce-scatter-for-cmv1",
    "drop gathers before products and reduce-scatters after them; only with collectives",
);
const DIVISIBLE: PassOption = PassOption {
    name: "update-non-divisible-input-output-shardings",
    default: "true",
    help: "shard arguments and results only along axes that divide them",
};

/// Up to the final shardings.
const FIRST: &[PassInfo] = &[
    constant_or_scalar_merger::PASS,
    sink_data_flow_edges::PASS,
    remove_sharding_groups::PASS,
    sharding_constraint_to_reshard::PASS,
    update_non_divisible_input_output_shardings::PASS,
    remove_sub_axes_in_input_output_shardings::PASS,
    close_shardings::PASS,
];

/// What a partitioner that follows wants to be left to it.
const FOR_PARTITIONER: [&str; 2] =
    [remove_sharding_groups::PASS.name, sharding_constraint_to_reshard::PASS.name];

/// What makes arguments and results divisible.
const DIVIDE_IO: [&str; 2] = [
    update_non_divisible_input_output_shardings::PASS.name,
    remove_sub_axes_in_input_output_shardings::PASS.name,
];

/// Runs the pipeline. The modules that it is asked to dump come back with the names of their files.
pub(crate) fn run_with_snapshots(
    module: &mut Module,
    options: &PassOptions,
) -> Result<Vec<(String, Module)>, Diagnostics> {
    let on = |option: PassOption| pass::flag(options, option.name, option.default == "true");
    let folder = options.iter().rfind(|(name, _)| name == DIRECTORY.name);
    let dumps = folder.is_some_and(|(_, folder)| !folder.is_empty());
    let mut snapshots: Vec<(String, Module)> = Vec::new();
    let mut save = |module: &Module, name: &str| {
        if dumps {
            snapshots.push((format!("{:02}.{name}.mlir", snapshots.len()), module.clone()));
        }
    };
    let sink = sink_data_flow_edges::options(on(ORIGINS), on(STEPS));
    for pass in FIRST {
        let skipped = on(BEFORE_PARTITIONING) && FOR_PARTITIONER.contains(&pass.name)
            || !on(DIVISIBLE) && DIVIDE_IO.contains(&pass.name);
        if !skipped {
            let options = if pass.name == sink_data_flow_edges::PASS.name { &sink[..] } else { &[] };
            (pass.run)(module, options)?;
        }
    }
    save(module, "after_propagation");
    if !on(BEFORE_PARTITIONING) {
        reshard(module, on(COLLECTIVES), on(CMV1), &mut save)?;
    }
    if on(STEPS) || on(ORIGINS) {
        (remove_propagation_debug_info::PASS.run)(module, &[])?;
    }
    if !on(KEEP_RULES) {
        (drop_sharding_rules::PASS.run)(module, &[])?;
    }
    Ok(snapshots)
}

/// Makes reshards explicit, as collectives if asked.
fn reshard(
    module: &mut Module,
    collectives: bool,
    for_cmv1: bool,
    save: &mut impl FnMut(&Module, &str),
) -> Result<(), Diagnostics> {
    let full = insert_explicit_reshards::options(collectives);
    (insert_explicit_reshards::PASS.run)(module, &full)?;
    if collectives {
        save(module, "after_explicit_reshards");
        canonicalize(module, Patterns::Reshard);
        (reshard_to_collectives::PASS.run)(module, &[])?;
    }
    canonicalize(module, Patterns::Collective);
    if collectives && for_cmv1 {
        (remove_all_gather_reduce_scatter_for_cmv1::PASS.run)(module, &[])?;
    }
    let kind = if collectives { "partitioner" } else { "minimal_partitioner" };
    save(module, &format!("after_{kind}_with_global_shapes"));
    Ok(())
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
