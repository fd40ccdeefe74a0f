//! How one dimension is cut.

use std::fmt;

use super::chain::{Chain, Step};

/// One part of a dimension, cut into blocks of `ceil(size / shards)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// The size of the part, if it is known.
    pub size: Option<u64>,
    /// The number of blocks, at least 1; the last ones may be short or empty.
    pub shards: u64,
}

/// How one dimension is cut: parts from major to minor, none of which can be left out or merged with the next.
///
/// A dimension that is not cut has no parts, one that is simply cut into blocks has one, and one with several is strided:
/// a reshape merged dimensions of which a minor one was cut. Sizes that are not known are taken to be divisible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    size: Option<u64>,
    cuts: Vec<Cut>,
}

impl Axis {
    /// A dimension that is not cut.
    pub fn whole(size: Option<u64>) -> Self {
        Self { size, cuts: Vec::new() }
    }

    /// A dimension in blocks.
    pub fn blocks(size: Option<u64>, shards: u64) -> Self {
        Self::new(size, vec![Cut { size, shards }])
    }

    /// A dimension of these parts. If the size is known, at most one part may be of unknown size, and the others divide it.
    pub fn new(size: Option<u64>, mut cuts: Vec<Cut>) -> Self {
        if let Some(size) = size {
            let known: u64 = cuts.iter().filter_map(|cut| cut.size).fold(1, u64::saturating_mul);
            for cut in &mut cuts {
                cut.size = cut.size.or_else(|| size.checked_div(known));
            }
        }
        let mut canonical: Vec<Cut> = Vec::new();
        for cut in cuts {
            if cut == (Cut { size: Some(1), shards: 1 }) {
                continue;
            }
            match canonical.last_mut() {
                Some(last) => match last.merged(cut) {
                    Some(merged) => *last = merged,
                    None => canonical.push(cut),
                },
                None => canonical.push(cut),
            }
        }
        if canonical.iter().all(|cut| cut.shards == 1) {
            canonical.clear();
        }
        Self { size, cuts: canonical }
    }

    /// The size, if it is known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The parts, major to minor.
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// How many shards there are.
    pub fn shards(&self) -> u64 {
        self.cuts.iter().fold(1, |shards, cut| shards.saturating_mul(cut.shards))
    }

    /// Whether it is cut at all.
    pub fn is_cut(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// Whether the shards are not single blocks.
    pub fn is_strided(&self) -> bool {
        self.cuts.len() > 1
    }

    /// The smallest size that a dimension of unknown size may be taken to have.
    pub(crate) fn least_size(&self) -> Option<u64> {
        let part = |cut: &Cut| cut.size.unwrap_or(cut.shards);
        self.cuts.iter().try_fold(1u64, |product, cut| product.checked_mul(part(cut)))
    }

    /// The cuts of a dimension of this size, which stands for the own one if that is not known (or not what matters).
    /// `None` if the parts do not fit it.
    pub(crate) fn bound(&self, size: u64) -> Option<Bound> {
        let size = size.max(1);
        let mut sizes: Vec<u64> = Vec::with_capacity(self.cuts.len());
        if self.size == Some(size) {
            sizes.extend(self.cuts.iter().map(|cut| cut.size.unwrap_or(1)));
        } else if let [_] = self.cuts[..] {
            sizes.push(size);
        } else {
            let known = self.cuts.iter().filter_map(|cut| cut.size).try_fold(1u64, u64::checked_mul)?;
            let missing = self.cuts.iter().filter(|cut| cut.size.is_none()).count();
            let fits = known != 0 && size.is_multiple_of(known) && (missing == 1 || known == size);
            if !self.cuts.is_empty() && !fits {
                return None;
            }
            sizes.extend(self.cuts.iter().map(|cut| cut.size.unwrap_or(size / known.max(1))));
        }
        let mut rest = size;
        let mut parts = Vec::with_capacity(sizes.len());
        for (cut, part) in self.cuts.iter().zip(sizes) {
            rest = rest.checked_div(part)?;
            parts.push(Part {
                size: part,
                rest,
                block: part.div_ceil(cut.shards).max(1),
                shards: cut.shards,
            });
        }
        Some(Bound { size, parts })
    }
}

impl Cut {
    /// One part that is cut as this and the next one, if there is one.
    fn merged(self, next: Cut) -> Option<Cut> {
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
            return even.then_some(Cut { size, shards: self.shards });
        }
        let full = self.size == Some(self.shards);
        let even = next.size.is_none_or(|size| size.is_multiple_of(next.shards));
        (full && even).then_some(Cut { size, shards: self.shards.checked_mul(next.shards)? })
    }
}

