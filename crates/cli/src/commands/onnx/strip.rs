//! `partita onnx strip`

use super::load::load;
use super::print_findings;
use super::write::{refuse_mixed_output, write_segments};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::{Strip, Target};
use crate::output;

pub(super) fn run(arguments: &Strip, common: &Common) -> Outcome {
    let Strip { model, target: Target { output: target } } = arguments;
    refuse_mixed_output(target, common)?;
    let loaded = load(model, common)?;
    let segments = loaded.strip().map_err(|error| {
        output::error(&format!("internal error: {error}"));
        Exit::Internal
    })?;
    write_segments(target, &segments)?;
    if common.format == OutputFormat::Json {
        print_findings(&loaded.name, &[], common);
    }
    Ok(Exit::Fine)
}
