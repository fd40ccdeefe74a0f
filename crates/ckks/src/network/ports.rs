//! What a caller sees of a network: its inputs and its result, with dimensions in the caller's order.
//!
//! A network may have several inputs. Their values are given one input after the other, as one list. The layers order
//! dimensions as suits ciphertexts: features first, then positions. A model may have them the other way round, so a
//! layer has the caller's order, and values are reordered before they are encrypted and after they are decrypted.

use super::{Layer, LayerId, LayerOp, Network};
use crate::{CkksError, CkksResult};

/// The order in which layers have their dimensions.
pub const NATURAL_ORDER: [usize; 3] = [0, 1, 2];

/// The shape of a tensor whose dimensions a caller orders like this.
pub fn shape_in_order(shape: [usize; 3], order: [usize; 3]) -> [usize; 3] {
    order.map(|dim| shape[dim])
}

/// For every value of a tensor in a caller's order, its index in the natural order.
fn indices(shape: [usize; 3], order: [usize; 3]) -> impl Iterator<Item = usize> {
    let [a, b, c] = shape_in_order(shape, order);
    (0..a * b * c).map(move |n| {
        let digits = [n / (b * c), n / c % b, n % c];
        let mut at = [0; 3];
        order.into_iter().zip(digits).for_each(|(dim, digit)| at[dim] = digit);
        (at[0] * shape[1] + at[1]) * shape[2] + at[2]
    })
}

/// Values in the natural order, from those in a caller's order.
pub fn into_natural_order(values: &[f64], shape: [usize; 3], order: [usize; 3]) -> Vec<f64> {
    if order == NATURAL_ORDER {
        return values.to_vec();
    }
    let mut made = vec![0.0; values.len()];
    indices(shape, order).zip(values).for_each(|(at, &value)| made[at] = value);
    made
}

/// Values in a caller's order, from those in the natural order.
pub fn from_natural_order(values: &[f64], shape: [usize; 3], order: [usize; 3]) -> Vec<f64> {
    if order == NATURAL_ORDER {
        return values.to_vec();
    }
    indices(shape, order).map(|at| values[at]).collect()
}

impl Layer {
    /// The shape of its tensor as the caller orders its dimensions.
    pub fn caller_shape(&self) -> [usize; 3] {
        shape_in_order(self.shape, self.order)
    }

    pub(super) fn natural_values(&self, values: &[f64]) -> Vec<f64> {
        into_natural_order(values, self.shape, self.order)
    }

    pub(super) fn caller_values(&self, values: &[f64]) -> Vec<f64> {
        from_natural_order(values, self.shape, self.order)
    }
}

impl Network {
    /// All inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = LayerId> + '_ {
        self.layers.iter().filter(|(_, layer)| matches!(layer.op, LayerOp::Input)).map(|(id, _)| id)
    }

    /// The number of values of each input.
    fn input_sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.inputs().map(|id| self.layers[id].shape.iter().product())
    }

    /// The number of values of all inputs together.
    pub fn input_count(&self) -> usize {
        self.input_sizes().sum()
    }

    /// The values of each input, from those of all inputs one after the other.
    pub fn split_input<'v>(&self, values: &'v [f64]) -> CkksResult<Vec<&'v [f64]>> {
        let wanted = self.input_count();
        if values.len() != wanted {
            return Err(CkksError::shapes(format!("expected {wanted} input values, found {}", values.len())));
        }
        let mut rest = values;
        let parts = self.input_sizes().map(|size| {
            let (part, after) = rest.split_at(size);
            rest = after;
            part
        });
        Ok(parts.collect())
    }

    /// The shape of the result as the caller orders its dimensions.
    pub fn output_shape(&self) -> [usize; 3] {
        self.layers[self.output()].caller_shape()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_undone() {
        let shape = [2, 3, 4];
        let values: Vec<f64> = (0..24).map(f64::from).collect();
        for order in [[0, 1, 2], [2, 0, 1], [1, 0, 2], [2, 1, 0]] {
            let there = from_natural_order(&values, shape, order);
            assert_eq!(into_natural_order(&there, shape, order), values);
        }
        // The transpose of a matrix of 2 channels and 3 rows.
        let made = from_natural_order(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3, 1], [1, 0, 2]);
        assert_eq!(made, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(shape_in_order([2, 3, 1], [1, 0, 2]), [3, 2, 1]);
    }
}
