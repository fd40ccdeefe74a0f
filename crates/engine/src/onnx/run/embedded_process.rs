//! The embedded runtime in processes of its own, with limits on time and memory.

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

/// The hidden first argument with which the program of [`EmbeddedSettings`] must call [`serve_embedded`](super::serve_embedded); the second
/// is the number of bytes for it.
pub const EMBEDDED_ARGUMENT: &str = "__embedded";

/// How the embedded runtime is run in processes of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmbeddedSettings {
    /// The program: the `partita` command, or another one that understands [`EMBEDDED_ARGUMENT`].
    pub program: PathBuf,
    /// How long each request may take.
    pub timeout: Duration,
    /// Bytes that a process may use.
    pub memory: u64,
}

impl EmbeddedSettings {
    /// A program, how long a request may take, and the bytes that a process may use.
    pub fn new(program: impl Into<PathBuf>, timeout: Duration, memory: u64) -> Self {
        Self { program: program.into(), timeout, memory }
    }
}

/// The embedded runtime in processes of its own. What goes wrong there is an error here.
pub struct EmbeddedProcess(Remote);

impl EmbeddedProcess {
    /// Starts the runtime.
    pub fn start(settings: EmbeddedSettings) -> Result<Self, EngineError> {
        Remote::start(Arc::new(settings)).map(Self)
    }
}

impl Runtime for EmbeddedProcess {
    fn name(&self) -> &str {
        "embedded"
    }

    fn form(&self, model: proto::Model) -> Result<Loadable, EngineError> {
        embedded::form(model)
    }

    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        self.0.load(model)
    }
}

/// What the allocator prints before it ends a process.
const OUT_OF_MEMORY: &str = "memory allocation of ";

impl Service for EmbeddedSettings {
    fn command(&self) -> Result<Command, EngineError> {
        let mut command = Command::new(&self.program);
        // A trace would push the reason out of the last words that are kept.
        command.env("RUST_BACKTRACE", "0").arg(EMBEDDED_ARGUMENT).arg(self.memory.to_string());
        Ok(command)
    }

    fn timeout(&self) -> Duration {
        self.timeout
    }

    fn absent(&self, why: &str) -> EngineError {
        EngineError::absent(format!("the process of the embedded runtime does not start: {why}"))
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
