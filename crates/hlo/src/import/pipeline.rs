//! `sdy-import-pipeline`: the passes before propagation, in order.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions, SYMBOL_DCE};

use super::lift_inlined_meshes::GroupDevices;
use super::{
    add_data_flow_edges, add_func_data_flow_edges, apply_sharding_constraints, constant_or_scalar_splitter,
    import_func_calls, lift_inlined_meshes, manual_axes_cleanup, pre_order_funcs,
    propagate_sharding_from_func_to_call, remove_size_one_axes, sharding_group_import,
};

const DEDUP: &str = "dedup-functions-fully";

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-import-pipeline",
    help: "prepare a module for propagation",
    anchor: Anchor::Module,
    options: &[PassOption {
        name: DEDUP,
        default: "false",
        help: "keep functions: apply constraints and import groups here, because calls are not imported",
    }],
    run,
};

/// From the lifted meshes to the edges; what follows differs with the way calls are handled.
const AFTER_MESHES: &[PassInfo] = &[
    remove_size_one_axes::PASS,
    propagate_sharding_from_func_to_call::PASS,
    constant_or_scalar_splitter::PASS,
    SYMBOL_DCE,
    manual_axes_cleanup::PASS,
    add_data_flow_edges::PASS,
];

const CONSTRAINTS_AND_GROUPS: &[PassInfo] = &[apply_sharding_constraints::PASS, sharding_group_import::PASS];

/// The passes between the import pipeline and propagation when calls are replaced by named computations. Shardy flattens the call graph
/// first and removes symbols again at the end; the result is the same, since import copies the body of a function with several calls, and
/// removes functions that are called.
const CALLS_IN_PLACE: &[PassInfo] = &[SYMBOL_DCE, import_func_calls::PASS];

/// The options for preparing a module.
#[derive(Clone, Copy)]
pub(crate) struct Import {
    /// Whether data flow through ops for which Shardy adds no edges gets edges, too.
    pub(crate) all_data_flow: bool,
    /// The treatment of the device order of meshes that are written in replica groups.
    pub(crate) group_devices: GroupDevices,
}

impl Import {
    /// As Shardy imports.
    pub(crate) const SHARDY: Import = Import { all_data_flow: false, group_devices: GroupDevices::Dropped };
}

/// Runs all passes before propagation, with calls replaced by named computations.
pub(crate) fn prepare_module(module: &mut Module, import: Import) -> Result<(), Diagnostics> {
    up_to_edges(module, import.group_devices)?;
    if import.all_data_flow {
        add_data_flow_edges::add_to_ifs(module);
    }
    for list in [CALLS_IN_PLACE, CONSTRAINTS_AND_GROUPS, &[pre_order_funcs::PASS]] {
        pass::run_all(module, list)?;
    }
    Ok(())
}

/// Runs all passes before propagation, with functions kept.
pub(crate) fn prepare_with_functions(module: &mut Module) -> Result<(), Diagnostics> {
    up_to_edges(module, GroupDevices::Dropped)?;
    for list in [CONSTRAINTS_AND_GROUPS, &[add_func_data_flow_edges::PASS, pre_order_funcs::PASS]] {
        pass::run_all(module, list)?;
    }
    Ok(())
}

fn up_to_edges(module: &mut Module, group_devices: GroupDevices) -> Result<(), Diagnostics> {
    pass::run_all(module, &[SYMBOL_DCE])?;
    lift_inlined_meshes::lift_meshes(module, group_devices)?;
    pass::run_all(module, AFTER_MESHES)
}

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    up_to_edges(module, GroupDevices::Dropped)?;
    let last = if pass::flag(options, DEDUP, false) { CONSTRAINTS_AND_GROUPS } else { &[] };
    pass::run_all(module, last)
}
