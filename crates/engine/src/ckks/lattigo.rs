//! Lattigo: a shared library, loaded by a child process of this program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::error::CkksTrouble;
use super::key_needs::Placing;
use super::locate::locate_library;
use super::memory::GARBAGE_PERCENT;
use super::params::{CkksParams, Safety};
use super::remote::RemoteEngine;
use super::serve::SERVE_COMMAND;
use crate::EngineError;

/// How Lattigo is run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LattigoSettings {
    /// The path of the shared library.
    pub library: PathBuf,
    /// The program that serves it: one that calls [`super::serve_lattigo`] when started with [`SERVE_COMMAND`].
    pub program: PathBuf,
    /// The time limit for creating the scheme, and for each batch of keys or ops.
    pub timeout: Duration,
    /// The most bytes of encoded plaintexts that are kept from run to run of one program.
    pub kept_plaintexts: u64,
    /// Where keys are, and whether linear maps are used.
    pub placing: Placing,
    /// The bytes of memory from which the library collects garbage more often; without, only by its share.
    pub memory: Option<u64>,
}

partita_base::setters! { LattigoSettings { timeout: Duration, kept_plaintexts: u64, placing: Placing, memory: Option<u64> } }

impl LattigoSettings {
    /// A library, and the program that serves it; the limit is ten minutes per request, and no plaintexts are
    /// kept.
    pub fn new(library: impl Into<PathBuf>, program: impl Into<PathBuf>) -> Self {
        Self {
            library: library.into(),
            program: program.into(),
            timeout: Duration::from_secs(600),
            kept_plaintexts: 0,
            placing: Placing::default(),
            memory: None,
        }
    }

    /// The library that is named or found ([`locate_library`]), served by this program itself.
    pub fn find(named: Option<&Path>) -> Result<Self, EngineError> {
        let library = locate_library(named)?;
        let program = crate::own_program().map_err(|error| {
            EngineError::ckks(CkksTrouble::Failed, format!("cannot find the path of this program: {error}"))
        })?;
        Ok(Self::new(library, program))
    }

    /// Creates a scheme with fresh keys. Insecure parameters are an error unless allowed by `safety`.
    pub fn start(&self, params: &CkksParams, safety: Safety) -> Result<RemoteEngine, EngineError> {
        let mut command = Command::new(&self.program);
        command.arg(SERVE_COMMAND).arg(&self.library);
        // A panic of Go prints its reason; its stack trace is of no use.
        command.env("GOTRACEBACK", "none");
        command.env("GOGC", GARBAGE_PERCENT.to_string());
        if let Some(memory) = self.memory {
            // The rest is for what is not Go's: values on their way and bytes of keys.
            command.env("GOMEMLIMIT", (memory / 100 * 95).to_string());
        }
        let mut engine = RemoteEngine::start(command, self.timeout, params, safety, &self.placing)?;
        engine.keep_plaintexts(self.kept_plaintexts);
        Ok(engine)
    }
}
