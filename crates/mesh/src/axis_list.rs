//! Lists of axes, major to minor, as a dimension or a factor has them.

use crate::AxisRef;
use crate::axis::gcd;

/// The number of shards that a list of axes produces: 1 for none, and `u64::MAX` if it does not fit, which only overlapping sub-axes
/// can cause, because a mesh has at most [`Mesh::MAX_DEVICES`](crate::Mesh::MAX_DEVICES) devices.
pub fn shard_count(axes: &[AxisRef]) -> u64 {
    axes.iter().fold(1, |count: u64, axis| count.saturating_mul(axis.size()))
}

/// Replaces adjacent sub-axes of one axis by the larger sub-axis they form.
pub fn merge_neighbours(axes: &mut Vec<AxisRef>) {
    axes.dedup_by(|next, kept| match kept.merge(*next) {
        Some(merged) => {
            *kept = merged;
            true
        }
        None => false,
    });
}

/// Appends an axis, merging it with the last one if they are adjacent.
pub fn push_axis(axes: &mut Vec<AxisRef>, axis: AxisRef) {
    match axes.last_mut().and_then(|last| Some((last.merge(axis)?, last))) {
        Some((merged, last)) => *last = merged,
        None => axes.push(axis),
    }
}

/// The longest common prefix of both lists. An axis is split where the lists agree on a sub-axis of it.
///
/// `["x", "y"]` and `["x", "y":(1)2, "z"]` share `["x", "y":(1)2]`.
pub fn common_prefix(a: &[AxisRef], b: &[AxisRef]) -> Vec<AxisRef> {
    let mut shared = Vec::new();
    let (mut rest_a, mut rest_b) = (Heads::new(a), Heads::new(b));
    while let (Some(x), Some(y)) = (rest_a.head, rest_b.head) {
        let Some(prefix) = x.common_prefix(y) else { break };
        push_axis(&mut shared, prefix);
        rest_a.consume(prefix);
        rest_b.consume(prefix);
    }
    shared
}

/// Whether `longer` begins with `prefix`, which may end inside an axis.
pub fn is_prefix(prefix: &[AxisRef], longer: &[AxisRef]) -> bool {
    let mut merged = prefix.to_vec();
    merge_neighbours(&mut merged);
    common_prefix(&merged, longer) == merged
}

/// The longest prefix of `axes` that can be used beside every axis of `taken`. The last axis may be
/// reduced to a sub-axis.
pub fn prefix_without(axes: &[AxisRef], taken: &[AxisRef]) -> Vec<AxisRef> {
    let mut kept = Vec::new();
    for &axis in axes {
        let left = taken.iter().try_fold(axis, |left, &other| left.prefix_without(other));
        if let Some(left) = left {
            kept.push(left);
        }
        if left != Some(axis) {
            break;
        }
    }
    kept
}

/// The longest prefix of `axes` that shards a dimension of `size` without a remainder. The last axis
/// may be reduced to a sub-axis.
pub fn dividing_prefix(axes: &[AxisRef], size: u64) -> Vec<AxisRef> {
    let mut kept = Vec::new();
    let mut left = size;
    for &axis in axes {
        let divisor = gcd(left, axis.size());
        if divisor != axis.size() {
            kept.extend(axis.split(divisor).map(|(major, _)| major));
            break;
        }
        kept.push(axis);
        left /= axis.size();
    }
    kept
}

/// A list whose first axis may be partly consumed.
struct Heads<'a> {
    head: Option<AxisRef>,
    tail: std::slice::Iter<'a, AxisRef>,
}

impl<'a> Heads<'a> {
    fn new(axes: &'a [AxisRef]) -> Self {
        let mut tail = axes.iter();
        Self { head: tail.next().copied(), tail }
    }

    fn consume(&mut self, prefix: AxisRef) {
        self.head =
            self.head.and_then(|head| head.after_prefix(prefix)).or_else(|| self.tail.next().copied());
    }
}

