//! `partita onnx`: one file per command.

mod annotate;
mod check;
mod demo;
mod draw;
mod export;
mod infer;
mod load;
mod memory;
mod mesh;
mod partition;
mod ranks;
mod report;
mod run;
mod runtime;
mod show;
mod strip;
mod verify;
mod why;
mod write;

pub(super) use demo::judge_onnx_example;
pub(super) use load::load_model;
use partita::onnx::{Mode, has_errors};
use partita::{Error, Source};
pub(super) use ranks::dimension_sizes;
pub(super) use write::write_segments;

use crate::args::Common;
use crate::exit::Exit;
use crate::input;
use crate::input::print_model_findings as print_findings;
use crate::onnx_args::{OnnxCommand, Rules};

pub(super) fn run_onnx(command: &OnnxCommand, common: &Common) -> Exit {
    let done = match command {
        OnnxCommand::Check(arguments) => check::run_onnx_check(arguments, common),
        OnnxCommand::Infer(arguments) => infer::run_onnx_infer(arguments, common),
        OnnxCommand::Mesh(arguments) => mesh::run_onnx_mesh(arguments, common),
        OnnxCommand::Show { model } => show::run_onnx_show(model, common),
        OnnxCommand::Export(arguments) => export::run_onnx_export(arguments, common),
        OnnxCommand::Strip(arguments) => strip::run_onnx_strip(arguments, common),
        OnnxCommand::Annotate(arguments) => annotate::run_onnx_annotate(arguments, common),
        OnnxCommand::Partition(arguments) => partition::run_onnx_partition(arguments, common),
        OnnxCommand::Report(arguments) => report::run_onnx_report(arguments, common),
        OnnxCommand::Why(arguments) => why::run_onnx_why(arguments, common),
        OnnxCommand::Draw(arguments) => draw::run_onnx_draw(arguments, common),
        OnnxCommand::Memory(arguments) => memory::run_onnx_memory(arguments, common),
        OnnxCommand::Verify(arguments) => verify::run_onnx_verify(arguments, common),
        OnnxCommand::Run(arguments) => run::run_onnx_models(arguments, common),
    };
    Exit::of(done)
}

/// How strictly corresponding axes are compared, unless the options say otherwise.
fn mode(rules: &Rules, default: Mode) -> Mode {
    match (rules.strict, rules.lenient) {
        (true, _) => Mode::Strict,
        (_, true) => Mode::Lenient,
        _ => default,
    }
}

/// Prints an error and returns the exit code. Settings of the library are replaced by the options of the command line.
fn print_error(error: &Error, common: &Common) -> Exit {
    if let Error::Text { source, found } = error
        && let Ok(named) = Source::new(&format!("--{}", source.name()), source.text())
    {
        input::print_findings(&named, found, common);
        return Exit::Findings;
    }
    input::report_error(error, common)
}

/// The network of a model, for `partita ckks`.
pub(super) fn ckks_network(
    path: &std::path::Path,
    activation: &partita::ckks::Activation,
    common: &Common,
) -> Result<partita::ckks::Network, Exit> {
    let loaded = load::load_model(&crate::onnx_args::ModelFile { file: path.to_path_buf() }, common)?;
    partita::ckks::from_onnx(loaded, activation).map_err(|error| input::report_error(&error, common))
}
