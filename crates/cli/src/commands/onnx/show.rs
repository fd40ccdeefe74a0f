//! `partita onnx show`

use partita::report::ModelView;

use super::load::load_model;
use super::print_findings;
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::ModelFile;
use crate::output;

pub(super) fn run_onnx_show(argument: &ModelFile, common: &Common) -> Outcome {
    let loaded = load_model(argument, common)?;
    let view = ModelView::new(&loaded.model);
    if common.format == OutputFormat::Text {
        print_findings(&loaded.name, &loaded.findings, common);
    }
    output::print_view(&view, common);
    Ok(Exit::Fine)
}
