//! `partita onnx strip`

use std::path::Path;

use partita_onnx::annotate::strip;

use super::load::load;
use super::write::write_pieces;
use crate::args::Common;
use crate::onnx_args::Model;
use crate::{FINE, INTERNAL, output};

pub(super) fn run(argument: &Model, target: &Path, common: &Common) -> Result<u8, u8> {
    let loaded = load(argument, common)?;
    let pieces = strip(&loaded.model).apply(&loaded.bytes).map_err(|error| {
        output::error(&format!("internal error: {error}"));
        INTERNAL
    })?;
    write_pieces(target, &pieces).map(|()| FINE)
}
