//! What passes write into a folder when asked to. Nothing is written here: the caller gets names and modules.

use partita_base::{Diagnostics, Id};
use partita_ir::Module;
use partita_ir::pass::{PassInfo, PassOptions};
use partita_propagate::ShardingId;

use super::passes::{USER_PRIORITY, user_priority};
use super::run::Run;
use super::write_back::drop_priorities;
use crate::export;
use crate::rules::{self, RuleOptions};

/// The option that names the folder.
pub(super) const DIRECTORY: &str = "module-dump-directory";

/// A module as it was at some moment.
pub struct Dump {
    /// The folder that was asked for.
    pub directory: String,
    /// The name of the file.
    pub name: String,
    /// What it holds.
    pub module: Module,
}

/// Runs a pass; what it wants to be written comes back.
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

/// The folder for the states of propagation that the options name, if any.
pub(super) fn directory(options: &PassOptions) -> Option<&str> {
    folder(options, DIRECTORY)
}

fn folder<'a>(options: &'a PassOptions, option: &str) -> Option<&'a str> {
    let given = options.iter().rfind(|(name, _)| name == option);
    given.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
}

/// The module after every user priority but the last, with the rules on its ops.
pub(super) fn dumps(module: &Module, run: &mut Run, rules: RuleOptions<'_>) -> Vec<Dump> {
    let Some(trace) = run.outcome.trace.take() else { return Vec::new() };
    let answer: Vec<Option<ShardingId>> =
        run.problem.problem.tensors.iter().map(|(_, tensor)| tensor.sharding).collect();
    let mut state = trace.initial.clone();
    let mut events = trace.events.iter().peekable();
    let mut dumps = Vec::new();
    let before_last = std::iter::once(&0).chain(&trace.priorities).take(trace.priorities.len());
    for &priority in before_last {
        while let Some(event) = events.next_if(|event| event.layer.user_priority <= priority) {
            state[event.tensor.index()] = Some(event.new);
        }
        set(run, &state);
        let mut snapshot = module.clone();
        run.problem.write_back(&mut snapshot);
        drop_priorities(&mut snapshot, run.problem.has_calls);
        run.problem.erase(&mut snapshot, &run.outcome.erased);
        rules::populate(&mut snapshot, rules);
        let name = format!("00.propagation_after_user_priority_{priority}.mlir");
        dumps.push(Dump { directory: String::new(), name, module: snapshot });
    }
    set(run, &answer);
    run.outcome.trace = Some(trace);
    dumps
}

fn set(run: &mut Run, state: &[Option<ShardingId>]) {
    let tensors = &mut run.problem.problem.tensors;
    for (id, sharding) in tensors.ids().zip(state) {
        tensors[id].sharding = *sharding;
    }
}
