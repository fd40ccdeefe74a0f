//! Axes and sub-axes.
//!
//! Reading an axis of size `n` as `pre * size * post`, a sub-axis is the middle factor. All of the
//! algebra below is arithmetic on `pre` and `size`; none of it needs the mesh.

use std::ops::Rem;

use partita_base::ids;

ids! {
    /// An axis of one [`Mesh`](crate::Mesh). Only a mesh hands these out, so the index is in range.
    AxisId;
}

/// A mesh axis or a sub-axis.
///
/// Prints as `"x":(pre)size`. A full axis of size `n` is `(1)n`: every sub-axis has one
/// representation, so `==` compares them and no method below needs the mesh. Only
/// [`Mesh::axis`](crate::Mesh::axis) and [`Mesh::part`](crate::Mesh::part) create one from numbers and
/// check divisibility; the methods here derive others and preserve it. The order is the order of the
/// mesh: by axis, then from major to minor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AxisRef {
    axis: AxisId,
    pre: u64,
    size: u64,
}

impl AxisRef {
    /// The caller has checked that `pre * size` divides the size of the axis.
    pub(crate) fn new(axis: AxisId, pre: u64, size: u64) -> Self {
        Self { axis, pre, size }
    }

    /// The axis this is a sub-axis of.
    pub fn axis(self) -> AxisId {
        self.axis
    }

    /// Product of the sizes of the sub-axes that are major to this one.
    pub fn pre(self) -> u64 {
        self.pre
    }

    /// The number of shards it divides a dimension into.
    pub fn size(self) -> u64 {
        self.size
    }

    /// Where the next, more minor, sub-axis begins.
    pub fn end(self) -> u64 {
        self.pre * self.size
    }

    /// Whether both sub-axes fit into one factorisation of their axis: the four boundaries, sorted,
    /// must each divide the next. Sub-axes of different axes always fit.
    ///
    /// On `"x"` of size 12: `(1)4` and `(2)6` can coexist, `(1)4` and `(3)2` cannot.
    pub fn can_coexist(self, other: AxisRef) -> bool {
        if self.axis != other.axis {
            return true;
        }
        let mut boundaries = [self.pre, self.end(), other.pre, other.end()];
        boundaries.sort_unstable();
        boundaries.windows(2).all(|w| w[1].is_multiple_of(w[0]))
    }

    /// Whether the two cannot both be used, each on its own: they are equal, or the ranges between
    /// their boundaries intersect.
    pub fn overlaps(self, other: AxisRef) -> bool {
        self == other || (self.axis == other.axis && self.pre.max(other.pre) < self.end().min(other.end()))
    }

    /// The sub-axis shared by both, if any. Sub-axes that overlap but cannot coexist share none.
    pub fn overlap(self, other: AxisRef) -> Option<AxisRef> {
        if self == other {
            return Some(self);
        }
        if self.axis != other.axis || !self.can_coexist(other) {
            return None;
        }
        let (pre, end) = (self.pre.max(other.pre), self.end().min(other.end()));
        (pre < end).then(|| AxisRef { axis: self.axis, pre, size: end / pre })
    }

    /// Whether `other` is this sub-axis or a factor of it.
    pub fn contains(self, other: AxisRef) -> bool {
        self.axis == other.axis
            && other.pre.is_multiple_of(self.pre)
            && self.end().is_multiple_of(other.end())
    }

    /// Whether `other` is a smaller factor of this sub-axis.
    pub fn strictly_contains(self, other: AxisRef) -> bool {
        self != other && self.contains(other)
    }

    /// Whether this is `other` or a major factor of it.
    pub fn is_prefix_of(self, other: AxisRef) -> bool {
        self.pre == other.pre && other.contains(self)
    }

    /// Whether this is a major factor of `other` and smaller.
    pub fn is_strict_prefix_of(self, other: AxisRef) -> bool {
        self != other && self.is_prefix_of(other)
    }

    /// Whether this starts where `other` starts and ends before it does. Unlike for a strict prefix, the
    /// rest need not be a sub-axis: Shardy accepts `(1)2` as the beginning of `(1)3`.
    pub fn begins(self, other: AxisRef) -> bool {
        self.axis == other.axis && self.pre == other.pre && self.size < other.size
    }

