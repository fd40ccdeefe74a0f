//! Reorders dimensions.

use crate::parallel::each_line;
use crate::{EvalError, EvalResult, strides};

/// The elements of a row-major tensor with its dimensions in the order `order`: result dimension `d` is dimension
/// `order[d]` of the operand.
pub(crate) fn permute<T: Copy + Send + Sync>(values: &[T], shape: &[usize], order: &[usize]) -> Vec<T> {
    if is_identity(order) || values.is_empty() {
        return values.to_vec();
    }
    let from = strides(shape);
    let sizes: Vec<usize> = order.iter().map(|&dim| shape[dim]).collect();
    let steps: Vec<usize> = order.iter().map(|&dim| from[dim]).collect();
    let (Some((&inner, outer)), Some(&step)) = (sizes.split_last(), steps.last()) else {
        return values.to_vec();
    };
    let mut out = vec![values[0]; values.len()];
    each_line(&mut out, inner, |at, line| {
        let (mut rest, mut start) = (at, 0);
        for (size, step) in outer.iter().zip(&steps).rev() {
            start += rest % size * step;
            rest /= size;
        }
        for (to, value) in line.iter_mut().zip(values[start..].iter().step_by(step)) {
            *to = *value;
        }
    });
    out
}

/// Whether an order of dimensions is the identity.
pub(crate) fn is_identity(order: &[usize]) -> bool {
    order.iter().enumerate().all(|(at, &dim)| at == dim)
}

/// The order that undoes `order`.
pub(crate) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut back = vec![0; order.len()];
    for (at, &dim) in order.iter().enumerate() {
        back[dim] = at;
    }
    back
}

/// Checks that `dims` lists each of `rank` dimensions once.
pub(crate) fn check_order(dims: &[usize], rank: usize) -> EvalResult<()> {
    let mut seen = vec![false; rank];
    for &dim in dims {
        if dim >= rank || std::mem::replace(&mut seen[dim], true) {
            return Err(EvalError::Argument(format!("dimension {dim} is out of range or a duplicate")));
        }
    }
    if dims.len() != rank {
        return Err(EvalError::Argument(format!("expected {rank} dimensions, found {}", dims.len())));
    }
    Ok(())
}

/// Splits a shape around one dimension: the sizes before, of and after it.
pub(crate) fn around(shape: &[usize], dim: usize) -> (usize, usize, usize) {
    (shape[..dim].iter().product(), shape[dim], shape[dim + 1..].iter().product())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permute_and_back() {
        let values: Vec<u32> = (0..24).collect();
        let order = [2, 0, 1];
        let moved = permute(&values, &[2, 3, 4], &order);
        // Element (d, a, b) of the result is (a, b, d) of the operand.
        assert_eq!(moved[6 + 3 + 2], values[12 + 8 + 1]);
        assert_eq!(permute(&moved, &[4, 2, 3], &inverse(&order)), values);
    }

    #[test]
    fn orders_are_checked() {
        assert!(check_order(&[1, 0], 2).is_ok());
        assert!(
            check_order(&[0, 0], 2).is_err()
                && check_order(&[0], 2).is_err()
                && check_order(&[2, 0], 2).is_err()
        );
    }
}
