//! `partita onnx annotate`

use partita::report::render_findings;

use super::load::load_model;
use super::print_findings;
use super::write::{refuse_mixed_output, write_segments};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::{Annotate, ModelOutput};
use crate::{input, output, reading};

pub(super) fn run_onnx_annotate(arguments: &Annotate, common: &Common) -> Outcome {
    let Annotate { model, specs, target: ModelOutput { output: target } } = arguments;
    refuse_mixed_output(target, common)?;
    let loaded = load_model(model, common)?;
    let text = reading::read_text(specs).map_err(|error| {
        output::print_error(&format!("cannot read {}: {error}", specs.display()));
        Exit::Usage
    })?;
    let annotated = loaded.annotate(&specs.display().to_string(), &text);
    let annotated = annotated.map_err(|error| input::report_error(&error, common))?;
    let findings = &annotated.findings;
    if common.format == OutputFormat::Json {
        print_findings(&loaded.name, findings, common);
    } else if !findings.is_empty() {
        output::eprint_rendered(&render_findings(&loaded.name, findings, output::diagnostic_color(common)));
    }
    write_segments(target, &annotated.segments).map(|()| Exit::Fine)
}
