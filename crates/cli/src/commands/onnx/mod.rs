//! `partita onnx`: one file per command.

mod annotate;
mod check;
mod demo;
mod export;
mod infer;
mod load;
mod mesh;
mod partition;
mod ranks;
mod run;
mod runtime;
mod show;
mod strip;
mod verify;
mod write;

pub(super) use demo::judge as judge_example;
use partita::onnx::{Mode, has_errors};
use partita::{Error, Source};

use crate::args::Common;
use crate::exit::Exit;
use crate::input;
use crate::input::print_model_findings as print_findings;
use crate::onnx_args::{OnnxCommand, Rules};

pub(super) fn run(command: &OnnxCommand, common: &Common) -> Exit {
    let done = match command {
        OnnxCommand::Check(arguments) => check::run(arguments, common),
        OnnxCommand::Infer(arguments) => infer::run(arguments, common),
        OnnxCommand::Mesh(arguments) => mesh::run(arguments, common),
        OnnxCommand::Show { model } => show::run(model, common),
        OnnxCommand::Export(arguments) => export::run(arguments, common),
        OnnxCommand::Strip(arguments) => strip::run(arguments, common),
        OnnxCommand::Annotate(arguments) => annotate::run(arguments, common),
        OnnxCommand::Partition(arguments) => partition::run(arguments, common),
        OnnxCommand::Verify(arguments) => verify::run(arguments, common),
        OnnxCommand::Run(arguments) => run::run(arguments, common),
    };
    Exit::of(done)
}

/// What the flags say about corresponding axes.
fn mode(rules: &Rules) -> Mode {
    if rules.strict { Mode::Strict } else { Mode::Lenient }
}

/// Prints why there is no answer and gives the exit code. Texts of options are called as the command line calls them.
fn refuse(error: &Error, common: &Common) -> Exit {
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
    let loaded = load::load(&crate::onnx_args::Model { file: path.to_path_buf() }, common)?;
    partita::ckks::from_onnx(loaded, activation).map_err(|error| input::report_error(&error, common))
}
