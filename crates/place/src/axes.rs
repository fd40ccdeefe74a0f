//! Short lists of axes.

use partita_mesh::AxisRef;
use smallvec::SmallVec;

/// Axes of one dimension, major to minor; most dimensions have at most two.
pub type Axes = SmallVec<[AxisRef; 2]>;

/// Whether an axis can join others in one layout: it overlaps none of them, and all can coexist in one
/// factorisation of their axis. `"a":(1)2` and `"a":(3)2` of an axis of size 6 do not overlap, yet no layout
/// can have both.
pub fn can_join<'a>(axis: AxisRef, others: impl IntoIterator<Item = &'a AxisRef>) -> bool {
    others.into_iter().all(|other| !other.overlaps(axis) && other.can_coexist(axis))
}
