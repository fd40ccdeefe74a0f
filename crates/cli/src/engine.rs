//! The engine that the command line asks for.

use std::path::{Path, PathBuf};
use std::time::Duration;

use partita_engine::{Engine, Failure, Interpreter, XlaEngine, XlaSettings};
use partita_interp::Limits;

use crate::args::{EngineChoice, EngineName};

/// The Python of XLA where the command line names none.
const PYTHON_VARIABLE: &str = "PARTITA_PYTHON";

/// Why options make no sense together: some are for XLA only. `reference` is what runs the program as it is, if anything does.
pub(crate) fn misused(choice: &EngineChoice, reference: Option<EngineName>) -> Option<String> {
    let is_xla = |engine: EngineName| engine == EngineName::Xla;
    let any = is_xla(choice.engine) || reference.is_some_and(is_xla);
    let cure = if reference.is_some() { "`--engine xla` or `--reference xla`" } else { "`--engine xla`" };
    let unused =
        |option: &str, cure: &str| format!("`{option}` is for {cure}; the interpreter has no use for it");
    let is_interpreter = |engine: EngineName| engine == EngineName::Interpreter;
    if !is_interpreter(choice.engine) && !reference.is_some_and(is_interpreter) {
        let options =
            [("--max-ops", choice.max_ops.is_some()), ("--max-memory", choice.max_memory.is_some())];
        if let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) {
            return Some(format!("`{option}` is for the interpreter; XLA has no use for it"));
        }
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
pub(crate) fn local(choice: &EngineChoice, devices: usize) -> Result<Box<dyn Engine>, Failure> {
    start(choice.engine, choice, choice.processes.unwrap_or(1) as usize, devices)
}

/// What runs the program as it is.
pub(crate) fn reference(name: EngineName, choice: &EngineChoice) -> Result<Box<dyn Engine>, Failure> {
    start(name, choice, 1, 1)
}

/// The Python that is given, or that the variable names, or the one of the system.
pub(crate) fn python(given: Option<&Path>) -> PathBuf {
    let variable = std::env::var_os(PYTHON_VARIABLE).filter(|value| !value.is_empty());
    let named = given.map(Path::to_path_buf).or(variable.map(PathBuf::from));
    named.unwrap_or_else(|| XlaSettings::default().python)
}

/// The bytes that the interpreter may use: as given, or three quarters of what is free, or what it allows itself where
/// the system does not report that.
fn max_memory(choice: &EngineChoice, default: u64) -> u64 {
    if let Some(gibibytes) = choice.max_memory {
        return (gibibytes * f64::from(1 << 30)) as u64;
    }
    let report = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes = free.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.map_or(default, |kibibytes| kibibytes.saturating_mul(1024) / 4 * 3)
}

fn start(
    name: EngineName,
    choice: &EngineChoice,
    processes: usize,
    devices: usize,
) -> Result<Box<dyn Engine>, Failure> {
    match name {
        EngineName::Interpreter => {
            let limits = Limits::default();
            let limits = Limits {
                steps: choice.max_ops.unwrap_or(limits.steps),
                memory: max_memory(choice, limits.memory),
                ..limits
            };
            let timeout = choice.timeout.map(|seconds| Duration::from_secs(seconds.into()));
            Ok(Box::new(Interpreter { limits, timeout }))
        }
        EngineName::Xla => {
            let default = XlaSettings::default();
            let settings = XlaSettings {
                python: python(choice.python.as_deref()),
                processes,
                timeout: choice
                    .timeout
                    .map_or(default.timeout, |seconds| Duration::from_secs(seconds.into())),
            };
            let engine = XlaEngine::start(settings, devices).map_err(Failure::Engine)?;
            Ok(Box::new(engine))
        }
    }
}
