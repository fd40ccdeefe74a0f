//! Values of a model that are not layers yet: a layer's result with a pending factor and summand per channel, and with
//! dimensions of its own.
//!
//! Constants that are added or multiplied cost a level if they are a layer of their own, so they wait until a
//! linear layer takes them into its weights. Moving values costs more, so it waits for an op that needs them elsewhere,
//! or for being undone.

use std::sync::Arc;

use super::dims::Dims;
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
    /// The dimensions of the value, as steps through the layer's result.
    pub(super) dims: Dims,
    /// For each value of the layer, 0 if an exponential of it shall be 0, else 1: what a mask hides.
    pub(super) hidden: Option<Arc<[f64]>>,
}

impl PendingTensor {
    /// The result of a layer with these dimensions.
    pub(super) fn of(layer: LayerId, dims: Dims) -> PendingTensor {
        PendingTensor { layer, affine: None, dims, hidden: None }
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

/// A constant of the model.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    pub(super) sizes: Vec<usize>,
    pub(super) values: Vec<f64>,
}

impl Constant {
    /// The number for each value of a tensor of these sizes, in the order of the model; `None` if it is not broadcast
    /// to them.
    pub(super) fn broadcast(&self, sizes: &[usize]) -> Option<impl Iterator<Item = f64> + use<'_>> {
        let order = [(0..self.sizes.len()).collect(), Vec::new(), Vec::new()];
        // A tensor may have fewer dimensions, if those that are missing have size 1.
        let extra = self.sizes.len().saturating_sub(sizes.len());
        let dims = Dims::arranged(&self.sizes, &order);
        let dims = if extra > 0 { dims.reshaped(&self.sizes[extra..])? } else { dims };
        let view = dims.broadcast(sizes)?.in_order(self.values.len()).ok()?;
        let count = view.count();
        Some((0..count).map(move |n| self.values[view.source(n)]))
    }

    /// The number for each value of a layer with `count` values, of which a tensor has these dimensions; `rest` for
    /// values that it does not have, `None` if one has several.
    pub(super) fn by_value(&self, dims: &Dims, count: usize, rest: f64) -> Option<Vec<f64>> {
        self.by(dims, count, count, rest)
    }

    /// The number for each channel of a layer of this shape; `rest` for channels that a tensor with these dimensions
    /// does not have, `None` if they differ within channels.
    pub(super) fn by_channel(&self, dims: &Dims, shape: [usize; 3], rest: f64) -> Option<Vec<f64>> {
        if let [one] = *self.values.as_slice() {
            return Some(vec![one; shape[0]]);
        }
        self.by(dims, shape.iter().product(), shape[0], rest)
    }

    /// The number for each of `parts` equal parts of a layer.
    fn by(&self, dims: &Dims, count: usize, parts: usize, rest: f64) -> Option<Vec<f64>> {
        let view = dims.in_order(count).ok()?;
        let mut found = vec![None; parts];
        for (at, value) in view.sources().zip(self.broadcast(&dims.sizes())?) {
            let place = &mut found[at / (count / parts)];
            if place.is_some_and(|known| known != value) {
                return None;
            }
            *place = Some(value);
        }
        Some(found.into_iter().map(|value| value.unwrap_or(rest)).collect())
    }
}