    /// Whether this is `other` or a minor factor of it.
    pub fn is_suffix_of(self, other: AxisRef) -> bool {
        self.end() == other.end() && other.contains(self)
    }

    /// The major sub-axis of size `major` and the rest, if `major` is a proper divisor of the size.
    ///
    /// `(2)8` split at 2 is `(2)2` and `(4)4`.
    pub fn split(self, major: u64) -> Option<(AxisRef, AxisRef)> {
        if major <= 1 || major >= self.size || !self.size.is_multiple_of(major) {
            return None;
        }
        let first = AxisRef { size: major, ..self };
        Some((first, AxisRef { pre: first.end(), size: self.size / major, ..self }))
    }

    /// The sub-axis that this and the next, more minor, one form, if they are adjacent.
    ///
    /// `(1)2` and `(2)4` form `(1)8`.
    pub fn merge(self, next: AxisRef) -> Option<AxisRef> {
        let neighbours = self.axis == next.axis && self.end() == next.pre && self.size > 1 && next.size > 1;
        neighbours.then(|| AxisRef { size: self.size * next.size, ..self })
    }

    /// The largest prefix of this sub-axis that can be used beside `other`; the sub-axis itself if the
    /// two are independent.
    pub fn prefix_without(self, other: AxisRef) -> Option<AxisRef> {
        if !self.overlaps(other) && self.can_coexist(other) {
            return Some(self);
        }
        // The prefix has to end at a boundary of both, at or before the start of `other`.
        if !other.pre.is_multiple_of(self.pre) {
            return None;
        }
        let size = gcd(self.size, other.pre / self.pre);
        (size > 1).then_some(AxisRef { size, ..self })
    }

    /// The largest suffix of this sub-axis that can be used beside `other`; the sub-axis itself if the
    /// two are independent.
    pub fn suffix_without(self, other: AxisRef) -> Option<AxisRef> {
        if !self.overlaps(other) && self.can_coexist(other) {
            return Some(self);
        }
        // The suffix has to start at a boundary of both, at or after the end of `other`.
        if !self.end().is_multiple_of(other.end()) {
            return None;
        }
        let size = gcd(self.size, self.end() / other.end());
        (size > 1).then(|| AxisRef { pre: self.end() / size, size, ..self })
    }

    /// What is left of this sub-axis on the major and on the minor side when `other` is removed. Both
    /// are `None` if `other` covers it or cannot coexist with it; the first is the sub-axis itself if
    /// they do not overlap.
    pub fn difference(self, other: AxisRef) -> (Option<AxisRef>, Option<AxisRef>) {
        if !self.can_coexist(other) {
            return (None, None);
        }
        let Some(shared) = self.overlap(other) else {
            return (Some(self), None);
        };
        let side = |pre: u64, end: u64| (pre < end).then(|| AxisRef { pre, size: end / pre, ..self });
        (side(self.pre, shared.pre), side(shared.end(), self.end()))
    }

    /// The largest sub-axis that is a prefix of both.
    ///
    /// `(1)4` and `(1)8` share `(1)4`; `(1)4` and `(1)6` share `(1)2`.
    pub fn common_prefix(self, other: AxisRef) -> Option<AxisRef> {
        if self == other {
            return Some(self);
        }
        if self.axis != other.axis || self.pre != other.pre {
            return None;
        }
        let size = gcd(self.size, other.size);
        (size > 1).then_some(AxisRef { size, ..self })
    }

    /// What follows `prefix` within this sub-axis: `None` if nothing does, or if it is not a prefix.
    pub fn after_prefix(self, prefix: AxisRef) -> Option<AxisRef> {
        if !prefix.is_strict_prefix_of(self) {
            return None;
        }
        Some(AxisRef { pre: prefix.end(), size: self.size / prefix.size, ..self })
    }
}

