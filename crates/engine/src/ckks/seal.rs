//! SEAL: an independent second opinion, in a Python process with tenseal.
//!
//! The process uses the same messages as that of Lattigo (`seal_runner.py`), but shares no code with it. SEAL
//! has one prime for key switching and no bootstrapping, and supports primes of up to 60 bits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::key_needs::Placing;
use super::params::{CkksParams, Safety};
use super::remote::RemoteEngine;
use crate::EngineError;
use crate::python::isolated_python;

/// Programs in one process that holds the secret, for tests.
const RUNNER: &str = concat!(include_str!("seal_runner.py"), "\n\nmain()\n");

/// The environment variable with a Python that has tenseal, used if the caller gives none.
pub const SEAL_VARIABLE: &str = "PARTITA_SEAL_PYTHON";

/// How SEAL is run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SealSettings {
    /// A Python with tenseal.
    pub python: PathBuf,
    /// The time limit for creating the scheme, and for each batch of keys or ops.
    pub timeout: Duration,
}

impl SealSettings {
    /// A Python with tenseal, and the time limit of a request.
    pub fn new(python: impl Into<PathBuf>, timeout: Duration) -> Self {
        Self { python: python.into(), timeout }
    }

    /// The given Python, else that of the environment variable, else the one that `cargo xtask seal` made in the folder
    /// in which this program was built, else that of the system. The limit is ten minutes per request.
    pub fn find(named: Option<&Path>) -> Self {
        let variable = std::env::var_os(SEAL_VARIABLE).filter(|value| !value.is_empty());
        let beside = || {
            let program = std::env::current_exe().ok()?;
            // Test programs are one folder deeper.
            let folders = program.ancestors().skip(2).take(2);
            folders.map(|folder| folder.join("seal/bin/python")).find(|path| path.is_file())
        };
        let named = named.map(Path::to_path_buf).or(variable.map(PathBuf::from));
        let python = named.or_else(beside).unwrap_or_else(|| "python3".into());
        Self::new(python, Duration::from_secs(600))
    }

    /// Creates a scheme with fresh keys. Insecure parameters are an error unless allowed by `safety`.
    pub fn start(&self, params: &CkksParams, safety: Safety) -> Result<RemoteEngine, EngineError> {
        let command = isolated_python(&self.python, RUNNER);
        RemoteEngine::start(command, self.timeout, params, safety, &Placing::default())
    }
}
