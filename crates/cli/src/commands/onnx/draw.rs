//! `partita onnx draw`

use super::load::load_model;
use super::ranks::rank_partition;
use super::why::print_answer_error;
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::onnx_args::ModelDraw;
use crate::output;

pub(super) fn run_onnx_draw(arguments: &ModelDraw, common: &Common) -> Outcome {
    let ModelDraw { model, tensor, partition, written } = arguments;
    let loaded = load_model(model, common)?;
    let settings = rank_partition(&loaded, partition, common)?;
    let view = loaded.draw(&settings, tensor, written.notation());
    let view = view.map_err(|error| print_answer_error(&error, common))?;
    output::print_view(&view, common);
    Ok(Exit::Fine)
}
