//! `sdy-remove-sub-axes-in-input-output-shardings`: what propagation added to the inputs and outputs of the
//! program can be said without parts of axes.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, names};
use partita_mesh::Openness;

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
        let mut specs = shardings::of_func(module, main, lists);
        let mut changed = false;
        for dim in specs.iter_mut().flatten().flat_map(|spec| &mut spec.dims) {
            let whole = dim.axes.iter().position(|axis| axis.part.is_some());
            if let (Openness::Open, Some(whole)) = (dim.openness, whole) {
                dim.axes.truncate(whole);
                changed = true;
            }
        }
        if changed {
            shardings::set_of_func(module, main, lists, specs);
        }
    }
    Ok(())
}
