//! `batch_norm_inference`, `batch_norm_training` and `batch_norm_grad`, computed in double precision.

use super::classes::{doubles, from_doubles};
use super::layout::around;
use crate::{EvalError, EvalResult, Tensor};

/// An operand seen as `outer × features × inner`.
struct Features {
    count: usize,
    inner: usize,
    /// The number of elements of a feature.
    each: f64,
}

impl Features {
    fn new(operand: &Tensor, feature_index: usize, vectors: &[&Tensor]) -> EvalResult<Self> {
        let wrong = || {
            EvalError::Argument(format!(
                "feature dimension {feature_index} is out of range for {:?}",
                operand.shape
            ))
        };
        if feature_index >= operand.rank() {
            return Err(wrong());
        }
        let (outer, count, inner) = around(&operand.shape, feature_index);
        if vectors.iter().any(|vector| vector.shape != [count]) {
            return Err(EvalError::Argument(format!("expected statistics of {count} features")));
        }
        Ok(Features { count, inner, each: (outer * inner) as f64 })
    }

    /// The feature of every element in order.
    fn of(&self, at: usize) -> usize {
        at / self.inner % self.count
    }

    /// The sum over the elements of each feature.
    fn sum(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut sums = vec![0.0; self.count];
        values.enumerate().for_each(|(at, x)| sums[self.of(at)] += x);
        sums
    }
}

/// Normalises with given statistics: `(x - mean) / sqrt(variance + epsilon) * scale + offset`.
pub fn batch_norm_inference(
    operand: &Tensor,
    [scale, offset, mean, variance]: [&Tensor; 4],
    epsilon: f64,
    feature_index: usize,
) -> EvalResult<Tensor> {
    let features = Features::new(operand, feature_index, &[scale, offset, mean, variance])?;
    let (scale, offset) = (doubles(scale)?, doubles(offset)?);
    let (mean, variance) = (doubles(mean)?, doubles(variance)?);
    let values = normalized(&features, &doubles(operand)?, [&scale, &offset, &mean, &variance], epsilon);
    Ok(from_doubles(operand.element, operand.shape.clone(), values))
}

fn normalized(
    features: &Features,
    x: &[f64],
    [scale, offset, mean, variance]: [&[f64]; 4],
    epsilon: f64,
) -> Vec<f64> {
    let normalize = |(at, x): (usize, &f64)| {
        let f = features.of(at);
        (x - mean[f]) / (variance[f] + epsilon).sqrt() * scale[f] + offset[f]
    };
    x.iter().enumerate().map(normalize).collect()
}

/// Normalises with the operand's own statistics: `(output, mean, variance)`.
pub fn batch_norm_training(
    operand: &Tensor,
    scale: &Tensor,
    offset: &Tensor,
    epsilon: f64,
    feature_index: usize,
) -> EvalResult<(Tensor, Tensor, Tensor)> {
    let features = Features::new(operand, feature_index, &[scale, offset])?;
    let (x, scale, offset) = (doubles(operand)?, doubles(scale)?, doubles(offset)?);
    let mean: Vec<f64> = features.sum(x.iter().copied()).iter().map(|sum| sum / features.each).collect();
    let squares = x.iter().enumerate().map(|(at, x)| (x - mean[features.of(at)]).powi(2));
    let variance: Vec<f64> = features.sum(squares).iter().map(|sum| sum / features.each).collect();
    let values = normalized(&features, &x, [&scale, &offset, &mean, &variance], epsilon);
    let vector = |values| from_doubles(operand.element, vec![features.count], values);
    let output = from_doubles(operand.element, operand.shape.clone(), values);
    Ok((output, vector(mean), vector(variance)))
}

/// The derivatives of [`batch_norm_training`]: `(grad_operand, grad_scale, grad_offset)`.
pub fn batch_norm_grad(
    operand: &Tensor,
    [scale, mean, variance]: [&Tensor; 3],
    grad_output: &Tensor,
    epsilon: f64,
    feature_index: usize,
) -> EvalResult<(Tensor, Tensor, Tensor)> {
    let features = Features::new(operand, feature_index, &[scale, mean, variance])?;
    if grad_output.shape != operand.shape {
        return Err(EvalError::Argument("the gradient and the operand have different shapes".into()));
    }
    let (x, grad) = (doubles(operand)?, doubles(grad_output)?);
    let (scale, mean, variance) = (doubles(scale)?, doubles(mean)?, doubles(variance)?);
    let deviation: Vec<f64> = variance.iter().map(|x| (x + epsilon).sqrt()).collect();
    let unit: Vec<f64> = x
        .iter()
        .enumerate()
        .map(|(at, x)| (x - mean[features.of(at)]) / deviation[features.of(at)])
        .collect();
    let grad_offset = features.sum(grad.iter().copied());
    let grad_scale = features.sum(grad.iter().zip(&unit).map(|(g, u)| g * u));
    // The gradient minus its projections onto the constant and the normalised operand.
    let values = grad.iter().zip(&unit).enumerate().map(|(at, (g, u))| {
        let f = features.of(at);
        scale[f] / deviation[f] * (g - (grad_offset[f] + u * grad_scale[f]) / features.each)
    });
    let grad_operand = from_doubles(operand.element, operand.shape.clone(), values.collect());
    let vector = |values| from_doubles(operand.element, vec![features.count], values);
    Ok((grad_operand, vector(grad_scale), vector(grad_offset)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_then_gradient() {
        let x = Tensor::f32(&[2, 2], vec![1.0, 2.0, 3.0, 6.0]);
        let (scale, offset) = (Tensor::f32(&[2], vec![1.0, 2.0]), Tensor::f32(&[2], vec![10.0, 20.0]));
        let (out, mean, variance) = batch_norm_training(&x, &scale, &offset, 0.0, 1).unwrap();
        assert_eq!(out, Tensor::f32(&[2, 2], vec![9.0, 18.0, 11.0, 22.0]));
        assert_eq!(mean, Tensor::f32(&[2], vec![2.0, 4.0]));
        assert_eq!(variance, Tensor::f32(&[2], vec![1.0, 4.0]));
        assert_eq!(batch_norm_inference(&x, [&scale, &offset, &mean, &variance], 0.0, 1).unwrap(), out);
        let grad = Tensor::f32(&[2, 2], vec![1.0, 0.0, 0.0, 3.0]);
        let (dx, dscale, doffset) = batch_norm_grad(&x, [&scale, &mean, &variance], &grad, 0.0, 1).unwrap();
        // With two elements the normalised operand and the constant span everything.
        assert_eq!(dx, Tensor::f32(&[2, 2], vec![0.0; 4]));
        assert_eq!(dscale, Tensor::f32(&[2], vec![-1.0, 3.0]));
        assert_eq!(doffset, Tensor::f32(&[2], vec![1.0, 3.0]));
    }
}
