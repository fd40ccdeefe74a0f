//! Batch normalisation, as sums over all dimensions but one and elementwise ops.

use partita_ir::{Attr, FloatKind, OpCode, OpId, Type, TypeId, ValueId};

use super::Rewriter;
use crate::combiner::Combiner;
use crate::local_layout::Shape;
use crate::ops::view;

/// What the three ops have in common. Floats shorter than 32 bits are computed as `f32`.
struct Norm {
    shape: Shape,
    feature: usize,
    /// The element type of the op, then the one that it is computed in.
    given: TypeId,
    wide: TypeId,
    is_double: bool,
    epsilon: f64,
}

impl Norm {
    fn read(rewriter: &mut Rewriter, op: OpId) -> Option<Self> {
        let operand = rewriter.operand(op, 0);
        let (shape, given) = (rewriter.emit.shape(operand), rewriter.emit.element(operand));
        let module = &rewriter.emit.out;
        let feature = usize::try_from(view::int_attr(module, op, "feature_index", -1)).ok()?;
        let Type::Float(kind) = *module.context.type_of(given) else { return None };
        let is_double = kind == FloatKind::F64;
        let epsilon = match module.attr(op, module.context.find_symbol("epsilon")?)? {
            Attr::Float { bits, .. } => f64::from(f32::from_bits(u32::try_from(*bits).ok()?)),
            _ => return None,
        };
        let same = |value: &ValueId| rewriter.emit.element(*value) == given;
        if feature >= shape.len() || !module.op(op).operands.iter().all(same) {
            return None;
        }
        let wide = if is_double { given } else { rewriter.emit.out.context.float_type(FloatKind::F32) };
        Some(Self { shape, feature, given, wide, is_double, epsilon })
    }

    /// The operands of the op, converted to the type of the computation.
    fn operands(&self, rewriter: &mut Rewriter, op: OpId) -> Vec<ValueId> {
        let operands = rewriter.emit.out.op(op).operands.clone();
        operands.into_iter().map(|operand| rewriter.converted(operand, self.wide)).collect()
    }

    /// A number, broadcast to a shape.
    fn number(&self, rewriter: &mut Rewriter, number: f64, shape: &[u64]) -> ValueId {
        if self.is_double {
            return rewriter.emit.splat(&number.to_le_bytes(), shape, self.wide);
        }
        rewriter.emit.splat(&(number as f32).to_le_bytes(), shape, self.wide)
    }

    /// The number of elements per feature.
    fn count(&self) -> f64 {
        let others = self.shape.iter().enumerate().filter(|(dim, _)| *dim != self.feature);
        others.map(|(_, &size)| size as f64).product()
    }

    fn features(&self) -> [u64; 1] {
        [self.shape[self.feature]]
    }

    /// The sum over each feature.
    fn sum(&self, rewriter: &mut Rewriter, value: ValueId) -> ValueId {
        let dims: Vec<usize> = (0..self.shape.len()).filter(|&dim| dim != self.feature).collect();
        let zero = self.number(rewriter, 0.0, &[]);
        rewriter.emit.reduce(value, zero, &dims, Combiner::Sum)
    }

    /// The mean over each feature.
    fn mean(&self, rewriter: &mut Rewriter, value: ValueId) -> ValueId {
        let sum = self.sum(rewriter, value);
        let count = self.number(rewriter, self.count(), &self.features());
        rewriter.emit.like(OpCode::Divide, &[sum, count])
    }

    /// Broadcasts one number per feature to all elements of the feature.
    fn broadcast_features(&self, rewriter: &mut Rewriter, value: ValueId) -> ValueId {
        rewriter.emit.broadcast_in_dim(value, &self.shape, &[self.feature as i64])
    }

    /// `sqrt(variance + epsilon)` of each feature.
    fn deviation(&self, rewriter: &mut Rewriter, variance: ValueId) -> ValueId {
        let epsilon = self.number(rewriter, self.epsilon, &self.features());
        let sum = rewriter.emit.like(OpCode::Add, &[variance, epsilon]);
        rewriter.emit.like(OpCode::Sqrt, &[sum])
    }

