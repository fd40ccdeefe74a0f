//! Reshapes of which one side is sharded along axes that no factor takes.
//!
//! The axes are then distributed anew: all axes of the side that is sharded more, over the factors of each side
//! in turn. The axes that both sides give a common factor are kept.

use partita_mesh::axis_list::{common_prefix, push_axis, shard_count};
use partita_mesh::{AxisRef, gcd};

use super::factors::{Cell, Factors, Projection};

/// The axes of each factor of a reshape.
pub(super) fn common_axes(factors: &Factors, projection: &Projection) -> Vec<Vec<AxisRef>> {
    let flat: Vec<Vec<AxisRef>> = projection.cells.iter().map(|row| all_axes(row)).collect();
    let most = if shard_count(&flat[1]) > shard_count(&flat[0]) { &flat[1] } else { &flat[0] };
    let dims: Vec<Vec<Vec<AxisRef>>> = (0..flat.len())
        .map(|tensor| {
            let all = &factors.tensors[tensor];
            let Some(&last) = all.iter().flatten().last() else { return Vec::new() };
            let open = open_factors(all, &projection.cells[tensor]);
            factors.dims(tensor, &hand_out(&factors.sizes, &open, last, most))
        })
        .collect();
    let projection = Projection::new(factors, &dims, Vec::new());
    let shared = |factor: usize| {
        let mut cells = projection.of_factor(factor).map(|(_, cell)| &cell.axes);
        let first = cells.next().cloned().unwrap_or_default();
        cells.fold(first, |shared, other| common_prefix(&shared, other))
    };
    (0..factors.sizes.len()).map(shared).collect()
}

/// The axes of a tensor by factor, split where the projection onto factors splits them.
fn all_axes(row: &[Option<Cell>]) -> Vec<AxisRef> {
    row.iter().flatten().flat_map(|cell| cell.axes.iter().chain(&cell.overflow).copied()).collect()
}

/// The factors of each dimension to which axes are distributed. In a dimension where a factor overflows, the
/// one after it is the last: as in Shardy, the factors behind it take no part.
fn open_factors(dims: &[Vec<usize>], row: &[Option<Cell>]) -> Vec<Vec<usize>> {
    let overflows = |&factor: &usize| row[factor].as_ref().is_some_and(|cell| !cell.overflow.is_empty());
    let open = |dim: &Vec<usize>| {
        let end = dim.iter().position(overflows).map_or(dim.len(), |at| dim.len().min(at + 2));
        dim[..end].to_vec()
    };
    dims.iter().map(open).collect()
}

/// Gives each axis in turn to the factors of a tensor, as much as divides each. From the first axis on that does
/// not fit, all go to the factor `last`.
fn hand_out(sizes: &[u64], dims: &[Vec<usize>], last: usize, axes: &[AxisRef]) -> Vec<Vec<AxisRef>> {
    let mut handed: Vec<Vec<AxisRef>> = vec![Vec::new(); sizes.len()];
    let mut room = sizes.to_vec();
    let mut axes = axes.iter();
    for &axis in axes.by_ref() {
        let mut rest = Some(axis);
        for &factor in dims.iter().flatten() {
            rest = rest.and_then(|axis| take(axis, &mut room[factor], &mut handed[factor]));
        }
        if let Some(axis) = rest {
            push_axis(&mut handed[last], axis);
            break;
        }
    }
    axes.for_each(|&axis| push_axis(&mut handed[last], axis));
    handed
}

/// Gives a factor as much of an axis as divides it; returns the rest.
fn take(axis: AxisRef, room: &mut u64, handed: &mut Vec<AxisRef>) -> Option<AxisRef> {
    let part = gcd(*room, axis.size());
    if part == 1 {
        return Some(axis);
    }
    *room /= part;
    let (taken, rest) = match axis.split(part) {
        Some((major, minor)) => (major, Some(minor)),
        None => (axis, None),
    };
    push_axis(handed, taken);
    rest
}