impl fmt::Display for Axis {
    /// `whole`, `2 shards`, or the parts of a strided dimension: `(4 in 1)(6 in 2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cuts[..] {
            [] => f.write_str("whole"),
            [cut] => write!(f, "{} shards", cut.shards),
            cuts => cuts.iter().try_for_each(|cut| match cut.size {
                Some(size) => write!(f, "({size} in {})", cut.shards),
                None => write!(f, "(? in {})", cut.shards),
            }),
        }
    }
}

/// A part with numbers for everything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) size: u64,
    /// The product of the sizes of all parts that are minor to this one.
    pub(crate) rest: u64,
    pub(crate) block: u64,
    pub(crate) shards: u64,
}

/// The cuts of a dimension whose size is a number.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) size: u64,
    pub(crate) parts: Vec<Part>,
}

impl Bound {
    /// The shard that holds an element, if there is one.
    pub(crate) fn shard_of(&self, element: u64) -> Option<u64> {
        let mut shard = 0;
        for (i, part) in self.parts.iter().enumerate() {
            let digit = element / part.rest;
            // Elements beyond the end belong to shards that are empty.
            let digit = if i == 0 { digit } else { digit % part.size } / part.block;
            if digit >= part.shards {
                return None;
            }
            shard = shard * part.shards + digit;
        }
        Some(shard)
    }

    /// The first element of a shard; beyond the end of its part if the shard is empty.
    pub(crate) fn start_of(&self, mut shard: u64) -> u64 {
        let mut start = 0u64;
        for part in self.parts.iter().rev() {
            let digit = shard % part.shards;
            shard /= part.shards;
            start = start.saturating_add((digit * part.block).saturating_mul(part.rest));
        }
        start
    }

    /// Whether a shard has elements.
    pub(crate) fn has_elements(&self, mut shard: u64) -> bool {
        self.parts.iter().rev().all(|part| {
            let digit = shard % part.shards;
            shard /= part.shards;
            digit.saturating_mul(part.block) < part.size
        })
    }

    /// The same as steps.
    pub(crate) fn chain(&self) -> Chain {
        let mut steps = Vec::with_capacity(2 * self.parts.len() + 1);
        let mut above = self.size;
        for part in &self.parts {
            let stride = part.block * part.rest;
            if part.shards > 1 && stride < above {
                steps.push(Step { stride, count: part.shards, cut: true });
                above = stride;
            }
            if part.rest < above {
                steps.push(Step { stride: part.rest, count: above / part.rest, cut: false });
                above = part.rest;
            }
        }
        if above > 1 {
            steps.push(Step { stride: 1, count: above, cut: false });
        }
        Chain { size: self.size, steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(size: u64, cuts: &[(u64, u64)]) -> Axis {
        let cuts = cuts.iter().map(|&(size, shards)| Cut { size: Some(size), shards }).collect();
        Axis::new(Some(size), cuts)
    }

    #[test]
    fn parts_merge_where_nothing_changes() {
        assert_eq!(axis(8, &[(2, 2), (4, 2)]), axis(8, &[(8, 4)]));
        assert_eq!(axis(24, &[(4, 2), (6, 1)]), axis(24, &[(24, 2)]));
        assert_eq!(axis(24, &[(1, 1), (24, 2)]), axis(24, &[(24, 2)]));
        assert!(!axis(24, &[(4, 1), (6, 1)]).is_cut());
        assert!(axis(24, &[(4, 1), (6, 2)]).is_strided());
    }

    #[test]
    fn uneven_parts_do_not_merge() {
        // Rows 0..3 and 3..5 of two columns are elements 0..6 and 6..10, not 0..5 and 5..10.
        assert_eq!(axis(10, &[(5, 2), (2, 1)]).cuts().len(), 2);
        assert_eq!(axis(10, &[(2, 2), (5, 2)]).cuts().len(), 2);
    }

    #[test]
    fn elements_lie_in_shards() {
        let strided = axis(24, &[(4, 1), (6, 2)]).bound(24).expect("the size fits");
        let first: Vec<u64> = (0..24).filter(|&x| strided.shard_of(x) == Some(0)).collect();
        assert_eq!(first, [0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20]);
        assert_eq!(strided.start_of(1), 3);
    }
}
