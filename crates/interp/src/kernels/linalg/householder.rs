//! Elementary reflectors `I - tau v vᴴ` with `v[0] = 1`.

use super::Matrix;
use crate::kernels::field::Field;

/// Finds the reflector whose adjoint maps `x` to a multiple of the first unit vector, with LAPACK's choice of sign.
///
/// Replaces `x[0]` by that multiple, which is real, the others by `v`; returns `tau`.
pub(super) fn reflector<T: Field>(x: &mut [T]) -> T {
    let Some((&mut alpha, rest)) = x.split_first_mut() else { return T::real(0.0) };
    let below = rest.iter().fold(0f64, |norm, x| norm.hypot(x.size()));
    if below == 0.0 && alpha.im() == 0.0 {
        return T::real(0.0);
    }
    let beta = -alpha.size().hypot(below).copysign(alpha.re());
    let scale = T::real(1.0) / (alpha - T::real(beta));
    rest.iter_mut().for_each(|x| *x = *x * scale);
    x[0] = T::real(beta);
    (T::real(beta) - alpha) / T::real(beta)
}

/// Multiplies rows `from` and below of columns `columns` by `I - tau v vᴴ` from the left; `v[0]` is assumed to be one.
pub(super) fn apply_left<T: Field>(
    a: &mut Matrix<T>,
    v: &[T],
    tau: T,
    from: usize,
    columns: std::ops::Range<usize>,
) {
    for j in columns {
        let mut sum = a[(from, j)];
        for (k, v) in v.iter().enumerate().skip(1) {
            sum = sum + v.conj() * a[(from + k, j)];
        }
        let sum = tau * sum;
        a[(from, j)] = a[(from, j)] - sum;
        for (k, v) in v.iter().enumerate().skip(1) {
            a[(from + k, j)] = a[(from + k, j)] - *v * sum;
        }
    }
}

/// Multiplies columns `from` and right of it by `I - tau v vᴴ` from the right; `v[0]` is assumed to be one.
pub(super) fn apply_right<T: Field>(a: &mut Matrix<T>, v: &[T], tau: T, from: usize) {
    for i in 0..a.rows {
        let mut sum = a[(i, from)];
        for (k, v) in v.iter().enumerate().skip(1) {
            sum = sum + a[(i, from + k)] * *v;
        }
        let sum = tau * sum;
        a[(i, from)] = a[(i, from)] - sum;
        for (k, v) in v.iter().enumerate().skip(1) {
            a[(i, from + k)] = a[(i, from + k)] - sum * v.conj();
        }
    }
}
