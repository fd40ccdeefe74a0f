//! Networks on plain tensors, value by value.

use partita_base::{Id, code};

use super::{Layer, LayerOp, Network};
use crate::linear::{LinearOp, Window};
use crate::{CkksError, CkksResult};

impl Network {
    /// The result for an input, row-major `[C, H, W]`.
    pub fn run(&self, input: &[f64]) -> CkksResult<Vec<f64>> {
        let wanted: usize = self.layers[self.input()].shape.iter().product();
        if input.len() != wanted {
            return Err(CkksError::shapes(format!(
                "{} values are given to a network of {wanted}",
                input.len()
            )));
        }
        let mut made: Vec<Vec<f64>> = Vec::with_capacity(self.layers.len());
        for (_, layer) in self.layers.iter() {
            let of: Vec<&[f64]> = layer.inputs.iter().map(|id| made[id.index()].as_slice()).collect();
            let shape = layer.inputs.first().map_or(layer.shape, |&id| self.layers[id].shape);
            let values = match &layer.op {
                LayerOp::Input => input.to_vec(),
                _ => compute(layer, shape, &of)?,
            };
            made.push(values);
        }
        Ok(made.pop().unwrap_or_default())
    }
}

fn compute(layer: &Layer, [_, h, w]: [usize; 3], of: &[&[f64]]) -> CkksResult<Vec<f64>> {
    Ok(match &layer.op {
        LayerOp::Input => Vec::new(),
        LayerOp::Linear { op, bias } => {
            if op.weights().is_none() {
                let message = format!("the weights of `{}` are not known", layer.name);
                return Err(CkksError::new(code::NO_WEIGHTS, message)
                    .help("only counting needs none; give a seed for made-up ones"));
            }
            let mut values = linear(op, of[0]);
            if let Some(bias) = bias {
                let plane = layer.shape[1] * layer.shape[2];
                values.iter_mut().enumerate().for_each(|(n, value)| *value += bias[n / plane]);
            }
            values
        }
        LayerOp::GlobalPool => {
            let plane = h * w;
            of[0].chunks(plane).map(|values| values.iter().sum::<f64>() / plane as f64).collect()
        }
        LayerOp::MaxPool { window, .. } => max_pool(window, layer.shape, [h, w], of[0]),
        LayerOp::Activation(activation) => of[0].iter().map(|&x| activation.at(x)).collect(),
        LayerOp::Add => of[0].iter().zip(of[1]).map(|(a, b)| a + b).collect(),
        LayerOp::Concat => of.concat(),
    })
}

fn linear(op: &LinearOp, x: &[f64]) -> Vec<f64> {
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

/// Padding counts as zero, as on ciphertexts.
fn max_pool(window: &Window, [c, ho, wo]: [usize; 3], [h, w]: [usize; 2], x: &[f64]) -> Vec<f64> {
    let mut made = Vec::with_capacity(c * ho * wo);
    for (channel, i, j) in (0..c).flat_map(|c| (0..ho).flat_map(move |i| (0..wo).map(move |j| (c, i, j)))) {
        let mut largest = f64::NEG_INFINITY;
        for (a, b) in (0..window.kernel[0]).flat_map(|a| (0..window.kernel[1]).map(move |b| (a, b))) {
            let at = |d: usize, out: usize, tap: usize| {
                (out * window.stride[d] + tap * window.dilation[d]).wrapping_sub(window.before[d])
            };
            let (row, column) = (at(0, i, a), at(1, j, b));
            let value = if row < h && column < w { x[(channel * h + row) * w + column] } else { 0.0 };
            largest = largest.max(value);
        }
        made.push(largest);
    }
    made
}
