//! The values that a network runs on: its input, the range of its values, and the result.

use std::path::Path;

use partita::ckks::{Network, relative_error};
use partita::code;
use partita::tensor::{Data, Element, Tensor};

use super::{finding, print_ckks_error};
use crate::args::Common;
use crate::ckks_args::CkksValues as Arguments;
use crate::exit::Exit;
use crate::tensors::{self, TensorFileError};
use crate::{output, progress};

/// The input, with divisors chosen for it; on errors, prints them and returns the exit code.
pub(super) fn prepare_input(
    network: &mut Network,
    arguments: &Arguments,
    common: &Common,
) -> Result<Vec<f64>, Exit> {
    let input = match &arguments.input {
        Some(path) => one(samples(path, network, common)?, path, common)?,
        None => network.seeded_input(arguments.seed),
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
    let inputs = match &arguments.input {
        Some(path) => samples(path, network, common)?,
        None => vec![network.seeded_input(arguments.seed)],
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
    match (arguments.ranges.range, &arguments.ranges.calibrate) {
        (Some(range), _) => network.set_range(range).map_err(refused)?,
        (None, Some(path)) => {
            let samples = samples(path, network, common)?;
            calibrate(network, &samples)?;
        }
        (None, None) => calibrate(network, inputs)?,
    }
    Ok(())
}

/// The tensors of a file, `[C, H, W]` or `[N, C, H, W]`, one after the other.
pub(super) fn samples(path: &Path, network: &Network, common: &Common) -> Result<Vec<Vec<f64>>, Exit> {
    samples_of_shape(path, network.layers[network.input()].shape, common)
}

/// The tensors of a file, of a shape or stacked in a first dimension, one after the other.
pub(super) fn samples_of_shape(
    path: &Path,
    wanted: [usize; 3],
    common: &Common,
) -> Result<Vec<Vec<f64>>, Exit> {
    let tensor = tensors::read_tensor(path).map_err(|fault| report(fault, common))?;
    let content =
        |why: String| report(TensorFileError::Content(format!("{}: {why}", path.display())), common);
    let count = match *tensor.shape.as_slice() {
        [c, h, w] if [c, h, w] == wanted => 1,
        [n, c, h, w] if [c, h, w] == wanted && n > 0 => n,
        // A vector, for a network that takes one.
        [c] if [c, 1, 1] == wanted => 1,
        [n, c] if [c, 1, 1] == wanted && n > 0 => n,
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

fn one(mut samples: Vec<Vec<f64>>, path: &Path, common: &Common) -> Result<Vec<f64>, Exit> {
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
    let shape = network.layers[network.output()].shape.to_vec();
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
    write_stacked(path, made, network.layers[network.output()].shape, common)
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
