//! Smooth functions as polynomials that are fitted to the range of their arguments.
//!
//! A function is interpolated at Chebyshev points of `[-range, range]`, in the fewest levels that are accurate.
//! The range is known only after calibration, so the polynomial is fitted again whenever it changes.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI, PI};

use partita_base::code;

use super::interval::{Interval, IntervalFunction};
use super::polynomial::Polynomial;
use crate::{CkksError, CkksResult};

/// A smooth function of one number.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// `1 / (1 + e^-x)`.
    Sigmoid,
    /// The hyperbolic tangent.
    Tanh,
    /// The error function.
    Erf,
    /// `x` times the sigmoid of `factor * x`, known as SiLU or Swish.
    Silu {
        /// The factor of the argument, 1 for SiLU.
        factor: f64,
    },
    /// `x` times the normal distribution function.
    Gelu,
    /// The same with the distribution function approximated by a hyperbolic tangent.
    GeluTanh,
    /// `ln(1 + e^x)`.
    Softplus,
    /// A polynomial of `x / range`, by its Chebyshev coefficients.
    Chebyshev {
        /// The coefficients, constant first.
        coefficients: Vec<f64>,
        /// The largest argument for which it is meant.
        range: f64,
    },
    /// A function of `centre + half * x`, for `x` in [-1, 1].
    Within {
        /// The function.
        of: IntervalFunction,
        /// Its arguments.
        interval: Interval,
    },
}

impl Function {
    /// The functions with a name and no parameters.
    pub const NAMED: [(&'static str, Function); 7] = [
        ("sigmoid", Function::Sigmoid),
        ("tanh", Function::Tanh),
        ("erf", Function::Erf),
        ("silu", Function::Silu { factor: 1.0 }),
        ("gelu", Function::Gelu),
        ("gelu_tanh", Function::GeluTanh),
        ("softplus", Function::Softplus),
    ];

    /// Its name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Function::Silu { .. } => "silu",
            Function::Chebyshev { .. } => "chebyshev",
            Function::Within { of, .. } => of.name(),
            _ => Self::NAMED.iter().find(|(_, known)| known == self).map_or("function", |&(name, _)| name),
        }
    }

    /// The exact value at `x`.
    pub fn at(&self, x: f64) -> f64 {
        match self {
            Function::Sigmoid => sigmoid(x),
            Function::Tanh => x.tanh(),
            Function::Erf => erf(x),
            Function::Silu { factor } => x * sigmoid(factor * x),
            Function::Gelu => 0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2)),
            Function::GeluTanh => 0.5 * x * (1.0 + (FRAC_2_PI.sqrt() * (x + 0.044_715 * x.powi(3))).tanh()),
            Function::Softplus => x.max(0.0) + (-x.abs()).exp().ln_1p(),
            Function::Chebyshev { coefficients, range } => chebyshev_at(coefficients, x / range),
            Function::Within { of, interval } => of.at(interval.centre + interval.half * x),
        }
    }

    /// The largest argument for which it is meant, if there is one.
    pub fn own_range(&self) -> Option<f64> {
        match self {
            Function::Chebyshev { range, .. } => Some(*range),
            Function::Within { .. } => Some(1.0),
            _ => None,
        }
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The error function to about 1e-15: a series near zero, a continued fraction elsewhere.
fn erf(x: f64) -> f64 {
    let size = x.abs();
    if size > 6.0 {
        return x.signum();
    }
    if size < 2.5 {
        let (mut term, mut sum) = (x, x);
        for n in 1..80 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return FRAC_2_SQRT_PI * sum;
    }
    let fraction = (1..80).rev().fold(size, |below, n| size + f64::from(n) / 2.0 / below);
    (1.0 - (-size * size).exp() / (fraction * PI.sqrt())) * x.signum()
}

fn chebyshev_at(coefficients: &[f64], x: f64) -> f64 {
    let (mut b1, mut b2) = (0.0, 0.0);
    for &c in coefficients.iter().skip(1).rev() {
        (b1, b2) = (2.0 * x * b1 - b2 + c, b1);
    }
    x * b1 - b2 + coefficients.first().copied().unwrap_or(0.0)
}

/// A function and the polynomial that replaces it for arguments in `[-range, range]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Smooth {
    function: Function,
    range: f64,
    polynomial: Polynomial,
    error: f64,
}

impl Smooth {
    /// A polynomial this close to the function, as a fraction of its largest value, is good enough.
    const GOOD: f64 = 1.0 / 4096.0;

    /// A polynomial worse than this is refused.
    const WORST: f64 = 1.0 / 128.0;

    /// A function for arguments in [-1, 1], until [`Self::fitted`] changes the range.
    pub fn new(function: Function) -> CkksResult<Smooth> {
        if let Function::Chebyshev { coefficients, range } = &function {
            Polynomial::chebyshev(coefficients.clone())?;
            if !(1e-6..=1e6).contains(range) {
                return Err(CkksError::new(
                    code::BAD_POLYNOMIAL,
                    format!("invalid range {range} of a polynomial"),
                )
                .help("use the largest argument for which it is meant, from 1e-6 to 1e6"));
            }
        }
        Self::fit(function, 1.0)
    }

    /// The same function for arguments in `[-range, range]`.
    pub fn fitted(&self, range: f64) -> CkksResult<Smooth> {
        Self::fit(self.function.clone(), range)
    }

