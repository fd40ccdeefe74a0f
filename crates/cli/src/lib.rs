//! The `partita` command: parses arguments, reads files, calls the libraries and prints the results.
//!
//! A library, because two programs are this command: `partita` itself, and `python -m partita`.

mod args;
mod ckks_args;
mod ckks_deploy_args;
mod closed;
mod commands;
mod companion;
mod engine;
mod exit;
mod files;
mod flags;
mod input;
mod interrupt;
mod limits;
mod lint_args;
mod notation_args;
mod onnx_args;
mod output;
mod progress;
mod reading;
mod reduce_args;
mod tensors;
mod tool_args;

pub use commands::report_page;

use std::ffi::OsString;

use exit::Exit;

/// Parsing and verifying nested text is recursive. This is enough stack for the maximum nesting depth.
pub const STACK_BYTES: usize = 64 << 20;

/// Runs a command line, whose first argument is the name of the program; returns the exit code of the process.
pub fn run(arguments: Vec<OsString>) -> u8 {
    // This program is also the child process that hosts onnxruntime.
    if let [_, first, library] = arguments.as_slice()
        && first == partita::onnx::SERVE_ARGUMENT
    {
        partita::onnx::serve_onnxruntime(library.as_ref());
        return Exit::Fine.code();
    }
    // It is the child process that hosts the embedded runtime, too.
    if let [_, first, memory] = arguments.as_slice()
        && first == partita::onnx::EMBEDDED_ARGUMENT
    {
        let memory = memory.to_str().and_then(|bytes| bytes.parse().ok()).unwrap_or(u64::MAX);
        partita::onnx::serve_embedded(memory);
        return Exit::Fine.code();
    }
    let worker =
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || commands::run_command(arguments));
    let code = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => {
            output::print_error("internal error: please report the input and the message above");
            Exit::Internal
        }
        Err(error) => {
            output::print_error(&format!("internal error: {error}"));
            Exit::Internal
        }
    };
    output::exit_code(code).code()
}
