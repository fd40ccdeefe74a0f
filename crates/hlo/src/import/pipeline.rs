//! `sdy-import-pipeline`: the passes before propagation, in order.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};

use super::lift_inlined_meshes::GroupDevices;
use super::{
    add_data_flow_edges, apply_sharding_constraints, constant_or_scalar_splitter, flatten_call_graph,
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
        help: "functions stay functions: apply constraints and import groups here, as calls are not imported",
    }],
    run,
};

/// The pass of that name in `ir`, under a name of this file's list.
const SYMBOL_DCE: PassInfo =
    PassInfo { name: "symbol-dce", help: "", anchor: Anchor::Module, options: &[], run: symbol_dce };

fn symbol_dce(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let pass = pass::PASSES.iter().find(|pass| pass.name == SYMBOL_DCE.name).expect("`ir` has the pass");
    (pass.run)(module, options)
}

/// Up to the edges; what follows differs with the way calls are handled.
const FIRST: &[PassInfo] = &[
    SYMBOL_DCE,
    lift_inlined_meshes::PASS,
    remove_size_one_axes::PASS,
    propagate_sharding_from_func_to_call::PASS,
    constant_or_scalar_splitter::PASS,
    SYMBOL_DCE,
    manual_axes_cleanup::PASS,
    add_data_flow_edges::PASS,
];

const DEDUP_LAST: &[PassInfo] = &[apply_sharding_constraints::PASS, sharding_group_import::PASS];

/// What comes between the import pipeline and propagation when calls are put in place.
const CALLS_IN_PLACE: &[PassInfo] = &[
    flatten_call_graph::PASS,
    SYMBOL_DCE,
    import_func_calls::PASS,
    SYMBOL_DCE,
    apply_sharding_constraints::PASS,
    sharding_group_import::PASS,
];

/// All that happens before propagation. If asked, data flow through ops of which Shardy does not know it gets edges, too, and
/// meshes written in replica groups keep the order of their devices.
pub(crate) fn prepare(module: &mut Module, all_data_flow: bool) -> Result<(), Diagnostics> {
    for pass in FIRST {
        if all_data_flow && pass.name == lift_inlined_meshes::PASS.name {
            // Replica groups over devices in another order would be other groups.
            lift_inlined_meshes::lift(module, GroupDevices::Kept)?;
        } else {
            (pass.run)(module, &[])?;
        }
    }
    if all_data_flow {
        add_data_flow_edges::add_to_ifs(module);
    }
    for pass in CALLS_IN_PLACE.iter().chain([&pre_order_funcs::PASS]) {
        (pass.run)(module, &[])?;
    }
    Ok(())
}

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let last = if pass::flag(options, DEDUP, false) { DEDUP_LAST } else { &[] };
    for pass in FIRST.iter().chain(last) {
        (pass.run)(module, &[])?;
    }
    Ok(())
}
