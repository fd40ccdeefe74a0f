//! Chooses the axes of each factor of an op, for all its tensors.

use partita_mesh::axis_list::{prefix_without, shard_count};
use partita_mesh::{AxisRef, Mesh};
use partita_rule::FactorKind;

use super::factors::{Factors, Projection};
use super::{greedy, replication};

/// The axes of each factor: those that all tensors agree on, else those of the tensor that is most expensive to
/// reshard, else the result of a greedy search.
pub(super) fn find_common_axes(factors: &Factors, projection: &Projection, mesh: &Mesh) -> Vec<Vec<AxisRef>> {
    if let Some(axes) = already_common(factors, projection) {
        return axes;
    }
    if let Some(axes) = of_preferred(factors, projection) {
        return axes;
    }
    let axes = greedy::find_axes_greedily(factors, projection, mesh);
    replication::move_away(factors, axes)
}

/// The axes of each factor, if all tensors agree and the op can run on them.
fn already_common(factors: &Factors, projection: &Projection) -> Option<Vec<Vec<AxisRef>>> {
    if projection.overflows() {
        return None;
    }
    let mut axes: Vec<Vec<AxisRef>> = Vec::with_capacity(factors.sizes.len());
    for (factor, kind) in factors.kinds.iter().enumerate() {
        let mut cells = projection.of_factor(factor);
        let first = cells.next().map_or(&[][..], |(_, cell)| &cell.axes);
        if cells.any(|(_, other)| other.axes != first)
            || *kind == FactorKind::NeedReplication && !first.is_empty()
            || axes.iter().flatten().any(|axis| first.iter().any(|other| axis.overlaps(*other)))
        {
            return None;
        }
        axes.push(first.to_vec());
    }
    Some(axes)
}

/// With two tensors that are not scalars, the one that is more expensive to reshard keeps its axes.
fn of_preferred(factors: &Factors, projection: &Projection) -> Option<Vec<Vec<AxisRef>>> {
    let tensors: Vec<usize> =
        (0..factors.tensors.len()).filter(|&tensor| !factors.tensors[tensor].is_empty()).collect();
    let &[first, second] = &tensors[..] else { return None };
    if factors.kinds.contains(&FactorKind::NeedReplication)
        || tensors.iter().any(|&tensor| factors.tensors[tensor].iter().any(|dim| dim.len() > 1))
    {
        return None;
    }
    let rank = |tensor: usize| {
        let cells = || projection.cells[tensor].iter().enumerate();
        let cells = || cells().filter_map(|(factor, cell)| Some((factor, cell.as_ref()?)));
        let permutes = cells()
            .any(|(factor, cell)| factors.kinds[factor] == FactorKind::Permutation && !cell.axes.is_empty());
        let shards = cells().fold(1u64, |n, (_, cell)| n.saturating_mul(shard_count(&cell.axes)));
        (!permutes, projection.elements[tensor], shards)
    };
    let (kept, other) = if rank(second) > rank(first) { (second, first) } else { (first, second) };
    let mut axes: Vec<Vec<AxisRef>> = vec![Vec::new(); factors.sizes.len()];
    let mut taken: Vec<AxisRef> = Vec::new();
    for (factor, cell) in projection.cells[kept].iter().enumerate() {
        if let Some(cell) = cell {
            axes[factor].clone_from(&cell.axes);
            taken.extend(&cell.axes);
        }
    }
    for (factor, cell) in projection.cells[other].iter().enumerate() {
        if let (Some(cell), None) = (cell, &projection.cells[kept][factor]) {
            axes[factor] = prefix_without(&cell.axes, &taken);
        }
    }
    Some(axes)
}
