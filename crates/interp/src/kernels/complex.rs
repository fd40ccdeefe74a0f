//! Functions of a complex number in double precision, with care where the textbook formula overflows or cancels.
//!
//! `complex<f32>` goes through these and is rounded at the end.

use num_complex::Complex;

type C = Complex<f64>;

/// `e^z`, also if `e^re` alone overflows or is multiplied by zero.
pub(crate) fn exp(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp(), z.im);
    }
    if z.re == f64::NEG_INFINITY && !z.im.is_finite() {
        return C::new(0.0, 0.0);
    }
    if z.re == f64::INFINITY && !z.im.is_finite() {
        return C::new(f64::INFINITY, f64::NAN);
    }
    if z.re > 709.0 && z.re.is_finite() {
        let half = (0.5 * z.re).exp();
        return C::new(z.im.cos() * half * half, z.im.sin() * half * half);
    }
    let size = z.re.exp();
    C::new(size * z.im.cos(), size * z.im.sin())
}

/// `e^z - 1`.
pub(crate) fn expm1(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp_m1(), z.im);
    }
    if z.re > 700.0 || !z.is_finite() {
        return exp(z) - C::new(1.0, 0.0);
    }
    // e^x cos y - 1 = (e^x - 1) cos y - 2 sin²(y/2)
    let half = (0.5 * z.im).sin();
    C::new(z.re.exp_m1() * z.im.cos() - 2.0 * half * half, z.re.exp() * z.im.sin())
}

/// The principal logarithm.
pub(crate) fn log(z: C) -> C {
    let (large, small) = max_min(z.re.abs(), z.im.abs());
    let real = if (0.5..2.0).contains(&large) && small < 2.0 {
        // ½ ln(1 + (a² - 1 + b²)) keeps the digits near the unit circle.
        let excess = (large - 1.0) * (large + 1.0) + small * small;
        if excess.abs() < 0.5 { 0.5 * excess.ln_1p() } else { z.re.hypot(z.im).ln() }
    } else if large.is_finite() && large > 1e300 {
        (0.5 * z.re).hypot(0.5 * z.im).ln() + std::f64::consts::LN_2
    } else {
        z.re.hypot(z.im).ln()
    };
    C::new(real, z.im.atan2(z.re))
}

/// The logarithm `log(1 + z)`, precise near zero.
pub(crate) fn log1p(z: C) -> C {
    let imaginary = z.im.atan2(1.0 + z.re);
    if z.re.abs() < 1.0 && z.im.abs() < 1.0 {
        // |1 + z|² - 1 = re (2 + re) + im²
        let excess = z.re.mul_add(2.0 + z.re, z.im * z.im);
        if excess > -0.5 {
            return C::new(0.5 * excess.ln_1p(), imaginary);
        }
    }
    C::new(log(C::new(1.0 + z.re, z.im)).re, imaginary)
}

fn max_min(a: f64, b: f64) -> (f64, f64) {
    if a >= b { (a, b) } else { (b, a) }
}

/// The principal square root. On the branch line the sign of a zero does not count: the root of `-4 - 0i` is `2i`, as in XLA.
pub(crate) fn sqrt(z: C) -> C {
    sqrt_signed(without_minus_zero(z))
}

/// The root with the sign of the imaginary part, even of a zero: the building block of the inverse functions.
fn sqrt_signed(z: C) -> C {
    if z.im.is_infinite() {
        return C::new(f64::INFINITY, z.im);
    }
    if z.re.is_infinite() {
        let other = if z.im.is_nan() { f64::NAN } else { 0.0f64 };
        return if z.re > 0.0 {
            C::new(z.re, other.copysign(z.im))
        } else {
            C::new(other, (-z.re).copysign(z.im))
        };
    }
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(0.0, z.im);
    }
    // Scaled by a power of four that keeps the squares in range.
    let size = z.re.abs().max(z.im.abs());
    let (scale, back) = if size > 1e150 {
        (2f64.powi(-600), 2f64.powi(300))
    } else if size < 1e-150 {
        (2f64.powi(600), 2f64.powi(-300))
    } else {
        (1.0, 1.0)
    };
    let (re, im) = (z.re * scale, z.im * scale);
    let t = (0.5 * (re.hypot(im) + re.abs())).sqrt();
    let other = 0.5 * im.abs() / t;
    let (re, im) = if re >= 0.0 { (t, other) } else { (other, t) };
    C::new(re * back, (im * back).copysign(z.im))
}

/// The same number with zero instead of negative zero as its imaginary part.
fn without_minus_zero(z: C) -> C {
    C::new(z.re, z.im + 0.0)
}

/// `1 / sqrt(z)`.
pub(crate) fn rsqrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(f64::INFINITY, f64::NAN);
    }
    if (z.re.is_infinite() || z.im.is_infinite()) && !z.re.is_nan() && !z.im.is_nan() {
        return C::new(0.0, 0.0f64.copysign(-z.im));
    }
    reciprocal(sqrt(z))
}

