//! `syevd` and `heevd`: eigenvalues and vectors of symmetric matrices, by Jacobi's rotations.

use super::Matrix;
use super::matrix::rotation;
use crate::kernels::field::Field;

/// The largest number of sweeps; more than any matrix needs.
const SWEEPS: usize = 60;

/// Eigenvalues, the smallest first, and eigenvectors as columns. `a` has to be Hermitian.
pub(crate) fn eigh<T: Field>(mut a: Matrix<T>) -> (Vec<f64>, Matrix<T>) {
    let n = a.rows;
    if !a.is_finite() {
        return (vec![f64::NAN; n], a.poisoned());
    }
    let mut vectors = Matrix::identity(n, n);
    let size = a.data.iter().fold(0f64, |norm, x| norm.hypot(x.size()));
    for _ in 0..SWEEPS {
        let mut is_diagonal = true;
        for p in 0..n {
            for q in p + 1..n {
                is_diagonal &= !eliminate(&mut a, &mut vectors, (p, q), size);
            }
        }
        if is_diagonal {
            break;
        }
    }
    let values: Vec<f64> = (0..n).map(|k| a[(k, k)].re()).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    (order.iter().map(|&k| values[k]).collect(), vectors.reorder_columns(&order))
}

/// Rotates rows and columns `p` and `q` so that the entry at `(p, q)` vanishes; returns false if it is already negligible.
fn eliminate<T: Field>(
    a: &mut Matrix<T>,
    vectors: &mut Matrix<T>,
    (p, q): (usize, usize),
    size: f64,
) -> bool {
    let entry = a[(p, q)];
    let g = entry.size();
    if g <= f64::EPSILON * 1e-2 * size || g == 0.0 {
        return false;
    }
    let phase = entry.conj() / T::real(g);
    let angle = rotation(a[(p, p)].re(), a[(q, q)].re(), g);
    a.rotate_columns((p, q), angle, phase);
    vectors.rotate_columns((p, q), angle, phase);
    // The rows: the adjoint of the same from the left.
    let (c, s) = (T::real(angle.0), T::real(angle.1));
    for j in 0..a.columns {
        let (x, y) = (a[(p, j)], phase.conj() * a[(q, j)]);
        a[(p, j)] = c * x - s * y;
        a[(q, j)] = s * x + c * y;
    }
    a[(p, q)] = T::real(0.0);
    a[(q, p)] = T::real(0.0);
    true
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{is_near, product, sample};
    use super::*;

    #[test]
    fn vectors_are_scaled_by_values() {
        let b = sample(6, 6, 9);
        let a = product(&b, &b.adjoint());
        let (values, vectors) = eigh(a.clone());
        assert!(values.is_sorted() && values[0] > 0.0);
        let mut scaled = vectors.clone();
        for i in 0..6 {
            (0..6).for_each(|j| scaled[(i, j)] *= values[j]);
        }
        assert!(is_near(&product(&a, &vectors), &scaled));
        assert!(is_near(&product(&vectors.adjoint(), &vectors), &Matrix::identity(6, 6)));
    }
}
