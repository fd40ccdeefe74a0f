//! `partita onnx show`

use partita::report::ModelView;

use super::load::load;
use super::print_findings;
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Model;
use crate::output;

pub(super) fn run(argument: &Model, common: &Common) -> Outcome {
    let loaded = load(argument, common)?;
    let view = ModelView::new(&loaded.model);
    if common.format == OutputFormat::Text {
        print_findings(&loaded.name, &loaded.findings, common);
    }
    output::show(&view, common);
    Ok(Exit::Fine)
}
