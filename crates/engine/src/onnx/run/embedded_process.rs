//! The embedded runtime in child processes, with limits on time and memory.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use partita_base::Code;
use partita_onnx::proto;

use super::embedded::{self, with_help};
use super::remote::{Remote, Service};
use super::{Loadable, Runtime, Session};
use crate::EngineError;

/// The hidden first argument on which the program of [`EmbeddedSettings`] must call
/// [`serve_embedded`](super::serve_embedded); the second argument is the memory limit in bytes.
pub const EMBEDDED_ARGUMENT: &str = "__embedded";

/// How the embedded runtime is run in child processes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmbeddedSettings {
    /// The program to start: the `partita` command, or another one that handles [`EMBEDDED_ARGUMENT`].
    pub program: PathBuf,
    /// How long each request may take.
    pub timeout: Duration,
    /// The memory that a process may use, in bytes.
    pub memory: u64,
}

impl EmbeddedSettings {
    /// Settings for a program, with the time limit of a request and the memory limit of a process in bytes.
    pub fn new(program: impl Into<PathBuf>, timeout: Duration, memory: u64) -> Self {
        Self { program: program.into(), timeout, memory }
    }
}

/// The embedded runtime in child processes. A crash or a limit exceeded there is an error here.
pub struct EmbeddedProcess(Remote);

impl EmbeddedProcess {
    /// Starts the first process. Fails if the program cannot be started.
    pub fn start(settings: EmbeddedSettings) -> Result<Self, EngineError> {
        Remote::start(Arc::new(settings)).map(Self)
    }
}

impl Runtime for EmbeddedProcess {
    fn name(&self) -> &str {
        "embedded"
    }

    fn has_carriers(&self) -> bool {
        false
    }

    fn prepare_model(&self, model: proto::Model) -> Result<Loadable, EngineError> {
        embedded::prepare_for_rten(model)
    }

    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        self.0.load(model)
    }
}

/// What Rust's allocator prints before it aborts a process.
const OUT_OF_MEMORY: &str = "memory allocation of ";

impl Service for EmbeddedSettings {
    fn command(&self) -> Result<Command, EngineError> {
        let mut command = Command::new(&self.program);
        // Only the end of the output is kept, and a backtrace would displace the reason.
        command.env("RUST_BACKTRACE", "0").arg(EMBEDDED_ARGUMENT).arg(self.memory.to_string());
        Ok(command)
    }

    fn timeout(&self) -> Duration {
        self.timeout
    }

    fn absent(&self, why: &str) -> EngineError {
        EngineError::absent(format!("cannot start the process of the embedded runtime: {why}"))
    }

    fn refused(&self, code: Code, message: &str) -> EngineError {
        with_help(EngineError { code, ..EngineError::failed(message) })
    }

    fn ended(&self, what: &str, said: &str) -> EngineError {
        match said.contains(OUT_OF_MEMORY) {
            true => EngineError::memory(format!(
                "the embedded runtime needs more memory than the limit of {} bytes",
                self.memory
            )),
            false => EngineError::failed(format!("the embedded runtime ended during {what}")).output(said),
        }
    }

    fn late(&self, what: &str) -> EngineError {
        let seconds = self.timeout.as_secs_f64();
        EngineError::time(format!("{what} on the embedded runtime took longer than {seconds} seconds"))
    }
}
