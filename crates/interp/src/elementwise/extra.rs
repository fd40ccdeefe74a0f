//! Pointwise ops of CHLO that are exact.

use num_complex::Complex;

use super::binary::check_pair;
use super::{map, zip};
use crate::{Data, Element, EvalError, EvalResult, Tensor};

/// The conjugate; a real number is its own conjugate.
pub(crate) fn conjugate(operand: &Tensor) -> EvalResult<Tensor> {
    let data = match &operand.data {
        Data::C64(values) => map(values, |z: Complex<f32>| z.conj()).into(),
        Data::C128(values) => map(values, |z: Complex<f64>| z.conj()).into(),
        _ => return Ok(operand.clone()),
    };
    Ok(Tensor { element: operand.element, shape: operand.shape.clone(), data })
}

/// Which elements an infinity test holds for.
pub(crate) fn is_infinite(operand: &Tensor, test: fn(f64) -> bool) -> EvalResult<Tensor> {
    let data = match &operand.data {
        Data::F32(values) => map(values, |value: f32| test(value.into())),
        Data::F64(values) => map(values, test),
        _ => return Err(EvalError::Argument(format!("expected floats, found {}", operand.element.name()))),
    };
    Ok(Tensor { element: Element::Bool, shape: operand.shape.clone(), data: data.into() })
}

/// The upper half of the product of integers.
pub(crate) fn multiply_high(lhs: &Tensor, rhs: &Tensor) -> EvalResult<Tensor> {
    check_pair(lhs, rhs)?;
    let element = lhs.element;
    let bits = element.bits();
    let signed = element.is_signed();
    let wide = move |value: i64| if signed { i128::from(value) } else { i128::from(value as u64) };
    let high = move |a: i64, b: i64| {
        // The unsigned product of 64-bit numbers needs all 128 bits.
        let product = wide(a).wrapping_mul(wide(b));
        element.wrap(if signed { product >> bits } else { ((product as u128) >> bits) as i128 } as i64)
    };
    let data = zip(lhs.ints()?, rhs.ints()?, high).into();
    Ok(Tensor { element, shape: lhs.shape.clone(), data })
}
