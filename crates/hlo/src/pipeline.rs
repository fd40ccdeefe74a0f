//! `sdy-propagation-pipeline`: from a program with some shardings to one with all of them.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};

use crate::import::{self, Import};
use crate::{export, propagation};

/// The pipeline of import, propagation and export.
pub(crate) const PASSES: &[PassInfo] = &[PassInfo {
    name: "sdy-propagation-pipeline",
    help: "import, propagate and export",
    anchor: Anchor::Module,
    options: &[DEDUP],
    run,
}];

const DEDUP: PassOption = PassOption {
    name: "dedup-functions-fully",
    default: "false",
    help: "keep functions and propagate across calls, instead of giving every call a copy",
};

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    if pass::flag(options, DEDUP.name, false) {
        import::prepare_with_functions(module)?;
        propagate(module)?;
        for list in [export::EDGES_OUT, export::CALLS_OUT, &[export::EXPORT]] {
            pass::run_all(module, list)?;
        }
        return Ok(());
    }
    import::prepare_module(module, Import::SHARDY)?;
    propagate(module)?;
    after_propagation(module)
}

fn propagate(module: &mut Module) -> Result<(), Diagnostics> {
    propagation::USER_PRIORITY_PROPAGATE.run_with(module, &[("keep-sharding-rules", "true")])
}

/// The passes after propagation when calls were replaced by named computations.
pub(crate) fn after_propagation(module: &mut Module) -> Result<(), Diagnostics> {
    calls_out(module)?;
    pass::run_all(module, &[export::EXPORT])
}

/// The passes after propagation when the program is then partitioned.
pub(crate) fn before_partition(module: &mut Module, pad_io: bool) -> Result<(), Diagnostics> {
    calls_out(module)?;
    export::for_partition(module, pad_io)
}

fn calls_out(module: &mut Module) -> Result<(), Diagnostics> {
    pass::run_all(module, export::COMPUTATIONS_OUT)?;
    pass::run_all(module, export::CALLS_OUT)
}
