//! The larger ops as pure functions on tensors: products, convolutions, windows, sorting, transforms, solvers, random
//! bits, normalisation and special functions.
//!
//! A kernel takes operands and its op's attributes as plain numbers and returns a new tensor. It assumes a verified op
//! but checks what its indexing relies on, so that wrong attributes give an
//! [`EvalError`](crate::EvalError), never a panic. Floats narrower than `f32` are computed in `f32` and rounded once at the end.
//! Kernels that carry a region take a [`Reducer`]: the name of a plain op, or the region itself.

mod batch_norm;
mod cholesky;
mod classes;
mod combine;
mod complex;
mod convolution;
mod dot;
mod fft;
pub(crate) mod field;
mod gamma;
mod gemm;
mod layout;
pub(crate) mod linalg;
mod math;
mod reduce_window;
mod rng;
mod rng_bits;
mod select_and_scatter;
mod sort;
mod special;
mod top_k;
mod triangular_solve;
mod window;

pub use batch_norm::{batch_norm_grad, batch_norm_inference, batch_norm_training};
pub use cholesky::cholesky;
pub(crate) use cholesky::factor as cholesky_factor;
pub use combine::{Combine, Reducer};
pub use convolution::{ConvNumbers, Convolution, convolution};
pub use dot::{DotNumbers, dot_general};
pub use fft::{FftKind, fft};
pub use math::{Binary, Unary, binary, unary};
pub use reduce_window::reduce_window;
pub use rng::{Distribution, rng};
pub use rng_bits::{Algorithm, rng_bit_generator};
pub use select_and_scatter::{Select, select_and_scatter};
pub use sort::{Comparator, FloatOrder, SortDirection, sort};
pub use top_k::top_k;
pub use triangular_solve::{Transpose, TriangularSolve, triangular_solve};
pub use window::WindowDim;
