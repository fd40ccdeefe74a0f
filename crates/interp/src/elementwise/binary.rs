//! Ops of two operands of one type.

use num_complex::Complex;

use super::complex::{divide, multiply, narrow, wide};
use super::zip;
use crate::{Data, Element, EvalError, EvalResult, Tensor};

/// An op of two operands and one result, all of one element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// The sum; of `i1` the disjunction.
    Add,
    /// The bits that are set in both operands.
    And,
    /// The quotient, towards zero for integers.
    Divide,
    /// The larger; NaN if either is.
    Maximum,
    /// The smaller; NaN if either is.
    Minimum,
    /// The product; of `i1` the conjunction.
    Multiply,
    /// The bits that are set in either operand.
    Or,
    /// `lhs` to the power of `rhs`, for integers.
    Power,
    /// The remainder of a division, with the sign of `lhs`.
    Remainder,
    /// Bits shifted left.
    ShiftLeft,
    /// Bits shifted right, filled with the sign.
    ShiftRightArithmetic,
    /// Bits shifted right, filled with zeros.
    ShiftRightLogical,
    /// The difference.
    Subtract,
    /// The bits that are set in exactly one operand.
    Xor,
}

/// Checks that two operands have the same type.
pub(super) fn check_pair(lhs: &Tensor, rhs: &Tensor) -> EvalResult<()> {
    if lhs.element == rhs.element && lhs.shape == rhs.shape {
        return Ok(());
    }
    let show = |t: &Tensor| format!("{:?} of {}", t.shape, t.element.name());
    Err(EvalError::Argument(format!("the operands have different types: {} and {}", show(lhs), show(rhs))))
}

/// Applies an op to every pair of elements.
pub fn binary(op: Binary, lhs: &Tensor, rhs: &Tensor) -> EvalResult<Tensor> {
    check_pair(lhs, rhs)?;
    let element = lhs.element;
    let refused = || EvalError::Argument(format!("{op:?} is not defined for {}", element.name()));
    let data = match (&lhs.data, &rhs.data) {
        (Data::Bool(a), Data::Bool(b)) => zip(a, b, bool_function(op).ok_or_else(refused)?).into(),
        (Data::Int(a), Data::Int(b)) => ints(op, element, a, b).ok_or_else(refused)?,
        (Data::F32(a), Data::F32(b)) => floats32(op, element, a, b).ok_or_else(refused)?,
        (Data::F64(a), Data::F64(b)) => match op {
            Binary::Add => zip(a, b, |a: f64, b| a + b).into(),
            Binary::Subtract => zip(a, b, |a: f64, b| a - b).into(),
            Binary::Multiply => zip(a, b, |a: f64, b| a * b).into(),
            Binary::Divide => zip(a, b, |a: f64, b| a / b).into(),
            _ => zip(a, b, float_function(op).ok_or_else(refused)?).into(),
        },
        (Data::C64(a), Data::C64(b)) => match op {
            Binary::Add => zip(a, b, |a: Complex<f32>, b| a + b).into(),
            Binary::Subtract => zip(a, b, |a: Complex<f32>, b| a - b).into(),
            _ => {
                let f = complex_function(op).ok_or_else(refused)?;
                zip(a, b, |a, b| narrow(f(wide(a), wide(b)))).into()
            }
        },
        (Data::C128(a), Data::C128(b)) => zip(a, b, complex_function(op).ok_or_else(refused)?).into(),
        _ => unreachable!("one element type has one storage class"),
    };
    Ok(Tensor { element, shape: lhs.shape.clone(), data })
}

/// Complex numbers from real and imaginary parts.
pub(crate) fn combine_parts(lhs: &Tensor, rhs: &Tensor) -> EvalResult<Tensor> {
    check_pair(lhs, rhs)?;
    let (element, data) = match (&lhs.data, &rhs.data) {
        (Data::F32(a), Data::F32(b)) if lhs.element == Element::F32 => {
            (Element::Complex64, zip(a, b, Complex::new).into())
        }
        (Data::F64(a), Data::F64(b)) => (Element::Complex128, zip(a, b, Complex::new).into()),
        _ => {
            return Err(EvalError::Argument(format!(
                "expected floats as components of complex numbers, found {}",
                lhs.element.name()
            )));
        }
    };
    Ok(Tensor { element, shape: lhs.shape.clone(), data })
}

fn bool_function(op: Binary) -> Option<fn(bool, bool) -> bool> {
    Some(match op {
        Binary::Add | Binary::Or | Binary::Maximum => |a, b| a | b,
        Binary::Multiply | Binary::And | Binary::Minimum => |a, b| a & b,
        Binary::Xor => |a, b| a ^ b,
        _ => return None,
    })
}

