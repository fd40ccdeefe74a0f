//! Error functions, the Bessel function and the neighbour of a float, in double precision.
//!
//! No fitted tables: each function is a convergent sum chosen so that its terms do not cancel. Narrower floats are
//! computed in `f64` and rounded once at the end.

use std::f64::consts::{FRAC_2_SQRT_PI, PI};

/// The error function.
pub(crate) fn erf(x: f64) -> f64 {
    if x.abs() >= 0.75 {
        return if x > 0.0 { 1.0 - erfc_positive(x) } else { erfc_positive(-x) - 1.0 };
    }
    // 2/√π · e^(-x²) · Σ 2ⁿ x^(2n+1) / (2n+1)!!, where every term has the sign of x.
    let square = x * x;
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= 2.0 * square / odd;
        sum += term;
    }
    FRAC_2_SQRT_PI * (-square).exp() * sum
}

/// The complement `1 - erf(x)`, without loss for large `x`.
pub(crate) fn erfc(x: f64) -> f64 {
    if x.abs() < 0.75 {
        1.0 - erf(x)
    } else if x < 0.0 {
        2.0 - erfc_positive(-x)
    } else {
        erfc_positive(x)
    }
}

/// `erfc` for `x >= 0.75`, or NaN: the trapezoidal rule for `∫ e^(-t²) / (t² + x²)`, whose only error at step 1/2
/// is the residue of the pole (subtracted) and `e^(-4π²)`.
fn erfc_positive(x: f64) -> f64 {
    /// `e^(-n²/4)` for `n` from 1 on.
    const WEIGHTS: [f64; 13] = [
        0.778_800_783_071_404_9,
        0.367_879_441_171_442_33,
        0.105_399_224_561_864_33,
        0.018_315_638_888_734_18,
        0.001_930_454_136_227_709_3,
        1.234_098_040_866_795_6e-4,
        4.785_117_392_129_01e-6,
        1.125_351_747_192_591_1e-7,
        1.605_228_055_185_611_6e-9,
        1.388_794_386_496_402e-11,
        7.287_724_095_819_692e-14,
        2.319_522_830_243_569e-16,
        4.477_732_441_718_301e-19,
    ];
    let square = x * x;
    if square > 800.0 {
        return 0.0;
    }
    let tail: f64 = WEIGHTS
        .iter()
        .enumerate()
        .rev()
        .map(|(n, weight)| weight / (0.25 * ((n + 1) * (n + 1)) as f64 + square))
        .sum();
    // The rounding error of the square matters once it is exponentiated.
    let scale = (-square).exp() * (1.0 - x.mul_add(x, -square));
    let residue = if x < 6.0 { 2.0 / (4.0 * PI * x).exp_m1() } else { 0.0 };
    scale * x * (0.5 / PI) * (1.0 / square + 2.0 * tail) - residue
}

/// The inverse of [`erf`]; infinite at ±1 and NaN beyond.
pub(crate) fn erf_inv(y: f64) -> f64 {
    let size = y.abs();
    if size.is_nan() || size > 1.0 {
        return f64::NAN;
    }
    if size == 1.0 || size < 1e-150 {
        return if size == 1.0 { y * f64::INFINITY } else { y / FRAC_2_SQRT_PI };
    }
    // Winitzki's closed form is good to 2e-3; Halley's steps then triple the digits each.
    const A: f64 = 0.147;
    let log = (1.0 - size).ln() + size.ln_1p();
    let half = 2.0 / (PI * A) + 0.5 * log;
    let mut x = ((half * half - log / A).sqrt() - half).sqrt();
    for _ in 0..4 {
        // `1 - size` is exact for the values where the difference of two numbers near one would lose digits.
        let error = if size > 0.5 { (1.0 - size) - erfc(x) } else { erf(x) - size };
        let step = error / (FRAC_2_SQRT_PI * (-x * x).exp());
        x -= step / (1.0 + x * step);
    }
    x.copysign(y)
}

/// `e^(-|x|) I₁(x)`, the scaled modified Bessel function of the first kind.
pub(crate) fn bessel_i1e(x: f64) -> f64 {
    let size = x.abs();
    if size.is_infinite() {
        return 0.0f64.copysign(x);
    }
    let value = if size < 40.0 {
        // Σ (x/2)^(2k+1) / (k! (k+1)!)
        let quarter = 0.25 * size * size;
        let (mut term, mut sum, mut k) = (0.5 * size, 0.5 * size, 0.0);
        while term > sum * 1e-17 {
            k += 1.0;
            term *= quarter / (k * (k + 1.0));
            sum += term;
        }
        sum * (-size).exp()
    } else {
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..30 {
            let odd = f64::from(2 * k - 1);
            term *= -(4.0 - odd * odd) / (8.0 * size * f64::from(k));
            sum += term;
        }
        sum / (2.0 * PI * size).sqrt()
    };
    if size.is_nan() { x } else { value.copysign(x) }
}

/// The float after `x` in the direction of `toward`, among the floats of `mantissa` stored bits.
///
/// Both numbers are given by their bits: sign, exponent and mantissa filling the low `width` bits.
pub(crate) fn next_after_bits(x: u64, toward: u64, width: u32) -> u64 {
    let sign = 1u64 << (width - 1);
    let magnitude = sign - 1;
    if x & magnitude == 0 {
        return if toward & magnitude == 0 { toward } else { (toward & sign) | 1 };
    }
    // Away from zero only if both have the same sign and the target is larger in magnitude.
    let shrinks = (x ^ toward) & sign != 0 || (x & magnitude) > (toward & magnitude);
    if x == toward {
        x
    } else if shrinks {
        x - 1
    } else {
        x + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64) {
        assert!((got - want).abs() <= 4e-16 * want.abs().max(1e-300), "{got:e} is not {want:e}");
    }

    #[test]
    fn erfc_keeps_its_digits_in_the_tail() {
        close(erfc(0.8), 0.257_899_035_292_339_5);
        close(erfc(3.0), 2.209_049_699_858_544e-5);
        close(erfc(10.0), 2.088_487_583_762_545e-45);
        close(erf(0.5), 0.520_499_877_813_046_5);
        close(erfc(-1.0), 1.842_700_792_949_715);
        assert!(erf(f64::NAN).is_nan() && erfc(f64::NAN).is_nan());
        assert_eq!((erf(f64::INFINITY), erfc(f64::NEG_INFINITY)), (1.0, 2.0));
    }

    #[test]
    fn erf_inv_inverts() {
        for y in [1e-20, 1e-3, 0.3, 0.5, 0.9, 0.999_999, 1.0 - 1e-12] {
            let x = erf_inv(y);
            let back = if y > 0.5 { (erfc(x) - (1.0 - y)) / (1.0 - y) } else { (erf(x) - y) / y };
            assert!(back.abs() < 2e-15 * (1.0 + x * x), "{y}: {back:e}");
            assert_eq!(erf_inv(-y), -x);
        }
        assert_eq!(erf_inv(1.0), f64::INFINITY);
        assert!(erf_inv(1.1).is_nan());
    }

    #[test]
    fn bessel_meets_at_the_change_of_method() {
        close(bessel_i1e(1.0), 0.207_910_415_349_708_45);
        let (series, asymptotic) = (bessel_i1e(39.999_999_999_999_99), bessel_i1e(40.0));
        assert!((series / asymptotic - 1.0).abs() < 5e-15);
        assert_eq!(bessel_i1e(0.0), 0.0);
    }
}
