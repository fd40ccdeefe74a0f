//! The engine that the command line asks for.

use std::path::{Path, PathBuf};

use partita::Limits;
use partita::hlo::{Engine, Failure, Interpreter, XlaEngine, XlaSettings};

use crate::args::{Budget, EngineChoice, EngineName};
use crate::limits::RUN_TIME;

/// The Python of XLA where the command line names none.
const PYTHON_VARIABLE: &str = "PARTITA_PYTHON";

/// Why options make no sense together: some are for XLA only. `reference` is what runs the program as it is, if anything does.
pub(crate) fn misused(
    choice: &EngineChoice,
    reference: Option<EngineName>,
    budget: &Budget,
) -> Option<String> {
    let is_xla = |engine: EngineName| engine == EngineName::Xla;
    let any = is_xla(choice.engine) || reference.is_some_and(is_xla);
    let cure = if reference.is_some() { "`--engine xla` or `--reference xla`" } else { "`--engine xla`" };
    let unused =
        |option: &str, cure: &str| format!("`{option}` is for {cure}; the interpreter has no use for it");
    let is_interpreter = |engine: EngineName| engine == EngineName::Interpreter;
    let interprets = is_interpreter(choice.engine) || reference.is_some_and(is_interpreter);
    if budget.max_ops.is_some() && !interprets {
        return Some("`--max-ops` is for the interpreter; XLA has no use for it".to_string());
    }
    match choice {
        EngineChoice { python: Some(_), .. } if !any => Some(unused("--python", cure)),
        // The program as it is runs in one process.
        EngineChoice { processes: Some(_), engine: EngineName::Interpreter, .. } => {
            Some(unused("--processes", "`--engine xla`"))
        }
        _ => None,
    }
}

/// What runs the partitioned program on so many devices.
pub(crate) fn local(
    choice: &EngineChoice,
    devices: usize,
    limits: Limits,
) -> Result<Box<dyn Engine>, Failure> {
    start(
        choice.engine,
        choice,
        Machine { processes: choice.processes.unwrap_or(1) as usize, devices },
        limits,
    )
}

/// What runs the program as it is.
pub(crate) fn reference(
    name: EngineName,
    choice: &EngineChoice,
    limits: Limits,
) -> Result<Box<dyn Engine>, Failure> {
    start(name, choice, Machine { processes: 1, devices: 1 }, limits)
}

/// The Python that is given, or that the variable names, or the one of the system.
pub(crate) fn python(given: Option<&Path>) -> PathBuf {
    let variable = std::env::var_os(PYTHON_VARIABLE).filter(|value| !value.is_empty());
    let named = given.map(Path::to_path_buf).or(variable.map(PathBuf::from));
    named.unwrap_or_else(|| XlaSettings::default().python)
}

/// How many devices there are, and how many processes share them.
struct Machine {
    processes: usize,
    devices: usize,
}

fn start(
    name: EngineName,
    choice: &EngineChoice,
    machine: Machine,
    limits: Limits,
) -> Result<Box<dyn Engine>, Failure> {
    match name {
        EngineName::Interpreter => Ok(Box::new(Interpreter { limits })),
        EngineName::Xla => {
            let timeout = limits.time.unwrap_or(RUN_TIME);
            let Machine { processes, devices } = machine;
            let settings = XlaSettings::default()
                .python(python(choice.python.as_deref()))
                .processes(processes)
                .timeout(timeout);
            let engine = XlaEngine::start(settings, devices).map_err(Failure::Engine)?;
            Ok(Box::new(engine))
        }
    }
}
