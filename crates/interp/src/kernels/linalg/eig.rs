//! `geev`: eigenvalues and right eigenvectors of general matrices, by shifted QR steps on the complex Schur form.

use num_complex::Complex;

use super::householder::apply_left;
use super::{Matrix, hessenberg};

type C = Complex<f64>;

/// The largest number of steps per eigenvalue; more than any matrix needs.
const STEPS: usize = 300;

/// Eigenvalues and eigenvectors as columns of length one, with the largest component of each real. `None` if an eigenvalue does not converge.
pub(crate) fn eig(mut a: Matrix<C>) -> Option<(Vec<C>, Matrix<C>)> {
    let n = a.rows;
    if !a.is_finite() {
        let nan = C::new(f64::NAN, f64::NAN);
        return Some((vec![nan; n], a.poisoned()));
    }
    let taus = hessenberg(&mut a);
    let mut q = Matrix::identity(n, n);
    for (k, &tau) in taus.iter().enumerate().rev() {
        apply_left(&mut q, &a.column(k, k + 1), tau, k + 1, k + 1..n);
    }
    for i in 0..n {
        (0..i.saturating_sub(1)).for_each(|j| a[(i, j)] = C::new(0.0, 0.0));
    }
    triangular(&mut a, &mut q)?;
    let values = (0..n).map(|k| a[(k, k)]).collect();
    Some((values, vectors(&a, &q)))
}

/// Makes a Hessenberg matrix triangular by rotations, which are also applied to `q`.
fn triangular(h: &mut Matrix<C>, q: &mut Matrix<C>) -> Option<()> {
    let mut high = h.rows.saturating_sub(1);
    let mut steps = 0;
    while high > 0 {
        let is_small = |k: usize| {
            let around = h[(k, k)].norm() + h[(k - 1, k - 1)].norm();
            h[(k, k - 1)].norm() <= f64::EPSILON * if around > 0.0 { around } else { 1.0 }
        };
        let low = (1..=high).rev().find(|&k| is_small(k)).unwrap_or(0);
        if low > 0 {
            h[(low, low - 1)] = C::new(0.0, 0.0);
        }
        if low == high {
            high -= 1;
            steps = 0;
            continue;
        }
        steps += 1;
        if steps > STEPS {
            return None;
        }
        let shift = if steps % 10 == 0 {
            // An exceptional shift from time to time, for matrices on which the usual one cycles.
            h[(high, high)] + C::new(h[(high, high - 1)].norm(), 0.0)
        } else {
            nearer_eigenvalue(h, high)
        };
        step(h, q, (low, high), shift);
    }
    Some(())
}

/// The eigenvalue of the last two rows and columns that is nearer to the last entry.
fn nearer_eigenvalue(h: &Matrix<C>, high: usize) -> C {
    let (a, b) = (h[(high - 1, high - 1)], h[(high - 1, high)]);
    let (c, d) = (h[(high, high - 1)], h[(high, high)]);
    let half = (a - d) * 0.5;
    let root = (half * half + b * c).sqrt();
    let (plus, minus) = (half + root, half - root);
    if plus.norm() < minus.norm() { d + plus } else { d + minus }
}

/// One QR step on rows and columns `low` to `high`.
fn step(h: &mut Matrix<C>, q: &mut Matrix<C>, (low, high): (usize, usize), shift: C) {
    let n = h.rows;
    (low..=high).for_each(|k| h[(k, k)] -= shift);
    let mut rotations = Vec::with_capacity(high - low);
    for k in low..high {
        let (x, y) = (h[(k, k)], h[(k + 1, k)]);
        let length = x.norm().hypot(y.norm());
        let (c, s) = if length == 0.0 { (C::new(1.0, 0.0), y) } else { (x / length, y / length) };
        for j in k..n {
            let (x, y) = (h[(k, j)], h[(k + 1, j)]);
            h[(k, j)] = c.conj() * x + s.conj() * y;
            h[(k + 1, j)] = c * y - s * x;
        }
        rotations.push((c, s));
    }
    for (k, (c, s)) in (low..high).zip(rotations) {
        for i in 0..=(k + 1).min(high) {
            let (x, y) = (h[(i, k)], h[(i, k + 1)]);
            h[(i, k)] = x * c + y * s;
            h[(i, k + 1)] = y * c.conj() - x * s.conj();
        }
        for i in 0..n {
            let (x, y) = (q[(i, k)], q[(i, k + 1)]);
            q[(i, k)] = x * c + y * s;
            q[(i, k + 1)] = y * c.conj() - x * s.conj();
        }
    }
    (low..=high).for_each(|k| h[(k, k)] += shift);
}

/// The eigenvectors of `q t qᴴ` for a triangular `t`.
fn vectors(t: &Matrix<C>, q: &Matrix<C>) -> Matrix<C> {
    let n = t.rows;
    let size = t.data.iter().fold(0f64, |most, x| most.max(x.norm()));
    let smallest = (f64::EPSILON * size).max(f64::MIN_POSITIVE);
    let mut result = Matrix::zeros(n, n);
    for k in 0..n {
        let mut x = vec![C::new(0.0, 0.0); n];
        x[k] = C::new(1.0, 0.0);
        for i in (0..k).rev() {
            let sum: C = (i + 1..=k).map(|j| t[(i, j)] * x[j]).sum();
            let gap = t[(i, i)] - t[(k, k)];
            x[i] = -sum / if gap.norm() < smallest { C::new(smallest, 0.0) } else { gap };
        }
        let mut vector: Vec<C> = (0..n).map(|i| (0..=k).map(|j| q[(i, j)] * x[j]).sum::<C>()).collect();
        let length = vector.iter().fold(0f64, |norm, x| norm.hypot(x.norm()));
        let largest = vector.iter().copied().reduce(|a, b| if b.norm() > a.norm() { b } else { a });
        let phase = largest.map_or(C::new(1.0, 0.0), |largest| largest.conj() / largest.norm());
        vector.iter_mut().for_each(|x| *x = *x * phase / length);
        result.set_column(k, 0, &vector);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{is_near, product, sample};
    use super::*;

    #[test]
    fn vectors_are_scaled_by_values() {
        for n in [1, 2, 3, 7] {
            let a = sample(n, n, 21);
            let (values, vectors) = eig(a.clone()).expect("it converges");
            let mut scaled = vectors.clone();
            for i in 0..n {
                (0..n).for_each(|j| scaled[(i, j)] *= values[j]);
            }
            assert!(is_near(&product(&a, &vectors), &scaled), "{n}");
        }
    }

    #[test]
    fn a_cycle_has_roots_of_one() {
        let mut a = Matrix::zeros(4, 4);
        (0..4).for_each(|k| a[(k, (k + 1) % 4)] = C::new(1.0, 0.0));
        let (values, _) = eig(a).expect("it converges");
        assert!(values.iter().all(|x| ((x * x * x * x) - 1.0).norm() < 1e-12));
    }
}
