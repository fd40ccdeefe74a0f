//! One file per command.

mod auto;
mod check;
mod checkpoint;
mod ckks;
mod comms;
mod cost;
mod demo;
mod diff;
mod draw;
mod explain;
mod export;
mod fmt;
mod lit;
mod lsp;
mod man;
mod memory;
mod onnx;
mod opt;
mod partition;
mod plan;
mod propagate;
mod reduce;
mod report;
mod reshard;
mod rules;
mod run;
mod serve;
mod show;
mod steps;
mod suggest;
mod summary;
mod verify;
mod why;

pub(crate) use explain::error_page;
pub use report::report_page;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
use partita::FileKind;
use partita::hlo::{ParseOptions, Text, UnknownDialects};

use crate::args::{Arguments, Command, Common, Input, OutputFormat};
use crate::ckks_args::CkksCommand;
use crate::exit::Exit;
use crate::files::{self, Chunk, FileOut};
use crate::input::{self, LoadError, Loaded};
use crate::{closed, limits, output, progress, reading};

/// Parses and runs the command line.
pub(crate) fn run_command(arguments: Vec<OsString>) -> Exit {
    let arguments = opt::passes_from_flags(lsp::command_from_name(arguments));
    let mut arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            if let Some((message, help)) = mistaken_command(&error) {
                output::print_error(&message);
                output::print_help(&help);
                return code;
            }
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            if code == Exit::Fine {
                output::note_lost(closed::check_stdout().and(printed));
            }
            return code;
        }
    };
    arguments.common.limits = limits::from_budget(&arguments.common.budget);
    let common = &mut arguments.common;
    (common.format, common.log) = common.format_choice.split();
    let common = &arguments.common;
    if let (Some(log), false) = (common.log, is_check(&arguments.command)) {
        let name = log.name();
        output::print_error(&format!(
            "`--format {name}` is a format of findings; only `partita check` and `partita onnx check` have it"
        ));
        output::print_help("use `--format json`");
        return Exit::Usage;
    }
    if common.format == OutputFormat::Json
        && let Some((name, what)) = text_only(&arguments.command)
    {
        output::print_error(&format!("`partita {name}` prints {what}; it has no JSON format"));
        output::print_help("remove `--format json`");
        return Exit::Usage;
    }
    progress::start_display(common);
    let _watch = limits::start_watchdog(common);
    match &arguments.command {
        Command::Demo { out } => demo::run_demo(out.as_deref(), common),
        Command::Show(arguments) => show::run_show(arguments, common),
        Command::Check(arguments) => check::run_check(arguments, common),
        Command::Fmt(arguments) => fmt::run_fmt(arguments, common),
        Command::Opt(options) => opt::run_opt(options, common),
        Command::Propagate(arguments) => propagate::run_propagate(arguments, common),
        Command::Why(arguments) => why::run_why(arguments, common),
        Command::WhyNot(arguments) => why::run_why_not(arguments, common),
        Command::Reshard(arguments) => reshard::run_reshard(arguments, common),
        Command::Reduce(arguments) => reduce::run_reduce(arguments, common),
        Command::Checkpoint(command) => checkpoint::run_checkpoint(command, common),
        Command::Rules(command) => rules::run_rules(command, common),
        Command::Lit { files } => lit::run_lit(files, common),
        Command::Export(arguments) => export::run_export(arguments, common),
        Command::Auto(arguments) => auto::run_auto(arguments, common),
        Command::Diff(arguments) => diff::run_diff(arguments, common),
        Command::Suggest(arguments) => suggest::run_suggest(arguments, common),
        Command::Steps(arguments) => steps::run_steps(arguments, common),
        Command::Draw(arguments) => draw::run_draw(arguments, common),
        Command::Partition(arguments) => partition::run_partition(arguments, common),
        Command::Verify(arguments) => verify::run_verify(arguments, common),
        Command::Run(arguments) => run::run_program(arguments, common),
        Command::Comms(arguments) => comms::run_comms(arguments, common),
        Command::Ckks(command) => ckks::run_ckks(command, common),
        Command::Onnx(command) => onnx::run_onnx(command, common),
        Command::Memory(arguments) => memory::run_memory(arguments, common),
        Command::Cost(arguments) => cost::run_cost(arguments, common),
        Command::Report(arguments) => report::run_report(arguments, common),
        Command::Serve(arguments) => serve::run_serve(arguments, common),
        Command::Explain { code } => explain::run_explain(code.as_deref(), common),
        Command::Lsp { ignored: _ } => lsp::run_lsp(common),
        Command::ServeLattigo { library } => {
            partita::ckks::serve_lattigo(library).map_or(Exit::Findings, |()| Exit::Fine)
        }
        Command::Man { path, out } => man::run_man(path, out.as_deref()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "partita", &mut script);
            output::print_text(&String::from_utf8_lossy(&script));
            Exit::Fine
        }
    }
}

