//! Axes and parts of axes.
//!
//! Reading an axis of size `n` as `pre * size * post`, a part is the middle factor. All of the
//! algebra below is arithmetic on `pre` and `size`; none of it needs the mesh.

use partita_base::ids;

ids! {
    /// An axis of one [`Mesh`](crate::Mesh). Only a mesh hands these out, so the index is in range.
    AxisId;
}

/// A whole mesh axis, or one factor of it.
///
/// Prints as `"x":(pre)size`. A whole axis is `(1)n`: one spelling per part, so `==` compares parts
/// and no method below needs the mesh. Made only by [`Mesh::axis`](crate::Mesh::axis) and
/// [`Mesh::part`](crate::Mesh::part), which check divisibility, and from parts by the methods here,
/// which keep it. The order is the order of the mesh: by axis, then from major to minor.
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

    /// The axis this is a part of.
    pub fn axis(self) -> AxisId {
        self.axis
    }

    /// Product of the parts that are major to this one.
    pub fn pre(self) -> u64 {
        self.pre
    }

    /// How many ways this part shards.
    pub fn size(self) -> u64 {
        self.size
    }

    /// Where the next, more minor, part of the axis begins.
    pub fn end(self) -> u64 {
        self.pre * self.size
    }

    /// Whether both parts fit into one factorisation of their axis: the cut points, sorted, must
    /// each divide the next. Parts of different axes always fit.
    ///
    /// On `"x"` of size 12: `(1)4` and `(2)6` can coexist, `(1)4` and `(3)2` cannot.
    pub fn can_coexist(self, other: AxisRef) -> bool {
        if self.axis != other.axis {
            return true;
        }
        let mut cuts = [self.pre, self.end(), other.pre, other.end()];
        cuts.sort_unstable();
        cuts.windows(2).all(|w| w[1].is_multiple_of(w[0]))
    }

    /// Whether the two cannot both be used, each on its own: they are the same, or the ranges
    /// between their cut points meet.
    pub fn overlaps(self, other: AxisRef) -> bool {
        self == other || (self.axis == other.axis && self.pre.max(other.pre) < self.end().min(other.end()))
    }

    /// The part shared by both, if any. Parts that overlap but cannot coexist share none.
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

    /// Whether `other` is this part or a part of it.
    pub fn contains(self, other: AxisRef) -> bool {
        self.axis == other.axis
            && other.pre.is_multiple_of(self.pre)
            && self.end().is_multiple_of(other.end())
    }

    /// Whether `other` is a smaller part of this one.
    pub fn strictly_contains(self, other: AxisRef) -> bool {
        self != other && self.contains(other)
    }

    /// Whether this is `other` or its major end.
    pub fn is_prefix_of(self, other: AxisRef) -> bool {
        self.pre == other.pre && other.contains(self)
    }

    /// Whether this is the major end of `other` and smaller.
    pub fn is_strict_prefix_of(self, other: AxisRef) -> bool {
        self != other && self.is_prefix_of(other)
    }

    /// Whether this starts where `other` starts and ends before it does. Unlike with a strict prefix the rest
    /// need not be a part: Shardy takes `(1)2` for the beginning of `(1)3`.
    pub fn begins(self, other: AxisRef) -> bool {
        self.axis == other.axis && self.pre == other.pre && self.size < other.size
    }

    /// Whether this is `other` or its minor end.
    pub fn is_suffix_of(self, other: AxisRef) -> bool {
        self.end() == other.end() && other.contains(self)
    }

    /// The major part of size `major` and the rest, if `major` is a proper divisor of the size.
    ///
    /// `(2)8` split at 2 is `(2)2` and `(4)4`.
    pub fn split(self, major: u64) -> Option<(AxisRef, AxisRef)> {
        if major <= 1 || major >= self.size || !self.size.is_multiple_of(major) {
            return None;
        }
        let first = AxisRef { size: major, ..self };
        Some((first, AxisRef { pre: first.end(), size: self.size / major, ..self }))
    }

    /// The one part that this and the next, more minor, one form, if they are neighbours.
    ///
    /// `(1)2` and `(2)4` make `(1)8`.
    pub fn merge(self, next: AxisRef) -> Option<AxisRef> {
        let neighbours = self.axis == next.axis && self.end() == next.pre && self.size > 1 && next.size > 1;
        neighbours.then(|| AxisRef { size: self.size * next.size, ..self })
    }

    /// The largest prefix of this part that can be used beside `other`; the part itself when the
    /// two have nothing to do with each other.
    pub fn prefix_without(self, other: AxisRef) -> Option<AxisRef> {
        if !self.overlaps(other) && self.can_coexist(other) {
            return Some(self);
        }
        // The prefix has to end at a cut point of both, at or before the start of `other`.
        if !other.pre.is_multiple_of(self.pre) {
            return None;
        }
        let size = gcd(self.size, other.pre / self.pre);
        (size > 1).then_some(AxisRef { size, ..self })
    }

    /// The largest suffix of this part that can be used beside `other`; the part itself when the
    /// two have nothing to do with each other.
    pub fn suffix_without(self, other: AxisRef) -> Option<AxisRef> {
        if !self.overlaps(other) && self.can_coexist(other) {
            return Some(self);
        }
        // The suffix has to start at a cut point of both, at or after the end of `other`.
        if !self.end().is_multiple_of(other.end()) {
            return None;
        }
        let size = gcd(self.size, self.end() / other.end());
        (size > 1).then(|| AxisRef { pre: self.end() / size, size, ..self })
    }

    /// What is left of this part to the major and to the minor side when `other` is taken away.
    /// Both are `None` when `other` covers it or cannot coexist with it; the first is the part
    /// itself when they do not overlap.
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

    /// The largest part that is a prefix of both.
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

    /// What follows `prefix` within this part: `None` when nothing does, or when it is no prefix.
    pub fn after_prefix(self, prefix: AxisRef) -> Option<AxisRef> {
        if !prefix.is_strict_prefix_of(self) {
            return None;
        }
        Some(AxisRef { pre: prefix.end(), size: self.size / prefix.size, ..self })
    }
}

/// The greatest common divisor; of 0 and `n` it is `n`.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
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
    fn coexistence_needs_common_cut_points() {
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
