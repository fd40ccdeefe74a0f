//! The sign function as a composition of odd polynomials, each the best of its degree.
//!
//! The first polynomial approximates 1 on `[margin, 1]`; its values are in `[1 - e, 1 + e]`, on which the next
//! one approximates 1, and so on. The best approximation is found by the Remez exchange algorithm.

use partita_base::code;

use super::polynomial::Polynomial;
use crate::{CkksError, CkksResult};

/// A composition of polynomials close to the sign of its argument for `margin <= |x| <= 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// The polynomials, first to last; each takes values in [-1, 1].
    pub polynomials: Vec<Polynomial>,
    /// The largest difference from the sign outside the margin.
    pub error: f64,
}

impl Sign {
    /// The levels that it uses.
    pub fn levels(&self) -> usize {
        self.polynomials.iter().map(Polynomial::levels).sum()
    }

    /// The polynomials of `(1 + sign x) / 2`: 1 for positive, 0 for negative values.
    pub(crate) fn half_step(&self) -> CkksResult<Vec<Polynomial>> {
        let Some((last, first)) = self.polynomials.split_last() else {
            let message = "expected at least one polynomial of a sign, found none";
            return Err(CkksError::new(code::BAD_POLYNOMIAL, message));
        };
        Ok(first.iter().cloned().chain([last.scaled(0.5, 0.5)]).collect())
    }

    /// The value at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.polynomials.iter().fold(x, |x, polynomial| polynomial.at(x))
    }
}

/// The best composition of odd polynomials of these degrees for arguments beyond the margin.
pub fn minimax_sign(degrees: &[usize], margin: f64) -> CkksResult<Sign> {
    let odd = |&degree: &usize| degree % 2 == 1 && degree <= 63;
    if degrees.is_empty() || !degrees.iter().all(odd) || !(1e-6..1.0).contains(&margin) {
        return Err(CkksError::new(
            code::BAD_POLYNOMIAL,
            format!("cannot approximate a sign by degrees {degrees:?} with margin {margin}"),
        )
        .help("use odd degrees up to 63 and a margin between 1e-6 and 1"));
    }
    let (mut low, mut high) = (margin, 1.0);
    let mut best: Vec<(Vec<f64>, f64)> = Vec::new();
    let mut error = 1.0;
    for &degree in degrees {
        let coefficients;
        (coefficients, error) = closest_to_one(degree, low, high);
        best.push((coefficients, high));
        (low, high) = (1.0 - error, 1.0 + error);
    }
    // Each polynomial expects values in [-1, 1], so the one before it divides by its own bound.
    let mut polynomials = Vec::new();
    for n in 0..best.len() {
        let bound = best.get(n + 1).map_or(1.0, |next| next.1);
        polynomials.push(Polynomial::chebyshev(best[n].0.iter().map(|c| c / bound).collect())?);
    }
    Ok(Sign { polynomials, error })
}

/// Chebyshev coefficients, for arguments over `high`, of the odd polynomial closest to 1 on `[low, high]`, and
/// its error.
fn closest_to_one(degree: usize, low: f64, high: f64) -> (Vec<f64>, f64) {
    let terms = degree.div_ceil(2);
    let odd = |x: f64, term: usize| ((2 * term + 1) as f64 * (x / high).clamp(-1.0, 1.0).acos()).cos();
    let value = |c: &[f64], x: f64| (0..terms).map(|term| c[term] * odd(x, term)).sum::<f64>();
    // The grid is fine towards both ends, where the extremes are close together.
    let count = 6000;
    let grid: Vec<f64> = (0..=count)
        .map(|n| {
            let t = n as f64 / count as f64;
            if n % 2 == 0 {
                low * (high / low).powf(t)
            } else {
                (low + high) / 2.0 - (high - low) / 2.0 * (std::f64::consts::PI * t).cos()
            }
        })
        .collect();
    let mut grid = grid;
    grid.sort_by(f64::total_cmp);
    let mut points: Vec<f64> = (0..=terms)
        .map(|n| {
            let t = (1.0 - (std::f64::consts::PI * n as f64 / terms as f64).cos()) / 2.0;
            low + (high - low) * t
        })
        .collect();
    let mut best = (vec![0.0; terms], f64::INFINITY);
    for _ in 0..60 {
        let rows = points.iter().enumerate().map(|(n, &x)| {
            let mut row: Vec<f64> = (0..terms).map(|term| odd(x, term)).collect();
            row.extend([if n % 2 == 0 { 1.0 } else { -1.0 }, 1.0]);
            row
        });
        let Some(mut solution) = solve(rows.collect()) else { break };
        let level = solution.pop().unwrap_or(0.0).abs();
        let errors: Vec<f64> = grid.iter().map(|&x| 1.0 - value(&solution, x)).collect();
        let largest = errors.iter().fold(0.0, |m: f64, e| m.max(e.abs()));
        if largest < best.1 {
            best = (solution, largest);
        }
        if largest - level <= 1e-10 * largest.max(1e-6) {
            break;
        }
        let extremes = extremes(&grid, &errors);
        if extremes.len() <= terms {
            break;
        }
        // If there are too many, keep the run of neighbours whose smallest error is largest.
        let smallest = |run: &[(f64, f64)]| run.iter().fold(f64::INFINITY, |m, e| m.min(e.1.abs()));
        let run = extremes.windows(terms + 1).max_by(|a, b| smallest(a).total_cmp(&smallest(b)));
        points = run.unwrap_or(&extremes[..=terms]).iter().map(|e| e.0).collect();
    }
    let mut coefficients = vec![0.0; 2 * terms];
    for (term, c) in best.0.into_iter().enumerate() {
        coefficients[2 * term + 1] = c;
    }
    (coefficients, best.1)
}

/// The largest error of every run of errors of one sign, with its position.
fn extremes(grid: &[f64], errors: &[f64]) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    for (&x, &error) in grid.iter().zip(errors) {
        match found.last_mut() {
            Some(last) if last.1.signum() == error.signum() => {
                if error.abs() > last.1.abs() {
                    *last = (x, error);
                }
            }
            _ => found.push((x, error)),
        }
    }
    found
}

/// Solves a system of equations, one row each with the right side last.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() < 1e-300 {
            return None;
        }
        for row in 0..n {
            if row != column {
                let factor = rows[row][column] / rows[column][column];
                let from = rows[column].clone();
                for (value, above) in rows[row].iter_mut().zip(&from) {
                    *value -= factor * above;
                }
            }
        }
    }
    Some((0..n).map(|n_| rows[n_][n] / rows[n_][n_]).collect())
}
