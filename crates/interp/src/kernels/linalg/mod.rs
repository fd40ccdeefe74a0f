//! Factorisations of matrices in double precision, as LAPACK defines their results.
//!
//! The last two dimensions of a tensor are a matrix in row-major order; callers loop over stacks of them. A result
//! that is not unique (the phase of an eigenvector) depends continuously on the matrix as far as possible, so
//! that rounding changes little.

mod eig;
mod eigh;
mod hessenberg;
mod householder;
mod lu;
mod matrix;
mod qr;
mod svd;
mod tridiagonal;

pub(crate) use eig::eig;
pub(crate) use eigh::eigh;
pub(crate) use hessenberg::hessenberg;
pub(crate) use lu::{lu, permutation};
pub(crate) use matrix::Matrix;
pub(crate) use qr::{householder_product, qr};
pub(crate) use svd::svd;
pub(crate) use tridiagonal::tridiagonal_solve;
