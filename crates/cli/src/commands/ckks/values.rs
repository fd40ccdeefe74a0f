//! The values that a network runs on: its input, the range of its values, and the result.

use std::path::Path;

use partita::ckks::{Network, relative_error};
use partita::code;
use partita::tensor::{Data, Element, Tensor};

use super::{finding, print_ckks_error};
use crate::args::Common;
use crate::ckks_args::{CkksValues as Arguments, InputFile};
use crate::exit::Exit;
use crate::tensors::{self, TensorFileError};
use crate::{output, progress};

/// The input, with divisors chosen for it; on errors, prints them and returns the exit code.
pub(super) fn prepare_input(
    network: &mut Network,
    arguments: &Arguments,
    common: &Common,
) -> Result<Vec<f64>, Exit> {
    let input = match arguments.input.as_slice() {
        [] => network.seeded_input(arguments.seed),
        files => one(samples(files, network, common)?, files, common)?,
    };
    set_divisors(network, arguments, std::slice::from_ref(&input), common)?;
    Ok(input)
}

/// One or several inputs, with divisors chosen for all of them; on errors, prints them and returns the exit code.
pub(super) fn prepare_inputs(
    network: &mut Network,
    arguments: &Arguments,
    common: &Common,
) -> Result<Vec<Vec<f64>>, Exit> {
    let inputs = match arguments.input.as_slice() {
        [] => vec![network.seeded_input(arguments.seed)],
        files => samples(files, network, common)?,
    };
    set_divisors(network, arguments, &inputs, common)?;
    Ok(inputs)
}

fn set_divisors(
    network: &mut Network,
    arguments: &Arguments,
    inputs: &[Vec<f64>],
    common: &Common,
) -> Result<(), Exit> {
    let refused = |error| print_ckks_error(&error, common);
    let calibrate = |network: &mut Network, samples: &[Vec<f64>]| {
        progress::run_stage("calibrate", || network.calibrate(samples, arguments.ranges.margin))
            .map_err(refused)
    };
    match (arguments.ranges.range, arguments.ranges.calibrate.as_slice()) {
        (Some(range), _) => network.set_range(range).map_err(refused)?,
        (None, []) => calibrate(network, inputs)?,
        (None, files) => {
            let samples = samples(files, network, common)?;
            calibrate(network, &samples)?;
        }
    }
    Ok(())
}

/// An input as files give it: its name, empty if it is the only one, and its shape.
pub(super) type Wanted<'n> = (&'n str, [usize; 3]);

/// The samples of a network in files, one or a stack of them for each input.
pub(super) fn samples(
    files: &[InputFile],
    network: &Network,
    common: &Common,
) -> Result<Vec<Vec<f64>>, Exit> {
    let inputs = network.inputs().map(|id| &network.layers[id]);
    let wanted: Vec<Wanted<'_>> = inputs.map(|layer| (layer.name.as_str(), layer.caller_shape())).collect();
    samples_of_inputs(files, &wanted, common)
}

