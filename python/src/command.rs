//! The command line.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command line, whose first argument is the name of the program; returns the exit code.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| partita_cli::run(arguments))
}
