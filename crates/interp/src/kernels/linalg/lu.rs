//! `getrf`.

use super::Matrix;
use crate::kernels::field::Field;

/// The row exchanges of a factorisation.
pub(crate) struct Pivots {
    /// The row that each row was exchanged with, in order, counted from zero.
    pub(crate) rows: Vec<usize>,
    /// One more than the first step without a pivot; zero if every step has one.
    pub(crate) info: usize,
}

/// Replaces a matrix by its factors: `L` below the diagonal, where it is one, and `U` above.
pub(crate) fn lu<T: Field>(a: &mut Matrix<T>) -> Pivots {
    let steps = a.rows.min(a.columns);
    let mut pivots = Pivots { rows: Vec::with_capacity(steps), info: 0 };
    for k in 0..steps {
        // LAPACK compares complex numbers by the sum of their components here; the first of equal ones wins.
        let size = |i: usize| a[(i, k)].re().abs() + a[(i, k)].im().abs();
        let pivot = (k + 1..a.rows).fold(k, |best, i| if size(i) > size(best) { i } else { best });
        pivots.rows.push(pivot);
        if a[(pivot, k)].size() == 0.0 {
            pivots.info = if pivots.info == 0 { k + 1 } else { pivots.info };
            continue;
        }
        for j in 0..a.columns {
            let (upper, lower) = (a[(k, j)], a[(pivot, j)]);
            a[(k, j)] = lower;
            a[(pivot, j)] = upper;
        }
        for i in k + 1..a.rows {
            let factor = a[(i, k)] / a[(k, k)];
            a[(i, k)] = factor;
            for j in k + 1..a.columns {
                a[(i, j)] = a[(i, j)] - factor * a[(k, j)];
            }
        }
    }
    pivots
}

/// Where each of `rows` rows comes from after the exchanges.
pub(crate) fn permutation(pivots: &[usize], rows: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows).collect();
    pivots.iter().enumerate().for_each(|(k, &pivot)| order.swap(k, pivot));
    order
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{is_near, product, sample};
    use super::*;

    #[test]
    fn the_product_is_the_permuted_matrix() {
        for (m, n) in [(4, 4), (5, 3), (3, 5)] {
            let a = sample(m, n, 5);
            let mut packed = a.clone();
            let pivots = lu(&mut packed);
            let k = m.min(n);
            let (mut lower, mut upper) = (Matrix::identity(m, k), Matrix::zeros(k, n));
            for i in 0..m {
                for j in 0..n {
                    if j < i { lower[(i, j)] = packed[(i, j)] } else { upper[(i, j)] = packed[(i, j)] }
                }
            }
            let mut permuted = Matrix::zeros(m, n);
            for (i, from) in permutation(&pivots.rows, m).into_iter().enumerate() {
                (0..n).for_each(|j| permuted[(i, j)] = a[(from, j)]);
            }
            assert!(is_near(&product(&lower, &upper), &permuted), "{m}x{n}");
            assert_eq!(pivots.info, 0);
        }
        assert_eq!(lu(&mut Matrix::<f64>::zeros(2, 2)).info, 1);
    }
}
