//! `partita onnx run`

use std::path::Path;

use partita::EngineError;
use partita::hlo;
use partita::onnx::{Array, Arrays, Bindings, TensorType, draw_inputs, proto, run_ranks};
use partita::report::{OutputView, OutputsView};

use super::load::{Loaded, load_model};
use super::ranks::{dimension_sizes, is_partitioned, partition_ranks, with_array_sizes, with_contents};
use super::runtime::{given_inputs, inputs_of, print_run_error, rank_processes, start_runtime};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::files::{self, FileOut};
use crate::onnx_args::{Inputs, ModelFile, Run, RunSetup};
use crate::{input, output, progress};

pub(super) fn run_onnx_models(arguments: &Run, common: &Common) -> Outcome {
    let Run { files, running, output: folder } = arguments;
    let RunSetup { partition, inputs: Inputs { input: given, seed }, .. } = running;
    let loaded: Vec<Loaded> = progress::run_stage("read", || {
        files
            .iter()
            .map(|file| load_model(&ModelFile { file: file.clone() }, common))
            .collect::<Result<_, _>>()
    })?;
    let first = &loaded[0];
    if loaded.len() > 1 && partition.on.mesh.is_some() {
        output::print_error("several files are the models of ranks; --mesh cannot partition them again");
        return Err(Exit::Usage);
    }
    let results = if loaded.len() == 1 && is_partitioned(first, partition) {
        let mut inputs = given_inputs(given, &inputs_of(&first.model))?;
        let partitioned =
            progress::run_stage("partition", || partition_ranks(first, partition, &inputs, common))?;
        let mut types = partitioned.inputs();
        first.set_optional_types(&mut types);
        let processes = rank_processes(running, partitioned.made.models.len(), common)?;
        let mut run = || -> Result<Arrays, EngineError> {
            draw_inputs(&mut inputs, &types, &first.integer_ranges(), *seed, common.limits.memory)?;
            match &processes {
                Some(processes) => partitioned.run_as_processes(&inputs, processes),
                None => partitioned.run(&inputs, &*start_runtime(running, common)?),
            }
        };
        vec![
            progress::run_stage("run", &mut run)
                .map_err(|error| print_run_error(&first.name, &error, common))?,
        ]
    } else {
        let sizes = dimension_sizes(&partition.sizes)?;
        run_unchanged(&loaded, running, &sizes, common)?
    };
    let (mut listed, mut out) = (Vec::new(), Vec::new());
    for (rank, arrays) in results.iter().enumerate() {
        let prefix = if results.len() > 1 { format!("rank{rank}.") } else { String::new() };
        for (name, array) in arrays {
            let name = format!("{prefix}{name}");
            if let Some(folder) = folder {
                out.push(file(folder, &name, array, common)?);
            }
            listed.push(view(name, array));
        }
    }
    if let Some(folder) = folder {
        files::write_files_in(folder, &out)?;
    }
    if folder.is_none() || common.format == OutputFormat::Json {
        output::print_view(&OutputsView { outputs: listed }, common);
    }
    Ok(Exit::Fine)
}

fn view(name: String, array: &Array) -> OutputView {
    let summary = match array.as_strings() {
        Some(strings) => string_summary(array.shape(), &strings),
        None => array.to_tensor().map_or_else(|_| String::new(), |tensor| hlo::tensor_summary(&tensor)),
    };
    OutputView { name, element: array.element().text(), shape: array.shape().to_vec(), summary }
}

/// The shape and the first elements of an array of strings.
fn string_summary(shape: &[usize], strings: &[&[u8]]) -> String {
    const SHOWN: usize = 6;
    let shown = strings.iter().take(SHOWN).map(|text| format!("{:?}", String::from_utf8_lossy(text)));
    let more = if strings.len() > SHOWN { ", …" } else { "" };
    format!("{shape:?} of string: {}{more}", shown.collect::<Vec<_>>().join(", "))
}

/// Runs the given models without partitioning them: a single one, or those of all ranks. All ranks get the same value
/// for an input.
fn run_unchanged(
    loaded: &[Loaded],
    running: &RunSetup,
    sizes: &Bindings,
    common: &Common,
) -> Result<Vec<Arrays>, Exit> {
    let models: Vec<proto::Model> = loaded.iter().map(with_contents).collect::<Result<_, _>>()?;
    // All ranks get the same values, so the ranges are those of the first.
    let ranges = loaded[0].integer_ranges();
    let types: Vec<Vec<(String, TensorType)>> = models.iter().map(inputs_of).collect();
    // Ranks of different stages have different inputs. What none of them has is an error.
    let takes = |types: &[(String, TensorType)], argument: &str| {
        argument.split_once('=').is_some_and(|(name, _)| types.iter().any(|(input, _)| input == name))
    };
    let is_taken = |argument: &str| types.iter().any(|types| takes(types, argument));
    let mut all = Vec::new();
    for (own, source) in types.iter().zip(loaded) {
        let given = running.inputs.input.iter();
        let given: Vec<String> =
            given.filter(|argument| takes(own, argument) || !is_taken(argument)).cloned().collect();
        let mut inputs = given_inputs(&given, own)?;
        let sizes = with_array_sizes(sizes.clone(), &inputs);
        let types = source.input_types(&sizes).map_err(|error| input::report_error(&error, common))?;
        draw_inputs(&mut inputs, &types, &ranges, running.inputs.seed, common.limits.memory)
            .map_err(|error| print_run_error(&loaded[0].name, &error, common))?;
        all.push(inputs);
    }
    let processes = rank_processes(running, models.len(), common)?;
    let run = || -> Result<Vec<Arrays>, EngineError> {
        if let Some(processes) = &processes {
            return processes.run(&models, &all);
        }
        run_ranks(&models, &all, &*start_runtime(running, common)?)
    };
    progress::run_stage("run", run).map_err(|error| print_run_error(&loaded[0].name, &error, common))
}

fn file(folder: &Path, name: &str, array: &Array, common: &Common) -> Result<FileOut, Exit> {
    let bytes = array.to_npy().map_err(|error| print_run_error(name, &error, common))?;
    // The name of an output may contain path separators; the file must not leave the folder.
    Ok(FileOut::new(folder.join(format!("{}.npy", name.replace(['/', '\\'], "_"))), bytes))
}
