//! Cutting the axes of two shardings at each other's ends.

use partita_mesh::AxisRef;

use super::Axes;

/// Cuts the axes of both so that a part of one is either also a part of the other or does not overlap it.
///
/// `{"x"}` and `{"x":(2)2}` become `{"x":(1)2, "x":(2)2}` and `{"x":(2)2}`. Parts that overlap but fit into no
/// common split, such as `(1)2` and `(1)3`, stay as they are, whatever else they overlap.
pub(super) fn align(a: &mut Axes, b: &mut Axes) {
    let (mut cuts_a, mut cuts_b) = (Cuts::new(a), Cuts::new(b));
    while let (Some(x), Some(y)) = (cuts_a.head(), cuts_b.head()) {
        if x == y {
            cuts_a.next();
            cuts_b.next();
        } else if !x.overlaps(y) {
            if x < y { cuts_a.next() } else { cuts_b.next() }
        } else {
            if !x.can_coexist(y) {
                cuts_a.is_fixed = true;
                cuts_b.is_fixed = true;
            }
            if !cuts_a.is_fixed && !cuts_b.is_fixed {
                let start = x.pre().max(y.pre());
                cuts_a.cut(start);
                cuts_b.cut(start);
                cuts_a.cut(y.end());
                cuts_b.cut(x.end());
            } else {
                // Whichever ends first has met all that it overlaps.
                if x.end() <= y.end() {
                    cuts_a.next();
                }
                if y.end() <= x.end() {
                    cuts_b.next();
                }
            }
        }
    }
    cuts_a.apply(a);
    cuts_b.apply(b);
}

/// The axes of a sharding in the order of the mesh, and the parts found so far.
struct Cuts {
    axes: Vec<AxisRef>,
    /// The axes are cut up to here.
    at: usize,
    /// What is left of the axis at hand.
    rest: Option<AxisRef>,
    /// Whether the axis at hand is not to be cut.
    is_fixed: bool,
    /// Axes with the parts they are cut into.
    parts: Vec<(AxisRef, AxisRef, AxisRef)>,
}

impl Cuts {
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

    /// Cuts the axis at hand at a point inside it, where the next part begins.
    fn cut(&mut self, point: u64) {
        let Some(axis) = self.head() else { return };
        if let Some((first, rest)) = axis.split(point / axis.pre()) {
            self.parts.push((axis, first, rest));
            self.rest = Some(rest);
        }
    }

    fn apply(&self, axes: &mut Axes) {
        for &(whole, first, rest) in &self.parts {
            replace(axes, whole, first, rest);
        }
    }
}

/// Puts two parts in the place of an axis.
pub(super) fn replace(axes: &mut Axes, whole: AxisRef, first: AxisRef, rest: AxisRef) {
    for dim in axes {
        if let Some(at) = dim.iter().position(|&axis| axis == whole) {
            dim.splice(at..=at, [first, rest]);
            return;
        }
    }
}