    /// Subtracts the mean of its feature from every element.
    fn centered(&self, rewriter: &mut Rewriter, value: ValueId, mean: ValueId) -> ValueId {
        let mean = self.broadcast_features(rewriter, mean);
        rewriter.emit.like(OpCode::Subtract, &[value, mean])
    }

    /// `(value - mean) / deviation`
    fn normalized(&self, rewriter: &mut Rewriter, centered: ValueId, variance: ValueId) -> ValueId {
        let deviation = self.deviation(rewriter, variance);
        let deviation = self.broadcast_features(rewriter, deviation);
        rewriter.emit.like(OpCode::Divide, &[centered, deviation])
    }

    /// `normalized * scale + offset`
    fn scaled(&self, rewriter: &mut Rewriter, value: ValueId, scale: ValueId, offset: ValueId) -> ValueId {
        let (scale, offset) =
            (self.broadcast_features(rewriter, scale), self.broadcast_features(rewriter, offset));
        let value = rewriter.emit.like(OpCode::Multiply, &[value, scale]);
        rewriter.emit.like(OpCode::Add, &[value, offset])
    }

    fn done(&self, rewriter: &mut Rewriter, values: &[ValueId]) -> Option<Vec<ValueId>> {
        Some(values.iter().map(|&value| rewriter.converted(value, self.given)).collect())
    }
}

/// Normalises by the given mean and variance.
pub(super) fn batch_norm_inference(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let norm = Norm::read(rewriter, op)?;
    let [operand, scale, offset, mean, variance] = norm.operands(rewriter, op)[..] else { return None };
    let centered = norm.centered(rewriter, operand, mean);
    let value = norm.normalized(rewriter, centered, variance);
    let value = norm.scaled(rewriter, value, scale, offset);
    norm.done(rewriter, &[value])
}

/// Normalises by the mean and variance of the batch, and returns both. The variance is the mean of squared
/// differences, not the difference of means, which would lose digits if the mean is large.
pub(super) fn batch_norm_training(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let norm = Norm::read(rewriter, op)?;
    let [operand, scale, offset] = norm.operands(rewriter, op)[..] else { return None };
    let mean = norm.mean(rewriter, operand);
    let centered = norm.centered(rewriter, operand, mean);
    let squares = rewriter.emit.like(OpCode::Multiply, &[centered, centered]);
    let variance = norm.mean(rewriter, squares);
    let value = norm.normalized(rewriter, centered, variance);
    let value = norm.scaled(rewriter, value, scale, offset);
    norm.done(rewriter, &[value, mean, variance])
}

/// `batch_norm_grad`: the gradient minus its projections onto the constant and onto the normalised operand.
pub(super) fn batch_norm_grad(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let norm = Norm::read(rewriter, op)?;
    let [operand, scale, mean, variance, grad] = norm.operands(rewriter, op)[..] else { return None };
    let centered = norm.centered(rewriter, operand, mean);
    let unit = norm.normalized(rewriter, centered, variance);
    let grad_offset = norm.sum(rewriter, grad);
    let along = rewriter.emit.like(OpCode::Multiply, &[grad, unit]);
    let grad_scale = norm.sum(rewriter, along);
    let [constant, along] = [grad_offset, grad_scale].map(|sum| {
        let count = norm.number(rewriter, norm.count(), &norm.features());
        let mean = rewriter.emit.like(OpCode::Divide, &[sum, count]);
        norm.broadcast_features(rewriter, mean)
    });
    let along = rewriter.emit.like(OpCode::Multiply, &[along, unit]);
    let rest = rewriter.emit.like(OpCode::Subtract, &[grad, constant]);
    let rest = rewriter.emit.like(OpCode::Subtract, &[rest, along]);
    let deviation = norm.deviation(rewriter, variance);
    let factor = rewriter.emit.like(OpCode::Divide, &[scale, deviation]);
    let factor = norm.broadcast_features(rewriter, factor);
    let grad_operand = rewriter.emit.like(OpCode::Multiply, &[factor, rest]);
    norm.done(rewriter, &[grad_operand, grad_scale, grad_offset])
}
