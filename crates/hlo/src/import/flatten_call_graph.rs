//! `sdy-flatten-call-graph`: every function is called once.
//!
//! The first call, callees before callers, keeps its function; each later one gets a copy. An attribute of the copy
//! names the original function.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpId};
use rustc_hash::FxHashSet;

use super::call_graph::{FunctionCopier, Functions};
use super::copy_cost::check_copies;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-flatten-call-graph",
    help: "copy functions until each is called once",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut functions = Functions::new(module);
    let order = functions.callees_first(module);
    functions.check_acyclic(module, &order)?;
    check_copies(module, &functions, &order)?;
    let mut called = FxHashSet::default();
    let calls = order.iter().flat_map(|&func| functions.calls_in(func)).copied();
    let later: Vec<(OpId, OpId)> = calls.filter(|(_, callee)| !called.insert(*callee)).collect();
    let mut copier = FunctionCopier::new(module, &mut functions);
    for (call, callee) in later {
        copier.copy_callee(module, call, callee)?;
    }
    copier.place(module);
    Ok(())
}
