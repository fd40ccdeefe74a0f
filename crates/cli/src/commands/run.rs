//! `partita run`

use std::path::{Path, PathBuf};

use partita_engine::{Failure, Program, draw, summary};
use partita_interp::{Tensor, npy};

use super::partition::{Stage, each_module};
use super::verify::findings;
use crate::args::{Common, EngineChoice, Input, Partitioning};
use crate::{FINDINGS, FINE, USAGE, engine, input, output};

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    inputs: (&[PathBuf], u64),
    out: Option<&Path>,
    choice: &EngineChoice,
    common: &Common,
) -> u8 {
    each_module(arguments, options, common, |stage| match execute(stage, inputs, out, choice) {
        Ok(()) => FINE,
        Err(Trouble::Usage(message)) => {
            output::error(&message);
            USAGE
        }
        Err(Trouble::Run(failure)) => {
            input::print_findings(stage.source, &findings(stage, &failure), common);
            FINDINGS
        }
    })
}

enum Trouble {
    Usage(String),
    Run(Failure),
}

fn execute(
    stage: &mut Stage<'_>,
    (files, seed): (&[PathBuf], u64),
    out: Option<&Path>,
    choice: &EngineChoice,
) -> Result<(), Trouble> {
    let program = Program::new(stage.global, stage.local).map_err(Trouble::Run)?;
    if files.len() > program.inputs.len() {
        let message =
            format!("{} arguments are given, the program takes {}", files.len(), program.inputs.len());
        return Err(Trouble::Usage(message));
    }
    let mut tensors: Vec<Tensor> = Vec::new();
    for (index, (element, shape)) in program.inputs.iter().enumerate() {
        let tensor = match files.get(index) {
            Some(path) => {
                let fault = |why: String| Trouble::Usage(format!("{}: {why}", path.display()));
                let bytes = std::fs::read(path).map_err(|error| fault(error.to_string()))?;
                let tensor = npy::read(&bytes, Some(*element)).map_err(fault)?;
                if tensor.element != *element || tensor.shape != *shape {
                    let show = |element: partita_interp::Element, shape: &[usize]| {
                        format!("{shape:?} of {}", element.name())
                    };
                    let (want, got) = (show(*element, shape), show(tensor.element, &tensor.shape));
                    return Err(fault(format!("argument {index} is {want}, the file has {got}")));
                }
                tensor
            }
            None => draw(
                *element,
                shape,
                program.longest(),
                seed.wrapping_mul(1_000_003).wrapping_add(index as u64),
            )
            .map_err(|error| Trouble::Usage(error.message().to_string()))?,
        };
        tensors.push(tensor);
    }
    let results = stage.timing.stage("run", || {
        let mut engine = engine::local(choice, program.devices)?;
        program.run(&mut *engine, &tensors)
    });
    let results = results.map_err(Trouble::Run)?;
    for (index, result) in results.iter().enumerate() {
        match out {
            Some(folder) => {
                let path = folder.join(format!("{index}.npy"));
                std::fs::write(&path, npy::write(result))
                    .map_err(|error| Trouble::Usage(format!("cannot write {}: {error}", path.display())))?;
            }
            None => output::print(&format!("result {index}: {}\n", summary(result))),
        }
    }
    Ok(())
}
