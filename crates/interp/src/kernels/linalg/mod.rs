//! Factorisations of matrices in double precision, as LAPACK defines their results.
//!
//! A matrix is what the last two dimensions of a tensor hold, in row-major order; callers go through stacks of them.
//! Where a result is not unique (the phase of an eigenvector), it depends continuously on the matrix as far as that is possible, so
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
