//! SEAL: an independent second opinion, in a process of Python with tenseal.
//!
//! The process speaks the same messages as the one of Lattigo (`seal_runner.py`), but shares no code with it. SEAL has one prime
//! for key switching, no bootstrapping, and takes primes of up to 60 bits.

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
    /// How long making the scheme, each few keys and each few ops may take.
    pub timeout: Duration,
}

impl SealSettings {
    /// A Python with tenseal, and how long a request may take.
    pub fn new(python: impl Into<PathBuf>, timeout: Duration) -> Self {
        Self { python: python.into(), timeout }
    }

    /// Makes a scheme with fresh keys. Parameters that are not secure are refused unless that is asked for.
    pub fn start(&self, params: &CkksParams, safety: Safety) -> Result<RemoteEngine, EngineError> {
        RemoteEngine::start(isolated_python(&self.python, RUNNER), self.timeout, params, safety)
    }
}
