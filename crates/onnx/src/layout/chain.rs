//! Splits positions in a dimension into digits, to compare several shardings of one dimension.
//!
//! A chain splits a position into digits, major to minor: each digit divides the remainder of the digits above by its stride. The shard of an
//! element depends on the sharded digits only. Chains compare shardings of dimensions of any size without enumerating elements.

use partita_mesh::gcd;

/// One digit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChainDigit {
    /// The number of elements that one increment of the digit skips.
    pub(crate) stride: u64,
    /// The number of values; more than elements need if shards are empty.
    pub(crate) count: u64,
    /// Whether the shard of an element depends on the digit.
    pub(crate) is_sharded: bool,
}

/// The digits of a dimension. Strides descend; the last one is 1 unless the size is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub(crate) size: u64,
    pub(crate) digits: Vec<ChainDigit>,
}

impl Chain {
    /// The chain of an unsharded dimension.
    pub(crate) fn unsharded(size: u64) -> Self {
        Self::of_strides(size, [])
    }

    /// The chain of an unsharded dimension with digits of these strides, each of which divides the one before.
    pub(crate) fn of_strides(size: u64, strides: impl IntoIterator<Item = u64>) -> Self {
        let mut digits = Vec::new();
        let mut above = size;
        for stride in strides.into_iter().chain([1]) {
            if stride < above {
                digits.push(ChainDigit { stride, count: above.div_ceil(stride), is_sharded: false });
                above = stride;
            }
        }
        Self { size, digits }
    }

    /// Whether any digit is sharded.
    pub(crate) fn is_sharded(&self) -> bool {
        self.digits.iter().any(|digit| digit.is_sharded)
    }

    /// Removes empty shards.
    pub(crate) fn drop_empty(&mut self) {
        let mut above = self.size;
        for digit in &mut self.digits {
            digit.count = above.div_ceil(digit.stride);
            above = digit.stride;
        }
    }

    /// The runs of adjacent sharded digits: the stride above and the last stride of each. Equal for equal shardings.
    pub(crate) fn sharded_runs(&self) -> Vec<(u64, u64)> {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        let mut above = self.size;
        for digit in &self.digits {
            if digit.is_sharded {
                match runs.last_mut() {
                    Some(last) if last.1 == above && above.is_multiple_of(digit.stride) => {
                        last.1 = digit.stride
                    }
                    _ => runs.push((above, digit.stride)),
                }
            }
            above = digit.stride;
        }
        runs
    }

    /// The digits between two strides of this chain, as a chain of their own.
    pub(crate) fn between(&self, above: u64, below: u64) -> Chain {
        let inside = |digit: &&ChainDigit| digit.stride < above && digit.stride >= below;
        let digits = self.digits.iter().filter(inside);
        let digits = digits.map(|digit| ChainDigit { stride: digit.stride / below, ..*digit }).collect();
        Chain { size: above / below, digits }
    }

    /// The coarsest chain whose sharded digits determine the shards of both. Keeps the strides of `other` if each divides the one before.
    pub(crate) fn refined(&self, other: &Chain) -> Chain {
        debug_assert_eq!(self.size, other.size);
        let (clean_a, clean_b) = (self.clean(), other.clean());
        let mut digits = Vec::new();
        let (mut a, mut b, mut above) = (0, 0, self.size);
        while a < self.digits.len() && b < other.digits.len() {
            let meets = |i: usize, j: usize| {
                self.digits[i].stride == other.digits[j].stride && (clean_a[i] && clean_b[j])
            };
            let found = (a..self.digits.len())
                .find_map(|i| (b..other.digits.len()).find(|&j| meets(i, j)).map(|j| (i, j)));
            let (i, j) = found.unwrap_or((self.digits.len() - 1, other.digits.len() - 1));
            let below = self.digits[i].stride;
            if !join(above, &self.digits[a..=i], &other.digits[b..=j], &mut digits) {
                return Chain {
                    size: self.size,
                    digits: vec![ChainDigit { stride: 1, count: self.size, is_sharded: true }],
                };
            }
            (a, b, above) = (i + 1, j + 1, below);
        }
        Chain { size: self.size, digits }
    }

    /// For every digit: whether its remainder is the position modulo its stride.
    fn clean(&self) -> Vec<bool> {
        let mut last_clean = None;
        let mut above = self.size;
        let mut clean = Vec::with_capacity(self.digits.len());
        for (i, digit) in self.digits.iter().enumerate() {
            let divides = above.is_multiple_of(digit.stride);
            let is_clean =
                i == 0 || divides && last_clean.is_some_and(|last: u64| last.is_multiple_of(digit.stride));
            if is_clean {
                last_clean = Some(digit.stride);
            }
            clean.push(is_clean);
            above = digit.stride;
        }
        clean
    }
}

