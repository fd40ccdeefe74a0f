//! `chlo.top_k`.

use super::sort::{FloatOrder, Slices, SortDirection, keys};
use crate::{Element, EvalError, EvalResult, Tensor};

/// The `k` largest elements along the last dimension, largest first, and their indices as `i32`.
///
/// Equal elements keep their order. Floats are in total order, so NaN is the largest.
pub fn top_k(operand: &Tensor, k: usize) -> EvalResult<(Tensor, Tensor)> {
    let Some((&size, outer)) = operand.shape.split_last().filter(|(size, _)| k <= **size) else {
        return Err(EvalError::Argument(format!(
            "{k} elements exceed the last dimension of {:?}",
            operand.shape
        )));
    };
    let slices = Slices::new(&operand.shape, operand.rank() - 1);
    let order = slices.by_keys(&keys(operand, SortDirection::Descending, FloatOrder::Total)?);
    let shape = [outer, &[k]].concat();
    let first = order.chunks(size.max(1)).flat_map(|order| &order[..k]);
    let indices: Vec<i64> = first.map(|&at| at as i64).collect();
    let places: Vec<usize> =
        indices.iter().enumerate().map(|(at, &index)| at / k * size + index as usize).collect();
    Ok((operand.pick(&shape, &places), Tensor::new(Element::I32, shape, indices)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_first_and_ties_by_index() {
        let x = Tensor::f32(&[1, 6], vec![1.0, -0.0, 0.0, f32::NAN, 1.0, -1.0]);
        let (values, indices) = top_k(&x, 5).unwrap();
        assert_eq!(indices.ints().unwrap(), [3, 0, 4, 2, 1]);
        assert_eq!((values.shape, indices.shape), (vec![1, 5], vec![1, 5]));
        assert!(top_k(&x, 7).is_err());
        assert_eq!(top_k(&x, 0).unwrap().0.len(), 0);
    }
}
