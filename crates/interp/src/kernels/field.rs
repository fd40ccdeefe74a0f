//! The operations that the solvers need of a number, so that real and complex ones share their loops.

use std::ops::{Add, Div, Mul, Sub};

use num_complex::Complex;

use super::classes::{complex_doubles, doubles, from_complex_doubles, from_doubles};
use crate::{Element, EvalResult, Tensor};

/// A real or complex number in double precision.
pub(crate) trait Field:
    Copy + Send + Sync + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// Whether there is an imaginary part.
    const IS_COMPLEX: bool;
    /// The complex conjugate.
    fn conj(self) -> Self;
    /// The real part.
    fn re(self) -> f64;
    /// The imaginary part.
    fn im(self) -> f64;
    /// The absolute value.
    fn size(self) -> f64;
    /// A real number.
    fn real(x: f64) -> Self;
    /// The numbers of a tensor.
    fn read(tensor: &Tensor) -> EvalResult<Vec<Self>>;
    /// A tensor of numbers, each rounded once.
    fn write(element: Element, shape: Vec<usize>, values: Vec<Self>) -> Tensor;
}

impl Field for f64 {
    const IS_COMPLEX: bool = false;

    fn conj(self) -> Self {
        self
    }

    fn re(self) -> f64 {
        self
    }

    fn im(self) -> f64 {
        0.0
    }

    fn size(self) -> f64 {
        self.abs()
    }

    fn real(x: f64) -> Self {
        x
    }

    fn read(tensor: &Tensor) -> EvalResult<Vec<Self>> {
        doubles(tensor)
    }

    fn write(element: Element, shape: Vec<usize>, values: Vec<Self>) -> Tensor {
        from_doubles(element, shape, values)
    }
}

impl Field for Complex<f64> {
    const IS_COMPLEX: bool = true;

    fn conj(self) -> Self {
        Complex::conj(&self)
    }

    fn re(self) -> f64 {
        self.re
    }

    fn im(self) -> f64 {
        self.im
    }

    fn size(self) -> f64 {
        self.norm()
    }

    fn real(x: f64) -> Self {
        Complex::new(x, 0.0)
    }

    fn read(tensor: &Tensor) -> EvalResult<Vec<Self>> {
        complex_doubles(tensor)
    }

    fn write(element: Element, shape: Vec<usize>, values: Vec<Self>) -> Tensor {
        from_complex_doubles(element, shape, values)
    }
}