/// Refines two sequences of digits between the same strides. Returns `false` if they have only single elements in common.
fn join(above: u64, a: &[ChainDigit], b: &[ChainDigit], digits: &mut Vec<ChainDigit>) -> bool {
    let is_sharded_in = |side: &[ChainDigit], high: u64, low: u64| {
        let mut top = above;
        side.iter().any(|digit| {
            let covers = top >= high && digit.stride <= low;
            top = digit.stride;
            covers && digit.is_sharded
        })
    };
    let same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.stride == b.stride);
    if same {
        digits.extend(a.iter().zip(b).map(|(a, b)| {
            let count = match (a.is_sharded, b.is_sharded) {
                (true, false) => a.count,
                (false, true) => b.count,
                _ => a.count.max(b.count),
            };
            ChainDigit { stride: a.stride, count, is_sharded: a.is_sharded || b.is_sharded }
        }));
        return true;
    }
    let mut strides: Vec<u64> = a.iter().chain(b).map(|digit| digit.stride).collect();
    strides.sort_unstable_by(|x, y| y.cmp(x));
    strides.dedup();
    let nested = |strides: &[u64]| strides.windows(2).all(|pair| pair[0].is_multiple_of(pair[1]));
    if nested(&strides) || a.len() == 1 || b.len() == 1 {
        let mut high = above;
        for stride in strides {
            let is_sharded = is_sharded_in(a, high, stride) || is_sharded_in(b, high, stride);
            let own =
                a.iter().chain(b).filter(|digit| digit.stride == stride && digit.is_sharded == is_sharded);
            let is_outermost = high == above && is_sharded;
            let count = own.map(|digit| digit.count).max().filter(|_| is_outermost).unwrap_or(0);
            digits.push(ChainDigit { stride, count: count.max(high.div_ceil(stride)), is_sharded });
            high = stride;
        }
        return true;
    }
    let below = strides.last().copied().unwrap_or(1);
    let common = strides.iter().fold(0, |common, &stride| gcd(common, stride));
    if common != below {
        return false;
    }
    let is_kept = |side: &[ChainDigit]| {
        let strides: Vec<u64> = std::iter::once(above).chain(side.iter().map(|digit| digit.stride)).collect();
        nested(&strides)
    };
    let inner =
        |side: &[ChainDigit]| side[..side.len() - 1].iter().map(|digit| digit.stride).collect::<Vec<_>>();
    let kept = if is_kept(b) {
        inner(b)
    } else if is_kept(a) {
        inner(a)
    } else {
        Vec::new()
    };
    let inner_gcd = a[..a.len() - 1].iter().chain(&b[..b.len() - 1]).fold(0, |g, digit| gcd(g, digit.stride));
    let mut high = above;
    for stride in kept.into_iter().chain([inner_gcd]) {
        if stride < high {
            digits.push(ChainDigit { stride, count: high.div_ceil(stride), is_sharded: true });
            high = stride;
        }
    }
    if below < high {
        let is_sharded = is_sharded_in(a, below + 1, below) || is_sharded_in(b, below + 1, below);
        digits.push(ChainDigit { stride: below, count: high.div_ceil(below), is_sharded });
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::axis::{Axis, SimpleSharding};

    fn chain(size: u64, shardings: &[(u64, u64)]) -> Chain {
        let shardings =
            shardings.iter().map(|&(size, shards)| SimpleSharding { size: Some(size), shards }).collect();
        Axis::new(Some(size), shardings).bound(size).expect("the size fits").chain()
    }

    /// The values of the sharded digits of an element.
    fn digits(chain: &Chain, mut element: u64) -> Vec<u64> {
        let mut digits = Vec::new();
        for digit in &chain.digits {
            if digit.is_sharded {
                digits.push(element / digit.stride);
            }
            element %= digit.stride;
        }
        digits
    }

    #[test]
    fn shards_of_both_depend_on_the_refinement() {
        let cases: [(u64, &[(u64, u64)]); 12] = [
            (24, &[(24, 2)]),
            (24, &[(24, 3)]),
            (24, &[(24, 4)]),
            (24, &[(24, 5)]),
            (24, &[(24, 7)]),
            (24, &[(4, 1), (6, 2)]),
            (24, &[(4, 1), (6, 4)]),
            (24, &[(2, 1), (12, 5)]),
            (24, &[(3, 1), (8, 2)]),
            (24, &[(2, 2), (3, 1), (4, 2)]),
            (24, &[(8, 3), (3, 2)]),
            (24, &[(24, 11)]),
        ];
        for (size, first) in cases {
            for (_, second) in cases {
                let (a, b) = (chain(size, first), chain(size, second));
                let common = a.refined(&b);
                for x in 0..size {
                    for y in 0..size {
                        if digits(&common, x) == digits(&common, y) {
                            assert_eq!(digits(&a, x), digits(&a, y), "{first:?} {second:?} {common:?}");
                            assert_eq!(digits(&b, x), digits(&b, y), "{first:?} {second:?} {common:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn uneven_blocks_of_a_sub_dimension_do_not_merge() {
        // Elements 0..2, 2, 3..5, 5 against 0..2, 2..4, 4..6.
        assert_ne!(chain(6, &[(2, 2), (3, 2)]).sharded_runs(), chain(6, &[(6, 3)]).sharded_runs());
        assert_eq!(chain(8, &[(2, 2), (4, 2)]).sharded_runs(), chain(8, &[(8, 4)]).sharded_runs());
    }

    #[test]
    fn nested_shardings_stay_coarse() {
        let common = chain(24, &[(24, 2)]).refined(&chain(24, &[(24, 4)]));
        assert_eq!(
            common.digits.iter().filter(|digit| digit.is_sharded).map(|digit| digit.count).product::<u64>(),
            4
        );
        let common = chain(24, &[(24, 2)]).refined(&Chain::of_strides(24, [6]));
        assert!(common.digits.iter().any(|digit| digit.stride == 6));
    }
}
