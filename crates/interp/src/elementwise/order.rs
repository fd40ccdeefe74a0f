//! Comparison.

use super::binary::check_pair;
use super::zip;
use crate::{Data, Element, EvalError, EvalResult, Tensor};

/// The relation of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ComparisonDirection {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Greater or equal.
    Ge,
    /// Greater.
    Gt,
    /// Less or equal.
    Le,
    /// Less.
    Lt,
}

/// Compares every pair of elements. In the total order of floats `-NaN < -∞ < … < -0 < +0 < … < ∞ < NaN`.
pub(crate) fn compare(
    direction: ComparisonDirection,
    total_order: bool,
    lhs: &Tensor,
    rhs: &Tensor,
) -> EvalResult<Tensor> {
    check_pair(lhs, rhs)?;
    let data = match (&lhs.data, &rhs.data) {
        (Data::Bool(a), Data::Bool(b)) => ordered(direction, a, b),
        (Data::Int(a), Data::Int(b)) if lhs.element.is_signed() => ordered(direction, a, b),
        (Data::Int(a), Data::Int(b)) => by(direction, a, b, |value| value as u64),
        (Data::F32(a), Data::F32(b)) if total_order => by(direction, a, b, |value: f32| {
            let bits = value.to_bits() as i32;
            bits ^ ((bits >> 31) as u32 >> 1) as i32
        }),
        (Data::F64(a), Data::F64(b)) if total_order => by(direction, a, b, |value: f64| {
            let bits = value.to_bits() as i64;
            bits ^ ((bits >> 63) as u64 >> 1) as i64
        }),
        (Data::F32(a), Data::F32(b)) => ordered(direction, a, b),
        (Data::F64(a), Data::F64(b)) => ordered(direction, a, b),
        (Data::C64(a), Data::C64(b)) => equal(direction, a, b)?,
        (Data::C128(a), Data::C128(b)) => equal(direction, a, b)?,
        _ => unreachable!("one element type has one storage class"),
    };
    Ok(Tensor { element: Element::Bool, shape: lhs.shape.clone(), data: data.into() })
}

fn ordered<T: PartialOrd + Copy + Sync>(direction: ComparisonDirection, a: &[T], b: &[T]) -> Vec<bool> {
    match direction {
        ComparisonDirection::Eq => zip(a, b, |a, b| a == b),
        ComparisonDirection::Ne => zip(a, b, |a, b| a != b),
        ComparisonDirection::Ge => zip(a, b, |a, b| a >= b),
        ComparisonDirection::Gt => zip(a, b, |a, b| a > b),
        ComparisonDirection::Le => zip(a, b, |a, b| a <= b),
        ComparisonDirection::Lt => zip(a, b, |a, b| a < b),
    }
}

fn by<T: Copy + Sync, K: Ord>(
    direction: ComparisonDirection,
    a: &[T],
    b: &[T],
    key: impl Fn(T) -> K + Sync,
) -> Vec<bool> {
    match direction {
        ComparisonDirection::Eq => zip(a, b, |a, b| key(a) == key(b)),
        ComparisonDirection::Ne => zip(a, b, |a, b| key(a) != key(b)),
        ComparisonDirection::Ge => zip(a, b, |a, b| key(a) >= key(b)),
        ComparisonDirection::Gt => zip(a, b, |a, b| key(a) > key(b)),
        ComparisonDirection::Le => zip(a, b, |a, b| key(a) <= key(b)),
        ComparisonDirection::Lt => zip(a, b, |a, b| key(a) < key(b)),
    }
}

fn equal<T: PartialEq + Copy + Sync>(
    direction: ComparisonDirection,
    a: &[T],
    b: &[T],
) -> EvalResult<Vec<bool>> {
    match direction {
        ComparisonDirection::Eq => Ok(zip(a, b, |a, b| a == b)),
        ComparisonDirection::Ne => Ok(zip(a, b, |a, b| a != b)),
        _ => Err(EvalError::Argument("complex numbers have no order".into())),
    }
}
