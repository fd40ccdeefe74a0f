//! Polynomials of a ciphertext in the fewest levels: degree `d` uses `ceil(log2(d + 1))`.
//!
//! Coefficients are those of Chebyshev polynomials, whose values stay within [-1, 1] on [-1, 1], so that
//! nothing grows. A polynomial of degree below `2n` is `q * T(n) + r` with `q` and `r` of degree below `n`; the
//! polynomials `T(2^k)` are computed by squaring.

use partita_base::code;

use crate::program::{Builder, CtId, Plain, SlotStep};
use crate::{CkksError, CkksResult};

/// A polynomial on [-1, 1] by its Chebyshev coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial {
    coefficients: Vec<f64>,
}

impl Polynomial {
    /// The highest degree; it uses 8 levels.
    pub const MAX_DEGREE: usize = 255;

    /// From the coefficients of Chebyshev polynomials, constant first.
    pub fn chebyshev(mut coefficients: Vec<f64>) -> CkksResult<Polynomial> {
        while coefficients.last() == Some(&0.0) {
            coefficients.pop();
        }
        let degree = coefficients.len().saturating_sub(1);
        if degree == 0 || degree > Self::MAX_DEGREE || coefficients.iter().any(|c| !c.is_finite()) {
            let message = format!("invalid polynomial: degree {degree}, or a coefficient that is not finite");
            return Err(CkksError::new(code::BAD_POLYNOMIAL, message)
                .help(format!("degrees from 1 to {} can be evaluated", Self::MAX_DEGREE)));
        }
        Ok(Polynomial { coefficients })
    }

    /// From the coefficients of powers, constant first.
    pub fn powers(coefficients: &[f64]) -> CkksResult<Polynomial> {
        // Horner's rule on Chebyshev coefficients.
        let mut sum: Vec<f64> = Vec::new();
        for &coefficient in coefficients.iter().take(Self::MAX_DEGREE + 2).rev() {
            sum = times_x(&sum, 1.0);
            sum[0] += coefficient;
        }
        Self::chebyshev(sum)
    }

    /// The Chebyshev coefficients, constant first.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// The highest power with a nonzero coefficient.
    pub fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The levels that it uses.
    pub fn levels(&self) -> usize {
        (self.degree() + 1).next_power_of_two().ilog2() as usize
    }

    /// The polynomial with all values times a factor, plus a constant.
    #[must_use]
    pub fn scaled(&self, factor: f64, plus: f64) -> Polynomial {
        let mut coefficients: Vec<f64> = self.coefficients.iter().map(|c| c * factor).collect();
        coefficients[0] += plus;
        Polynomial { coefficients }
    }

    /// The polynomial whose value at `x` is a factor times that of this one at `stretch * x`.
    #[must_use]
    pub fn stretched(&self, stretch: f64, factor: f64) -> Polynomial {
        let mut sum = vec![0.0; self.coefficients.len()];
        // `T(n)` of the stretched argument, by `T(n + 1) = 2 x T(n) - T(n - 1)`.
        let (mut before, mut here) = (Vec::new(), vec![1.0]);
        for (n, &coefficient) in self.coefficients.iter().enumerate() {
            sum.iter_mut().zip(&here).for_each(|(sum, c)| *sum += factor * coefficient * c);
            let mut next = times_x(&here, if n == 0 { stretch } else { 2.0 * stretch });
            next.iter_mut().zip(&before).for_each(|(next, before)| *next -= before);
            (before, here) = (here, next);
        }
        Polynomial { coefficients: sum }
    }

    /// The value at `x`.
    pub fn at(&self, x: f64) -> f64 {
        let (mut b1, mut b2) = (0.0, 0.0);
        for &c in self.coefficients[1..].iter().rev() {
            (b1, b2) = (2.0 * x * b1 - b2 + c, b1);
        }
        x * b1 - b2 + self.coefficients[0]
    }
}

/// Chebyshev coefficients times `by * x`: `x T(n) = (T(n + 1) + T(n - 1)) / 2`.
fn times_x(coefficients: &[f64], by: f64) -> Vec<f64> {
    let mut next = vec![0.0; coefficients.len() + 1];
    for (n, c) in coefficients.iter().map(|c| c * by).enumerate() {
        if n == 0 {
            next[1] += c;
        } else {
            next[n + 1] += c / 2.0;
            next[n - 1] += c / 2.0;
        }
    }
    next
}

/// Adds the steps that evaluate a polynomial at a ciphertext with values in [-1, 1].
pub fn evaluate_polynomial(builder: &mut Builder, x: CtId, polynomial: &Polynomial) -> CkksResult<CtId> {
    let mut powers = vec![builder.settled(x)?];
    let depth = polynomial.levels();
    for _ in 1..depth {
        let last = powers[powers.len() - 1];
        let square = builder.mul(last, last)?;
        let twice = builder.push(SlotStep::Add(square, square))?;
        let next = builder.push(SlotStep::AddPlain { of: twice, by: Plain::Constant(-1.0) })?;
        let next = builder.settled(next)?;
        powers.push(next);
    }
    match evaluate_segment(builder, &powers, &polynomial.coefficients, depth)? {
        PolynomialValue::Ciphertext(id) => builder.settled(id),
        PolynomialValue::Constant(_) => unreachable!("a polynomial has a degree of at least 1"),
    }
}

enum PolynomialValue {
    Constant(f64),
    Ciphertext(CtId),
}

/// Evaluates a polynomial of degree below `2^depth`.
fn evaluate_segment(
    builder: &mut Builder,
    powers: &[CtId],
    coefficients: &[f64],
    depth: usize,
) -> CkksResult<PolynomialValue> {
    let used = coefficients.iter().rposition(|&c| c != 0.0).map_or(0, |n| n + 1);
    if used <= 1 {
        return Ok(PolynomialValue::Constant(coefficients.first().copied().unwrap_or(0.0)));
    }
    let n = 1 << (depth - 1);
    if used <= n {
        return evaluate_segment(builder, powers, &coefficients[..used], depth - 1);
    }
    // T(n + j) = 2 T(n) T(j) - T(n - j)
    let mut rest = coefficients[..n].to_vec();
    let mut quotient = vec![0.0; used - n];
    quotient[0] = coefficients[n];
    for j in 1..used - n {
        quotient[j] = 2.0 * coefficients[n + j];
        rest[n - j] -= coefficients[n + j];
    }
    let power = powers[depth - 1];
    let product = match evaluate_segment(builder, powers, &quotient, depth - 1)? {
        PolynomialValue::Constant(factor) => builder.mul_plain(power, Plain::Constant(factor))?,
        PolynomialValue::Ciphertext(factor) => builder.mul(factor, power)?,
    };
    let sum = match evaluate_segment(builder, powers, &rest, depth - 1)? {
        PolynomialValue::Constant(0.0) => product,
        PolynomialValue::Constant(constant) => {
            builder.push(SlotStep::AddPlain { of: product, by: Plain::Constant(constant) })?
        }
        PolynomialValue::Ciphertext(rest) => builder.add(product, rest)?,
    };
    Ok(PolynomialValue::Ciphertext(sum))
}
