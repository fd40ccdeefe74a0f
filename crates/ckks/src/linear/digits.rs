//! Sets of numbers as sums of arithmetic progressions, and ways to split a progression in two.
//!
//! Every offset is to be written as `baby + giant` with few distinct babies and giants. A progression `0..n`
//! times a unit can be split at any width `w`: the baby is the remainder modulo `w`, the giant the rest. A set
//! that is a sum of progressions is split in each of them separately.

use std::collections::BTreeSet;

use partita_mesh::gcd;

/// One summand of a set: values `low + k * unit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    low: i64,
    unit: i64,
    /// `(value - low) / unit` of all values, sorted; begins with 0.
    steps: Vec<i64>,
}

/// A way to split a digit: babies are remainders modulo `width`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DigitSplit {
    pub(crate) width: i64,
    shift: i64,
    /// The numbers of distinct babies and giants.
    pub(crate) babies: usize,
    pub(crate) giants: usize,
}

impl Digit {
    fn new(values: &[i64]) -> Digit {
        let low = values[0];
        let unit = values.iter().fold(0, |unit, v| gcd(unit, (v - low).abs())).max(1);
        Digit { low, unit, steps: values.iter().map(|v| (v - low) / unit).collect() }
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn is_progression(&self) -> bool {
        self.steps.last() == Some(&(self.steps.len() as i64 - 1))
    }

    /// The baby and the giant of a value.
    pub(crate) fn split_value(&self, value: i64, split: DigitSplit) -> (i64, i64) {
        let step = (value - self.low) / self.unit;
        let giant = (step + split.shift).div_euclid(split.width) * split.width;
        // The common offset `low` stays with the babies; only sums matter.
        ((step - giant) * self.unit + self.low, giant * self.unit)
    }

    /// The split of a given width with the fewest giants. A set with gaps may need fewer if the boundaries are
    /// shifted, so up to 64 shifts are tried; 100,000 values are looked at in all.
    pub(crate) fn split_by_width(&self, width: i64) -> DigitSplit {
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
            DigitSplit { width, shift, babies, giants }
        });
        best.min_by_key(|split| (split.giants, split.babies)).expect("there is a shift")
    }

    /// The splits worth trying: for every number of giants, the one of the smallest width.
    pub(crate) fn candidate_splits(&self, most: usize) -> Vec<DigitSplit> {
        let span = self.steps.last().copied().unwrap_or(0) + 1;
        let mut widths: Vec<i64> = if self.is_progression() {
            // All widths with different numbers of giants, without enumerating up to the span.
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
        let mut splits: Vec<DigitSplit> = widths.into_iter().map(|w| self.split_by_width(w)).collect();
        splits.sort_by_key(|split| (split.giants, split.babies, split.width));
        splits.dedup_by_key(|split| split.giants);
        splits
    }
}

/// A set of numbers as a sum of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DigitSum {
    pub(crate) digits: Vec<Digit>,
}

impl DigitSum {
    /// Decomposes a set as far as possible. `values` is sorted and not empty.
    pub(crate) fn new(values: &[i64]) -> DigitSum {
        let single = Digit::new(values);
        if single.is_progression() {
            return DigitSum { digits: vec![single] };
        }
        let mut digits = Vec::new();
        let mut rest: Vec<i64> = values.iter().map(|v| v - values[0]).collect();
        while rest.len() > 1 {
            let Some((digit, quotient)) = divide(&rest) else {
                return DigitSum { digits: vec![single] };
            };
            digits.push(digit);
            rest = quotient;
        }
        digits[0].low = values[0];
        DigitSum { digits }
    }

    /// The summands of a value of the set, smallest stride first.
    pub(crate) fn summands(&self, value: i64) -> Vec<i64> {
        let mut rest = value;
        let mut parts = vec![0; self.digits.len()];
        for (n, digit) in self.digits.iter().enumerate().rev() {
            if n == 0 {
                parts[0] = rest;
                break;
            }
            // Strides ascend, so the right digit is one that leaves a rest which the smaller digits can reach.
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

    /// Whether the first `n` digits can sum to `value`.
    fn reachable(&self, n: usize, value: i64) -> bool {
        if n == 0 {
            return value == 0;
        }
        let digit = &self.digits[n - 1];
        digit.steps.iter().any(|s| value >= s * digit.unit && self.reachable(n - 1, value - s * digit.unit))
    }
}

/// A progression and a set whose sum is this set. `set` is sorted and begins with 0.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_progressions_are_found() {
        let set: BTreeSet<i64> = (0..4)
            .flat_map(|a| (0..2).flat_map(move |b| (0..3).map(move |c| a + 10 * b + 100 * c - 7)))
            .collect();
        let values: Vec<i64> = set.into_iter().collect();
        let axis = DigitSum::new(&values);
        assert_eq!(axis.digits.iter().map(Digit::len).collect::<Vec<_>>(), [4, 2, 3]);
        for &value in &values {
            assert_eq!(axis.summands(value).iter().sum::<i64>(), value);
        }
    }

    #[test]
    fn a_split_adds_up() {
        let digit = Digit::new(&[-6, -1, 0, 1, 6]);
        let split = digit.split_by_width(3);
        assert_eq!((split.babies, split.giants), (3, 3));
        for value in [-6, -1, 0, 1, 6] {
            let (baby, giant) = digit.split_value(value, split);
            assert_eq!(baby + giant, value);
        }
    }
}
