//! Elementwise functions of floats and complex numbers.

use num_complex::Complex;

use super::{complex, gamma, special};
use crate::elementwise::{map, zip};
use crate::{Data, Element, EvalError, EvalResult, Tensor};

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the ops'")]
pub enum Unary {
    Abs,
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atanh,
    BesselI1e,
    Cbrt,
    Cosh,
    Cosine,
    Digamma,
    Erf,
    ErfInv,
    Erfc,
    Exponential,
    ExponentialMinusOne,
    Lgamma,
    Log,
    LogPlusOne,
    Logistic,
    Rsqrt,
    Sign,
    Sine,
    Sinh,
    Sqrt,
    Square,
    Tan,
    Tanh,
}

/// A function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the ops'")]
pub enum Binary {
    Atan2,
    NextAfter,
    Polygamma,
    Power,
    Zeta,
}

type OfTwo<T> = fn(T, T) -> T;

/// Applies a function to every element of a tensor of floats or complex numbers. `Abs` of complex numbers is real.
pub fn unary(function: Unary, x: &Tensor) -> EvalResult<Tensor> {
    let refuse = || EvalError::Unsupported(format!("{function:?} of {}", x.element.name()));
    let shape = x.shape.clone();
    if function == Unary::Abs {
        let data: Data = match &x.data {
            Data::F32(v) => map(v, f32::abs).into(),
            Data::F64(v) => map(v, f64::abs).into(),
            Data::C64(v) => map(v, |z: Complex<f32>| z.re.hypot(z.im)).into(),
            Data::C128(v) => map(v, |z: Complex<f64>| z.re.hypot(z.im)).into(),
            Data::Bool(_) | Data::Int(_) => return Err(refuse()),
        };
        return Ok(Tensor { element: x.element.part(), shape, data });
    }
    let data: Data = match &x.data {
        Data::F32(v) => {
            let element = x.element;
            match quick(function) {
                Some(f) if element == Element::F32 => map(v, f),
                Some(f) => map(v, |x| element.round_f32(f(x))),
                None => {
                    let f = real(function).ok_or_else(refuse)?;
                    map(v, |x| element.round_f64(f(x.into())))
                }
            }
            .into()
        }
        Data::F64(v) => map(v, real(function).ok_or_else(refuse)?).into(),
        Data::C64(v) => {
            let f = complex_function(function).ok_or_else(refuse)?;
            map(v, |z| narrow(f(widen(z)))).into()
        }
        Data::C128(v) => map(v, complex_function(function).ok_or_else(refuse)?).into(),
        Data::Bool(_) | Data::Int(_) => return Err(refuse()),
    };
    Ok(Tensor { element: x.element, shape, data })
}

/// Applies a function to the elements of two tensors of one type and shape. `Power` and `Atan2` also take complex numbers.
pub fn binary(function: Binary, x: &Tensor, y: &Tensor) -> EvalResult<Tensor> {
    let refuse = || EvalError::Unsupported(format!("{function:?} of {}", x.element.name()));
    if x.element != y.element || x.shape != y.shape {
        return Err(EvalError::Argument(format!("the operands of {function:?} have different types")));
    }
    if function == Binary::NextAfter {
        return next_after(x, y).ok_or_else(refuse);
    }
    let element = x.element;
    let data: Data = match (&x.data, &y.data) {
        (Data::F32(a), Data::F32(b)) => {
            let f = real_of_two(function);
            zip(a, b, |x, y| element.round_f64(f(x.into(), y.into()))).into()
        }
        (Data::F64(a), Data::F64(b)) => zip(a, b, real_of_two(function)).into(),
        (Data::C64(a), Data::C64(b)) => {
            let f = complex_of_two(function).ok_or_else(refuse)?;
            zip(a, b, |x, y| narrow(f(widen(x), widen(y)))).into()
        }
        (Data::C128(a), Data::C128(b)) => zip(a, b, complex_of_two(function).ok_or_else(refuse)?).into(),
        _ => return Err(refuse()),
    };
    Ok(Tensor { element, shape: x.shape.clone(), data })
}

fn widen(z: Complex<f32>) -> Complex<f64> {
    Complex::new(z.re.into(), z.im.into())
}

fn narrow(z: Complex<f64>) -> Complex<f32> {
    Complex::new(z.re as f32, z.im as f32)
}

