//! The `partita` command: parses arguments, reads files, calls the libraries and prints the results.

mod args;
mod ckks_args;
mod closed;
mod commands;
mod companion;
mod engine;
mod exit;
mod files;
mod flags;
mod input;
mod limits;
mod lint_args;
mod onnx_args;
mod output;
mod progress;
mod reading;
mod tensors;
mod tool_args;

use std::process::ExitCode;

use exit::Exit;

/// Parsing and verifying nested text is recursive. This is enough stack for the maximum nesting depth.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    // This program is also the child process that hosts onnxruntime.
    if let [_, first, library] = arguments.as_slice()
        && first == partita::onnx::SERVE_ARGUMENT
    {
        partita::onnx::serve_onnxruntime(library.as_ref());
        return ExitCode::SUCCESS;
    }
    // It is the child process that hosts the embedded runtime, too.
    if let [_, first, memory] = arguments.as_slice()
        && first == partita::onnx::EMBEDDED_ARGUMENT
    {
        let memory = memory.to_str().and_then(|bytes| bytes.parse().ok()).unwrap_or(u64::MAX);
        partita::onnx::serve_embedded(memory);
        return ExitCode::SUCCESS;
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
    output::exit_code(code).into()
}
