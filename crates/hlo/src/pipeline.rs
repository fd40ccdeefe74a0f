//! `sdy-propagation-pipeline`: from a program with some shardings to one with all of them.

use partita_base::Diagnostics;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};

use crate::import;

/// The pipeline.
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

/// A pass by name, and one option to set.
type Step = (&'static str, Option<(&'static str, &'static str)>);

const CALLS_KEPT: &[Step] = &[
    ("sdy-import-pipeline", Some((DEDUP.name, "true"))),
    ("sdy-add-func-data-flow-edges", None),
    ("sdy-pre-order-funcs", None),
];

const PROPAGATE: &[Step] = &[("sdy-user-priority-propagate", Some(("keep-sharding-rules", "true")))];

const COMPUTATIONS_OUT: &[Step] =
    &[("sdy-export-named-computations", None), ("sdy-propagate-to-func-results", None)];

const EDGES_OUT: &[Step] =
    &[("sdy-propagate-to-func-results", None), ("sdy-sink-func-data-flow-edges", None)];

const CALLS_OUT: &[Step] =
    &[("sdy-unflatten-call-graph", None), ("symbol-dce", None), ("sdy-insert-func-call-reshards", None)];

const EXPORT: &[Step] = &[("sdy-export-pipeline", None)];

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    if pass::flag(options, DEDUP.name, false) {
        return run_steps(module, &[CALLS_KEPT, PROPAGATE, EDGES_OUT, CALLS_OUT, EXPORT]);
    }
    import::prepare(module, false)?;
    run_steps(module, &[PROPAGATE])?;
    after_propagation(module)
}

/// What the pipeline does after propagation when calls were put in place.
pub(crate) fn after_propagation(module: &mut Module) -> Result<(), Diagnostics> {
    run_steps(module, &[COMPUTATIONS_OUT, CALLS_OUT, EXPORT])
}

/// What follows propagation when the program is then partitioned.
pub(crate) fn before_partition(module: &mut Module, pad_io: bool) -> Result<(), Diagnostics> {
    run_steps(module, &[COMPUTATIONS_OUT, CALLS_OUT])?;
    crate::export::for_partition(module, pad_io)
}

fn run_steps(module: &mut Module, steps: &[&[Step]]) -> Result<(), Diagnostics> {
    for &(name, option) in steps.iter().copied().flatten() {
        let pass = crate::passes().chain(pass::PASSES).find(|pass| pass.name == name);
        let pass = pass.expect("the pipeline is made of existing passes");
        let options: Vec<(String, String)> =
            option.into_iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        (pass.run)(module, &options)?;
    }
    Ok(())
}
