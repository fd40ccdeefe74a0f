//! `partita onnx export`

use std::path::Path;

use partita_onnx::file::{Detail, to_json, to_text};

use super::load::load;
use crate::args::{Common, OutputFormat};
use crate::commands;
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Model;

pub(super) fn run(argument: &Model, full: bool, output: Option<&Path>, common: &Common) -> Outcome {
    let loaded = load(argument, common)?;
    let detail = if full { Detail::Full } else { Detail::Short };
    let text = match common.format {
        OutputFormat::Text => to_text(&loaded.bytes, detail),
        OutputFormat::Json => to_json(&loaded.bytes, detail),
    };
    commands::write(output, text).map(|()| Exit::Fine)
}