/// The samples of several inputs in files: for each sample, the values of all inputs one after the other.
pub(super) fn samples_of_inputs(
    files: &[InputFile],
    wanted: &[Wanted<'_>],
    common: &Common,
) -> Result<Vec<Vec<f64>>, Exit> {
    let usage = |message: String| {
        output::print_error(&message);
        Exit::Usage
    };
    let names = || wanted.iter().map(|(name, _)| format!("{name}=FILE")).collect::<Vec<_>>().join(" and ");
    let is_wanted = |name: &str| wanted.iter().any(|(known, _)| *known == name || known.is_empty());
    if let Some(unknown) = files.iter().filter_map(|file| file.name.as_deref()).find(|name| !is_wanted(name))
    {
        return Err(usage(format!("unknown input `{unknown}`: expected {}", names())));
    }
    let mut made: Vec<Vec<f64>> = Vec::new();
    for &(name, shape) in wanted {
        let of_name = |file: &&InputFile| wanted.len() == 1 || file.name.as_deref() == Some(name);
        let of_name: Vec<&InputFile> = files.iter().filter(of_name).collect();
        let &[file] = of_name.as_slice() else {
            let found = of_name.len();
            let expected = if wanted.len() == 1 { "one file".to_string() } else { names() };
            return Err(usage(format!("expected {expected}, found {found} files of the input `{name}`")));
        };
        let own = samples_of_shape(&file.path, shape, common)?;
        if made.is_empty() {
            made = own;
            continue;
        }
        if made.len() != own.len() {
            let counts = format!("{} and {}", made.len(), own.len());
            return Err(usage(format!("expected equally many samples of every input, found {counts}")));
        }
        made.iter_mut().zip(own).for_each(|(sample, own)| sample.extend(own));
    }
    if files.len() != wanted.len() {
        return Err(usage(format!("expected {}, found {} files", names(), files.len())));
    }
    Ok(made)
}

/// The tensors of a file, of a shape or stacked in a first dimension, one after the other. Dimensions of size 1 may be
/// missing or added.
fn samples_of_shape(path: &Path, wanted: [usize; 3], common: &Common) -> Result<Vec<Vec<f64>>, Exit> {
    let tensor = tensors::read_tensor(path).map_err(|fault| report(fault, common))?;
    let content =
        |why: String| report(TensorFileError::Content(format!("{}: {why}", path.display())), common);
    let large = |shape: &[usize]| shape.iter().copied().filter(|&size| size != 1).collect::<Vec<usize>>();
    let count = match tensor.shape.split_first() {
        _ if large(&tensor.shape) == large(&wanted) => 1,
        Some((&n, rest)) if large(rest) == large(&wanted) && n > 0 => n,
        _ => {
            let message = format!("expected shape {wanted:?}, found {:?}", tensor.shape);
            return Err(content(message));
        }
    };
    let values: Vec<f64> = match &tensor.data {
        Data::Int(values) => values.iter().map(|&value| value as f64).collect(),
        Data::F32(values) => values.iter().map(|&value| f64::from(value)).collect(),
        Data::F64(values) => values.to_vec(),
        Data::Bool(_) | Data::C64(_) | Data::C128(_) => {
            return Err(content(format!("cannot encrypt elements of type {}", tensor.element.name())));
        }
    };
    if values.iter().any(|value| !value.is_finite()) {
        return Err(content("expected finite values".into()));
    }
    Ok(values.chunks(values.len() / count).map(<[f64]>::to_vec).collect())
}

fn one(mut samples: Vec<Vec<f64>>, files: &[InputFile], common: &Common) -> Result<Vec<f64>, Exit> {
    let path = files.first().map_or_else(|| Path::new(""), |file| &file.path);
    match (samples.len(), samples.pop()) {
        (1, Some(sample)) => Ok(sample),
        (count, _) => {
            let message = format!("{}: expected one input, found {count}", path.display());
            Err(report(TensorFileError::Content(message), common))
        }
    }
}

/// Writes the result, if requested.
pub(super) fn write_result(
    made: &[f64],
    network: &Network,
    arguments: &Arguments,
    common: &Common,
) -> Result<(), Exit> {
    let Some(path) = &arguments.output else { return Ok(()) };
    let shape = network.output_shape().to_vec();
    let tensor = Tensor::new(Element::F64, shape, made.to_vec());
    tensors::write_tensor(path, &tensor).map_err(|fault| report(fault, common))
}

/// The largest difference from the network with exact ReLU and maxima, relative to its largest value, if
/// polynomials approximate them.
pub(super) fn approximation_error(
    network: &Network,
    input: &[f64],
    direct: &[f64],
    common: &Common,
) -> Result<Option<f64>, Exit> {
    if !network.is_approximate() {
        return Ok(None);
    }
    let exact = progress::run_stage("plain network with true maxima", || network.run_exactly(input));
    let exact = exact.map_err(|error| print_ckks_error(&error, common))?;
    Ok(Some(relative_error(network, direct, &exact)))
}

/// Writes the results of several inputs, if requested; that of a single one without a dimension for them.
pub(super) fn write_results(
    made: &[zeroize::Zeroizing<Vec<f64>>],
    network: &Network,
    arguments: &Arguments,
    common: &Common,
) -> Result<(), Exit> {
    let Some(path) = &arguments.output else { return Ok(()) };
    write_stacked(path, made, network.output_shape(), common)
}

/// Writes results of a shape, stacked in a first dimension if there are several.
pub(super) fn write_stacked(
    path: &Path,
    made: &[zeroize::Zeroizing<Vec<f64>>],
    shape: [usize; 3],
    common: &Common,
) -> Result<(), Exit> {
    let count = (made.len() != 1).then_some(made.len());
    let shape: Vec<usize> = count.into_iter().chain(shape).collect();
    let values: Vec<f64> = made.iter().flat_map(|values| values.iter().copied()).collect();
    let tensor = Tensor::new(Element::F64, shape, values);
    tensors::write_tensor(path, &tensor).map_err(|fault| report(fault, common))
}

pub(super) fn report(fault: TensorFileError, common: &Common) -> Exit {
    match fault {
        TensorFileError::Usage(message) => {
            output::print_error(&message);
            Exit::Usage
        }
        TensorFileError::Unwritten(message) => {
            output::print_error(&message);
            Exit::Findings
        }
        TensorFileError::Content(message) => {
            let help =
                "use one tensor of channels, rows and columns, as `.npy` or as the only member of an `.npz`";
            finding(code::TENSOR_FILE, &message, help, common)
        }
    }
}
