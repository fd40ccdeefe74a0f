//! `sdy-remove-sub-axes-in-input-output-shardings`: the shardings that propagation added to the inputs and outputs of
//! the program have no sub-axes.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, names};
use partita_mesh::Openness;
use partita_mesh::spec::DimSpec;

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-remove-sub-axes-in-input-output-shardings",
    help: "end open dimensions of the inputs and outputs of main before the first sub-axis",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let Some(main) = module.main_function() else { return Ok(()) };
    for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
        let count = shardings::func_types(module, main, lists).len();
        let has_parts =
            |dim: &DimSpec| dim.openness == Openness::Open && dim.axes.iter().any(|axis| axis.part.is_some());
        let mut all = (0..count).filter_map(|index| module.func_sharding(main, lists, index));
        if !all.any(|spec| spec.dims.iter().any(has_parts)) {
            continue;
        }
        let mut specs = shardings::of_func(module, main, lists);
        let mut changed = false;
        for dim in specs.iter_mut().flatten().flat_map(|spec| &mut spec.dims) {
            let first_sub_axis = dim.axes.iter().position(|axis| axis.part.is_some());
            if let (Openness::Open, Some(length)) = (dim.openness, first_sub_axis) {
                dim.axes.truncate(length);
                changed = true;
            }
        }
        if changed {
            shardings::set_of_func(module, main, lists, specs);
        }
    }
    Ok(())
}