    fn fit(function: Function, range: f64) -> CkksResult<Smooth> {
        if let Function::Chebyshev { coefficients, .. } = &function {
            // Interpolation by the same degree gives the polynomial itself.
            let polynomial = interpolate(&function, range, coefficients.len() - 1)?;
            return Ok(Smooth { function, range, polynomial, error: 0.0 });
        }
        let mut best: Option<(Polynomial, f64)> = None;
        for bits in 2..=7u32 {
            let degree = (1 << bits) - 1;
            let (polynomial, error) = match function {
                // Its interval is given, so the range is of no interest.
                Function::Within { of, interval } => {
                    let polynomial = of.polynomial(interval, degree)?;
                    let error = of.error(interval, &polynomial);
                    (polynomial, error)
                }
                _ => {
                    let polynomial = interpolate(&function, range, degree)?;
                    let error = relative_error(&function, range, &polynomial);
                    (polynomial, error)
                }
            };
            let is_good = error <= Self::GOOD;
            if best.as_ref().is_none_or(|(_, least)| error < *least) {
                best = Some((polynomial, error));
            }
            if is_good {
                break;
            }
        }
        match best {
            Some((polynomial, error)) if error <= Self::WORST => {
                Ok(Smooth { function, range, polynomial, error })
            }
            _ => {
                let name = function.name();
                let arguments = match &function {
                    Function::Within { interval, .. } => {
                        format!("from {:.4} to {:.4}", interval.low(), interval.high())
                    }
                    _ => format!("up to {range}"),
                };
                let message = format!("no polynomial approximates {name} for arguments {arguments}");
                Err(CkksError::new(code::VALUE_RANGE, message)
                    .help("calibrate with actual inputs, or use smaller weights before it"))
            }
        }
    }

    /// What the polynomial replaces.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The largest argument.
    pub fn range(&self) -> f64 {
        self.range
    }

    /// The polynomial of the argument over the range.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// The largest difference from the function, as a fraction of its largest value.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The value of the polynomial for an argument `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.polynomial.at(x / self.range)
    }
}

/// The polynomial of a degree that equals the function at Chebyshev points.
fn interpolate(function: &Function, range: f64, degree: usize) -> CkksResult<Polynomial> {
    let count = degree + 1;
    let angle = |n: usize| PI * (n as f64 + 0.5) / count as f64;
    let values: Vec<f64> = (0..count).map(|n| function.at(range * angle(n).cos())).collect();
    let largest = values.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()));
    let coefficient = |k: usize| {
        let sum: f64 = (0..count).map(|n| values[n] * (k as f64 * angle(n)).cos()).sum();
        let coefficient = sum * if k == 0 { 1.0 } else { 2.0 } / count as f64;
        // Rounding: an odd function has no even terms, which would cost operations.
        if coefficient.abs() < 1e-13 * largest { 0.0 } else { coefficient }
    };
    Polynomial::chebyshev((0..count).map(coefficient).collect())
}

fn relative_error(function: &Function, range: f64, polynomial: &Polynomial) -> f64 {
    const POINTS: usize = 2000;
    let (mut worst, mut largest) = (0.0f64, f64::MIN_POSITIVE);
    for n in 0..=POINTS {
        let u = 2.0 * n as f64 / POINTS as f64 - 1.0;
        let exact = function.at(range * u);
        worst = worst.max((polynomial.at(u) - exact).abs());
        largest = largest.max(exact.abs());
    }
    worst / largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_their_published_values() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-14, "{a} and {b}");
        close(erf(0.5), 0.520_499_877_813_046_5);
        close(erf(-2.0), -0.995_322_265_018_952_7);
        close(erf(3.0), 0.999_977_909_503_001_4);
        close(Function::Gelu.at(1.0), 0.841_344_746_068_542_9);
        close(Function::Silu { factor: 1.0 }.at(1.0), 0.731_058_578_630_004_9);
        close(Function::Softplus.at(0.0), std::f64::consts::LN_2);
        assert!((Function::GeluTanh.at(1.0) - 0.841_192).abs() < 1e-6);
    }

    #[test]
    fn polynomials_are_accurate_in_few_levels() {
        for (name, function) in Function::NAMED {
            for (range, levels) in [(1.0, 3), (4.0, 5), (8.0, 6), (32.0, 7)] {
                let smooth = Smooth::new(function.clone()).unwrap().fitted(range).unwrap();
                assert!(smooth.polynomial().levels() <= levels, "{name} up to {range}");
                let is_good = smooth.error() <= Smooth::GOOD || range > 8.0;
                assert!(is_good, "{name} up to {range}: {}", smooth.error());
            }
        }
        let smooth = Smooth::new(Function::Sigmoid).unwrap();
        assert_eq!(smooth.fitted(1e6).unwrap_err().code.to_string(), "PA0714");
    }

    #[test]
    fn own_polynomials_stay_what_they_are_on_every_range() {
        let function = Function::Chebyshev { coefficients: vec![0.1, -0.5, 0.25, 0.0, 0.125], range: 4.0 };
        let smooth = Smooth::new(function.clone()).unwrap();
        for range in [1.0, 2.0, 4.0] {
            let smooth = smooth.fitted(range).unwrap();
            assert_eq!(smooth.polynomial().degree(), 4);
            for x in [-0.9, 0.0, 0.3, 1.0] {
                assert!((smooth.at(x) - function.at(x)).abs() < 1e-13);
            }
        }
        let bad = Function::Chebyshev { coefficients: vec![1.0, 1.0], range: 0.0 };
        assert!(Smooth::new(bad).is_err());
    }
}
