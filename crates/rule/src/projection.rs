//! From the axes of a dimension to the axes of its factors, and back.
//!
//! A dimension may consist of several factors, major to minor. Its axes are handed out in that order: a factor takes what divides
//! it, the next factor continues where it ends. Whoever shards factors of an op (propagation, reshards, placement) asks these
//! functions, so that all agree about what a sharding means.

use partita_mesh::axis_list::push_axis;
use partita_mesh::{AxisRef, gcd};

/// How an axis belongs to the factor that it is handed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// It shards the factor.
    Own,
    /// It shards the dimension somewhere in this factor, but does not divide what is left of it. No factor can use it; it is
    /// handed out so that projecting back loses nothing.
    Overflow,
}

/// Hands the axes of a dimension to its factors, major to minor: calls `give` with the position of the factor, an axis or the part
/// of one, and how it belongs there.
///
/// `sizes` are the sizes of the factors, `None` where one is unknown: any number of shards is taken to divide it. The last factor takes all that is left, whether it divides
/// or not. Factors behind one that overflows get nothing, and so do those behind one that has room left.
///
/// A dimension of factors 4 and 6 on axes of sizes 2, 4 and 3: the first factor takes 2 and the major half of 4, the second the
/// other half and 3.
pub fn project_dim(
    sizes: impl ExactSizeIterator<Item = Option<u64>>,
    axes: &[AxisRef],
    mut give: impl FnMut(usize, AxisRef, Share),
) {
    let last = sizes.len().saturating_sub(1);
    let mut rest = axes.iter().copied();
    let mut head = rest.next();
    for (position, size) in sizes.enumerate() {
        // How many times the factor can still be divided; an unknown size has no end.
        let mut left = size;
        while let Some(axis) = head {
            if position == last {
                give(position, axis, Share::Own);
                head = rest.next();
                continue;
            }
            let shared = left.map_or(axis.size(), |left| gcd(left, axis.size()));
            left = left.map(|left| left / shared);
            if shared == axis.size() {
                give(position, axis, Share::Own);
                head = rest.next();
                continue;
            }
            if let Some((major, minor)) = axis.split(shared) {
                give(position, major, Share::Own);
                head = Some(minor);
            }
            break;
        }
        if left.is_none_or(|left| left > 1) && head.is_some() {
            head.into_iter().chain(rest).for_each(|axis| give(position, axis, Share::Overflow));
            return;
        }
    }
}

/// The axes of one factor, for [`unproject_dim`].
#[derive(Clone, Copy, Debug)]
pub struct FactorAxes<'a> {
    /// The size of the factor, if it is known.
    pub size: Option<u64>,
    /// What shards it.
    pub own: &'a [AxisRef],
    /// What [`Share::Overflow`] handed to it.
    pub overflow: &'a [AxisRef],
}

/// The axes of a dimension whose factors, major to minor, have these axes: the inverse of [`project_dim`].
///
/// It ends with the first factor that is not sharded to its end. What follows would shard the dimension into strips, which
/// no list of axes describes.
pub fn unproject_dim<'a>(factors: impl IntoIterator<Item = FactorAxes<'a>>) -> Vec<AxisRef> {
    let mut axes = Vec::new();
    for FactorAxes { size, own, overflow } in factors {
        own.iter().chain(overflow).for_each(|&axis| push_axis(&mut axes, axis));
        let has_room = size.is_none_or(|size| shard_count(own) < size);
        if !overflow.is_empty() || has_room {
            break;
        }
    }
    axes
}

/// Takes all axes away from factors that follow one which is not sharded to its end, in any of the dimensions: shards of such a
/// dimension would not be contiguous. `dims` are the factors of every dimension of every tensor, by their index in `sizes` and
/// `assignment`.
pub fn remove_strided<A: AsRef<[AxisRef]> + Default>(
    dims: impl Iterator<Item: IntoIterator<Item = usize>> + Clone,
    size: impl Fn(usize) -> Option<u64>,
    assignment: &mut [A],
) {
    // Taking axes from a factor in one tensor may leave room in a dimension of another.
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for dim in dims.clone() {
            let mut has_room = false;
            for factor in dim {
                if has_room && !assignment[factor].as_ref().is_empty() {
                    assignment[factor] = A::default();
                    changed = true;
                }
                has_room |= size(factor) != Some(shard_count(assignment[factor].as_ref()));
            }
        }
    }
}

/// How many shards a list of axes makes.
fn shard_count(axes: &[AxisRef]) -> u64 {
    axes.iter().fold(1, |count: u64, axis| count.saturating_mul(axis.size()))
}
