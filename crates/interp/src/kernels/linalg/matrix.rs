//! A dense matrix.

use std::ops::{Index, IndexMut};

use crate::kernels::field::Field;

/// A matrix in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix<T> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) data: Vec<T>,
}

impl<T: Field> Matrix<T> {
    pub(crate) fn new(rows: usize, columns: usize, data: &[T]) -> Self {
        debug_assert_eq!(rows * columns, data.len());
        Matrix { rows, columns, data: data.to_vec() }
    }

    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, data: vec![T::real(0.0); rows * columns] }
    }

    /// Ones on the diagonal.
    pub(crate) fn identity(rows: usize, columns: usize) -> Self {
        let mut matrix = Self::zeros(rows, columns);
        (0..rows.min(columns)).for_each(|k| matrix[(k, k)] = T::real(1.0));
        matrix
    }

    /// The transposed conjugate.
    pub(crate) fn adjoint(&self) -> Self {
        let mut turned = Self::zeros(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                turned[(j, i)] = self[(i, j)].conj();
            }
        }
        turned
    }

    /// A column from row `from` on.
    pub(crate) fn column(&self, j: usize, from: usize) -> Vec<T> {
        (from..self.rows).map(|i| self[(i, j)]).collect()
    }

    /// Replaces a column from row `from` on.
    pub(crate) fn set_column(&mut self, j: usize, from: usize, values: &[T]) {
        values.iter().enumerate().for_each(|(k, &value)| self[(from + k, j)] = value);
    }

    /// The columns in another order.
    pub(crate) fn reorder_columns(&self, order: &[usize]) -> Self {
        let mut sorted = Self::zeros(self.rows, order.len());
        for i in 0..self.rows {
            for (to, &from) in order.iter().enumerate() {
                sorted[(i, to)] = self[(i, from)];
            }
        }
        sorted
    }

    /// Replaces columns `p` and `q` by `c p - s w q` and `s p + c w q`, a rotation after multiplying `q` by the phase `w`.
    pub(crate) fn rotate_columns(&mut self, (p, q): (usize, usize), (c, s): (f64, f64), w: T) {
        let (c, s) = (T::real(c), T::real(s));
        for i in 0..self.rows {
            let (x, y) = (self[(i, p)], w * self[(i, q)]);
            self[(i, p)] = c * x - s * y;
            self[(i, q)] = s * x + c * y;
        }
    }

    /// Whether all numbers are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.size().is_finite())
    }

    /// Makes every number NaN.
    pub(crate) fn poisoned(mut self) -> Self {
        self.data.iter_mut().for_each(|x| *x = T::real(f64::NAN));
        self
    }
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;

    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.data[i * self.columns + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.data[i * self.columns + j]
    }
}

/// The cosine and sine of the smaller angle that makes `[[a, g], [g, b]]` diagonal; `g` is positive.
pub(crate) fn rotation(a: f64, b: f64, g: f64) -> (f64, f64) {
    let theta = (b - a) / (2.0 * g);
    let tangent = 1f64.copysign(theta) / (theta.abs() + theta.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    (cosine, cosine * tangent)
}

/// Products for tests.
#[cfg(test)]
pub(crate) fn product<T: Field>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    let mut c = Matrix::zeros(a.rows, b.columns);
    for i in 0..a.rows {
        for j in 0..b.columns {
            c[(i, j)] = (0..a.columns).fold(T::real(0.0), |sum, k| sum + a[(i, k)] * b[(k, j)]);
        }
    }
    c
}

/// Whether matrices are equal up to rounding, for tests.
#[cfg(test)]
pub(crate) fn is_near<T: Field>(a: &Matrix<T>, b: &Matrix<T>) -> bool {
    (a.rows, a.columns) == (b.rows, b.columns)
        && a.data.iter().zip(&b.data).all(|(&x, &y)| (x - y).size() < 1e-10)
}

/// A complex matrix of arbitrary numbers, for tests.
#[cfg(test)]
pub(crate) fn sample(rows: usize, columns: usize, seed: u64) -> Matrix<num_complex::Complex<f64>> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1u32 << 23) - 1.0
    };
    let data = (0..rows * columns).map(|_| num_complex::Complex::new(next(), next())).collect();
    Matrix { rows, columns, data }
}