fn reciprocal(z: C) -> C {
    divide(C::new(1.0, 0.0), z)
}

/// The quotient by Smith's method, which avoids intermediate overflow.
pub(crate) fn divide(a: C, b: C) -> C {
    if b.re.abs() >= b.im.abs() {
        let ratio = if b.re == 0.0 { 0.0 } else { b.im / b.re };
        let size = b.re + b.im * ratio;
        C::new((a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size)
    } else {
        let ratio = b.re / b.im;
        let size = b.re * ratio + b.im;
        C::new((a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size)
    }
}

/// The hyperbolic tangent.
pub(crate) fn tanh(z: C) -> C {
    if z.re.abs() > 20.0 && !z.im.is_nan() {
        // 1 ± tiny; the imaginary part is 4 sin y cos y e^(-2|x|).
        let tiny = (-2.0 * z.re.abs()).exp();
        let wave = if z.im.is_finite() { z.im.sin() * z.im.cos() } else { 0.0 };
        return C::new(1f64.copysign(z.re), 4.0 * wave * tiny);
    }
    let (t, s) = (z.im.tan(), z.re.sinh());
    let beta = 1.0 + t * t;
    let rho = (1.0 + s * s).sqrt();
    if t.is_infinite() {
        return C::new(rho / s, 1.0 / t);
    }
    let scale = 1.0 + beta * s * s;
    C::new(beta * rho * s / scale, t / scale)
}

/// The tangent.
pub(crate) fn tan(z: C) -> C {
    turn_back(tanh(turn(z)))
}

/// The sine.
pub(crate) fn sin(z: C) -> C {
    turn_back(sinh(turn(z)))
}

/// The cosine.
pub(crate) fn cos(z: C) -> C {
    cosh(turn(z))
}

/// `i z`.
fn turn(z: C) -> C {
    C::new(-z.im, z.re)
}

/// `-i z`.
fn turn_back(z: C) -> C {
    C::new(z.im, -z.re)
}

/// The hyperbolic sine.
pub(crate) fn sinh(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.sinh(), z.im);
    }
    if z.re.abs() > 700.0 && z.re.is_finite() {
        let half = (0.5 * z.re.abs()).exp();
        return C::new(
            (0.5 * half * z.im.cos() * half).copysign(z.re * z.im.cos()),
            0.5 * half * z.im.sin() * half,
        );
    }
    let real = if z.re == 0.0 { z.re } else { z.re.sinh() * z.im.cos() };
    C::new(real, z.re.cosh() * z.im.sin())
}

/// The hyperbolic cosine.
pub(crate) fn cosh(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.cosh(), z.re * z.im);
    }
    if z.re.abs() > 700.0 && z.re.is_finite() {
        let half = (0.5 * z.re.abs()).exp();
        return C::new(0.5 * half * z.im.cos() * half, (0.5 * half * z.im.sin() * half) * z.re.signum());
    }
    let imaginary = if z.re == 0.0 { z.re * z.im.sin() } else { z.re.sinh() * z.im.sin() };
    C::new(z.re.cosh() * z.im.cos(), imaginary)
}

/// `1 / (1 + e^-z)`.
pub(crate) fn logistic(z: C) -> C {
    if z.re < 0.0 {
        // Multiplied through with e^z, which does not overflow here.
        let e = exp(z);
        return divide(e, C::new(1.0, 0.0) + e);
    }
    reciprocal(C::new(1.0, 0.0) + exp(-z))
}

/// `z / |z|`, zero for zero and NaN if a part is.
pub(crate) fn sign(z: C) -> C {
    if z.re.is_nan() || z.im.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    let size = z.re.hypot(z.im);
    if size == 0.0 { C::new(0.0, 0.0) } else { C::new(z.re / size, z.im / size) }
}

/// `a` to the power `b`; zero to the power zero is one.
pub(crate) fn power(a: C, b: C) -> C {
    if b.re == 0.0 && b.im == 0.0 {
        return C::new(1.0, 0.0);
    }
    if a.re == 0.0 && a.im == 0.0 {
        return if b.re > 0.0 {
            C::new(0.0, 0.0)
        } else if b.im == 0.0 {
            C::new(f64::INFINITY, f64::NAN)
        } else {
            C::new(f64::NAN, f64::NAN)
        };
    }
    if b.im == 0.0 && b.re.fract() == 0.0 && b.re.abs() <= 64.0 {
        let positive = integer_power(a, b.re.abs() as u32);
        return if b.re < 0.0 { reciprocal(positive) } else { positive };
    }
    let log = log(a);
    let size = (b.re * log.re - b.im * log.im).exp();
    let angle = b.re * log.im + b.im * log.re;
    C::new(size * angle.cos(), size * angle.sin())
}

