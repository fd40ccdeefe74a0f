//! Strided views: which value of one tensor each value of another is.
//!
//! Transposing, reshaping, slicing and broadcasting all read a tensor by a first value and steps: digit `n` of the
//! row-major index of the result, of this size, advances the index of the operand by this stride. A stride of zero
//! repeats values.

use std::fmt;

use crate::{CkksError, CkksResult};

/// A tensor read by steps through another. Both are row-major.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    first: usize,
    /// Size and stride of each digit, the most significant first; none has size 1, and none continues the one before.
    steps: Vec<(usize, usize)>,
}

impl View {
    /// The most digits.
    const MAX_STEPS: usize = 32;

    /// A view of a tensor of `input` values; fails if it reads beyond them.
    pub fn new(
        input: usize,
        first: usize,
        steps: impl IntoIterator<Item = (usize, usize)>,
    ) -> CkksResult<View> {
        let mut made: Vec<(usize, usize)> = Vec::new();
        let mut last = first;
        for (size, stride) in steps {
            let reach = size.checked_sub(1).and_then(|n| n.checked_mul(stride));
            last = reach.and_then(|reach| last.checked_add(reach)).unwrap_or(usize::MAX);
            match made.last_mut() {
                _ if size == 1 => {}
                // Two digits that advance evenly are one.
                Some((count, by)) if size.checked_mul(stride) == Some(*by) => {
                    (*count, *by) = (count.saturating_mul(size), stride);
                }
                _ => made.push((size, stride)),
            }
        }
        let count = made.iter().try_fold(1usize, |count, &(size, _)| count.checked_mul(size));
        if last >= input || made.len() > Self::MAX_STEPS || count.is_none_or(|count| count > 1 << 31) {
            return Err(CkksError::shapes(format!("a view of {input} values reads beyond them")));
        }
        Ok(View { first, steps: made })
    }

    /// All values, in order.
    pub fn all(count: usize) -> CkksResult<View> {
        Self::new(count, 0, [(count, 1)])
    }

    /// The number of values that it has.
    pub fn count(&self) -> usize {
        self.steps.iter().map(|&(size, _)| size).product()
    }

    /// The first value that it reads.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Size and stride of each digit.
    pub fn steps(&self) -> &[(usize, usize)] {
        &self.steps
    }

    /// The index in the operand of value `n`.
    pub fn source(&self, n: usize) -> usize {
        let (mut at, mut rest) = (self.first, n);
        for &(size, stride) in self.steps.iter().rev() {
            at += rest % size * stride;
            rest /= size;
        }
        at
    }

    /// The index in the operand of every value, in order.
    pub fn sources(&self) -> impl Iterator<Item = usize> + '_ {
        let mut digits = vec![0; self.steps.len()];
        let mut at = self.first;
        (0..self.count()).map(move |_| {
            let here = at;
            for (digit, &(size, stride)) in digits.iter_mut().zip(&self.steps).rev() {
                *digit += 1;
                at += stride;
                if *digit < size {
                    break;
                }
                at -= size * stride;
                *digit = 0;
            }
            here
        })
    }
}

impl fmt::Display for View {
    /// `view 0 [3 by 4, 4 by 1]`: the first value, then size and stride of each digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [", self.first)?;
        for (n, (size, stride)) in self.steps.iter().enumerate() {
            write!(f, "{}{size} by {stride}", if n == 0 { "" } else { ", " })?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_one_by_one_and_in_order() {
        // The columns of a 3 x 4 matrix, the last three of them, each repeated.
        let view = View::new(12, 1, [(3, 1), (2, 0), (3, 4)]).unwrap();
        let sources: Vec<usize> = view.sources().collect();
        assert_eq!(sources, [1, 5, 9, 1, 5, 9, 2, 6, 10, 2, 6, 10, 3, 7, 11, 3, 7, 11]);
        assert_eq!((0..view.count()).map(|n| view.source(n)).collect::<Vec<_>>(), sources);
    }

    #[test]
    fn digits_that_advance_evenly_are_one() {
        let view = View::new(24, 0, [(1, 99), (2, 12), (3, 4), (4, 1)]).unwrap();
        assert_eq!(view, View::all(24).unwrap());
        assert_eq!(view.to_string(), "0 [24 by 1]");
        assert_eq!(View::new(1, 0, []).unwrap().count(), 1);
    }

    #[test]
    fn views_beyond_the_operand_are_errors() {
        assert!(View::new(12, 0, [(13, 1)]).is_err());
        assert!(View::new(12, 12, []).is_err());
        assert!(View::new(12, 0, [(0, 1)]).is_err());
        assert!(View::new(12, 0, [(usize::MAX, usize::MAX)]).is_err());
        assert!(View::new(12, 0, [(1 << 20, 0), (1 << 20, 0)]).is_err());
    }
}
