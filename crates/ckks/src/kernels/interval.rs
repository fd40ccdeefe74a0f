//! Functions whose arguments lie in an interval that only calibration finds: exponentials, inverses and roots.
//!
//! They have no polynomial for `[-range, range]`: an inverse has a pole at zero, and an exponential would spend its
//! accuracy on arguments that never occur. So the layer before such a function computes `(x - centre) / half` instead
//! of `x`, which is within [-1, 1], and the polynomial is fitted there.

use std::f64::consts::PI;

use super::polynomial::Polynomial;
use crate::CkksResult;

/// A function for arguments of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntervalFunction {
    /// `e^x`.
    Exp,
    /// `1 / x`.
    Inverse,
    /// `1 / sqrt(x)`.
    InverseRoot,
    /// `sqrt(x)`.
    Root,
}

/// The arguments of a function: `[centre - half, centre + half]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The middle.
    pub centre: f64,
    /// Half of the length; positive.
    pub half: f64,
}

impl Interval {
    /// The interval between two numbers.
    pub fn between(low: f64, high: f64) -> Interval {
        let centre = 0.5 * (low + high);
        // A single number, too, has an interval around it, and rounding leads beyond no end.
        let half = (0.5 * (high - low) * (1.0 + 1e-9)).max(1e-3 * centre.abs()).max(1e-6);
        Interval { centre, half }
    }

    /// The smallest number.
    pub fn low(&self) -> f64 {
        self.centre - self.half
    }

    /// The largest number.
    pub fn high(&self) -> f64 {
        self.centre + self.half
    }
}

impl IntervalFunction {
    /// The functions by name.
    pub const NAMED: [(&'static str, IntervalFunction); 4] = [
        ("exp", IntervalFunction::Exp),
        ("inverse", IntervalFunction::Inverse),
        ("inverse_root", IntervalFunction::InverseRoot),
        ("root", IntervalFunction::Root),
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, known)| *known == self).map_or("function", |&(name, _)| name)
    }

    /// The exact value at `x`.
    pub fn at(self, x: f64) -> f64 {
        match self {
            IntervalFunction::Exp => x.exp(),
            IntervalFunction::Inverse => x.recip(),
            IntervalFunction::InverseRoot => x.sqrt().recip(),
            IntervalFunction::Root => x.sqrt(),
        }
    }

    /// Whether arguments have to be positive.
    pub fn is_for_positive(self) -> bool {
        self != IntervalFunction::Exp
    }

    /// The interval before calibration.
    pub fn usual(self) -> Interval {
        match self {
            IntervalFunction::Exp => Interval::between(-4.0, 4.0),
            _ => Interval::between(0.1, 4.0),
        }
    }

    /// The interval for arguments that were seen from `low` to `high`, with a margin; `None` if it has to be positive
    /// and is not.
    pub fn interval(self, low: f64, high: f64, margin: f64) -> Option<Interval> {
        if !low.is_finite() || !high.is_finite() {
            return None;
        }
        if self.is_for_positive() {
            return (low > 0.0).then(|| Interval::between(low / margin, high * margin));
        }
        let more = (margin - 1.0) * low.abs().max(high.abs());
        Some(Interval::between(low - more, high + more))
    }

    /// The polynomial of a degree for arguments `centre + half * u` with `u` in [-1, 1]. That of an inverse has the
    /// smallest relative error that is possible; the others equal the function at Chebyshev points.
    pub(super) fn polynomial(self, interval: Interval, degree: usize) -> CkksResult<Polynomial> {
        let Interval { centre, half } = interval;
        // `1 - x q(x)` is a Chebyshev polynomial, scaled to be 1 at `x = 0`, so that `q` is one too.
        let pole = -centre / half;
        let at = |u: f64| match self {
            IntervalFunction::Inverse => {
                let ratio = chebyshev(degree + 1, u) / chebyshev(degree + 1, pole);
                (1.0 - ratio) / (centre + half * u)
            }
            _ => self.at(centre + half * u),
        };
        let count = degree + 1;
        let angle = |n: usize| PI * (n as f64 + 0.5) / count as f64;
        let values: Vec<f64> = (0..count).map(|n| at(angle(n).cos())).collect();
        let coefficient = |k: usize| {
            let sum: f64 = (0..count).map(|n| values[n] * (k as f64 * angle(n)).cos()).sum();
            sum * if k == 0 { 1.0 } else { 2.0 } / count as f64
        };
        Polynomial::chebyshev((0..count).map(coefficient).collect())
    }

    /// The largest error of a polynomial, as a fraction of the value itself. Values a million times smaller than the
    /// largest one drown in the noise of ciphertexts anyway, so they count as that.
    pub(super) fn error(self, interval: Interval, polynomial: &Polynomial) -> f64 {
        const POINTS: usize = 2000;
        let points = (0..=POINTS).map(|n| 2.0 * n as f64 / POINTS as f64 - 1.0);
        let exact: Vec<(f64, f64)> =
            points.map(|u| (u, self.at(interval.centre + interval.half * u))).collect();
        let floor = 1e-6 * exact.iter().fold(0.0f64, |most, (_, value)| most.max(value.abs()));
        let error = |&(u, value): &(f64, f64)| (polynomial.at(u) - value).abs() / value.abs().max(floor);
        exact.iter().map(error).fold(0.0, f64::max)
    }
}

/// `T(n)` at any number.
fn chebyshev(n: usize, x: f64) -> f64 {
    if x.abs() <= 1.0 {
        return (n as f64 * x.acos()).cos();
    }
    let size = (n as f64 * x.abs().acosh()).cosh();
    if x < 0.0 && !n.is_multiple_of(2) { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_close_relative_to_each_value() {
        let cases = [
            (IntervalFunction::Inverse, 1.0, 100.0, 63, 1e-4),
            (IntervalFunction::InverseRoot, 0.5, 20.0, 31, 1e-4),
            (IntervalFunction::Root, 0.5, 20.0, 31, 1e-4),
            (IntervalFunction::Exp, -7.0, 3.0, 31, 1e-6),
        ];
        for (function, low, high, degree, most) in cases {
            let interval = Interval::between(low, high);
            let polynomial = function.polynomial(interval, degree).unwrap();
            let error = function.error(interval, &polynomial);
            assert!(error < most, "{}: {error}", function.name());
        }
    }

    #[test]
    fn an_inverse_is_better_than_by_interpolation() {
        let interval = Interval::between(1.0, 50.0);
        let best = IntervalFunction::Inverse;
        let error = best.error(interval, &best.polynomial(interval, 31).unwrap());
        // Half the number of Chebyshev's polynomial at the pole: no polynomial of this degree does better.
        assert!((error * chebyshev(32, interval.centre / interval.half) - 1.0).abs() < 1e-3, "{error}");
    }

    #[test]
    fn intervals_have_a_margin_and_stay_positive() {
        let interval = IntervalFunction::Inverse.interval(2.0, 8.0, 2.0).unwrap();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} and {b}");
        close(interval.low(), 1.0);
        close(interval.high(), 16.0);
        assert_eq!(IntervalFunction::InverseRoot.interval(-1.0, 8.0, 2.0), None);
        assert_eq!(IntervalFunction::Exp.interval(f64::NAN, 8.0, 2.0), None);
        let interval = IntervalFunction::Exp.interval(-3.0, 1.0, 1.5).unwrap();
        close(interval.low(), -4.5);
        close(interval.high(), 2.5);
        assert!(Interval::between(0.0, 0.0).half > 0.0);
    }
}
