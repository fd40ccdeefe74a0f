//! Functions around the gamma function, in double precision: its logarithm, its logarithmic derivatives and the
//! zeta function of Hurwitz.

use std::f64::consts::PI;

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// Bernoulli numbers `B₂, B₄, …`.
const BERNOULLI: [f64; 12] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174_611.0 / 330.0,
    854_513.0 / 138.0,
    -236_364_091.0 / 2730.0,
];

/// From this argument on, asymptotic series are accurate to the last digit.
const LARGE: f64 = 12.0;

/// `ln |Γ(x)|`; infinite at the poles.
pub(crate) fn lgamma(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::INFINITY;
    }
    if x < 0.5 {
        if x <= 0.0 && x == x.floor() {
            return f64::INFINITY;
        }
        // Near zero the product below would overflow.
        if x.abs() < 1e-100 {
            return -x.abs().ln();
        }
        // Γ(x) Γ(1 - x) sin πx = π
        let sine = sin_pi(x).abs();
        return PI.ln() - sine.ln() - lgamma(1.0 - x);
    }
    if x >= LARGE {
        let series: f64 = BERNOULLI
            .iter()
            .zip(1..13i32)
            .rev()
            .map(|(b, k)| b / f64::from(2 * k * (2 * k - 1)) * x.powi(1 - 2 * k))
            .sum();
        return (x - 0.5) * (x.ln() - 1.0) - 0.5 + 0.5 * (2.0 * PI).ln() + series;
    }
    // Down to (1.5, 2.5], where the expansion around the zero at 2 converges fast; factors are collected first.
    let (mut x, mut product) = (x, 1.0);
    while x > 2.5 {
        x -= 1.0;
        product *= x;
    }
    if x > 1.5 {
        product.ln() + lgamma_above_two(x - 2.0)
    } else {
        lgamma_above_two(x - 1.0) - (x - 1.0).ln_1p()
    }
}

/// `ln Γ(2 + t)` for `|t| <= 1/2`: `(1-γ) t + Σ (-1)ᵏ (ζ(k)-1) tᵏ/k`.
fn lgamma_above_two(t: f64) -> f64 {
    let mut sum = 0.0;
    for k in (2..=32).rev() {
        let coefficient = ZETA_MINUS_ONE[k as usize - 2] / f64::from(k);
        sum = coefficient - sum * t;
    }
    t * ((1.0 - EULER) + sum * t)
}

/// `ζ(k) - 1` for `k` from 2 to 32.
const ZETA_MINUS_ONE: [f64; 31] = {
    // Direct sums converge for large k only; Euler–Maclaurin from ten terms on does for all.
    let mut table = [0.0; 31];
    let mut index = 0;
    while index < 31 {
        let s = index + 2;
        let mut sum = 0.0;
        let mut n = 10;
        while n >= 2 {
            sum += reciprocal_power(n as f64, s);
            n -= 1;
        }
        let start = 11.0;
        let power = reciprocal_power(start, s);
        let mut tail = power * start / (s as f64 - 1.0) + 0.5 * power;
        let mut factor = power * s as f64 / start;
        let mut k = 0;
        let mut factorial = 2.0;
        while k < 10 {
            tail += BERNOULLI[k] / factorial * factor;
            let base = (s + 2 * k) as f64;
            factor *= (base + 1.0) * (base + 2.0) / (start * start);
            factorial *= (2 * k + 3) as f64 * (2 * k + 4) as f64;
            k += 1;
        }
        table[index] = sum + tail;
        index += 1;
    }
    table
};

/// `x⁻ⁿ`, in constants.
const fn reciprocal_power(x: f64, n: usize) -> f64 {
    let mut power = 1.0;
    let mut i = 0;
    while i < n {
        power *= x;
        i += 1;
    }
    1.0 / power
}

/// `sin πx`, exact in its zeros.
fn sin_pi(x: f64) -> f64 {
    let rest = x - 2.0 * (0.5 * x).round();
    let folded = if rest.abs() > 0.5 { rest.signum() - rest } else { rest };
    (PI * folded).sin()
}

/// `cos πx / sin πx`.
fn cot_pi(x: f64) -> f64 {
    let rest = x - x.round();
    if rest.abs() > 0.25 { (PI * (rest.signum() * 0.5 - rest)).tan() } else { 1.0 / (PI * rest).tan() }
}

