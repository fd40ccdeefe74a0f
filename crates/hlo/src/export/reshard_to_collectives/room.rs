//! Distributes axes over dimensions that can still be sharded a number of ways.

use partita_mesh::AxisRef;

use super::Axes;

/// The number of ways in which each dimension can still be sharded.
pub(super) struct Room {
    /// One number per dimension. Parts that do not belong to one split may overlap, so that products of their
    /// sizes can exceed the number of devices; they saturate.
    pub(super) free: Vec<u64>,
    /// Axes that were split to fit, with the two parts, in order.
    pub(super) splits: Vec<(AxisRef, AxisRef, AxisRef)>,
}

/// The position of the rest of a split axis in the list of axes that are still to be distributed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Where the axis was.
    InPlace,
    /// Before all others.
    First,
}

impl Room {
    pub(super) fn new(free: Vec<u64>) -> Self {
        Self { free, splits: Vec::new() }
    }

    /// Moves the axes of a list that fit into a dimension, in order. The last may be split.
    pub(super) fn fill(&mut self, dim: usize, list: &mut Vec<AxisRef>, into: &mut Vec<AxisRef>, rest: Rest) {
        let mut left = Vec::new();
        for axis in list.drain(..) {
            match self.take(dim, axis) {
                None => left.push(axis),
                Some((part, remainder)) => {
                    into.push(part);
                    let at = if rest == Rest::First { 0 } else { left.len() };
                    left.splice(at..at, remainder);
                }
            }
        }
        *list = left;
    }

    /// Moves axes from the front of a list into a dimension, up to the first that does not fit.
    pub(super) fn fill_front(&mut self, dim: usize, list: &mut Vec<AxisRef>, into: &mut Vec<AxisRef>) {
        while let Some(&axis) = list.first() {
            let Some((part, remainder)) = self.take(dim, axis) else { return };
            into.push(part);
            list.splice(..1, remainder);
        }
    }

    /// Moves axes into any dimension that can take them, the first dimensions first.
    pub(super) fn fill_any(&mut self, list: &mut Vec<AxisRef>, into: &mut Axes) {
        for (dim, into) in into.iter_mut().enumerate() {
            self.fill(dim, list, into, Rest::First);
        }
    }

    /// The part of an axis that fits into a dimension, and the rest: all of the axis, or as much of its
    /// front as fills the dimension.
    fn take(&mut self, dim: usize, axis: AxisRef) -> Option<(AxisRef, Option<AxisRef>)> {
        let (free, size) = (self.free[dim], axis.size());
        if free == 1 {
            return None;
        }
        if free.is_multiple_of(size) {
            self.free[dim] /= size;
            return Some((axis, None));
        }
        // `free` is smaller than the size here, and a divisor of it if the axis can be split.
        let (part, rest) = axis.split(free)?;
        self.free[dim] = 1;
        self.splits.push((axis, part, rest));
        Some((part, Some(rest)))
    }
}

/// Whether one size divides the other.
pub(super) fn sizes_divide(a: AxisRef, b: AxisRef) -> bool {
    a.size().is_multiple_of(b.size()) || b.size().is_multiple_of(a.size())
}
