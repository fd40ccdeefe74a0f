//! Ops of one operand whose result is exact.

use num_complex::Complex;

use super::map;
use crate::{Data, Element, EvalError, EvalResult, Tensor};

/// An op of one operand whose result has the operand's element type, except where noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    /// The absolute value.
    Abs,
    /// The smallest integer that is not less.
    Ceil,
    /// The number of zero bits before the first one bit.
    CountLeadingZeros,
    /// The largest integer that is not greater.
    Floor,
    /// The imaginary part.
    Imag,
    /// Whether it is neither infinite nor NaN.
    IsFinite,
    /// `-x`
    Negate,
    /// All bits inverted.
    Not,
    /// The number of one bits.
    Popcnt,
    /// The real part.
    Real,
    /// To the nearest integer, ties away from zero.
    RoundNearestAfz,
    /// To the nearest integer, ties to even.
    RoundNearestEven,
    /// -1, 0 or 1.
    Sign,
}

/// Applies an op to every element.
pub(crate) fn unary(op: Unary, operand: &Tensor) -> EvalResult<Tensor> {
    let element = operand.element;
    let refused = || EvalError::Argument(format!("{op:?} is not defined for {}", element.name()));
    let same = |data: Data| Ok(Tensor { element, shape: operand.shape.clone(), data });
    let part = |data: Data| Ok(Tensor { element: element.part(), shape: operand.shape.clone(), data });
    match &operand.data {
        Data::Bool(values) => match op {
            Unary::Not => same(map(values, |value: bool| !value).into()),
            _ => Err(refused()),
        },
        Data::Int(values) => {
            let f = int_function(op, element).ok_or_else(refused)?;
            same(map(values, |value| element.wrap(f(value))).into())
        }
        Data::F32(_) | Data::F64(_) if op == Unary::IsFinite => {
            let data = match &operand.data {
                Data::F32(values) => map(values, f32::is_finite),
                Data::F64(values) => map(values, f64::is_finite),
                _ => unreachable!("matched above"),
            };
            Ok(Tensor { element: Element::Bool, shape: operand.shape.clone(), data: data.into() })
        }
        // The components of a real number are the number and zero.
        Data::F32(_) | Data::F64(_) if op == Unary::Real => Ok(operand.clone()),
        Data::F32(_) | Data::F64(_) if op == Unary::Imag => Tensor::zeros(element, &operand.shape),
        Data::F32(values) => same(map(values, float_function::<f32>(op).ok_or_else(refused)?).into()),
        Data::F64(values) => same(map(values, float_function::<f64>(op).ok_or_else(refused)?).into()),
        Data::C64(values) => match op {
            Unary::Negate => same(map(values, |z: Complex<f32>| -z).into()),
            Unary::Real => part(map(values, |z: Complex<f32>| z.re).into()),
            Unary::Imag => part(map(values, |z: Complex<f32>| z.im).into()),
            _ => Err(refused()),
        },
        Data::C128(values) => match op {
            Unary::Negate => same(map(values, |z: Complex<f64>| -z).into()),
            Unary::Real => part(map(values, |z: Complex<f64>| z.re).into()),
            Unary::Imag => part(map(values, |z: Complex<f64>| z.im).into()),
            _ => Err(refused()),
        },
    }
}

fn int_function(op: Unary, element: Element) -> Option<Box<dyn Fn(i64) -> i64 + Sync>> {
    let bits = element.bits();
    let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    Some(match op {
        Unary::Abs if element.is_signed() => Box::new(i64::wrapping_abs),
        Unary::Abs => Box::new(|value| value),
        Unary::Negate => Box::new(i64::wrapping_neg),
        Unary::Not => Box::new(|value| !value),
        Unary::Sign if element.is_signed() => Box::new(i64::signum),
        Unary::Sign => Box::new(|value| i64::from(value != 0)),
        Unary::Popcnt => Box::new(move |value| i64::from((value as u64 & mask).count_ones())),
        Unary::CountLeadingZeros => {
            Box::new(move |value| i64::from((value as u64 & mask).leading_zeros()) - (64 - i64::from(bits)))
        }
        _ => return None,
    })
}

/// The same functions for both widths: a result is representable in every format that its operand is.
trait Real: Copy {
    const FUNCTIONS: [fn(Self) -> Self; 7];
}

macro_rules! real {
    ($ty:ty) => {
        impl Real for $ty {
            const FUNCTIONS: [fn(Self) -> Self; 7] = [
                <$ty>::abs,
                <$ty>::ceil,
                <$ty>::floor,
                |x| -x,
                <$ty>::round,
                <$ty>::round_ties_even,
                |x| if x == 0.0 || x.is_nan() { x } else { (1.0 as $ty).copysign(x) },
            ];
        }
    };
}

real!(f32);
real!(f64);

fn float_function<T: Real>(op: Unary) -> Option<fn(T) -> T> {
    let index = match op {
        Unary::Abs => 0,
        Unary::Ceil => 1,
        Unary::Floor => 2,
        Unary::Negate => 3,
        Unary::RoundNearestAfz => 4,
        Unary::RoundNearestEven => 5,
        Unary::Sign => 6,
        Unary::CountLeadingZeros
        | Unary::Imag
        | Unary::IsFinite
        | Unary::Not
        | Unary::Popcnt
        | Unary::Real => return None,
    };
    Some(T::FUNCTIONS[index])
}

/// Rounds to a format with the given numbers of exponent and mantissa bits, and back. Numbers below the smallest
/// normal one become zero, those above the largest become infinite.
pub(crate) fn reduce_precision(
    operand: &Tensor,
    exponent_bits: u32,
    mantissa_bits: u32,
) -> EvalResult<Tensor> {
    if exponent_bits == 0 || exponent_bits > 32 {
        return Err(EvalError::Argument(format!("expected at least 1 exponent bit, found {exponent_bits}")));
    }
    let element = operand.element;
    let reduce = move |value: f64| {
        if !value.is_finite() || value == 0.0 {
            return value;
        }
        let lost = 52u32.saturating_sub(mantissa_bits);
        let bits = value.to_bits();
        let rounded = match lost {
            0 => value,
            // No mantissa bit is kept: even means the power of two with an even exponent field.
            52 => {
                let half = 1u64 << 51;
                let even = bits >> 52 & 1;
                f64::from_bits(bits.wrapping_add(half - 1 + even) >> 52 << 52)
            }
            _ => {
                let even = bits >> lost & 1;
                f64::from_bits(bits.wrapping_add((1 << (lost - 1)) - 1 + even) >> lost << lost)
            }
        };
        if exponent_bits >= 11 {
            return rounded;
        }
        let bias = (1i32 << (exponent_bits - 1)) - 1;
        let exponent = (rounded.abs().to_bits() >> 52) as i32 - 1023;
        if exponent > bias {
            f64::INFINITY.copysign(value)
        } else if exponent < 1 - bias {
            0f64.copysign(value)
        } else {
            rounded
        }
    };
    let data = match &operand.data {
        Data::F32(values) => map(values, |value: f32| element.round_f64(reduce(value.into()))).into(),
        Data::F64(values) => map(values, reduce).into(),
        _ => return Err(EvalError::Argument(format!("expected floats, found {}", element.name()))),
    };
    Ok(Tensor { element, shape: operand.shape.clone(), data })
}