/// The derivative of `ln Γ`; NaN at its poles.
pub(crate) fn digamma(x: f64) -> f64 {
    if x <= 0.0 {
        if x == x.floor() {
            return f64::NAN;
        }
        return digamma(1.0 - x) - PI * cot_pi(x);
    }
    let (mut x, mut shift) = (x, 0.0);
    while x < LARGE {
        shift += 1.0 / x;
        x += 1.0;
    }
    let series: f64 =
        BERNOULLI.iter().zip(1..13i32).rev().map(|(b, k)| b / f64::from(2 * k) * x.powi(-2 * k)).sum();
    if x.is_infinite() { x } else { x.ln() - 0.5 / x - series - shift }
}

/// `ζ(s, q) = Σ (q + n)⁻ˢ` for `s > 1`.
///
/// Infinite at `s = 1` and at the poles `q = 0, -1, …` of an even power; NaN for `s < 1`, for other poles and for a
/// power that is not an integer with negative `q`.
pub(crate) fn zeta(s: f64, q: f64) -> f64 {
    if s.is_nan() || q.is_nan() || s < 1.0 {
        return f64::NAN;
    }
    if s == 1.0 {
        return f64::INFINITY;
    }
    if q <= 0.0 {
        if q == q.floor() {
            return if s % 2.0 == 0.0 { f64::INFINITY } else { f64::NAN };
        }
        if s != s.floor() {
            return f64::NAN;
        }
    }
    if s.is_infinite() {
        return if q > 1.0 {
            0.0
        } else if q == 1.0 {
            1.0
        } else {
            f64::INFINITY
        };
    }
    if q.is_infinite() {
        return 0.0;
    }
    // Euler–Maclaurin from the first term whose base is large enough.
    let (mut base, mut sum) = (q, 0.0);
    let mut terms = 0;
    while base < LARGE && terms < 100_000 {
        let term = base.powf(-s);
        sum += term;
        base += 1.0;
        terms += 1;
        if term.abs() < 1e-18 * sum && base > 0.0 && base * term / (s - 1.0) < 1e-18 * sum {
            return sum;
        }
    }
    let power = base.powf(-s);
    let mut tail = power * base / (s - 1.0) + 0.5 * power;
    let (mut factor, mut factorial) = (s * power / base, 2.0);
    for (k, bernoulli) in BERNOULLI.iter().enumerate() {
        let term = bernoulli / factorial * factor;
        tail += term;
        if term.abs() < 1e-17 * (sum + tail).abs() {
            break;
        }
        let (order, place) = (s + 2.0 * k as f64, 2.0 * k as f64);
        factor *= (order + 1.0) * (order + 2.0) / (base * base);
        factorial *= (place + 3.0) * (place + 4.0);
    }
    sum + tail
}

/// The derivative of order `n + 1` of `ln Γ` at `x`; NaN unless `n` is an integer that is not negative.
pub(crate) fn polygamma(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return digamma(x);
    }
    if !(n > 0.0 && n == n.floor() && n.is_finite()) {
        return f64::NAN;
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    let factorial = if n <= 170.0 { (1..=n as u32).map(f64::from).product() } else { lgamma(n + 1.0).exp() };
    sign * factorial * zeta(n + 1.0, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64) {
        assert!((got - want).abs() <= 1e-15 * want.abs().max(1e-300), "{got:e} is not {want:e}");
    }

    #[test]
    fn lgamma_is_exact_near_its_zeros() {
        close(lgamma(1.0 + 2f64.powi(-30)), -5.375_739_784_311_044e-10);
        close(lgamma(0.5), 0.572_364_942_924_700_1);
        close(lgamma(10.0), 12.801_827_480_081_469);
        close(lgamma(-1.5), 0.860_047_015_376_481);
        close(lgamma(100.0), 359.134_205_369_575_4);
        assert_eq!((lgamma(1.0), lgamma(2.0), lgamma(-3.0)), (0.0, 0.0, f64::INFINITY));
    }

    #[test]
    fn derivatives_of_lgamma() {
        close(digamma(1.0), -EULER);
        close(digamma(0.25), -4.227_453_533_376_265);
        assert!((digamma(-0.5) - 0.036_489_973_978_576_52).abs() < 1e-15);
        close(polygamma(1.0, 1.0), PI * PI / 6.0);
        close(polygamma(2.0, 1.0), -2.404_113_806_319_188_6);
        assert!(digamma(-2.0).is_nan() && digamma(0.0).is_nan() && polygamma(1.5, 2.0).is_nan());
    }

    #[test]
    fn zeta_of_known_arguments() {
        close(zeta(2.0, 1.0), PI * PI / 6.0);
        close(zeta(4.0, 0.5), 15.0 * PI.powi(4) / 90.0);
        close(zeta(1.5, 30.0), 0.368_216_628_187_000_4);
        assert_eq!(zeta(1.0, 3.0), f64::INFINITY);
    }
}
