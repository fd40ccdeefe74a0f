//! `partita onnx export`

use partita::onnx::{Detail, to_json, to_text};

use super::load::load_model;
use crate::args::{Common, OutputFormat};
use crate::commands;
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Export;

pub(super) fn run_onnx_export(arguments: &Export, common: &Common) -> Outcome {
    let loaded = load_model(&arguments.model, common)?;
    let detail = if arguments.full { Detail::Full } else { Detail::Short };
    let text = match common.format {
        OutputFormat::Text => to_text(&loaded.bytes, detail),
        OutputFormat::Json => to_json(&loaded.bytes, detail),
    };
    commands::write(arguments.output.as_deref(), text).map(|()| Exit::Fine)
}
