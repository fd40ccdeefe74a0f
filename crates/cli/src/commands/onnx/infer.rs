//! `partita onnx infer`

use partita::onnx::Inference;

use super::load::load_model;
use super::ranks::on_mesh;
use super::write::write_segments;
use super::{has_errors, mode, print_error, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Infer;
use crate::output::{self, Timing};

pub(super) fn run_onnx_infer(arguments: &Infer, common: &Common) -> Outcome {
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load_model(&arguments.model, common))?;
    let options = Inference::default();
    let options = options
        .clone()
        .mode(mode(&arguments.rules, options.mode))
        .configuration(arguments.rules.only.configuration.clone())
        .propagate(arguments.propagate)
        .metadata(arguments.metadata)
        .on(on_mesh(&arguments.on, &loaded.name, common)?);
    let completed = loaded.infer(&options, &mut timing).map_err(|error| print_error(&error, common))?;
    let name = &completed.model.name;
    let findings = completed.findings();
    if common.format == OutputFormat::Text {
        print_findings(name, &findings, common);
    }
    output::print_view(&completed.view(arguments.explain || arguments.output.is_none()), common);
    if has_errors(&findings) {
        return Ok(Exit::Findings);
    }
    if let Some(target) = &arguments.output {
        let segments = timing.stage("write", || completed.segments()).map_err(|error| {
            output::print_error(&format!("{name}: {error}"));
            Exit::Usage
        })?;
        write_segments(target, &segments)?;
    }
    timing.report(common);
    Ok(Exit::Fine)
}
