//! The passes before propagation, one per file, under Shardy's names.
//!
//! Every pass runs alone and returns what Shardy's pass of that name returns, with the same values at the same
//! positions, so that its output can be compared as text. None of them requires another to have run first.

mod add_data_flow_edges;
mod add_func_data_flow_edges;
mod apply_sharding_constraints;
mod call_graph;
mod constant_analysis;
mod constant_or_scalar_splitter;
mod copy_cost;
mod explicit_gather_scatter_batching;
mod flatten_call_graph;
mod greedy;
mod import_func_calls;
mod inline_meshes;
mod lift_inlined_meshes;
mod manual_axes_cleanup;
mod open_shardings;
mod pipeline;
mod pre_order_funcs;
mod propagate_sharding_from_func_to_call;
mod remove_size_one_axes;
mod rewrite_shardings;
mod sharding_group_import;
mod symbol_table;
mod value_sharding;

pub(crate) use add_data_flow_edges::argument_sharding;
pub(crate) use call_graph::Functions;
pub(crate) use lift_inlined_meshes::GroupDevices;
use partita_ir::pass::PassInfo;
pub(crate) use pipeline::{Import, prepare_module, prepare_with_functions};
pub(crate) use symbol_table::SymbolTable;
pub(crate) use value_sharding::ValueShardings;

/// The passes of this module, pipelines last.
pub const PASSES: &[PassInfo] = &[
    lift_inlined_meshes::PASS,
    remove_size_one_axes::PASS,
    propagate_sharding_from_func_to_call::PASS,
    constant_or_scalar_splitter::PASS,
    explicit_gather_scatter_batching::PASS,
    manual_axes_cleanup::PASS,
    add_data_flow_edges::PASS,
    add_func_data_flow_edges::PASS,
    apply_sharding_constraints::PASS,
    sharding_group_import::PASS,
    flatten_call_graph::PASS,
    import_func_calls::PASS,
    pre_order_funcs::PASS,
    inline_meshes::PASS,
    pipeline::PASS,
];
