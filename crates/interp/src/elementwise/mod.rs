//! Ops that treat every element alike.
//!
//! The storage class is matched once, outside the loops. Functions without an exact result are computed in
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
pub(crate) use order::{ComparisonDirection, compare};
pub(crate) use ternary::{clamp, select};
pub(crate) use unary::{Unary, reduce_precision, unary};

use crate::parallel::{CHUNK, PARALLEL_FROM, fill};

/// Applies a function to every element.
pub(crate) fn map<A, B>(values: &[A], f: impl Fn(A) -> B + Sync) -> Vec<B>
where
    A: Copy + Sync,
    B: Copy + Default + Send,
{
    fill(values.len(), chunk(values.len()), &|start, out: &mut [B]| {
        for (to, &value) in out.iter_mut().zip(&values[start..]) {
            *to = f(value);
        }
    })
}

/// Applies a function to every pair of elements.
pub(crate) fn zip<A, B, C>(left: &[A], right: &[B], f: impl Fn(A, B) -> C + Sync) -> Vec<C>
where
    A: Copy + Sync,
    B: Copy + Sync,
    C: Copy + Default + Send,
{
    let len = left.len().min(right.len());
    fill(len, chunk(len), &|start, out: &mut [C]| {
        for ((to, &a), &b) in out.iter_mut().zip(&left[start..]).zip(&right[start..]) {
            *to = f(a, b);
        }
    })
}

/// A short loop is one chunk.
fn chunk(len: usize) -> usize {
    if len >= PARALLEL_FROM { CHUNK } else { len }
}
