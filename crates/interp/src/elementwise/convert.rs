//! Conversion between element types.

use num_complex::Complex;

use super::map;
use crate::{Data, Element, EvalResult, Tensor};

/// Converts every element: floats to integers towards zero, saturating, NaN to zero; to `i1` whether it is not zero;
/// complex numbers to real ones by dropping the imaginary part.
pub fn convert(operand: &Tensor, to: Element) -> EvalResult<Tensor> {
    if operand.element == to {
        return Ok(operand.clone());
    }
    let unsigned = operand.element == Element::U64;
    let data = match &operand.data {
        Data::Bool(values) => from_int(&map(values, i64::from), false, to),
        Data::Int(values) => from_int(values, unsigned, to),
        Data::F32(values) => match to {
            // No conversion through f64 is needed within a storage class.
            Element::Float(_) if to != Element::F64 => map(values, |value| to.round_f32(value)).into(),
            _ => from_float(&map(values, f64::from), to),
        },
        Data::F64(values) => from_float(values, to),
        Data::C64(values) => match to {
            Element::Bool => map(values, |z: Complex<f32>| z.re != 0.0 || z.im != 0.0).into(),
            Element::Complex128 => {
                map(values, |z: Complex<f32>| Complex::new(f64::from(z.re), f64::from(z.im))).into()
            }
            _ => from_float(&map(values, |z: Complex<f32>| f64::from(z.re)), to),
        },
        Data::C128(values) => match to {
            Element::Bool => map(values, |z: Complex<f64>| z.re != 0.0 || z.im != 0.0).into(),
            Element::Complex64 => {
                map(values, |z: Complex<f64>| Complex::new(z.re as f32, z.im as f32)).into()
            }
            _ => from_float(&map(values, |z: Complex<f64>| z.re), to),
        },
    };
    Ok(Tensor { element: to, shape: operand.shape.clone(), data })
}

fn from_int(values: &[i64], unsigned: bool, to: Element) -> Data {
    let double = move |value: i64| if unsigned { value as u64 as f64 } else { value as f64 };
    let single = move |value: i64| if unsigned { value as u64 as f32 } else { value as f32 };
    match to {
        Element::Bool => map(values, |value| value != 0).into(),
        Element::Int { .. } => map(values, |value| to.wrap(value)).into(),
        Element::F32 => map(values, single).into(),
        Element::F64 => map(values, double).into(),
        Element::Float(_) => map(values, |value| to.round_f64(double(value))).into(),
        Element::Complex64 => map(values, |value| Complex::new(single(value), 0.0)).into(),
        Element::Complex128 => map(values, |value| Complex::new(double(value), 0.0)).into(),
    }
}

fn from_float(values: &[f64], to: Element) -> Data {
    match to {
        Element::Bool => map(values, |value| value != 0.0).into(),
        Element::Int { bits, signed } => map(values, |value| float_to_int(value, bits.into(), signed)).into(),
        Element::F64 => map(values, |value| value).into(),
        Element::Float(_) => map(values, |value| to.round_f64(value)).into(),
        Element::Complex64 => map(values, |value| Complex::new(value as f32, 0.0)).into(),
        Element::Complex128 => map(values, |value| Complex::new(value, 0.0)).into(),
    }
}

fn float_to_int(value: f64, bits: u32, signed: bool) -> i64 {
    if signed {
        let largest = i64::MAX >> (64 - bits);
        (value as i64).clamp(-largest - 1, largest)
    } else {
        (value as u64).min(u64::MAX >> (64 - bits)) as i64
    }
}
