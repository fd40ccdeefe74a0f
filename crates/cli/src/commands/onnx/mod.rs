//! `partita onnx`: one file per command.

mod annotate;
mod check;
mod demo;
mod export;
mod external;
mod infer;
mod load;
mod mesh;
mod partition;
mod run;
mod runtime;
mod show;
mod spread;
mod strip;
mod verify;
mod write;

pub(super) use demo::judge as judge_example;
use partita_base::Severity;
use partita_onnx::Finding;
use partita_onnx::check::Mode;
use partita_report::{findings_json, findings_summary, render_findings};

use crate::args::{Common, OutputFormat};
use crate::onnx_args::{OnnxCommand, Rules};
use crate::output;

pub(super) fn run(command: &OnnxCommand, common: &Common) -> u8 {
    let done = match command {
        OnnxCommand::Check { model, deny_warnings, rules } => {
            check::run(model, *deny_warnings, rules, common)
        }
        OnnxCommand::Infer(arguments) => infer::run(arguments, common),
        OnnxCommand::Mesh(arguments) => mesh::run(arguments, common),
        OnnxCommand::Show { model } => show::run(model, common),
        OnnxCommand::Export { model, full, output } => export::run(model, *full, output.as_deref(), common),
        OnnxCommand::Strip { model, output } => strip::run(model, output, common),
        OnnxCommand::Annotate { model, specs, output } => annotate::run(model, specs, output, common),
        OnnxCommand::Partition { model, spreading, output } => {
            partition::run(model, spreading, output.as_deref(), common)
        }
        OnnxCommand::Verify { model, spreading, runtime, input, seed } => {
            verify::run(model, spreading, runtime, (input, *seed), common)
        }
        OnnxCommand::Run { files, spreading, runtime, input, seed, output } => {
            run::run(files, spreading, runtime, (input, *seed), output.as_deref(), common)
        }
    };
    done.unwrap_or_else(|code| code)
}

/// What the flags say about corresponding axes.
fn mode(rules: &Rules) -> Mode {
    if rules.strict { Mode::Strict } else { Mode::Lenient }
}

/// Whether any of the findings is an error.
fn has_errors(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// Prints findings: on standard error for people, on standard output as JSON.
fn print_findings(file: &str, findings: &[Finding], common: &Common) {
    match common.format {
        OutputFormat::Text if !findings.is_empty() => {
            output::eprint(&render_findings(file, findings, output::color(common)));
            output::eprint(&format!("{}\n", findings_summary(findings)));
        }
        OutputFormat::Text => {}
        OutputFormat::Json => output::print(&format!("{:#}\n", findings_json(file, findings))),
    }
}

/// The network of a model, for `partita ckks`.
pub(super) fn ckks_network(
    path: &std::path::Path,
    activation: &partita_ckks::kernels::Activation,
    common: &Common,
) -> Result<partita_ckks::network::Network, u8> {
    let mut loaded = load::load(&crate::onnx_args::Model { file: path.to_path_buf() }, common)?;
    external::load_initializers(&mut loaded, common)?;
    partita_ckks::network::onnx::from_model(&loaded.model, activation)
        .map_err(|error| super::ckks::refuse(&error, common))
}
