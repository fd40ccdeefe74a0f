//! The engine that the command line asks for.

use std::path::PathBuf;
use std::time::Duration;

use partita_engine::{Engine, Failure, Interpreter, XlaEngine, XlaSettings};

use crate::args::{EngineChoice, EngineName};

/// The Python of XLA where the command line names none.
const PYTHON_VARIABLE: &str = "PARTITA_PYTHON";

/// What runs the partitioned program on so many devices.
pub(crate) fn local(choice: &EngineChoice, devices: usize) -> Result<Box<dyn Engine>, Failure> {
    start(choice.engine, choice, choice.processes as usize, devices)
}

/// What runs the program as it is.
pub(crate) fn reference(name: EngineName, choice: &EngineChoice) -> Result<Box<dyn Engine>, Failure> {
    start(name, choice, 1, 1)
}

fn start(
    name: EngineName,
    choice: &EngineChoice,
    processes: usize,
    devices: usize,
) -> Result<Box<dyn Engine>, Failure> {
    match name {
        EngineName::Interpreter => Ok(Box::new(Interpreter::default())),
        EngineName::Xla => {
            let variable = std::env::var_os(PYTHON_VARIABLE).filter(|value| !value.is_empty());
            let python = choice.python.clone().or(variable.map(PathBuf::from));
            let settings = XlaSettings {
                python: python.unwrap_or_else(|| "python3".into()),
                processes,
                timeout: Duration::from_secs(choice.timeout.into()),
            };
            let engine = XlaEngine::start(settings, devices).map_err(Failure::Engine)?;
            Ok(Box::new(engine))
        }
    }
}