fn ints(op: Binary, element: Element, a: &[i64], b: &[i64]) -> Option<Data> {
    let signed = element.is_signed();
    let bits = i64::from(element.bits());
    let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let inside = move |amount: i64| amount as u64 & mask < bits as u64;
    let wrap = move |value: i64| element.wrap(value);
    Some(Data::from(match op {
        Binary::Add => zip(a, b, |a: i64, b| wrap(a.wrapping_add(b))),
        Binary::Subtract => zip(a, b, |a: i64, b| wrap(a.wrapping_sub(b))),
        Binary::Multiply => zip(a, b, |a: i64, b| wrap(a.wrapping_mul(b))),
        // Division by zero gives all ones.
        Binary::Divide if signed => zip(a, b, |a: i64, b| if b == 0 { -1 } else { wrap(a.wrapping_div(b)) }),
        Binary::Divide => zip(a, b, |a, b| wrap((a as u64).checked_div(b as u64).unwrap_or(u64::MAX) as i64)),
        Binary::Remainder if signed => zip(a, b, |a: i64, b| if b == 0 { a } else { a.wrapping_rem(b) }),
        Binary::Remainder => zip(a, b, |a, b| if b == 0 { a } else { (a as u64 % b as u64) as i64 }),
        Binary::Maximum if signed => zip(a, b, |a: i64, b| a.max(b)),
        Binary::Maximum => zip(a, b, |a, b| (a as u64).max(b as u64) as i64),
        Binary::Minimum if signed => zip(a, b, |a: i64, b| a.min(b)),
        Binary::Minimum => zip(a, b, |a, b| (a as u64).min(b as u64) as i64),
        Binary::And => zip(a, b, |a: i64, b| a & b),
        Binary::Or => zip(a, b, |a: i64, b| a | b),
        Binary::Xor => zip(a, b, |a: i64, b| a ^ b),
        Binary::Power => zip(a, b, |a, b| wrap(int_power(a, b, signed))),
        Binary::ShiftLeft => zip(a, b, |a: i64, b| if inside(b) { wrap(a << b) } else { 0 }),
        Binary::ShiftRightLogical => {
            zip(a, b, |a, b| if inside(b) { wrap(((a as u64 & mask) >> b) as i64) } else { 0 })
        }
        Binary::ShiftRightArithmetic => zip(a, b, |a: i64, b| {
            // Unsigned numbers are shifted by their top bit too.
            let value = a << (64 - bits) >> (64 - bits);
            wrap(value >> if inside(b) { b } else { bits - 1 })
        }),
    }))
}

/// Powers wrap. A negative exponent gives zero, unless the base is 1 or -1.
fn int_power(base: i64, exponent: i64, signed: bool) -> i64 {
    if signed && exponent < 0 {
        return match base {
            1 => 1,
            -1 if exponent % 2 == 0 => 1,
            -1 => -1,
            _ => 0,
        };
    }
    let (mut base, mut exponent, mut product) = (base, exponent as u64, 1i64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    product
}

fn floats32(op: Binary, element: Element, a: &[f32], b: &[f32]) -> Option<Data> {
    // For narrower formats, rounding sums, products and quotients to f32 first does not change the final result.
    macro_rules! exact {
        ($f:expr) => {{
            let f = $f;
            match element {
                Element::F32 => zip(a, b, f),
                _ => zip(a, b, |a, b| element.round_f32(f(a, b))),
            }
        }};
    }
    Some(Data::from(match op {
        Binary::Add => exact!(|a: f32, b: f32| a + b),
        Binary::Subtract => exact!(|a: f32, b: f32| a - b),
        Binary::Multiply => exact!(|a: f32, b: f32| a * b),
        Binary::Divide => exact!(|a: f32, b: f32| a / b),
        Binary::Maximum => zip(a, b, |a: f32, b: f32| float_maximum(a.into(), b.into()) as f32),
        Binary::Minimum => zip(a, b, |a: f32, b: f32| float_minimum(a.into(), b.into()) as f32),
        Binary::Remainder => exact!(|a: f32, b: f32| a % b),
        _ => return None,
    }))
}

pub(crate) fn float_maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        a
    } else if b.is_nan() || a < b || (a == b && a.is_sign_negative()) {
        b
    } else {
        a
    }
}

pub(crate) fn float_minimum(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        a
    } else if b.is_nan() || b < a || (a == b && b.is_sign_negative()) {
        b
    } else {
        a
    }
}

fn float_function(op: Binary) -> Option<fn(f64, f64) -> f64> {
    Some(match op {
        Binary::Add => |a, b| a + b,
        Binary::Subtract => |a, b| a - b,
        Binary::Multiply => |a, b| a * b,
        Binary::Divide => |a, b| a / b,
        Binary::Maximum => float_maximum,
        Binary::Minimum => float_minimum,
        Binary::Remainder => |a, b| a % b,
        Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::Power
        | Binary::ShiftLeft
        | Binary::ShiftRightArithmetic
        | Binary::ShiftRightLogical => return None,
    })
}

type ComplexFunction = fn(Complex<f64>, Complex<f64>) -> Complex<f64>;

fn complex_function(op: Binary) -> Option<ComplexFunction> {
    Some(match op {
        Binary::Add => |a, b| a + b,
        Binary::Subtract => |a, b| a - b,
        Binary::Multiply => multiply,
        Binary::Divide => divide,
        _ => return None,
    })
}
