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
use std::io::Write as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
use partita::FileKind;
use partita::hlo::{ParseOptions, Text, UnknownDialects};

use crate::args::{Arguments, Command, Common, OutputFormat};
use crate::ckks_args::CkksCommand;
use crate::exit::Exit;
use crate::files::{self, FileOut, Piece};
use crate::input::{self, LoadError, Loaded};
use crate::{closed, limits, output, progress, reading};

/// Runs the command line and returns the exit code.
pub(crate) fn run(arguments: Vec<OsString>) -> Exit {
    let mut arguments = match Arguments::try_parse_from(opt::passes_from_flags(arguments)) {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            if let Some((message, help)) = mistaken_command(&error) {
                output::error(&message);
                output::help(&help);
                return code;
            }
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            if code == Exit::Fine {
                output::note_lost(closed::check().and(printed));
            }
            return code;
        }
    };
    arguments.common.limits = limits::of(&arguments.common.budget);
    let common = &arguments.common;
    if common.format == OutputFormat::Json
        && let Some((name, what)) = text_only(&arguments.command)
    {
        output::error(&format!("`partita {name}` prints {what}; it has no JSON format"));
        output::help("leave out `--format json`");
        return Exit::Usage;
    }
    progress::start(common);
    let _watch = limits::watch(common);
    match &arguments.command {
        Command::Demo { out } => demo::run(out.as_deref(), common),
        Command::Show { input } => show::run(input, common),
        Command::Check(arguments) => check::run(arguments, common),
        Command::Fmt(arguments) => fmt::run(arguments, common),
        Command::Opt(options) => opt::run(options, common),
        Command::Propagate(arguments) => propagate::run(arguments, common),
        Command::Why(arguments) => why::why(arguments, common),
        Command::WhyNot(arguments) => why::why_not(arguments, common),
        Command::Reshard(arguments) => reshard::run(arguments, common),
        Command::Partition(arguments) => partition::run(arguments, common),
        Command::Verify(arguments) => verify::run(arguments, common),
        Command::Run(arguments) => run::run(arguments, common),
        Command::Comms(arguments) => comms::run(arguments, common),
        Command::Ckks(command) => ckks::run(command, common),
        Command::Onnx(command) => onnx::run(command, common),
        Command::Memory(arguments) => memory::run(arguments, common),
        Command::Report(arguments) => report::run(arguments, common),
        Command::Explain { code } => explain::run(code.as_deref(), common),
        Command::ServeLattigo { library } => {
            partita::ckks::serve(library).map_or(Exit::Findings, |()| Exit::Fine)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "partita", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            Exit::Fine
        }
    }
}

/// Commands whose result is a text of its own, and what that is.
fn text_only(command: &Command) -> Option<(&'static str, &'static str)> {
    match command {
        Command::Fmt(_) => Some(("fmt", "MLIR text")),
        Command::Opt(options) if !options.list_passes => Some(("opt", "MLIR text")),
        Command::Ckks(CkksCommand::Lower(_)) => Some(("ckks lower", "texts that can be read back")),
        Command::Completions { .. } => Some(("completions", "a script for a shell")),
        _ => None,
    }
}

/// What was probably meant by a command that does not exist: the version, or a file.
fn mistaken_command(error: &clap::Error) -> Option<(String, String)> {
    let ContextValue::String(name) = error.get(ContextKind::InvalidSubcommand)? else { return None };
    let help = match FileKind::recognise(&reading::read(Path::new(name)).unwrap_or_default()) {
        _ if name == "version" => "the version is printed by `partita --version`".to_string(),
        Some(FileKind::Empty) => return None,
        Some(FileKind::OnnxModel | FileKind::OnnxText) => {
            format!("name what to do with the file, such as `partita onnx show {name}`")
        }
        Some(FileKind::Toml) => format!("name what to do with the file, such as `partita ckks plan {name}`"),
        _ => format!("name what to do with the file, such as `partita show {name}`"),
    };
    let what = if name == "version" { "command" } else { "command, but a file" };
    Some((format!("`{name}` is not a {what}"), help))
}

/// Reads a file, or prints why that cannot be done and gives the exit code.
fn load(path: &Path, split: bool, common: &Common) -> Result<Loaded, Exit> {
    input::load(path, split).map_err(|error| match error {
        LoadError::Io(message) => {
            output::error(&message);
            Exit::Usage
        }
        LoadError::Findings(source, diagnostics) => {
            input::print_findings(&source, &diagnostics, common);
            Exit::Findings
        }
    })
}

/// How options want files to be read.
fn parse_options(deny_unknown_dialects: bool, common: &Common) -> ParseOptions {
    let unknown_dialects =
        if deny_unknown_dialects { UnknownDialects::Reject } else { UnknownDialects::Keep };
    ParseOptions::default().unknown_dialects(unknown_dialects).limits(common.limits)
}

/// The texts of the modules of a file, as one.
fn joined(texts: Vec<Text>) -> Text {
    let mut texts = texts.into_iter();
    let mut all = texts.next().unwrap_or_default();
    for text in texts {
        all.append("// -----\n".to_string().into());
        all.append(text);
    }
    all
}

/// Writes to a file or standard output.
fn write(path: Option<&Path>, text: impl Into<Piece>) -> Result<(), Exit> {
    files::write(&[FileOut::new(path.unwrap_or(Path::new("-")), text)])
}
