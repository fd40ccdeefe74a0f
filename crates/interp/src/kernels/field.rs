//! What the solvers ask of a number, so that real and complex ones share their loops.

use std::ops::{Add, Div, Mul, Sub};

use num_complex::Complex;

/// A real or complex number in double precision.
pub(crate) trait Field:
    Copy + Send + Sync + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The complex conjugate.
    fn conj(self) -> Self;
    /// The real part.
    fn re(self) -> f64;
    /// A real number.
    fn real(x: f64) -> Self;
}

impl Field for f64 {
    fn conj(self) -> Self {
        self
    }

    fn re(self) -> f64 {
        self
    }

    fn real(x: f64) -> Self {
        x
    }
}

impl Field for Complex<f64> {
    fn conj(self) -> Self {
        Complex::conj(&self)
    }

    fn re(self) -> f64 {
        self.re
    }

    fn real(x: f64) -> Self {
        Complex::new(x, 0.0)
    }
}
