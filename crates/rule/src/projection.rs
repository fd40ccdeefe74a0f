//! Projects the axes of a dimension onto its factors, and back.
//!
//! A dimension may consist of several factors, major to minor. Its axes are distributed in that order: a factor takes what divides
//! it, the next factor continues where it ends. All code that shards factors of an op (propagation, reshards, placement) uses
//! these functions, so that all agree on the meaning of a sharding.

use partita_mesh::axis_list::{push_axis, shard_count};
use partita_mesh::{AxisRef, gcd};

/// How an axis belongs to the factor that it is assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// It shards the factor.
    Own,
    /// It shards the dimension somewhere in this factor, but does not divide the rest of it. No factor can use it; it is
    /// passed on so that projecting back loses nothing.
    Overflow,
}

/// Distributes the axes of a dimension over its factors, major to minor: calls `give` with the position of the factor, an axis or
/// sub-axis, and how it belongs there.
///
/// `sizes` are the sizes of the factors, `None` if one is unknown: any number of shards is assumed to divide it. The last factor
/// takes all remaining axes, whether they divide it or not. Factors after one that overflows get nothing, and neither do those after
/// one that is not used up.
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
        // The quotient by which the factor can still be divided; unlimited for an unknown size.
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
    /// The size of the factor; `None` if it is unknown.
    pub size: Option<u64>,
    /// The axes that shard it.
    pub own: &'a [AxisRef],
    /// The axes that were assigned to it as [`Share::Overflow`].
    pub overflow: &'a [AxisRef],
}

/// The axes of a dimension whose factors, major to minor, have these axes: the inverse of [`project_dim`].
///
/// It ends with the first factor that is not fully sharded: the axes that follow would shard the dimension into strips, which
/// no list of axes can describe.
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

/// Removes all axes from factors that follow one that is not fully sharded, in any of the dimensions: the shards of such a
/// dimension would not be contiguous. `dims` are the factors of every dimension of every tensor, by their index in `sizes` and
/// `assignment`.
pub fn remove_strided<A: AsRef<[AxisRef]> + Default>(
    dims: impl Iterator<Item: IntoIterator<Item = usize>> + Clone,
    size: impl Fn(usize) -> Option<u64>,
    assignment: &mut [A],
) {
    // Removing axes from a factor in one tensor may leave a factor of another dimension partly sharded, so repeat.
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
