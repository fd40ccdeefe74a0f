//! `partita onnx strip`

use std::path::Path;

use partita_onnx::annotate::strip;

use super::load::load;
use super::print_findings;
use super::write::{refuse_mixed_output, write_pieces};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Model;
use crate::output;

pub(super) fn run(argument: &Model, target: &Path, common: &Common) -> Outcome {
    refuse_mixed_output(target, common)?;
    let loaded = load(argument, common)?;
    let pieces = strip(&loaded.model).apply(&loaded.bytes).map_err(|error| {
        output::error(&format!("internal error: {error}"));
        Exit::Internal
    })?;
    write_pieces(target, &pieces)?;
    if common.format == OutputFormat::Json {
        print_findings(&loaded.name, &[], common);
    }
    Ok(Exit::Fine)
}
