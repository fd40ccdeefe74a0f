//! `gtsv`: systems with three diagonals.

use crate::kernels::field::Field;

/// Solves for all right-hand sides, the rows of `b` being those of the matrix. `lower[0]` and the last of `upper` are not
/// read. Returns one more than the first step without a pivot, or zero.
pub(crate) fn tridiagonal_solve<T: Field>(
    [lower, diagonal, upper]: [&[T]; 3],
    b: &mut [T],
    columns: usize,
) -> usize {
    let n = diagonal.len();
    let (mut d, mut u) = (diagonal.to_vec(), upper.to_vec());
    // Exchanged rows extend one column further to the right.
    let mut second = vec![T::real(0.0); n];
    for k in 0..n.saturating_sub(1) {
        let below = lower[k + 1];
        let size = |x: T| x.re().abs() + x.im().abs();
        if size(d[k]) == 0.0 && size(below) == 0.0 {
            return k + 1;
        }
        if size(d[k]) < size(below) {
            let (old_d, old_u) = (d[k], u[k]);
            (d[k], u[k]) = (below, d[k + 1]);
            let factor = old_d / below;
            d[k + 1] = old_u - factor * u[k];
            if k + 2 < n {
                second[k] = u[k + 1];
                u[k + 1] = T::real(0.0) - factor * second[k];
            }
            for j in 0..columns {
                let (x, y) = (b[k * columns + j], b[(k + 1) * columns + j]);
                b[k * columns + j] = y;
                b[(k + 1) * columns + j] = x - factor * y;
            }
        } else {
            let factor = below / d[k];
            d[k + 1] = d[k + 1] - factor * u[k];
            for j in 0..columns {
                b[(k + 1) * columns + j] = b[(k + 1) * columns + j] - factor * b[k * columns + j];
            }
        }
    }
    if n > 0 && d[n - 1].size() == 0.0 {
        return n;
    }
    for k in (0..n).rev() {
        for j in 0..columns {
            let mut x = b[k * columns + j];
            if k + 1 < n {
                x = x - u[k] * b[(k + 1) * columns + j];
            }
            if k + 2 < n {
                x = x - second[k] * b[(k + 2) * columns + j];
            }
            b[k * columns + j] = x / d[k];
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiplying_back_gives_the_right_hand_side() {
        let (lower, diagonal, upper) = ([9.0, 3.0, -1.0, 4.0], [1.0, 0.5, 0.0, 2.0], [2.0, 1.0, 1.5, 9.0]);
        let b = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        let mut x = b;
        assert_eq!(tridiagonal_solve([&lower, &diagonal, &upper], &mut x, 2), 0);
        for (at, want) in b.iter().enumerate() {
            let (k, j) = (at / 2, at % 2);
            let above = if k > 0 { lower[k] * x[(k - 1) * 2 + j] } else { 0.0 };
            let below = if k < 3 { upper[k] * x[(k + 1) * 2 + j] } else { 0.0 };
            let got: f64 = above + diagonal[k] * x[at] + below;
            assert!((got - want).abs() < 1e-12);
        }
    }
}
