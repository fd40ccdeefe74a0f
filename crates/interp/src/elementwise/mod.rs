//! Ops that treat every element alike.
//!
//! The storage class is matched once, outside of the loops. Functions that have no exact answer are computed in
//! double precision and rounded once to the element's format.

mod binary;
mod bitcast;
mod complex;
mod convert;
mod extra;
mod order;
mod ternary;
mod unary;

pub(crate) use binary::combine_parts;
pub use binary::{Binary, binary};
pub(crate) use bitcast::bitcast_convert;
pub use convert::convert;
pub(crate) use extra::{conjugate, is_infinite, multiply_high};
pub(crate) use order::{Direction, compare};
pub(crate) use ternary::{clamp, select};
pub(crate) use unary::{Unary, reduce_precision, unary};

use rayon::prelude::*;

/// From how many elements on a loop is worth several threads.
const PARALLEL_FROM: usize = 1 << 15;

/// Applies a function to every element.
pub(crate) fn map<A, B>(values: &[A], f: impl Fn(A) -> B + Sync) -> Vec<B>
where
    A: Copy + Sync,
    B: Send,
{
    if values.len() >= PARALLEL_FROM {
        values.par_iter().map(|&value| f(value)).collect()
    } else {
        values.iter().map(|&value| f(value)).collect()
    }
}

/// Applies a function to every pair of elements.
pub(crate) fn zip<A, B, C>(left: &[A], right: &[B], f: impl Fn(A, B) -> C + Sync) -> Vec<C>
where
    A: Copy + Sync,
    B: Copy + Sync,
    C: Send,
{
    if left.len() >= PARALLEL_FROM {
        left.par_iter().zip(right).map(|(&a, &b)| f(a, b)).collect()
    } else {
        left.iter().zip(right).map(|(&a, &b)| f(a, b)).collect()
    }
}
