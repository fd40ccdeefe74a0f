//! `geqrf` and `orgqr`.

use super::Matrix;
use super::householder::{apply_left, reflector};
use crate::kernels::field::Field;

/// Replaces a matrix by `R` above and the reflectors below the diagonal; returns the scale of each reflector.
pub(crate) fn qr<T: Field>(a: &mut Matrix<T>) -> Vec<T> {
    let steps = a.rows.min(a.columns);
    let mut taus = Vec::with_capacity(steps);
    for k in 0..steps {
        let mut column = a.column(k, k);
        let tau = reflector(&mut column);
        a.set_column(k, k, &column);
        let columns = k + 1..a.columns;
        apply_left(a, &column, tau.conj(), k, columns);
        taus.push(tau);
    }
    taus
}

/// The first columns, as many as `a` has, of the product of the reflectors below the diagonal of `a`.
pub(crate) fn householder_product<T: Field>(a: &Matrix<T>, taus: &[T]) -> Matrix<T> {
    let mut q = Matrix::identity(a.rows, a.columns);
    for (k, &tau) in taus.iter().enumerate().rev() {
        apply_left(&mut q, &a.column(k, k), tau, k, 0..a.columns);
    }
    q
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{is_near, product, sample};
    use super::*;

    #[test]
    fn the_product_is_the_matrix() {
        for (m, n) in [(5, 3), (4, 4), (1, 1), (3, 5)] {
            let a = sample(m, n, 3);
            let mut packed = a.clone();
            let taus = qr(&mut packed);
            let k = m.min(n);
            let reflectors = packed.reorder_columns(&(0..k).collect::<Vec<_>>());
            let q = householder_product(&reflectors, &taus);
            let mut r = Matrix::zeros(k, n);
            for i in 0..k {
                (i..n).for_each(|j| r[(i, j)] = packed[(i, j)]);
                assert!(r[(i, i)].im == 0.0);
            }
            assert!(is_near(&product(&q, &r), &a), "{m}x{n}");
            assert!(is_near(&product(&q.adjoint(), &q), &Matrix::identity(k, k)), "{m}x{n}");
        }
    }
}
