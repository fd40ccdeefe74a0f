//! SEAL: an independent second opinion, in a Python process with tenseal.
//!
//! The process uses the same messages as that of Lattigo (`seal_runner.py`), but shares no code with it. SEAL
//! has one prime for key switching and no bootstrapping, and supports primes of up to 60 bits.

use std::path::PathBuf;
use std::time::Duration;

use super::params::{CkksParams, Safety};
use super::remote::RemoteEngine;
use crate::EngineError;
use crate::python::isolated_python;

const RUNNER: &str = include_str!("seal_runner.py");

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

    /// Creates a scheme with fresh keys. Insecure parameters are an error unless allowed by `safety`.
    pub fn start(&self, params: &CkksParams, safety: Safety) -> Result<RemoteEngine, EngineError> {
        RemoteEngine::start(isolated_python(&self.python, RUNNER), self.timeout, params, safety)
    }
}
