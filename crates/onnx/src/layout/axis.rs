//! The sharding of one dimension.

use std::fmt;

use super::chain::{Chain, ChainDigit};

/// One sub-dimension, sharded into blocks of `ceil(size / shards)`; the `SimpleShardedDim` of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SimpleSharding {
    /// The size of the sub-dimension, if known.
    pub size: Option<u64>,
    /// The number of blocks, at least 1; the last ones may be short or empty.
    pub shards: u64,
}

/// The sharding of one dimension: simple shardings from major to minor, none redundant or mergeable with the next.
///
/// An unsharded dimension has none, a dimension sharded into contiguous blocks has one, and a dimension with several is strided:
/// a reshape merged dimensions of which a minor one was sharded. Unknown sizes are assumed to be divisible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    size: Option<u64>,
    shardings: Vec<SimpleSharding>,
}

impl Axis {
    /// An unsharded dimension.
    pub fn unsharded(size: Option<u64>) -> Self {
        Self { size, shardings: Vec::new() }
    }

    /// A dimension sharded into contiguous blocks.
    pub fn blocks(size: Option<u64>, shards: u64) -> Self {
        Self::new(size, vec![SimpleSharding { size, shards }])
    }

    /// A dimension with these simple shardings. If `size` is given, at most one of them has an unknown size and the others divide it.
    pub fn new(size: Option<u64>, mut shardings: Vec<SimpleSharding>) -> Self {
        if let Some(size) = size {
            let known: u64 =
                shardings.iter().filter_map(|sharding| sharding.size).fold(1, u64::saturating_mul);
            for sharding in &mut shardings {
                sharding.size = sharding.size.or_else(|| size.checked_div(known));
            }
        }
        let mut canonical: Vec<SimpleSharding> = Vec::new();
        for sharding in shardings {
            if sharding == (SimpleSharding { size: Some(1), shards: 1 }) {
                continue;
            }
            match canonical.last_mut() {
                Some(last) => match last.merged(sharding) {
                    Some(merged) => *last = merged,
                    None => canonical.push(sharding),
                },
                None => canonical.push(sharding),
            }
        }
        if canonical.iter().all(|sharding| sharding.shards == 1) {
            canonical.clear();
        }
        Self { size, shardings: canonical }
    }

    /// The size of the dimension, if known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The simple shardings, major to minor.
    pub fn simple_shardings(&self) -> &[SimpleSharding] {
        &self.shardings
    }

    /// The number of shards.
    pub fn shards(&self) -> u64 {
        self.shardings.iter().fold(1, |shards, sharding| shards.saturating_mul(sharding.shards))
    }

    /// Whether the dimension is sharded.
    pub fn is_sharded(&self) -> bool {
        !self.shardings.is_empty()
    }

    /// Whether a shard consists of several blocks.
    pub fn is_strided(&self) -> bool {
        self.shardings.len() > 1
    }

    /// The smallest size that can replace an unknown size.
    pub(crate) fn least_size(&self) -> Option<u64> {
        let part = |sharding: &SimpleSharding| sharding.size.unwrap_or(sharding.shards);
        self.shardings.iter().try_fold(1u64, |product, sharding| product.checked_mul(part(sharding)))
    }

    /// The sharding for a concrete size, which replaces the size of the dimension if that is unknown or virtual.
    /// `None` if the sub-dimensions do not fit the size.
    pub(crate) fn bound(&self, size: u64) -> Option<BoundAxis> {
        let size = size.max(1);
        let mut sizes: Vec<u64> = Vec::with_capacity(self.shardings.len());
        if self.size == Some(size) {
            sizes.extend(self.shardings.iter().map(|sharding| sharding.size.unwrap_or(1)));
        } else if let [_] = self.shardings[..] {
            sizes.push(size);
        } else {
            let known = self
                .shardings
                .iter()
                .filter_map(|sharding| sharding.size)
                .try_fold(1u64, u64::checked_mul)?;
            let missing = self.shardings.iter().filter(|sharding| sharding.size.is_none()).count();
            let fits = known != 0 && size.is_multiple_of(known) && (missing == 1 || known == size);
            if !self.shardings.is_empty() && !fits {
                return None;
            }
            sizes.extend(self.shardings.iter().map(|sharding| sharding.size.unwrap_or(size / known.max(1))));
        }
        let mut rest = size;
        let mut shardings = Vec::with_capacity(sizes.len());
        for (sharding, part) in self.shardings.iter().zip(sizes) {
            rest = rest.checked_div(part)?;
            shardings.push(BoundSharding {
                size: part,
                rest,
                block: part.div_ceil(sharding.shards).max(1),
                shards: sharding.shards,
            });
        }
        Some(BoundAxis { size, shardings })
    }
}

