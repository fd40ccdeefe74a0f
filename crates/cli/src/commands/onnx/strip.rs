//! `partita onnx strip`

use super::load::load_model;
use super::print_findings;
use super::write::{refuse_mixed_output, write_segments};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::{ModelOutput, Strip};
use crate::output;

pub(super) fn run_onnx_strip(arguments: &Strip, common: &Common) -> Outcome {
    let Strip { model, target: ModelOutput { output: target } } = arguments;
    refuse_mixed_output(target, common)?;
    let loaded = load_model(model, common)?;
    let segments = loaded.strip().map_err(|error| {
        output::print_error(&format!("internal error: {error}"));
        Exit::Internal
    })?;
    write_segments(target, &segments)?;
    if common.format == OutputFormat::Json {
        print_findings(&loaded.name, &[], common);
    }
    Ok(Exit::Fine)
}
