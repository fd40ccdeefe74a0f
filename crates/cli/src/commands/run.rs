//! `partita run`

use std::path::{Path, PathBuf};

use partita_base::{Diagnostic, Diagnostics, code};
use partita_engine::{Failure, Program, draw, summary};
use partita_interp::Tensor;

use super::partition::{Stage, each_module};
use super::verify::findings;
use crate::args::{Common, EngineChoice, Input, Partitioning};
use crate::tensors::{self, FileFault};
use crate::{FINDINGS, FINE, USAGE, engine, input, output};

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    inputs: (&[PathBuf], u64),
    out: Option<&Path>,
    choice: &EngineChoice,
    common: &Common,
) -> u8 {
    if let Some(message) = engine::misused(choice, None) {
        output::error(&message);
        return USAGE;
    }
    each_module(arguments, options, common, |stage| {
        let found = match execute(stage, inputs, out, choice) {
            Ok(()) => return FINE,
            Err(Trouble::Usage(message)) => {
                output::error(&message);
                return USAGE;
            }
            Err(Trouble::File(message)) => {
                let span = stage.global.op(stage.global.top()).span;
                let mut found = Diagnostics::default();
                found.push(Diagnostic::error(code::TENSOR_FILE, span, message));
                found
            }
            Err(Trouble::Run(failure)) => findings(stage, &failure),
        };
        input::print_findings(stage.source, &found, common);
        FINDINGS
    })
}

enum Trouble {
    Usage(String),
    File(String),
    Run(Failure),
}

impl From<FileFault> for Trouble {
    fn from(fault: FileFault) -> Self {
        match fault {
            FileFault::Usage(message) => Trouble::Usage(message),
            FileFault::Content(message) => Trouble::File(message),
        }
    }
}

fn execute(
    stage: &mut Stage<'_>,
    (files, seed): (&[PathBuf], u64),
    out: Option<&Path>,
    choice: &EngineChoice,
) -> Result<(), Trouble> {
    let program = Program::new(stage.global, stage.local).map_err(Trouble::Run)?;
    let given = tensors::read(files, &program.inputs)?;
    let mut arguments: Vec<Tensor> = Vec::new();
    for (index, (given, (element, shape))) in given.into_iter().zip(&program.inputs).enumerate() {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(index as u64);
        let random = || draw(*element, shape, program.longest(), seed);
        let drawn = given.map_or_else(random, Ok);
        arguments.push(drawn.map_err(|error| Trouble::Usage(error.message().to_string()))?);
    }
    let results = stage.timing.stage("run", || {
        let mut engine = engine::local(choice, program.devices)?;
        program.run(&mut *engine, &arguments)
    });
    let results = results.map_err(Trouble::Run)?;
    match out {
        Some(path) => tensors::write(path, &results)?,
        None => {
            let lines = results.iter().enumerate();
            lines.for_each(|(index, result)| {
                output::print(&format!("result {index}: {}\n", summary(result)));
            });
        }
    }
    Ok(())
}