impl SimpleSharding {
    /// The single sharding that equals this one followed by `next`, if there is one.
    fn merged(self, next: SimpleSharding) -> Option<SimpleSharding> {
        let size = match (self.size, next.size) {
            (Some(a), Some(b)) => Some(a.checked_mul(b)?),
            _ => None,
        };
        if next.shards == 1 {
            let even = match (self.size, next.size) {
                (Some(a), Some(b)) => {
                    let block = a.div_ceil(self.shards).checked_mul(b)?;
                    size.is_some_and(|size| size.div_ceil(self.shards) == block)
                }
                _ => true,
            };
            return even.then_some(SimpleSharding { size, shards: self.shards });
        }
        let full = self.size == Some(self.shards);
        let even = next.size.is_none_or(|size| size.is_multiple_of(next.shards));
        (full && even).then_some(SimpleSharding { size, shards: self.shards.checked_mul(next.shards)? })
    }
}

impl fmt::Display for Axis {
    /// `unsharded`, `2 shards`, or the sub-dimensions of a strided dimension: `(4 in 1)(6 in 2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shardings[..] {
            [] => f.write_str("unsharded"),
            [sharding] => write!(f, "{} shards", sharding.shards),
            shardings => shardings.iter().try_for_each(|sharding| match sharding.size {
                Some(size) => write!(f, "({size} in {})", sharding.shards),
                None => write!(f, "(? in {})", sharding.shards),
            }),
        }
    }
}

/// A simple sharding with concrete numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundSharding {
    pub(crate) size: u64,
    /// The product of the sizes of all minor sub-dimensions.
    pub(crate) rest: u64,
    pub(crate) block: u64,
    pub(crate) shards: u64,
}

/// The sharding of a dimension of concrete size.
#[derive(Clone, Debug)]
pub(crate) struct BoundAxis {
    pub(crate) size: u64,
    pub(crate) shardings: Vec<BoundSharding>,
}

impl BoundAxis {
    /// The shard that holds an element; `None` beyond the last shard.
    pub(crate) fn shard_of(&self, element: u64) -> Option<u64> {
        let mut shard = 0;
        for (i, part) in self.shardings.iter().enumerate() {
            let digit = element / part.rest;
            // Only the major sub-dimension may overflow: elements beyond the end belong to empty shards.
            let digit = if i == 0 { digit } else { digit % part.size } / part.block;
            if digit >= part.shards {
                return None;
            }
            shard = shard * part.shards + digit;
        }
        Some(shard)
    }

    /// The first element of a shard; beyond the end of its sub-dimension if the shard is empty.
    pub(crate) fn start_of(&self, mut shard: u64) -> u64 {
        let mut start = 0u64;
        for part in self.shardings.iter().rev() {
            let digit = shard % part.shards;
            shard /= part.shards;
            start = start.saturating_add((digit * part.block).saturating_mul(part.rest));
        }
        start
    }

    /// Whether a shard is not empty.
    pub(crate) fn has_elements(&self, mut shard: u64) -> bool {
        self.shardings.iter().rev().all(|part| {
            let digit = shard % part.shards;
            shard /= part.shards;
            digit.saturating_mul(part.block) < part.size
        })
    }

    /// The sharding as a chain of digits.
    pub(crate) fn chain(&self) -> Chain {
        let mut digits = Vec::with_capacity(2 * self.shardings.len() + 1);
        let mut above = self.size;
        for part in &self.shardings {
            let stride = part.block * part.rest;
            if part.shards > 1 && stride < above {
                digits.push(ChainDigit { stride, count: part.shards, is_sharded: true });
                above = stride;
            }
            if part.rest < above {
                digits.push(ChainDigit { stride: part.rest, count: above / part.rest, is_sharded: false });
                above = part.rest;
            }
        }
        if above > 1 {
            digits.push(ChainDigit { stride: 1, count: above, is_sharded: false });
        }
        Chain { size: self.size, digits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(size: u64, shardings: &[(u64, u64)]) -> Axis {
        let shardings =
            shardings.iter().map(|&(size, shards)| SimpleSharding { size: Some(size), shards }).collect();
        Axis::new(Some(size), shardings)
    }

    #[test]
    fn parts_merge_where_nothing_changes() {
        assert_eq!(axis(8, &[(2, 2), (4, 2)]), axis(8, &[(8, 4)]));
        assert_eq!(axis(24, &[(4, 2), (6, 1)]), axis(24, &[(24, 2)]));
        assert_eq!(axis(24, &[(1, 1), (24, 2)]), axis(24, &[(24, 2)]));
        assert!(!axis(24, &[(4, 1), (6, 1)]).is_sharded());
        assert!(axis(24, &[(4, 1), (6, 2)]).is_strided());
    }

    #[test]
    fn uneven_parts_do_not_merge() {
        // Rows 0..3 and 3..5 of two columns are elements 0..6 and 6..10, not 0..5 and 5..10.
        assert_eq!(axis(10, &[(5, 2), (2, 1)]).simple_shardings().len(), 2);
        assert_eq!(axis(10, &[(2, 2), (5, 2)]).simple_shardings().len(), 2);
    }

    #[test]
    fn elements_belong_to_shards() {
        let strided = axis(24, &[(4, 1), (6, 2)]).bound(24).expect("the size fits");
        let first: Vec<u64> = (0..24).filter(|&x| strided.shard_of(x) == Some(0)).collect();
        assert_eq!(first, [0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20]);
        assert_eq!(strided.start_of(1), 3);
    }
}