/// The name and the output of a command that has no JSON format.
fn text_only(command: &Command) -> Option<(&'static str, &'static str)> {
    match command {
        Command::Fmt(_) => Some(("fmt", "MLIR text")),
        Command::Opt(options) if !options.list_passes => Some(("opt", "MLIR text")),
        Command::Ckks(CkksCommand::Lower(_)) => Some(("ckks lower", "text that can be parsed again")),
        Command::Lsp { .. } => Some(("lsp", "messages of the Language Server Protocol")),
        Command::Reduce(_) => Some(("reduce", "MLIR text")),
        Command::Serve(_) => Some(("serve", "the address of a page")),
        Command::Completions { .. } => Some(("completions", "a shell script")),
        Command::Man { .. } => Some(("man", "manual pages")),
        Command::Export(options) if !options.to.is_json() => Some(("export", "a graph for Graphviz")),
        _ => None,
    }
}

/// A better message for an unknown command that is the word `version` or the name of a file.
fn mistaken_command(error: &clap::Error) -> Option<(String, String)> {
    let ContextValue::String(name) = error.get(ContextKind::InvalidSubcommand)? else { return None };
    let help = match FileKind::recognise(&reading::read_bytes(Path::new(name)).unwrap_or_default()) {
        _ if name == "version" => "`partita --version` prints the version".to_string(),
        Some(FileKind::Empty) => return None,
        Some(FileKind::OnnxModel | FileKind::OnnxText) => {
            format!("put a command before the file, such as `partita onnx show {name}`")
        }
        Some(FileKind::Toml) => format!("put a command before the file, such as `partita ckks plan {name}`"),
        _ => format!("put a command before the file, such as `partita show {name}`"),
    };
    let what = if name == "version" { "unknown command" } else { "expected a command, found the file" };
    Some((format!("{what} `{name}`"), help))
}

/// Reads a file, or prints the errors and returns the exit code.
fn load(path: &Path, split: bool, common: &Common) -> Result<Loaded, Exit> {
    input::load_source(path, split, common.limits).map_err(|error| match error {
        LoadError::Io(message) => {
            output::print_error(&message);
            Exit::Usage
        }
        LoadError::Findings(source, diagnostics) => {
            input::print_findings(&source, &diagnostics, common);
            Exit::Findings
        }
    })
}

/// Reads the file of a command that can replace its mesh, or prints the errors and returns the exit code.
fn load_input(arguments: &Input, common: &Common) -> Result<Loaded, Exit> {
    with_mesh(load(&arguments.file, arguments.split_input_file, common)?, arguments, common)
}

/// Adds the mesh of the command line, or prints its errors and returns the exit code.
fn with_mesh(loaded: Loaded, arguments: &Input, common: &Common) -> Result<Loaded, Exit> {
    let mesh = arguments.mesh.as_deref().map(|axes| partita::notation::parse_mesh(axes, None)).transpose();
    let mesh = mesh.map_err(|error| input::report_error(&error, common))?;
    Ok(Loaded { mesh: mesh.map(|mesh| (mesh, common.format == OutputFormat::Text)), ..loaded })
}

/// Whether all that a command prints are findings.
fn is_check(command: &Command) -> bool {
    matches!(command, Command::Check(_) | Command::Onnx(crate::onnx_args::OnnxCommand::Check(_)))
}

/// The parse options that correspond to command-line options.
fn parse_options(deny_unknown_dialects: bool, common: &Common) -> ParseOptions {
    let unknown_dialects =
        if deny_unknown_dialects { UnknownDialects::Reject } else { UnknownDialects::Keep };
    ParseOptions::default().unknown_dialects(unknown_dialects).limits(common.limits)
}

/// Joins the texts of several modules with the separator that `--split-input-file` splits at.
fn joined(texts: Vec<Text>) -> Text {
    let mut texts = texts.into_iter();
    let mut all = texts.next().unwrap_or_default();
    for text in texts {
        all.append("// -----\n".to_string().into());
        all.append(text);
    }
    all
}

/// Writes to a file, or to standard output without a path.
fn write(path: Option<&Path>, text: impl Into<Chunk>) -> Result<(), Exit> {
    files::write_files(&[FileOut::new(path.unwrap_or(Path::new("-")), text)])
}
