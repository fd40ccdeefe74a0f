//! Shardy's passes between propagation and a partitioner, under their own names.
//!
//! Each runs alone and returns, byte for byte, what Shardy's pass of that name returns.

mod canonicalize;
mod close_shardings;
mod constant_or_scalar_merger;
mod conversion;
mod convert_global_to_local;
mod drop_sharding_and_mesh;
mod drop_sharding_rules;
mod edges;
mod editor;
mod export_named_computations;
mod insert_explicit_reshards;
mod insert_func_call_reshards;
mod pad_for_divisibility;
mod pipeline;
mod propagate_to_func_results;
mod remove_all_gather_reduce_scatter_for_cmv1;
mod remove_propagation_debug_info;
mod remove_sharding_groups;
mod remove_sub_axes_in_input_output_shardings;
mod reshard_to_collectives;
mod resolve_permutation_factors;
mod sharding_constraint_to_reshard;
pub(crate) mod shardings;
mod sink_data_flow_edges;
mod sink_func_data_flow_edges;
mod unflatten_call_graph;
mod update_non_divisible_input_output_shardings;

use partita_ir::Module;
use partita_ir::pass::{PassInfo, PassOption, SYMBOL_DCE};

pub(crate) use pipeline::{DIRECTORY, PASS as EXPORT, PIPELINE, for_partition, run_with_snapshots};
pub use shardings::of_value as sharding_of;
pub(crate) use shardings::{add_manual_axes, manual_axes};
pub(crate) use update_non_divisible_input_output_shardings::even_sharding;

/// Erases ops without effect and private functions that are not used.
pub(crate) fn erase_unused(module: &mut Module) {
    canonicalize::erase_dead_ops(module);
    // The pass reports nothing.
    let _ = SYMBOL_DCE.run_with(module, &[]);
}

/// Drops everything about shardings, for a program that one device runs.
pub const DROP_SHARDING_AND_MESH: PassInfo = drop_sharding_and_mesh::PASS;

/// From named computations back to calls, and to the shardings of function results.
pub(crate) const COMPUTATIONS_OUT: &[PassInfo] =
    &[export_named_computations::PASS, propagate_to_func_results::PASS];

/// From edges of functions to the shardings of their arguments and results.
pub(crate) const EDGES_OUT: &[PassInfo] = &[propagate_to_func_results::PASS, sink_func_data_flow_edges::PASS];

/// From one function per call back to one per name.
pub(crate) const CALLS_OUT: &[PassInfo] =
    &[unflatten_call_graph::PASS, SYMBOL_DCE, insert_func_call_reshards::PASS];

/// The passes of this module, pipelines last.
pub const PASSES: &[PassInfo] = &[
    close_shardings::PASS,
    constant_or_scalar_merger::PASS,
    convert_global_to_local::PASS,
    drop_sharding_and_mesh::PASS,
    drop_sharding_rules::PASS,
    export_named_computations::PASS,
    insert_explicit_reshards::PASS,
    insert_func_call_reshards::PASS,
    pad_for_divisibility::PASS,
    propagate_to_func_results::PASS,
    remove_all_gather_reduce_scatter_for_cmv1::PASS,
    remove_propagation_debug_info::PASS,
    remove_sharding_groups::PASS,
    remove_sub_axes_in_input_output_shardings::PASS,
    reshard_to_collectives::PASS,
    resolve_permutation_factors::PASS,
    sharding_constraint_to_reshard::PASS,
    sink_data_flow_edges::PASS,
    sink_func_data_flow_edges::PASS,
    unflatten_call_graph::PASS,
    update_non_divisible_input_output_shardings::PASS,
    pipeline::PASS,
];

/// A boolean option that is off by default.
const fn option_true_false(name: &'static str, help: &'static str) -> PassOption {
    PassOption { name, default: "false", help }
}
