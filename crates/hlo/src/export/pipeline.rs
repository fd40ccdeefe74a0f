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

pub(crate) const PASS: PassInfo = PassInfo {
    name: PIPELINE,
    help: "make the shardings that propagation found final, for a partitioner",
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

/// The passes for groups and constraints, which are skipped if a partitioner follows that handles them itself.
const REQUESTS: &[PassInfo] = &[remove_sharding_groups::PASS, sharding_constraint_to_reshard::PASS];

/// Makes shardings final and closed.
fn final_shardings(module: &mut Module, finals: Finals) -> Result<(), Diagnostics> {
    pass::run_all(module, &[constant_or_scalar_merger::PASS])?;
    (sink_data_flow_edges::PASS.run)(
        module,
        &sink_data_flow_edges::debug_options(finals.origins, finals.steps),
    )?;
    if finals.requests {
        pass::run_all(module, REQUESTS)?;
    }
    if finals.divisible {
        pass::run_all(module, &[update_non_divisible_input_output_shardings::PASS])?;
    }
    if finals.without_sub_axes {
        pass::run_all(module, &[remove_sub_axes_in_input_output_shardings::PASS])?;
    }
    pass::run_all(module, &[close_shardings::PASS])
}

/// Which passes lead to the final shardings.
#[derive(Clone, Copy)]
struct Finals {
    /// Whether sharding groups are removed and constraints become reshards.
    requests: bool,
    /// Whether arguments and results lose axes that do not divide them.
    divisible: bool,
    /// Whether arguments and results lose the sub-axes that propagation added.
    without_sub_axes: bool,
    /// Whether sharding origins are moved from edges to the ops and arguments they belong to.
    origins: bool,
    /// Whether propagation edges are moved likewise.
    steps: bool,
}

/// Runs the pipeline. Returns the modules to dump, with their file names.
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
    let finals = Finals {
        requests: !on(BEFORE_PARTITIONING),
        divisible: on(DIVISIBLE),
        without_sub_axes: on(DIVISIBLE),
        origins: on(ORIGINS),
        steps: on(STEPS),
    };
    final_shardings(module, finals)?;
    save(module, "after_propagation");
    if !on(BEFORE_PARTITIONING) {
        reshard(module, on(COLLECTIVES), on(CMV1), &mut save)?;
    }
    if on(STEPS) || on(ORIGINS) {
        pass::run_all(module, &[remove_propagation_debug_info::PASS])?;
    }
    if !on(KEEP_RULES) {
        pass::run_all(module, &[drop_sharding_rules::PASS])?;
    }
    Ok(snapshots)
}

/// Makes reshards explicit, as collectives on request.
fn reshard(
    module: &mut Module,
    collectives: bool,
    for_cmv1: bool,
    save: &mut impl FnMut(&Module, &str),
) -> Result<(), Diagnostics> {
    let full = insert_explicit_reshards::full_version_options(collectives);
    (insert_explicit_reshards::PASS.run)(module, &full)?;
    if collectives {
        save(module, "after_explicit_reshards");
        canonicalize(module, Patterns::Reshard);
        pass::run_all(module, &[reshard_to_collectives::PASS])?;
    }
    canonicalize(module, Patterns::Collective);
    if collectives && for_cmv1 {
        pass::run_all(module, &[remove_all_gather_reduce_scatter_for_cmv1::PASS])?;
    }
    let kind = if collectives { "partitioner" } else { "minimal_partitioner" };
    save(module, &format!("after_{kind}_with_global_shapes"));
    Ok(())
}

/// The part of the pipeline that a partitioner needs: all shardings final and closed, reshards only where the program
/// has constraints. With `pad_io`, arguments and results keep shardings that do not divide them.
pub(crate) fn for_partition(module: &mut Module, pad_io: bool) -> Result<(), Diagnostics> {
    let finals =
        Finals { requests: true, divisible: !pad_io, without_sub_axes: true, origins: false, steps: false };
    final_shardings(module, finals)?;
    pass::run_all(module, &[drop_sharding_rules::PASS])
}
