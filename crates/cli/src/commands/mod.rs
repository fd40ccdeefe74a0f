//! One file per command.

mod check;
mod ckks;
mod comms;
mod demo;
mod explain;
mod fmt;
mod memory;
mod onnx;
mod opt;
mod partition;
mod propagate;
mod report;
mod reshard;
mod run;
mod show;
mod verify;
mod why;

use std::ffi::OsString;
use std::path::Path;

use clap::{CommandFactory, Parser};
use partita_mlir::UnknownDialects;

use crate::args::{Arguments, Command, Common};
use crate::input::{self, LoadError, Loaded};
use crate::{FINDINGS, FINE, USAGE, output, progress};

/// Runs the command line and returns the exit code.
pub(crate) fn run(arguments: Vec<OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(opt::passes_from_flags(arguments)) {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { USAGE } else { FINE };
            let _ = error.print();
            return code;
        }
    };
    let common = &arguments.common;
    progress::start(common);
    match &arguments.command {
        Command::Demo { out } => demo::run(out.as_deref(), common),
        Command::Show { input } => show::run(input, common),
        Command::Check { input, deny_warnings } => check::run(input, *deny_warnings, common),
        Command::Fmt { input, output, generic, debug_info, check } => {
            let options = partita_mlir::PrintOptions { generic: *generic, debug_info: *debug_info };
            fmt::run(input, output.as_deref(), options, *check, common)
        }
        Command::Opt(options) => opt::run(options, common),
        Command::Propagate { input, propagation, output, conflicts } => {
            propagate::run(input, propagation, output.as_deref(), *conflicts, common)
        }
        Command::Why { input, value, dim, table, propagation } => {
            why::why(input, propagation, value, (*dim, *table), common)
        }
        Command::WhyNot { input, value, dim, axis, propagation } => {
            why::why_not(input, propagation, value, (*dim, axis), common)
        }
        Command::Reshard(arguments) => reshard::run(arguments, common),
        Command::Partition { input, partition, out, shardings } => {
            partition::run(input, partition, out.as_deref(), shardings.as_deref(), common)
        }
        Command::Verify { input, partition, seeds, seed, reference, engine } => {
            let seeds = partita_engine::Seeds { first: *seed, count: *seeds };
            verify::run(input, partition, seeds, (engine, *reference), common)
        }
        Command::Run { input, partition, arguments, output, seed, engine } => {
            run::run(input, partition, (arguments, *seed), output.as_deref(), engine, common)
        }
        Command::Comms { input, partition } => comms::run(input, partition, common),
        Command::Ckks(command) => ckks::run(command, common),
        Command::Onnx(command) => onnx::run(command, common),
        Command::Memory { input, partition, top, donate } => {
            let arguments = match donate {
                true => partita::hlo::Arguments::Donated,
                false => partita::hlo::Arguments::Kept,
            };
            memory::run(input, partition, (*top, arguments), common)
        }
        Command::Report { input, propagation, placement, output, title } => {
            report::run(input, (propagation, placement), output.as_deref(), title.as_deref(), common)
        }
        Command::Explain { code } => explain::run(code.as_deref(), common),
        Command::ServeLattigo { library } => {
            let (stdin, stdout) = (std::io::stdin().lock(), std::io::stdout().lock());
            partita_engine::ckks::serve(library, stdin, stdout).map_or(FINDINGS, |()| FINE)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "partita", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            FINE
        }
    }
}

/// Reads a file, or prints why that cannot be done and gives the exit code.
fn load(path: &Path, split: bool, common: &Common) -> Result<Loaded, u8> {
    input::load(path, split).map_err(|error| match error {
        LoadError::Io(message) => {
            output::error(&message);
            USAGE
        }
        LoadError::Findings(source, diagnostics) => {
            input::print_findings(&source, &diagnostics, common);
            FINDINGS
        }
    })
}

/// What a flag says about unknown dialects.
fn unknown_dialects(deny: bool) -> UnknownDialects {
    if deny { UnknownDialects::Reject } else { UnknownDialects::Keep }
}

/// Writes to a file or standard output.
fn write(path: Option<&Path>, text: &str) -> Result<(), u8> {
    match path {
        Some(path) if path.as_os_str() != "-" => std::fs::write(path, text).map_err(|error| {
            output::error(&format!("cannot write {}: {error}", path.display()));
            USAGE
        }),
        _ => {
            output::print(text);
            Ok(())
        }
    }
}
