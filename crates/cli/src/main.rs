//! The `partita` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(partita_cli::run(std::env::args_os().collect()))
}