/// The greatest common divisor of two numbers that are not negative; of 0 and `n` it is `n`.
pub fn gcd<T: Copy + Default + PartialEq + Rem<Output = T>>(mut a: T, mut b: T) -> T {
    while b != T::default() {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use partita_base::Id;

    use super::*;

    fn part(pre: u64, size: u64) -> AxisRef {
        AxisRef::new(AxisId::from_index(0), pre, size)
    }

    fn other_axis(pre: u64, size: u64) -> AxisRef {
        AxisRef::new(AxisId::from_index(1), pre, size)
    }

    #[test]
    fn coexistence_needs_common_boundaries() {
        assert!(part(1, 4).can_coexist(part(2, 6)));
        assert!(!part(1, 4).can_coexist(part(3, 2)));
        assert!(!part(1, 2).can_coexist(part(3, 2)));
        assert!(part(1, 4).can_coexist(other_axis(3, 2)));
    }

    #[test]
    fn overlap_is_the_shared_part() {
        assert_eq!(part(1, 4).overlap(part(2, 4)), Some(part(2, 2)));
        assert_eq!(part(1, 2).overlap(part(2, 2)), None);
        assert_eq!(part(1, 4).overlap(part(3, 2)), None);
        assert!(part(1, 4).overlaps(part(3, 2)));
        assert!(!part(1, 4).overlaps(other_axis(1, 4)));
        assert!(part(1, 1).overlaps(part(1, 1)));
    }

    #[test]
    fn containment_and_prefixes() {
        assert!(part(1, 8).contains(part(2, 2)));
        assert!(!part(2, 6).contains(part(3, 2)));
        assert!(part(1, 2).is_prefix_of(part(1, 8)));
        assert!(!part(1, 8).is_strict_prefix_of(part(1, 8)));
        assert!(part(4, 2).is_suffix_of(part(1, 8)));
        assert!(!part(2, 2).is_suffix_of(part(1, 8)));
        assert!(!part(1, 8).strictly_contains(part(1, 8)));
    }

    #[test]
    fn splitting_and_merging() {
        assert_eq!(part(2, 8).split(2), Some((part(2, 2), part(4, 4))));
        assert_eq!(part(2, 8).split(3), None);
        assert_eq!(part(2, 8).split(8), None);
        assert_eq!(part(1, 2).merge(part(2, 4)), Some(part(1, 8)));
        assert_eq!(part(2, 4).merge(part(1, 2)), None);
        assert_eq!(part(1, 2).merge(other_axis(2, 4)), None);
    }

    #[test]
    fn what_is_left_beside_another_part() {
        assert_eq!(part(1, 8).prefix_without(part(2, 2)), Some(part(1, 2)));
        assert_eq!(part(1, 8).suffix_without(part(2, 2)), Some(part(4, 2)));
        assert_eq!(part(1, 8).prefix_without(part(1, 2)), None);
        assert_eq!(part(1, 8).suffix_without(part(4, 2)), None);
        assert_eq!(part(1, 2).prefix_without(part(2, 2)), Some(part(1, 2)));
        assert_eq!(part(1, 12).difference(part(2, 3)), (Some(part(1, 2)), Some(part(6, 2))));
        assert_eq!(part(1, 4).difference(part(3, 2)), (None, None));
        assert_eq!(part(1, 4).prefix_without(part(6, 2)), Some(part(1, 2)));
    }

    #[test]
    fn common_prefixes() {
        assert_eq!(part(1, 4).common_prefix(part(1, 8)), Some(part(1, 4)));
        assert_eq!(part(1, 4).common_prefix(part(1, 6)), Some(part(1, 2)));
        assert_eq!(part(1, 4).common_prefix(part(2, 2)), None);
        assert_eq!(part(1, 1).common_prefix(part(1, 1)), Some(part(1, 1)));
        assert_eq!(part(1, 8).after_prefix(part(1, 2)), Some(part(2, 4)));
        assert_eq!(part(1, 8).after_prefix(part(2, 2)), None);
    }

    #[test]
    fn order_is_that_of_the_mesh() {
        let mut parts = [other_axis(1, 2), part(4, 2), part(1, 4), part(1, 2)];
        parts.sort();
        assert_eq!(parts, [part(1, 2), part(1, 4), part(4, 2), other_axis(1, 2)]);
    }
}
