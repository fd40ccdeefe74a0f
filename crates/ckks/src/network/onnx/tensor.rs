//! Values of a model that are not layers yet: a layer's result with a pending factor and summand per channel, or
//! with its dimensions in another order.
//!
//! Constants that are added or multiplied cost a level if they are a layer of their own, so they wait until a
//! linear layer takes them into its weights. Transposing costs more, so it waits for a matrix product, whose
//! weights can be transposed instead, or for being undone.

use crate::linear::LinearOp;
use crate::network::LayerId;

/// A factor and a summand for each channel, to be applied.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Affine {
    pub(super) scale: Vec<f64>,
    pub(super) shift: Vec<f64>,
}

impl Affine {
    /// This one, then another.
    pub(super) fn then(mut self, next: &Affine) -> Affine {
        for (c, (scale, shift)) in self.scale.iter_mut().zip(&mut self.shift).enumerate() {
            *scale *= next.scale[c];
            *shift = *shift * next.scale[c] + next.shift[c];
        }
        self
    }

    fn is_identity(&self) -> bool {
        self.scale.iter().all(|&scale| scale == 1.0) && !self.has_shift()
    }

    fn has_shift(&self) -> bool {
        self.shift.iter().any(|&shift| shift != 0.0)
    }

    /// The factor, if it is the same for all channels and nothing is added.
    pub(super) fn factor(&self) -> Option<f64> {
        let first = *self.scale.first()?;
        (self.scale.iter().all(|&scale| scale == first) && !self.has_shift()).then_some(first)
    }

    /// Whether it can be taken into the weights of an op that reads its result. Zeros next to the input would
    /// become the summand, so there must be none.
    pub(super) fn folds_into(&self, op: &LinearOp) -> bool {
        let window = op.window();
        !self.has_shift() || [window.before, window.after].as_flattened() == [0; 4]
    }

    /// Takes it into the weights `[F, C / groups, …]` and the bias of an op that reads its result.
    pub(super) fn fold_before(&self, groups: usize, weights: &mut [f64], bias: &mut [f64]) {
        let (features, channels) = (bias.len(), self.scale.len());
        let each = channels / groups.max(1);
        let taps = weights.len() / (features * each).max(1);
        for (n, weight) in weights.iter_mut().enumerate() {
            let feature = n / (each * taps);
            let channel = feature / (features / groups).max(1) * each + n / taps % each;
            bias[feature] += *weight * self.shift[channel];
            *weight *= self.scale[channel];
        }
    }

    /// Takes it into the weights and the bias of the op whose result it changes.
    pub(super) fn fold_after(&self, weights: &mut [f64], bias: &mut [f64]) {
        let per = (weights.len() / bias.len().max(1)).max(1);
        weights.iter_mut().enumerate().for_each(|(n, weight)| *weight *= self.scale[n / per]);
        for (f, value) in bias.iter_mut().enumerate() {
            *value = *value * self.scale[f] + self.shift[f];
        }
    }
}

/// A value of the model: the result of a layer, changed by what is pending.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PendingTensor {
    pub(super) layer: LayerId,
    /// What is to be applied.
    pub(super) affine: Option<Affine>,
    /// The dimension of the layer's result that each dimension of the value is.
    pub(super) order: [usize; 3],
}

impl PendingTensor {
    pub(super) const ORDER: [usize; 3] = [0, 1, 2];

    /// The result of a layer.
    pub(super) fn of(layer: LayerId) -> PendingTensor {
        PendingTensor { layer, affine: None, order: Self::ORDER }
    }

    /// The same value after another factor and summand.
    pub(super) fn then(mut self, next: &Affine) -> PendingTensor {
        let affine = match self.affine.take() {
            Some(affine) => affine.then(next),
            None => next.clone(),
        };
        self.affine = Some(affine).filter(|affine| !affine.is_identity());
        self
    }

    /// The factor of the layer's result, if nothing else is pending.
    pub(super) fn factor(&self) -> Option<f64> {
        match &self.affine {
            None => Some(1.0),
            Some(affine) => affine.factor(),
        }
    }
}

/// One number per channel of a constant that is broadcast to a value of this rank; `None` if it differs
/// within channels. The channels are dimension 1 of the value.
pub(super) fn per_channel(
    dims: &[usize],
    values: &[f64],
    rank: Option<usize>,
    channels: usize,
) -> Option<Vec<f64>> {
    if let [one] = values {
        return Some(vec![*one; channels]);
    }
    let rank = rank?;
    let at = dims.len().checked_sub(rank.checked_sub(1)?)?;
    let is_channels =
        dims.iter().enumerate().all(|(d, &size)| if d == at { size == channels } else { size == 1 });
    (is_channels && values.len() == channels).then(|| values.to_vec())
}

/// The weights `[F, …]` of a matrix product for the input in its own order of dimensions, if they are given for
/// an input whose dimensions are in this order.
pub(super) fn reordered_weights(weights: &[f64], shape: [usize; 3], order: [usize; 3]) -> Vec<f64> {
    if order == PendingTensor::ORDER {
        return weights.to_vec();
    }
    let count: usize = shape.iter().product();
    let mut made = vec![0.0; weights.len()];
    for (n, &weight) in weights.iter().enumerate() {
        let (feature, mut rest) = (n / count, n % count);
        let mut at = [0; 3];
        for &dim in order.iter().rev() {
            at[dim] = rest % shape[dim];
            rest /= shape[dim];
        }
        made[feature * count + (at[0] * shape[1] + at[1]) * shape[2] + at[2]] = weight;
    }
    made
}
