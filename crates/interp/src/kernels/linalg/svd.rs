//! `gesdd` and `gesvd`: singular values, by one-sided rotations.

use super::Matrix;
use super::matrix::rotation;
use crate::kernels::field::Field;

/// The largest number of sweeps; more than any matrix needs.
const SWEEPS: usize = 60;

/// The factors `u`, the singular values, largest first, and the adjoint of `v`, with the requested numbers of columns of `u` and rows of
/// `vᴴ`: at least the number of singular values.
pub(crate) fn svd<T: Field>(
    a: &Matrix<T>,
    u_columns: usize,
    v_rows: usize,
) -> (Matrix<T>, Vec<f64>, Matrix<T>) {
    if !a.is_finite() {
        let u = Matrix::zeros(a.rows, u_columns).poisoned();
        let v = Matrix::zeros(v_rows, a.columns).poisoned();
        return (u, vec![f64::NAN; a.rows.min(a.columns)], v);
    }
    if a.rows < a.columns {
        // aᴴ = v s uᴴ
        let (v, values, u) = svd(&a.adjoint(), v_rows, u_columns);
        return (u.adjoint(), values, v.adjoint());
    }
    let (left, v) = orthogonal_columns(a.clone());
    let norms: Vec<f64> = (0..a.columns).map(|j| norm(&left.column(j, 0))).collect();
    let mut order: Vec<usize> = (0..a.columns).collect();
    order.sort_by(|&i, &j| norms[j].total_cmp(&norms[i]));
    let values: Vec<f64> = order.iter().map(|&j| norms[j]).collect();
    let scale = values.first().copied().unwrap_or(0.0);
    let mut columns: Vec<Vec<T>> = Vec::with_capacity(u_columns);
    for (&j, &value) in order.iter().zip(&values) {
        // A direction that consists of rounding errors is arbitrary: it is chosen together with the missing ones.
        if value <= f64::EPSILON * scale * a.rows as f64 {
            break;
        }
        columns.push(left.column(j, 0).iter().map(|&x| x / T::real(value)).collect());
    }
    complete(&mut columns, a.rows, u_columns);
    let mut u = Matrix::zeros(a.rows, u_columns);
    columns.iter().enumerate().for_each(|(j, column)| u.set_column(j, 0, column));
    (u, values, v.reorder_columns(&order).adjoint())
}

/// Rotates columns until each is orthogonal to all others; returns them and the product of the rotations.
fn orthogonal_columns<T: Field>(mut a: Matrix<T>) -> (Matrix<T>, Matrix<T>) {
    let n = a.columns;
    let mut v = Matrix::identity(n, n);
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for p in 0..n {
            for q in p + 1..n {
                let (mut alpha, mut beta, mut gamma) = (0.0, 0.0, T::real(0.0));
                for i in 0..a.rows {
                    let (x, y) = (a[(i, p)], a[(i, q)]);
                    alpha += (x * x.conj()).re();
                    beta += (y * y.conj()).re();
                    gamma = gamma + x.conj() * y;
                }
                let g = gamma.size();
                if g <= f64::EPSILON * (alpha * beta).sqrt() || g == 0.0 {
                    continue;
                }
                is_done = false;
                let phase = gamma.conj() / T::real(g);
                let angle = rotation(alpha, beta, g);
                a.rotate_columns((p, q), angle, phase);
                v.rotate_columns((p, q), angle, phase);
            }
        }
        if is_done {
            break;
        }
    }
    (a, v)
}

fn norm<T: Field>(x: &[T]) -> f64 {
    x.iter().fold(0f64, |norm, x| norm.hypot(x.size()))
}

/// Adds unit vectors, orthogonal to all others, until there are `count` columns.
fn complete<T: Field>(columns: &mut Vec<Vec<T>>, rows: usize, count: usize) {
    while columns.len() < count {
        let rest = |k: usize| {
            let mut x = vec![T::real(0.0); rows];
            x[k] = T::real(1.0);
            // Twice, because rounding leaves a remainder of what is subtracted.
            for _ in 0..2 {
                for column in &*columns {
                    let along = column.iter().zip(&x).fold(T::real(0.0), |sum, (c, x)| sum + c.conj() * *x);
                    x.iter_mut().zip(column).for_each(|(x, c)| *x = *x - along * *c);
                }
            }
            x
        };
        let best = (0..rows).map(rest).max_by(|x, y| norm(x).total_cmp(&norm(y)));
        let Some(mut best) = best else { return };
        let length = T::real(norm(&best));
        best.iter_mut().for_each(|x| *x = *x / length);
        columns.push(best);
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{is_near, product, sample};
    use super::*;

    #[test]
    fn the_product_is_the_matrix() {
        for (m, n) in [(5, 3), (3, 5), (4, 4), (6, 1)] {
            let a = sample(m, n, 11);
            let k = m.min(n);
            let (u, values, v) = svd(&a, m, n);
            assert!(values.is_sorted_by(|a, b| a >= b));
            let mut middle = Matrix::zeros(m, n);
            (0..k).for_each(|j| middle[(j, j)] = values[j].into());
            assert!(is_near(&product(&product(&u, &middle), &v), &a), "{m}x{n}");
            assert!(is_near(&product(&u.adjoint(), &u), &Matrix::identity(m, m)), "{m}x{n}");
            assert!(is_near(&product(&v, &v.adjoint()), &Matrix::identity(n, n)), "{m}x{n}");
        }
    }

    #[test]
    fn missing_directions_are_completed() {
        let a = Matrix::<f64> { rows: 3, columns: 2, data: vec![1.0, 2.0, 1.0, 2.0, 1.0, 2.0] };
        let (u, values, _) = svd(&a, 3, 2);
        assert!(values[1] < 1e-12 && (values[0] - 15f64.sqrt()).abs() < 1e-12);
        assert!(is_near(&product(&u.adjoint(), &u), &Matrix::identity(3, 3)));
    }
}
