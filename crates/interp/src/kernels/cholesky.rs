//! `cholesky`.

use super::classes::{complex_doubles, doubles, from_complex_doubles, from_doubles};
use super::field::Field;
use crate::parallel::each_chunk;
use crate::{EvalError, EvalResult, Tensor};

/// The triangular factor of symmetric (Hermitian) positive definite matrices, the last two dimensions of `a`.
///
/// Only reads the triangle that `lower` selects; the other one of the result is zero. A matrix that is not positive
/// definite becomes NaN entirely, without affecting the other matrices of a stack.
pub fn cholesky(a: &Tensor, lower: bool) -> EvalResult<Tensor> {
    let n = match a.shape[..] {
        [.., rows, columns] if rows == columns => rows,
        _ => {
            return Err(EvalError::Argument(format!(
                "expected a stack of square matrices, found {:?}",
                a.shape
            )));
        }
    };
    if a.is_empty() {
        return Ok(a.clone());
    }
    if a.element.is_complex() {
        let values = factors(complex_doubles(a)?, n, lower);
        Ok(from_complex_doubles(a.element, a.shape.clone(), values))
    } else {
        let values = factors(doubles(a)?, n, lower);
        Ok(from_doubles(a.element, a.shape.clone(), values))
    }
}

fn factors<T: Field>(mut values: Vec<T>, n: usize, lower: bool) -> Vec<T> {
    each_chunk(&mut values, n * n, &|_, matrix: &mut [T]| {
        // The upper factor is the adjoint of the lower one.
        if !lower {
            adjoint(matrix, n);
        }
        let definite = factor(matrix, n) == 0;
        for row in 0..n {
            for column in 0..n {
                let at = &mut matrix[row * n + column];
                if !definite {
                    *at = T::real(f64::NAN);
                } else if column > row {
                    *at = T::real(0.0);
                }
            }
        }
        if !lower {
            adjoint(matrix, n);
        }
    });
    values
}

/// Replaces the lower triangle by the factor; returns one more than the first row whose pivot is not positive, or zero.
pub(crate) fn factor<T: Field>(matrix: &mut [T], n: usize) -> usize {
    for row in 0..n {
        let (done, rest) = matrix.split_at_mut(row * n);
        let current = &mut rest[..n];
        for column in 0..row {
            let above = &done[column * n..][..n];
            let mut sum = current[column];
            for k in 0..column {
                sum = sum - current[k] * above[k].conj();
            }
            current[column] = sum / above[column];
        }
        let square: f64 = current[..row].iter().map(|x| (*x * x.conj()).re()).sum();
        let pivot = current[row].re() - square;
        if pivot.is_nan() || pivot <= 0.0 {
            return row + 1;
        }
        current[row] = T::real(pivot.sqrt());
    }
    0
}

fn adjoint<T: Field>(matrix: &mut [T], n: usize) {
    for row in 0..n {
        matrix[row * n + row] = matrix[row * n + row].conj();
        for column in 0..row {
            let (a, b) = (matrix[row * n + column], matrix[column * n + row]);
            matrix[row * n + column] = b.conj();
            matrix[column * n + row] = a.conj();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Data, Element};
    use num_complex::Complex;

    #[test]
    fn both_triangles() {
        let a = Tensor::f32(&[2, 2], vec![4.0, 9.0, 2.0, 10.0]);
        assert_eq!(cholesky(&a, true).unwrap(), Tensor::f32(&[2, 2], vec![2.0, 0.0, 1.0, 3.0]));
        let a = Tensor::f32(&[2, 2], vec![4.0, 2.0, 9.0, 10.0]);
        assert_eq!(cholesky(&a, false).unwrap(), Tensor::f32(&[2, 2], vec![2.0, 1.0, 0.0, 3.0]));
    }

    #[test]
    fn hermitian() {
        let c = Complex::<f64>::new;
        let a = vec![c(4.0, 0.0), c(0.0, 0.0), c(2.0, 2.0), c(3.0, 0.0)];
        let got = cholesky(&Tensor::new(Element::Complex128, vec![2, 2], a), true).unwrap();
        let want = vec![c(2.0, 0.0), c(0.0, 0.0), c(1.0, 1.0), c(1.0, 0.0)];
        assert_eq!(got.data, want.into());
    }

    #[test]
    fn indefinite_matrices_give_nan_alone() {
        let a = Tensor::f32(&[2, 1, 1], vec![-1.0, 4.0]);
        let Data::F32(got) = cholesky(&a, true).unwrap().data else { unreachable!("floats") };
        assert!(got[0].is_nan() && got[1] == 2.0);
        assert!(cholesky(&Tensor::f32(&[1, 2], vec![1.0, 2.0]), true).is_err());
    }
}