/// Functions that are accurate and faster in single precision.
fn quick(function: Unary) -> Option<fn(f32) -> f32> {
    Some(match function {
        Unary::Cosine => f32::cos,
        Unary::Exponential => f32::exp,
        Unary::ExponentialMinusOne => f32::exp_m1,
        Unary::Log => f32::ln,
        Unary::LogPlusOne => f32::ln_1p,
        Unary::Sign => |x| if x == 0.0 || x.is_nan() { x } else { x.signum() },
        Unary::Sine => f32::sin,
        Unary::Sqrt => f32::sqrt,
        Unary::Square => |x| x * x,
        Unary::Tanh => f32::tanh,
        _ => return None,
    })
}

fn real(function: Unary) -> Option<fn(f64) -> f64> {
    Some(match function {
        Unary::Abs => f64::abs,
        Unary::Acos => f64::acos,
        Unary::Acosh => acosh,
        Unary::Asin => f64::asin,
        Unary::Asinh => asinh,
        Unary::Atan => f64::atan,
        Unary::Atanh => |x| 0.5 * (2.0 * x / (1.0 - x)).ln_1p(),
        Unary::BesselI1e => special::bessel_i1e,
        Unary::Cbrt => f64::cbrt,
        Unary::Cosh => f64::cosh,
        Unary::Cosine => f64::cos,
        Unary::Digamma => gamma::digamma,
        Unary::Erf => special::erf,
        Unary::ErfInv => special::erf_inv,
        Unary::Erfc => special::erfc,
        Unary::Exponential => f64::exp,
        Unary::ExponentialMinusOne => f64::exp_m1,
        Unary::Lgamma => gamma::lgamma,
        Unary::Log => f64::ln,
        Unary::LogPlusOne => f64::ln_1p,
        Unary::Logistic => |x| 1.0 / (1.0 + (-x).exp()),
        Unary::Rsqrt => |x| 1.0 / x.sqrt(),
        Unary::Sign => |x| if x == 0.0 || x.is_nan() { x } else { x.signum() },
        Unary::Sine => f64::sin,
        Unary::Sinh => f64::sinh,
        Unary::Sqrt => f64::sqrt,
        Unary::Square => |x| x * x,
        Unary::Tan => f64::tan,
        Unary::Tanh => f64::tanh,
    })
}

/// The inverse hyperbolic sine without overflow of the square and without loss near zero.
fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let value = if size > 1e8 {
        size.ln() + std::f64::consts::LN_2
    } else {
        (size + size * size / (1.0 + (size * size + 1.0).sqrt())).ln_1p()
    };
    value.copysign(x)
}

/// The inverse hyperbolic cosine, NaN below one.
fn acosh(x: f64) -> f64 {
    if x > 1e8 {
        return x.ln() + std::f64::consts::LN_2;
    }
    if x < 1.0 {
        return f64::NAN;
    }
    let above = x - 1.0;
    (above + (above * (x + 1.0)).sqrt()).ln_1p()
}

fn complex_function(function: Unary) -> Option<fn(Complex<f64>) -> Complex<f64>> {
    Some(match function {
        Unary::Acos => complex::acos,
        Unary::Acosh => complex::acosh,
        Unary::Asin => complex::asin,
        Unary::Asinh => complex::asinh,
        Unary::Atan => complex::atan,
        Unary::Atanh => complex::atanh,
        Unary::Cbrt => |z| complex::power(z, Complex::new(1.0 / 3.0, 0.0)),
        Unary::Cosh => complex::cosh,
        Unary::Cosine => complex::cos,
        Unary::Exponential => complex::exp,
        Unary::ExponentialMinusOne => complex::expm1,
        Unary::Log => complex::log,
        Unary::LogPlusOne => complex::log1p,
        Unary::Logistic => complex::logistic,
        Unary::Rsqrt => complex::rsqrt,
        Unary::Sign => complex::sign,
        Unary::Sine => complex::sin,
        Unary::Sinh => complex::sinh,
        Unary::Sqrt => complex::sqrt,
        // The difference of squares as a product does not cancel.
        Unary::Square => |z| Complex::new((z.re - z.im) * (z.re + z.im), 2.0 * z.re * z.im),
        Unary::Tan => complex::tan,
        Unary::Tanh => complex::tanh,
        Unary::Abs
        | Unary::BesselI1e
        | Unary::Digamma
        | Unary::Erf
        | Unary::ErfInv
        | Unary::Erfc
        | Unary::Lgamma => return None,
    })
}

