//! Evaluates networks on plain tensors, value by value.

use partita_base::{Id, code};

use super::maximum::Pool;
use super::{Layer, LayerOp, Network};
use crate::kernels::Activation;
use crate::linear::{LinearOp, Weights};
use crate::{CkksError, CkksResult};

/// How ReLU, smooth functions and maxima are computed.
#[derive(Clone, Copy)]
enum Functions {
    /// By the polynomials that ciphertexts use.
    Polynomials,
    /// Exactly.
    Exact,
}

impl Network {
    /// The result for an input, row-major as the caller orders its dimensions, as computed on ciphertexts: ReLU and maxima are
    /// polynomials, and values outside their range are an error.
    pub fn run(&self, input: &[f64]) -> CkksResult<Vec<f64>> {
        Ok(self.result_of(self.values(input, Functions::Polynomials)?))
    }

    /// The result for an input with exact ReLU and maxima.
    pub fn run_exactly(&self, input: &[f64]) -> CkksResult<Vec<f64>> {
        Ok(self.result_of(self.exact_values(input)?))
    }

    /// Whether ReLU or maxima are approximated by polynomials.
    pub fn is_approximate(&self) -> bool {
        self.layers.iter().any(|(_, layer)| layer.op.reach().is_some())
    }

    /// The result of every layer with exact ReLU and maxima.
    pub(super) fn exact_values(&self, input: &[f64]) -> CkksResult<Vec<Vec<f64>>> {
        self.values(input, Functions::Exact)
    }

    fn result_of(&self, mut values: Vec<Vec<f64>>) -> Vec<f64> {
        self.layers[self.output()].caller_values(&values.pop().unwrap_or_default())
    }

    fn values(&self, input: &[f64], functions: Functions) -> CkksResult<Vec<Vec<f64>>> {
        let mut inputs = self.split_input(input)?.into_iter();
        let mut made: Vec<Vec<f64>> = Vec::with_capacity(self.layers.len());
        for (_, layer) in self.layers.iter() {
            let of: Vec<&[f64]> = layer.inputs.iter().map(|id| made[id.index()].as_slice()).collect();
            let shape = layer.inputs.first().map_or(layer.shape, |&id| self.layers[id].shape);
            let values = match &layer.op {
                LayerOp::Input => layer.natural_values(inputs.next().unwrap_or_default()),
                _ => compute(layer, shape, &of, functions)?,
            };
            made.push(values);
        }
        Ok(made)
    }
}

fn compute(
    layer: &Layer,
    shape @ [_, h, w]: [usize; 3],
    of: &[&[f64]],
    functions: Functions,
) -> CkksResult<Vec<f64>> {
    let divisor = layer.divisor;
    if let (Functions::Polynomials, Some(reach)) = (functions, layer.op.reach()) {
        // A smooth function is fitted to the range of its argument; others share the divisor of their argument.
        let range = match &layer.op {
            LayerOp::Activation(Activation::Smooth(smooth)) => smooth.range(),
            _ => reach * divisor,
        };
        check_range(layer, range, of[0])?;
    }
    Ok(match (&layer.op, functions) {
        (LayerOp::Input, _) => Vec::new(),
        (LayerOp::Linear { op, bias }, _) => {
            if op.weights().is_none() {
                let message = format!("`{}` has no weights", layer.name);
                return Err(CkksError::new(code::NO_WEIGHTS, message)
                    .help("give a seed to generate weights; only counting works without them"));
            }
            let mut values = linear(op, of[0]);
            if let Some(bias) = bias {
                // One number per channel, or per value.
                let each = values.len() / bias.len();
                values.iter_mut().enumerate().for_each(|(n, value)| *value += bias[n / each]);
            }
            values
        }
        (LayerOp::GlobalPool, _) => {
            let plane = h * w;
            of[0].chunks(plane).map(|values| values.iter().sum::<f64>() / plane as f64).collect()
        }
        (LayerOp::MaxPool { window, sign }, _) => {
            let pool = Pool { window, input: shape, output: layer.shape };
            match functions {
                Functions::Polynomials => pool.by_sign(of[0], sign, divisor),
                Functions::Exact => pool.exact(of[0]).ok_or_else(|| negative_maximum(layer))?,
            }
        }
        (LayerOp::Activation(Activation::Relu(_)), Functions::Exact) => {
            of[0].iter().map(|x| x.max(0.0)).collect()
        }
        (LayerOp::Activation(relu @ Activation::Relu(_)), Functions::Polynomials) => {
            of[0].iter().map(|&x| divisor * relu.at(x / divisor)).collect()
        }
        (LayerOp::Activation(Activation::Smooth(smooth)), Functions::Exact) => {
            of[0].iter().map(|&x| smooth.function().at(x)).collect()
        }
        (LayerOp::Activation(activation), _) => of[0].iter().map(|&x| activation.at(x)).collect(),
        (LayerOp::Add, _) => of[0].iter().zip(of[1]).map(|(a, b)| a + b).collect(),
        (LayerOp::Subtract, _) => of[0].iter().zip(of[1]).map(|(a, b)| a - b).collect(),
        (LayerOp::Multiply, _) => of[0].iter().zip(of[1]).map(|(a, b)| a * b).collect(),
        (LayerOp::Concat, _) => of.concat(),
    })
}

/// Checks that a layer reads values in the range of its polynomials.
fn check_range(layer: &Layer, range: f64, read: &[f64]) -> CkksResult<()> {
    let largest = read.iter().fold(0.0f64, |most, value| most.max(value.abs()));
    if largest <= range {
        return Ok(());
    }
    let message =
        format!("`{}` reads values up to {largest:.4}, its polynomials are valid up to {range}", layer.name);
    Err(CkksError::new(code::VALUE_RANGE, message)
        .help("calibrate with such inputs, or give a larger range or margin"))
}

fn negative_maximum(layer: &Layer) -> CkksError {
    let message = format!("`{}` has a negative maximum next to padding, which counts as zero", layer.name);
    CkksError::new(code::PADDED_MAXIMUM, message).help("put it after a ReLU, or remove the padding")
}

fn linear(op: &LinearOp, x: &[f64]) -> Vec<f64> {
    if let Some(view) = op.as_view() {
        let factor = |n: usize| match op.weights() {
            Some(Weights::Tensor(values)) => values[n] * op.scale(),
            Some(Weights::Uniform(weight)) => weight * op.scale(),
            _ => op.scale(),
        };
        return view.sources().enumerate().map(|(n, source)| factor(n) * x[source]).collect();
    }
    let ([_, h, w], [features, ho, wo]) = (op.input(), op.output());
    let [kh, kw] = op.window().kernel;
    let mut made = Vec::with_capacity(features * ho * wo);
    for f in 0..features {
        for (i, j) in (0..ho).flat_map(|i| (0..wo).map(move |j| (i, j))) {
            let rows: Vec<usize> = (0..kh).filter_map(|tap| op.source(0, i, tap)).collect();
            let columns: Vec<usize> = (0..kw).filter_map(|tap| op.source(1, j, tap)).collect();
            let mut sum = 0.0;
            for c in op.sources(f) {
                for &row in &rows {
                    for &column in &columns {
                        sum += op.weight([f, i, j], [c, row, column]) * x[(c * h + row) * w + column];
                    }
                }
            }
            made.push(sum);
        }
    }
    made
}
