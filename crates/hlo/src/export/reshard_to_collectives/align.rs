//! Splitting the axes of two shardings where those of the other begin or end.

use partita_mesh::AxisRef;

use super::Axes;

/// Splits the axes of both so that a part of one is either also a part of the other or does not overlap it.
///
/// `{"x"}` and `{"x":(2)2}` become `{"x":(1)2, "x":(2)2}` and `{"x":(2)2}`. Parts that overlap but fit into no
/// common split, such as `(1)2` and `(1)3`, stay unchanged, whatever else they overlap.
pub(super) fn align_axes(a: &mut Axes, b: &mut Axes) {
    let (mut splitter_a, mut splitter_b) = (AxisSplitter::new(a), AxisSplitter::new(b));
    // Both lists are sorted, so one merge pass finds all overlaps.
    while let (Some(x), Some(y)) = (splitter_a.head(), splitter_b.head()) {
        if x == y {
            splitter_a.next();
            splitter_b.next();
        } else if !x.overlaps(y) {
            if x < y { splitter_a.next() } else { splitter_b.next() }
        } else {
            if !x.can_coexist(y) {
                splitter_a.is_fixed = true;
                splitter_b.is_fixed = true;
            }
            if !splitter_a.is_fixed && !splitter_b.is_fixed {
                let start = x.pre().max(y.pre());
                splitter_a.split_at(start);
                splitter_b.split_at(start);
                splitter_a.split_at(y.end());
                splitter_b.split_at(x.end());
            } else {
                // The one that ends first overlaps nothing further.
                if x.end() <= y.end() {
                    splitter_a.next();
                }
                if y.end() <= x.end() {
                    splitter_b.next();
                }
            }
        }
    }
    splitter_a.apply(a);
    splitter_b.apply(b);
}

/// The axes of a sharding in the order of the mesh, and the parts found so far.
struct AxisSplitter {
    axes: Vec<AxisRef>,
    /// The index of the current axis; those before it are done.
    at: usize,
    /// The part of the current axis after its last split; `None` before the first split.
    rest: Option<AxisRef>,
    /// Whether the current axis must not be split.
    is_fixed: bool,
    /// Axes with the two parts they are split into, in order. A part may itself be split later in the list.
    parts: Vec<(AxisRef, AxisRef, AxisRef)>,
}

impl AxisSplitter {
    fn new(axes: &Axes) -> Self {
        let mut axes = axes.concat();
        axes.sort_unstable();
        Self { axes, at: 0, rest: None, is_fixed: false, parts: Vec::new() }
    }

    fn head(&self) -> Option<AxisRef> {
        self.rest.or_else(|| self.axes.get(self.at).copied())
    }

    fn next(&mut self) {
        self.at += 1;
        self.rest = None;
        self.is_fixed = false;
    }

    /// Splits the current axis at a point inside it, where the next part begins. Any other point has no effect.
    fn split_at(&mut self, point: u64) {
        let Some(axis) = self.head() else { return };
        if let Some((first, rest)) = axis.split(point / axis.pre()) {
            self.parts.push((axis, first, rest));
            self.rest = Some(rest);
        }
    }

    fn apply(&self, axes: &mut Axes) {
        for &(axis, first, rest) in &self.parts {
            replace_axis(axes, axis, first, rest);
        }
    }
}

/// Replaces an axis by its two parts.
pub(super) fn replace_axis(axes: &mut Axes, replaced: AxisRef, first: AxisRef, rest: AxisRef) {
    for dim in axes {
        if let Some(at) = dim.iter().position(|&axis| axis == replaced) {
            dim.splice(at..=at, [first, rest]);
            return;
        }
    }
}