fn real_of_two(function: Binary) -> OfTwo<f64> {
    match function {
        Binary::Atan2 => f64::atan2,
        Binary::Power => f64::powf,
        Binary::Polygamma => gamma::polygamma,
        Binary::Zeta => gamma::zeta,
        Binary::NextAfter => |_, y| y,
    }
}

fn complex_of_two(function: Binary) -> Option<OfTwo<Complex<f64>>> {
    match function {
        Binary::Power => Some(complex::power),
        Binary::Atan2 => Some(complex_atan2),
        Binary::NextAfter | Binary::Polygamma | Binary::Zeta => None,
    }
}

/// `-i log((x + i y) / sqrt(x² + y²))`.
fn complex_atan2(y: Complex<f64>, x: Complex<f64>) -> Complex<f64> {
    if y.im == 0.0 && x.im == 0.0 {
        return Complex::new(y.re.atan2(x.re), 0.0);
    }
    let sum = x + Complex::new(-y.im, y.re);
    let quotient = complex::log(complex::divide(sum, complex::sqrt(x * x + y * y)));
    Complex::new(quotient.im, -quotient.re)
}

/// The neighbour of each element of `x` toward the element of `y`, in the format of the elements.
fn next_after(x: &Tensor, y: &Tensor) -> Option<Tensor> {
    if !x.element.is_float() {
        return None;
    }
    let width = x.element.bits();
    let (from, to) = (x.bits(), y.bits());
    let next =
        |(&from, &to): (&u128, &u128)| u128::from(special::next_after_bits(from as u64, to as u64, width));
    let bits: Vec<u128> = from.iter().zip(&to).map(next).collect();
    let stepped = Tensor::from_bits(x.element, &x.shape, &bits);
    // The steps count through bit patterns of numbers, which excludes NaN.
    let data: Data = match (&x.data, &y.data, &stepped.data) {
        (Data::F32(x), Data::F32(y), Data::F32(z)) => {
            let pick = |((x, y), z): ((&f32, &f32), &f32)| if x.is_nan() || y.is_nan() { x + y } else { *z };
            x.iter().zip(y.iter()).zip(z.iter()).map(pick).collect::<Vec<_>>().into()
        }
        (Data::F64(x), Data::F64(y), Data::F64(z)) => {
            let pick = |((x, y), z): ((&f64, &f64), &f64)| if x.is_nan() || y.is_nan() { x + y } else { *z };
            x.iter().zip(y.iter()).zip(z.iter()).map(pick).collect::<Vec<_>>().into()
        }
        _ => return None,
    };
    Some(Tensor { element: x.element, shape: x.shape.clone(), data })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_the_format_of_the_element() {
        let bf16 = Element::Float(partita_ir::FloatKind::Bf16);
        let x = Tensor::new(bf16, vec![3], vec![1.0f32, 0.0, 1.0]);
        let y = Tensor::new(bf16, vec![3], vec![2.0f32, -1.0, -2.0]);
        let Data::F32(got) = binary(Binary::NextAfter, &x, &y).unwrap().data else { unreachable!("floats") };
        assert_eq!(*got, [1.0078125, -9.183_55e-41, 0.99609375]);
    }

    #[test]
    fn inverse_hyperbolic_functions_near_their_edges() {
        assert_eq!(acosh(1.0), 0.0);
        assert!(acosh(0.5).is_nan() && acosh(-1e30).is_nan());
        assert!(
            (asinh(1e-20) - 1e-20).abs() < 1e-35 && (asinh(-1e300) + 691.468_675_078_773_7).abs() < 1e-12
        );
        assert!((real(Unary::Atan).map(|f| f(f64::INFINITY)) == Some(std::f64::consts::FRAC_PI_2)));
    }

    #[test]
    fn absolute_value_of_complex_numbers_is_real() {
        let z = Tensor::new(Element::Complex64, vec![1], vec![Complex::new(3e30f32, -4e30)]);
        let got = unary(Unary::Abs, &z).unwrap();
        assert_eq!(got, Tensor::f32(&[1], vec![5e30]));
        assert!(unary(Unary::Erf, &z).is_err());
    }
}
