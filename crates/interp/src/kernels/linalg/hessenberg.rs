//! `gehrd`: a similar matrix with one diagonal below the main one.

use super::Matrix;
use super::householder::{apply_left, apply_right, reflector};
use crate::kernels::field::Field;

/// Replaces a square matrix by its Hessenberg form and the reflectors below; returns the scale of each reflector.
pub(crate) fn hessenberg<T: Field>(a: &mut Matrix<T>) -> Vec<T> {
    let n = a.rows;
    let mut taus = Vec::with_capacity(n.saturating_sub(1));
    for k in 0..n.saturating_sub(1) {
        let mut column = a.column(k, k + 1);
        let tau = reflector(&mut column);
        apply_right(a, &column, tau, k + 1);
        apply_left(a, &column, tau.conj(), k + 1, k + 1..n);
        a.set_column(k, k + 1, &column);
        taus.push(tau);
    }
    taus
}
