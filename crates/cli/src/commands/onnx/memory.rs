//! `partita onnx memory`

use super::load::load_model;
use super::print_error;
use super::ranks::rank_partition;
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::onnx_args::ModelMemory;
use crate::output;

pub(super) fn run_onnx_memory(arguments: &ModelMemory, common: &Common) -> Outcome {
    let ModelMemory { model, partition, top } = arguments;
    let loaded = load_model(model, common)?;
    let settings = rank_partition(&loaded, partition, common)?;
    let view = loaded.memory(&settings, *top).map_err(|error| print_error(&error, common))?;
    output::print_view(&view, common);
    Ok(Exit::Fine)
}
