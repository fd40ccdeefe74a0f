//! The runtime and the inputs of a run.

use std::path::Path;

use bytes::Bytes;
use partita::EngineError;
use partita::onnx::{
    Array, Arrays, Embedded, EmbeddedProcess, EmbeddedSettings, OnnxRuntime, OnnxRuntimeSettings,
    RankExchange, RankProcesses, Runtime, TensorType, find_onnxruntime, proto, run_error,
};
use prost::Message as _;

use crate::args::Common;
use crate::exit::Exit;
use crate::limits::RUN_TIME;
use crate::onnx_args::{ExchangeName, RunSetup, RuntimeChoice, RuntimeName};
use crate::{engine, input, output, reading};

/// Starts the runtime that the options request.
pub(super) fn start_runtime(running: &RunSetup, common: &Common) -> Result<Box<dyn Runtime>, EngineError> {
    let timeout = common.limits.time.unwrap_or(RUN_TIME);
    let choice = &running.runtime;
    let default = match running.process.processes {
        Some(_) => RuntimeName::Onnxruntime,
        None => RuntimeName::Embedded,
    };
    match choice.runtime.unwrap_or(default) {
        // In a child process, so that a model can neither exhaust memory nor run forever.
        RuntimeName::Embedded => {
            let memory = common.limits.memory;
            // Without a path to this program there is no child process, and the runtime has no limits.
            Ok(match partita::own_program() {
                Ok(program) => {
                    Box::new(EmbeddedProcess::start(EmbeddedSettings::new(program, timeout, memory))?)
                }
                Err(_) => Box::new(Embedded::new()),
            })
        }
        RuntimeName::Onnxruntime => {
            let python = engine::python_path(choice.python.as_deref());
            let library = find_onnxruntime(choice.onnxruntime.as_deref(), &python)?;
            Ok(Box::new(OnnxRuntime::start(OnnxRuntimeSettings::new(library, timeout))?))
        }
    }
}

/// The processes that the options request for this number of ranks, if any.
pub(super) fn rank_processes(
    running: &RunSetup,
    ranks: usize,
    common: &Common,
) -> Result<Option<RankProcesses>, Exit> {
    let Some(processes) = running.process.processes else { return Ok(None) };
    let misused = match &running.runtime {
        RuntimeChoice { runtime: Some(RuntimeName::Embedded), .. } => {
            Some("`--processes` requires onnxruntime; it does not apply to the embedded runtime".to_owned())
        }
        _ if processes != ranks => Some(format!(
            "expected `--processes {ranks}`, one for each rank, found `--processes {processes}`"
        )),
        _ => None,
    };
    if let Some(message) = misused {
        output::print_error(&message);
        return Err(Exit::Usage);
    }
    let python = engine::python_path(running.runtime.python.as_deref());
    let exchange = running.process.exchange.map(|exchange| match exchange {
        ExchangeName::Mpi => RankExchange::Mpi,
        ExchangeName::SharedMemory => RankExchange::SharedMemory,
    });
    let timeout = common.limits.time.unwrap_or(RUN_TIME);
    Ok(Some(RankProcesses::new(python, timeout).exchange(exchange)))
}

/// Prints why a model does not run and returns the exit code.
pub(super) fn print_run_error(name: &str, error: &EngineError, common: &Common) -> Exit {
    input::report_error(&run_error(name, error), common)
}

/// Reads the inputs that the options give.
pub(super) fn given_inputs(given: &[String], types: &[(String, TensorType)]) -> Result<Arrays, Exit> {
    let mut arrays = Arrays::new();
    for argument in given {
        let read = argument.split_once('=').ok_or("is not of the form NAME=FILE".to_string()).and_then(
            |(name, file)| {
                let ty = types
                    .iter()
                    .find(|(input, _)| input == name)
                    .ok_or("does not name an input of the model")?;
                let bytes = reading::read_bytes(Path::new(file))
                    .map_err(|error| format!("cannot be read: {error}"))?;
                let array = match Path::new(file).extension().is_some_and(|ending| ending == "pb") {
                    true => proto::Tensor::decode(Bytes::from(bytes))
                        .map_err(|error| error.to_string())
                        .and_then(|tensor| Array::from_proto(&tensor).map_err(|error| error.to_string())),
                    false => Array::from_npy(&bytes, ty.1.element).map_err(|error| error.to_string()),
                }?;
                Ok((name.to_owned(), array))
            },
        );
        let (name, array) = read.map_err(|why: String| {
            output::print_error(&format!("`--input {argument}` {why}"));
            Exit::Usage
        })?;
        arrays.insert(name, array);
    }
    Ok(arrays)
}

/// The inputs of a model that have no default value.
pub(super) fn inputs_of(model: &proto::Model) -> Vec<(String, TensorType)> {
    let Some(graph) = &model.graph else { return Vec::new() };
    let is_free = |name: &str| !graph.initializer.iter().any(|tensor| tensor.name.as_deref() == Some(name));
    (graph.input.iter())
        .filter_map(|info| Some((info.name.clone()?, info.r#type.as_ref())))
        .filter(|(name, _)| is_free(name))
        .map(|(name, ty)| (name, ty.and_then(TensorType::from_proto).unwrap_or_default()))
        .collect()
}
