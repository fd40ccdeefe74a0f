//! Starts the engine that the command line selects.

use std::path::{Path, PathBuf};

use partita::Limits;
use partita::hlo::{Engine, Failure, Interpreter, XlaEngine, XlaSettings};

use crate::args::{Budget, EngineChoice, EngineName};
use crate::limits::RUN_TIME;

/// The environment variable with the Python for XLA, used without `--python`.
const PYTHON_VARIABLE: &str = "PARTITA_PYTHON";

/// Returns an error message if an option does not apply to the selected engines: some apply to XLA only. `reference` is the engine
/// for the unpartitioned program, if there is one.
pub(crate) fn find_misused_option(
    choice: &EngineChoice,
    reference: Option<EngineName>,
    budget: &Budget,
) -> Option<String> {
    let is_xla = |engine: EngineName| engine == EngineName::Xla;
    let any = is_xla(choice.engine) || reference.is_some_and(is_xla);
    let cure = if reference.is_some() { "`--engine xla` or `--reference xla`" } else { "`--engine xla`" };
    let unused = |option: &str, cure: &str| {
        format!("`{option}` requires {cure}; it does not apply to the interpreter")
    };
    let is_interpreter = |engine: EngineName| engine == EngineName::Interpreter;
    let interprets = is_interpreter(choice.engine) || reference.is_some_and(is_interpreter);
    if budget.max_ops.is_some() && !interprets {
        return Some("`--max-ops` requires the interpreter; it does not apply to XLA".to_string());
    }
    match choice {
        EngineChoice { python: Some(_), .. } if !any => Some(unused("--python", cure)),
        // The unpartitioned program always runs in one process.
        EngineChoice { processes: Some(_), engine: EngineName::Interpreter, .. } => {
            Some(unused("--processes", "`--engine xla`"))
        }
        _ => None,
    }
}

/// Starts the engine for the partitioned program, with the given number of devices.
pub(crate) fn start_local(
    choice: &EngineChoice,
    devices: usize,
    limits: Limits,
) -> Result<Box<dyn Engine>, Failure> {
    start(
        choice.engine,
        choice,
        EngineDevices { processes: choice.processes.unwrap_or(1) as usize, devices },
        limits,
    )
}

/// Starts the engine for the unpartitioned program.
pub(crate) fn start_reference(
    name: EngineName,
    choice: &EngineChoice,
    limits: Limits,
) -> Result<Box<dyn Engine>, Failure> {
    start(name, choice, EngineDevices { processes: 1, devices: 1 }, limits)
}

/// The Python given by the option, or by the environment variable, or the system's `python3`, in this order.
pub(crate) fn python_path(given: Option<&Path>) -> PathBuf {
    let variable = std::env::var_os(PYTHON_VARIABLE).filter(|value| !value.is_empty());
    let named = given.map(Path::to_path_buf).or(variable.map(PathBuf::from));
    named.unwrap_or_else(|| XlaSettings::default().python)
}

/// The number of devices, and the number of processes that they are distributed over.
struct EngineDevices {
    processes: usize,
    devices: usize,
}

fn start(
    name: EngineName,
    choice: &EngineChoice,
    machine: EngineDevices,
    limits: Limits,
) -> Result<Box<dyn Engine>, Failure> {
    match name {
        EngineName::Interpreter => Ok(Box::new(Interpreter { limits })),
        EngineName::Xla => {
            let timeout = limits.time.unwrap_or(RUN_TIME);
            let EngineDevices { processes, devices } = machine;
            let settings = XlaSettings::default()
                .python(python_path(choice.python.as_deref()))
                .processes(processes)
                .timeout(timeout);
            let engine = XlaEngine::start(settings, devices).map_err(Failure::Engine)?;
            Ok(Box::new(engine))
        }
    }
}
