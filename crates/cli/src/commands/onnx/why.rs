//! `partita onnx why`

use partita::Error;
use partita::report::AnswersView;

use super::load::load_model;
use super::print_error;
use super::ranks::rank_partition;
use crate::args::Common;
use crate::commands::why::print_unanswerable;
use crate::exit::{Exit, Outcome};
use crate::onnx_args::ModelWhy;
use crate::output;

pub(super) fn run_onnx_why(arguments: &ModelWhy, common: &Common) -> Outcome {
    let ModelWhy { model, tensor, dimension, partition, written } = arguments;
    let loaded = load_model(model, common)?;
    let settings = rank_partition(&loaded, partition, common)?;
    let view = loaded.why(&settings, tensor, *dimension, written.notation());
    let mut view = view.map_err(|error| print_answer_error(&error, common))?;
    if let Some(machine) = &settings.machine {
        let alternatives = loaded.alternatives(&settings, tensor, machine);
        view.alternatives = Some(alternatives.map_err(|error| print_answer_error(&error, common))?);
    }
    output::print_view(&AnswersView(vec![view]), common);
    Ok(Exit::Fine)
}

/// Prints why a question about a tensor has no answer, and returns the exit code.
pub(super) fn print_answer_error(error: &Error, common: &Common) -> Exit {
    match error {
        Error::Question(unanswerable) => {
            print_unanswerable(unanswerable);
            Exit::Usage
        }
        error => print_error(error, common),
    }
}