fn integer_power(base: C, mut exponent: u32) -> C {
    let (mut square, mut result) = (base, C::new(1.0, 0.0));
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= square;
        }
        square *= square;
        exponent >>= 1;
    }
    result
}

/// The inverse hyperbolic sine, by Kahan's formulas.
pub(crate) fn asinh(z: C) -> C {
    turn_back(asin(turn(z)))
}

/// The inverse sine.
pub(crate) fn asin(z: C) -> C {
    let z = without_minus_zero(z);
    if is_huge(z) {
        return turn_back(asinh_huge(turn(z)));
    }
    let below = sqrt_signed(C::new(1.0 - z.re, -z.im));
    let above = sqrt_signed(C::new(1.0 + z.re, z.im));
    let real = z.re.atan2((below * above).re);
    C::new(real, (below.conj() * above).im.asinh())
}

/// The inverse cosine.
pub(crate) fn acos(z: C) -> C {
    let z = without_minus_zero(z);
    if is_huge(z) {
        let asin = turn_back(asinh_huge(turn(z)));
        return C::new(z.im.abs().atan2(z.re), -asin.im);
    }
    let below = sqrt_signed(C::new(1.0 - z.re, -z.im));
    let above = sqrt_signed(C::new(1.0 + z.re, z.im));
    C::new(2.0 * below.re.atan2(above.re), (above.conj() * below).im.asinh())
}

/// The inverse hyperbolic cosine.
pub(crate) fn acosh(z: C) -> C {
    let z = without_minus_zero(z);
    if is_huge(z) {
        let log = log(z);
        return C::new(log.re + std::f64::consts::LN_2, log.im);
    }
    let below = sqrt_signed(C::new(z.re - 1.0, z.im));
    let above = sqrt_signed(C::new(z.re + 1.0, z.im));
    C::new((below.conj() * above).re.asinh(), 2.0 * below.im.atan2(above.re))
}

/// Whether squares of the parts would overflow.
fn is_huge(z: C) -> bool {
    z.re.abs().max(z.im.abs()) > 1e150
}

fn asinh_huge(z: C) -> C {
    let log = log(C::new(z.re.abs(), z.im.abs()));
    C::new((log.re + std::f64::consts::LN_2).copysign(z.re), log.im.copysign(z.im))
}

/// The inverse tangent.
pub(crate) fn atan(z: C) -> C {
    turn_back(atanh(turn(z)))
}

/// The inverse hyperbolic tangent.
pub(crate) fn atanh(z: C) -> C {
    let half_turn = std::f64::consts::FRAC_PI_2;
    let (x, y) = (z.re.abs(), z.im.abs());
    if x > 1e150 || y > 1e150 {
        let inverse = reciprocal(C::new(x, y));
        let real = if inverse.re.is_nan() { 0.0 } else { inverse.re };
        return C::new(real.copysign(z.re), half_turn.copysign(z.im));
    }
    // ¼ ln((1+x)² + y²)/((1-x)² + y²)) = ¼ ln(1 + 4x / ((1-x)² + y²))
    let distance = (1.0 - x) * (1.0 - x) + y * y;
    let real = 0.25 * (4.0 * x / distance).ln_1p();
    let imaginary = 0.5 * (2.0 * y).atan2((1.0 - x) * (1.0 + x) - y * y);
    C::new(real.copysign(z.re), imaginary.copysign(z.im))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: C, b: C) -> bool {
        (a - b).norm() <= 1e-13 * b.norm().max(1e-3)
    }

    proptest! {
        #[test]
        fn inverses_invert(re in -3.0..3.0f64, im in -3.0..3.0f64) {
            let z = C::new(re, im);
            prop_assert!(near(exp(log(z)), z));
            prop_assert!(near(sqrt(z) * sqrt(z), z));
            prop_assert!(near(sin(asin(z)), z) && near(cos(acos(z)), z));
            prop_assert!(near(sinh(asinh(z)), z) && near(cosh(acosh(z)), z));
            if (z * z - 1.0).norm() > 1e-3 && (z * z + 1.0).norm() > 1e-3 {
                prop_assert!(near(tanh(atanh(z)), z) && near(tan(atan(z)), z));
            }
            prop_assert!(near(expm1(log1p(z)), z));
        }
    }

    #[test]
    fn digits_survive_near_one() {
        let tiny = log(C::new(1.0, 1e-9));
        assert!((tiny.re - 5e-19).abs() < 1e-30);
        assert_eq!(power(C::new(0.0, 2.0), C::new(2.0, 0.0)), C::new(-4.0, 0.0));
        assert_eq!(sqrt(C::new(-4.0, -0.0)), C::new(0.0, 2.0));
        assert_eq!(reciprocal(C::new(0.0, 1.0)), C::new(0.0, -1.0));
    }
}
