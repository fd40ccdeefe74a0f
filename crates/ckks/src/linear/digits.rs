//! Sets of numbers as sums of arithmetic progressions, and the ways to cut one in two.
//!
//! Offsets are to be written as `baby + giant` with few of each. A progression `0..n` times a unit is cut at any width
//! `w`: the baby step is the remainder by `w`, the giant step the rest. A set that is a sum of progressions is cut in
//! each of them on its own.

use std::collections::BTreeSet;

/// One summand of a set: values that are multiples of `unit` apart from `low`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    low: i64,
    unit: i64,
    /// `(value - low) / unit` of all values, sorted; begins with 0.
    steps: Vec<i64>,
}

/// A way to cut a digit: babies are remainders by `width`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) width: i64,
    shift: i64,
    /// Distinct babies and giants.
    pub(crate) babies: usize,
    pub(crate) giants: usize,
}

impl Digit {
    fn new(values: &[i64]) -> Digit {
        let low = values[0];
        let unit = values.iter().fold(0, |unit, v| gcd(unit, v - low)).max(1);
        Digit { low, unit, steps: values.iter().map(|v| (v - low) / unit).collect() }
    }

    /// How many values it has.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn is_progression(&self) -> bool {
        self.steps.last() == Some(&(self.steps.len() as i64 - 1))
    }

    /// Baby and giant of a value.
    pub(crate) fn split(&self, value: i64, cut: Cut) -> (i64, i64) {
        let step = (value - self.low) / self.unit;
        let giant = (step + cut.shift).div_euclid(cut.width) * cut.width;
        // What is common to all is left with the babies; only sums matter.
        ((step - giant) * self.unit + self.low, giant * self.unit)
    }

    /// The cut of a given width with the fewest giants.
    pub(crate) fn cut(&self, width: i64) -> Cut {
        let width = width.max(1);
        let most = (100_000 / self.steps.len()).clamp(1, 64) as i64;
        let shifts = if self.is_progression() { 1 } else { width.min(most) };
        let count = |f: &dyn Fn(i64) -> i64| {
            let mut values: Vec<i64> = self.steps.iter().map(|&s| f(s)).collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        let best = (0..shifts).map(|shift| {
            let giants = count(&|s| (s + shift).div_euclid(width));
            let babies = count(&|s| (s + shift).rem_euclid(width));
            Cut { width, shift, babies, giants }
        });
        best.min_by_key(|cut| (cut.giants, cut.babies)).expect("there is a shift")
    }

    /// Cuts worth trying: for every number of giants the smallest width.
    pub(crate) fn cuts(&self, most: usize) -> Vec<Cut> {
        let span = self.steps.last().copied().unwrap_or(0) + 1;
        let mut widths: Vec<i64> = if self.is_progression() {
            // All widths with a different number of giants, without walking to the span.
            let mut widths: Vec<i64> = (1..=span).take_while(|w| w * w <= span).collect();
            widths.extend((1..=span).take_while(|g| g * g <= span).map(|g| (span + g - 1) / g));
            widths
        } else {
            let powers = (0..62).map(|e| 1i64 << e).take_while(|&w| w < span);
            let gaps = self.steps.windows(2).map(|w| w[1] - w[0]);
            powers.chain(gaps.take(16)).chain(1..=8).chain([span]).collect()
        };
        widths.sort_unstable();
        widths.dedup();
        if widths.len() > most {
            widths.retain(|w| *w == span || (*w as u64).is_power_of_two());
        }
        let mut cuts: Vec<Cut> = widths.into_iter().map(|w| self.cut(w)).collect();
        cuts.sort_by_key(|cut| (cut.giants, cut.babies, cut.width));
        cuts.dedup_by_key(|cut| cut.giants);
        cuts
    }
}

/// A set of numbers as a sum of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) digits: Vec<Digit>,
}

impl Axis {
    /// The set, taken apart as far as it goes. `values` is sorted and not empty.
    pub(crate) fn new(values: &[i64]) -> Axis {
        let whole = Digit::new(values);
        if whole.is_progression() {
            return Axis { digits: vec![whole] };
        }
        let mut digits = Vec::new();
        let mut rest: Vec<i64> = values.iter().map(|v| v - values[0]).collect();
        while rest.len() > 1 {
            let Some((digit, quotient)) = divide(&rest) else {
                return Axis { digits: vec![whole] };
            };
            digits.push(digit);
            rest = quotient;
        }
        digits[0].low = values[0];
        Axis { digits }
    }

    /// The summands of a value of the set, least stride first.
    pub(crate) fn parts(&self, value: i64) -> Vec<i64> {
        let mut rest = value;
        let mut parts = vec![0; self.digits.len()];
        for (n, digit) in self.digits.iter().enumerate().rev() {
            if n == 0 {
                parts[0] = rest;
                break;
            }
            // Strides ascend, so the largest digit that leaves something the smaller ones reach is the right one.
            let reach: i64 = self.digits[..n].iter().map(|d| d.steps[d.len() - 1] * d.unit).sum();
            let base = rest - self.digits[0].low;
            let mut chosen = 0;
            for &step in &digit.steps {
                let left = base - step * digit.unit;
                if (0..=reach).contains(&left) && self.reachable(n, left) {
                    chosen = step * digit.unit;
                    break;
                }
            }
            parts[n] = chosen;
            rest -= chosen;
        }
        parts
    }

    /// Whether the first `n` digits can make up `value`.
    fn reachable(&self, n: usize, value: i64) -> bool {
        if n == 0 {
            return value == 0;
        }
        let digit = &self.digits[n - 1];
        digit.steps.iter().any(|s| value >= s * digit.unit && self.reachable(n - 1, value - s * digit.unit))
    }
}

/// A progression whose sum with another set, the second result, is this set. `set` is sorted and begins with 0.
fn divide(set: &[i64]) -> Option<(Digit, Vec<i64>)> {
    let members: BTreeSet<i64> = set.iter().copied().collect();
    let unit = *set.get(1)?;
    let run = (1..).take_while(|n| members.contains(&(n * unit))).count() as i64 + 1;
    (2..=run).rev().filter(|n| set.len() as i64 % n == 0).find_map(|n| {
        let mut left = members.clone();
        let mut quotient = Vec::new();
        while let Some(first) = left.pop_first() {
            quotient.push(first);
            if !(1..n).all(|k| left.remove(&(first + k * unit))) {
                return None;
            }
        }
        Some((Digit { low: 0, unit, steps: (0..n).collect() }, quotient))
    })
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_progressions_are_found() {
        let set: BTreeSet<i64> = (0..4)
            .flat_map(|a| (0..2).flat_map(move |b| (0..3).map(move |c| a + 10 * b + 100 * c - 7)))
            .collect();
        let values: Vec<i64> = set.into_iter().collect();
        let axis = Axis::new(&values);
        assert_eq!(axis.digits.iter().map(Digit::len).collect::<Vec<_>>(), [4, 2, 3]);
        for &value in &values {
            assert_eq!(axis.parts(value).iter().sum::<i64>(), value);
        }
    }

    #[test]
    fn a_cut_adds_up() {
        let digit = Digit::new(&[-6, -1, 0, 1, 6]);
        let cut = digit.cut(3);
        assert_eq!((cut.babies, cut.giants), (3, 3));
        for value in [-6, -1, 0, 1, 6] {
            let (baby, giant) = digit.split(value, cut);
            assert_eq!(baby + giant, value);
        }
    }
}
