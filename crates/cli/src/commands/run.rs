//! `partita run`

use partita::hlo::{Partitioned, random_tensor, tensor_summary};
use partita::report::{ResultView, ResultsView};
use partita::tensor::Tensor;
use partita::{Diagnostic, Diagnostics, Error, code};

use super::partition::each_module;
use crate::args::{Common, Run};
use crate::exit::Exit;
use crate::output::Timing;
use crate::tensors::{self, TensorFileError};
use crate::{engine, input, output};

pub(super) fn run_program(arguments: &Run, common: &Common) -> Exit {
    if let Some(message) = engine::find_misused_option(&arguments.engine, None, &common.budget) {
        output::print_error(&message);
        return Exit::Usage;
    }
    each_module(&arguments.input, &arguments.partition, common, |partitioned, timing| {
        match execute(partitioned, timing, arguments, common) {
            Ok(()) => Exit::Fine,
            Err(Trouble::Usage(message)) => {
                output::print_error(&message);
                Exit::Usage
            }
            Err(Trouble::Unwritten(message)) => {
                output::print_error(&message);
                Exit::Findings
            }
            Err(Trouble::File(message)) => {
                let mut found = Diagnostics::default();
                found.push(Diagnostic::error(code::TENSOR_FILE, partitioned.span(), message));
                input::print_findings(partitioned.source(), &found, common);
                Exit::Findings
            }
            Err(Trouble::Run(error)) => input::report_error(&error, common),
        }
    })
}

enum Trouble {
    Usage(String),
    Unwritten(String),
    File(String),
    Run(Error),
}

impl From<TensorFileError> for Trouble {
    fn from(fault: TensorFileError) -> Self {
        match fault {
            TensorFileError::Usage(message) => Trouble::Usage(message),
            TensorFileError::Unwritten(message) => Trouble::Unwritten(message),
            TensorFileError::Content(message) => Trouble::File(message),
        }
    }
}

fn view((result, name): (&Tensor, &String)) -> ResultView {
    let (element, shape) = (result.element.name(), result.shape.clone());
    ResultView { result: name.clone(), element, shape, summary: tensor_summary(result) }
}

fn execute(
    partitioned: &Partitioned,
    timing: &mut Timing,
    wanted: &Run,
    common: &Common,
) -> Result<(), Trouble> {
    let program = partitioned.runnable().map_err(Trouble::Run)?;
    let given = tensors::read_arguments(&wanted.arguments, &program.inputs)?;
    let mut arguments: Vec<Tensor> = Vec::new();
    for (index, (given, (element, shape))) in given.into_iter().zip(&program.inputs).enumerate() {
        let seed = wanted.seed.wrapping_mul(1_000_003).wrapping_add(index as u64);
        let random = || random_tensor(*element, shape, program.longest(), seed);
        let drawn = given.map_or_else(random, Ok);
        arguments.push(drawn.map_err(|error| Trouble::Usage(error.message().to_string()))?);
    }
    let results = timing.stage("run", || {
        let mut engine = engine::start_local(&wanted.engine, program.devices, common.limits)?;
        program.run(&mut *engine, &arguments)
    });
    let results = results.map_err(|failure| Trouble::Run(partitioned.failed(&failure)))?;
    match &wanted.output {
        Some(path) => tensors::write_results(path, &results)?,
        None => {
            let results = results.iter().zip(&program.result_names).map(view).collect();
            output::print_view(&ResultsView { results }, common);
        }
    }
    Ok(())
}
