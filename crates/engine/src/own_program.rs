//! The program that serves libraries in child processes.

use std::io;
use std::path::PathBuf;

/// The environment variable with the path of the command, set where the running program is not the command itself, as in Python.
pub const PROGRAM_VARIABLE: &str = "PARTITA_PROGRAM";

/// The command that is started again as a child process: that of the variable, else the running program.
pub fn own_program() -> io::Result<PathBuf> {
    match std::env::var_os(PROGRAM_VARIABLE).filter(|value| !value.is_empty()) {
        Some(path) => Ok(path.into()),
        None => std::env::current_exe(),
    }
}
