//! Lattigo: a shared library, served by our own program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::error::CkksTrouble;
use super::locate::locate;
use super::memory::GARBAGE_PERCENT;
use super::params::{CkksParams, Safety};
use super::remote::RemoteEngine;
use super::serve::SERVE_COMMAND;
use crate::EngineError;

/// How Lattigo is run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LattigoSettings {
    /// The shared library.
    pub library: PathBuf,
    /// What serves it: a program that calls [`super::serve`] when asked to by [`SERVE_COMMAND`].
    pub program: PathBuf,
    /// How long making the scheme, each few keys and each few ops may take.
    pub timeout: Duration,
}

partita_base::setters! { LattigoSettings { timeout: Duration } }

impl LattigoSettings {
    /// A library, and the program that serves it; ten minutes for each request.
    pub fn new(library: impl Into<PathBuf>, program: impl Into<PathBuf>) -> Self {
        Self { library: library.into(), program: program.into(), timeout: Duration::from_secs(600) }
    }

    /// The library that is named or found ([`locate`]), served by this very program.
    pub fn find(named: Option<&Path>) -> Result<Self, EngineError> {
        let library = locate(named)?;
        let program = std::env::current_exe().map_err(|error| {
            EngineError::ckks(CkksTrouble::Failed, format!("our own program is not known: {error}"))
        })?;
        Ok(Self::new(library, program))
    }

    /// Makes a scheme with fresh keys. Parameters that are not secure are refused unless that is asked for.
    pub fn start(&self, params: &CkksParams, safety: Safety) -> Result<RemoteEngine, EngineError> {
        let mut command = Command::new(&self.program);
        command.arg(SERVE_COMMAND).arg(&self.library);
        // A panic of Go says what it is about; where in Go it happened helps nobody.
        command.env("GOTRACEBACK", "none");
        command.env("GOGC", GARBAGE_PERCENT.to_string());
        RemoteEngine::start(command, self.timeout, params, safety)
    }
}