/// What is left of a list of axes, in the order of the mesh, when the axes of `taken` are removed.
pub fn subtract_axes(axes: &[AxisRef], taken: &[AxisRef]) -> Vec<AxisRef> {
    let mut left: Vec<AxisRef> = axes.to_vec();
    for &other in taken {
        let sides = |axis: AxisRef| {
            // A sub-axis that overlaps without a common factorisation is removed entirely.
            let (major, minor) = axis.difference(other);
            [major, minor].into_iter().flatten()
        };
        left = left.into_iter().flat_map(sides).collect();
    }
    left.sort_unstable();
    merge_neighbours(&mut left);
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::MeshSpec;
    use crate::{Mesh, text};
    use partita_base::Cursor;

    fn mesh() -> Mesh {
        Mesh::from_spec(&MeshSpec::new([("x", 8), ("y", 12), ("z", 1)])).unwrap()
    }

    fn axes(text: &str) -> Vec<AxisRef> {
        let mesh = mesh();
        let specs = text::parse_axis_list(&mut Cursor::new(text)).unwrap();
        specs.iter().map(|spec| mesh.resolve_axis(spec).unwrap()).collect()
    }

    #[test]
    fn prefixes_split_axes() {
        let cases = [
            (r#"{"x", "y"}"#, r#"{"x", "y":(1)2, "z"}"#, r#"{"x", "y":(1)2}"#),
            (r#"{"x":(1)2, "y"}"#, r#"{"x"}"#, r#"{"x":(1)2}"#),
            (r#"{"x":(1)2, "x":(2)4, "y"}"#, r#"{"x", "y"}"#, r#"{"x", "y"}"#),
            (r#"{"y":(1)4}"#, r#"{"y":(1)6}"#, r#"{"y":(1)2}"#),
            (r#"{"z", "x"}"#, r#"{"z", "y"}"#, r#"{"z"}"#),
            (r#"{"x"}"#, r#"{"y"}"#, r#"{}"#),
            (r#"{"x":(2)2}"#, r#"{"x"}"#, r#"{}"#),
        ];
        for (a, b, shared) in cases {
            assert_eq!(common_prefix(&axes(a), &axes(b)), axes(shared), "{a} and {b}");
            assert_eq!(common_prefix(&axes(b), &axes(a)), axes(shared), "{b} and {a}");
            assert!(is_prefix(&axes(shared), &axes(a)) && is_prefix(&axes(shared), &axes(b)));
        }
        assert!(!is_prefix(&axes(r#"{"x"}"#), &axes(r#"{"x":(1)2, "y"}"#)));
    }

    #[test]
    fn merging() {
        let mut list = axes(r#"{"x":(1)2, "x":(2)2, "x":(4)2, "y":(1)2, "y":(4)3, "z"}"#);
        merge_neighbours(&mut list);
        assert_eq!(list, axes(r#"{"x", "y":(1)2, "y":(4)3, "z"}"#));
        assert_eq!(shard_count(&list), 48);
        push_axis(&mut list, axes(r#"{"z"}"#)[0]);
        assert_eq!(list.len(), 5, "a full axis of size 1 does not merge with itself");
    }

    #[test]
    fn prefix_beside_taken_axes() {
        let taken = axes(r#"{"x":(4)2, "y"}"#);
        assert_eq!(prefix_without(&axes(r#"{"x", "y"}"#), &taken), axes(r#"{"x":(1)4}"#));
        assert_eq!(prefix_without(&axes(r#"{"z", "x":(2)2, "y"}"#), &taken), axes(r#"{"z", "x":(2)2}"#));
    }

    #[test]
    fn prefix_that_divides() {
        assert_eq!(dividing_prefix(&axes(r#"{"x", "y"}"#), 16), axes(r#"{"x", "y":(1)2}"#));
        assert_eq!(dividing_prefix(&axes(r#"{"y"}"#), 7), []);
        assert_eq!(dividing_prefix(&axes(r#"{"x", "y"}"#), 0), axes(r#"{"x", "y"}"#));
    }
}
