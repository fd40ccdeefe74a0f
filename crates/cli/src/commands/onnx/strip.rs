//! `partita onnx strip`

use std::path::Path;

use partita_onnx::annotate::strip;

use super::load::load;
use super::print_findings;
use super::write::{refuse_mixed_output, write_pieces};
use crate::args::{Common, OutputFormat};
use crate::onnx_args::Model;
use crate::{FINE, INTERNAL, output};

pub(super) fn run(argument: &Model, target: &Path, common: &Common) -> Result<u8, u8> {
    refuse_mixed_output(target, common)?;
    let loaded = load(argument, common)?;
    let pieces = strip(&loaded.model).apply(&loaded.bytes).map_err(|error| {
        output::error(&format!("internal error: {error}"));
        INTERNAL
    })?;
    write_pieces(target, &pieces)?;
    if common.format == OutputFormat::Json {
        print_findings(&loaded.name, &[], common);
    }
    Ok(FINE)
}
