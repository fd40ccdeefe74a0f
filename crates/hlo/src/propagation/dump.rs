//! The modules that passes dump into a folder on request. No file is written here: the caller gets names and modules.

use partita_base::{Diagnostics, Id};
use partita_ir::Module;
use partita_ir::pass::{PassInfo, PassOptions};
use partita_propagate::ShardingId;

use super::passes::{USER_PRIORITY, user_priority};
use super::run::Run;
use super::write_back::drop_priorities;
use crate::export;
use crate::rules::{self, RuleOptions};

/// The option for the folder.
pub(super) const DIRECTORY: &str = "module-dump-directory";

/// A snapshot of a module.
pub struct Dump {
    /// The requested folder.
    pub directory: String,
    /// The file name in that folder.
    pub name: String,
    /// The contents of the file.
    pub module: Module,
}

/// Runs a pass and returns the modules that it dumps.
pub fn run_with_dumps(
    pass: &PassInfo,
    module: &mut Module,
    options: &PassOptions,
) -> Result<Vec<Dump>, Diagnostics> {
    let (mut dumps, option) = match pass.name {
        USER_PRIORITY => (user_priority(module, options)?, DIRECTORY),
        export::PIPELINE => {
            let snapshots = export::run_with_snapshots(module, options)?.into_iter();
            let dump = |(name, module)| Dump { directory: String::new(), name, module };
            (snapshots.map(dump).collect(), export::DIRECTORY.name)
        }
        _ => {
            (pass.run)(module, options)?;
            (Vec::new(), "")
        }
    };
    for dump in &mut dumps {
        dump.directory = folder(options, option).unwrap_or_default().to_string();
    }
    Ok(dumps)
}

/// The folder for snapshots of propagation in the options, if any.
pub(super) fn dump_directory(options: &PassOptions) -> Option<&str> {
    folder(options, DIRECTORY)
}

fn folder<'a>(options: &'a PassOptions, option: &str) -> Option<&'a str> {
    let given = options.iter().rfind(|(name, _)| name == option);
    given.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
}

/// The module after every user priority but the last, with the rules on its ops. Derived from the recorded events, so
/// that propagation itself runs once and without interruption.
pub(super) fn priority_snapshots(module: &Module, run: &mut Run, rules: RuleOptions<'_>) -> Vec<Dump> {
    let Some(trace) = run.outcome.trace.take() else { return Vec::new() };
    let solution: Vec<Option<ShardingId>> =
        run.problem.problem.tensors.iter().map(|(_, tensor)| tensor.sharding).collect();
    let mut state = trace.initial.clone();
    let mut events = trace.events.iter().peekable();
    let mut dumps = Vec::new();
    let before_last = std::iter::once(&0).chain(&trace.priorities).take(trace.priorities.len());
    for &priority in before_last {
        while let Some(event) = events.next_if(|event| event.layer.user_priority <= priority) {
            state[event.tensor.index()] = Some(event.new);
        }
        set_shardings(run, &state);
        let mut snapshot = module.clone();
        run.problem.write_back(&mut snapshot);
        drop_priorities(&mut snapshot, run.problem.has_calls);
        run.problem.erase(&mut snapshot, &run.outcome.erased);
        rules::populate_rules(&mut snapshot, rules);
        let name = format!("00.propagation_after_user_priority_{priority}.mlir");
        dumps.push(Dump { directory: String::new(), name, module: snapshot });
    }
    set_shardings(run, &solution);
    run.outcome.trace = Some(trace);
    dumps
}

fn set_shardings(run: &mut Run, state: &[Option<ShardingId>]) {
    let tensors = &mut run.problem.problem.tensors;
    for (id, sharding) in tensors.ids().zip(state) {
        tensors[id].sharding = *sharding;
    }
}
