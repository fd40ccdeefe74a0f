//! A greedy search for the cheapest axes: the best candidate first, then the best of those that still fit.

use std::cmp::Ordering;

use partita_mesh::axis_list::{prefix_without, shard_count};
use partita_mesh::{AxisRef, Mesh};
use partita_rule::FactorKind;

use super::factors::{Factors, Projection};

/// Axes that a factor could have, because some tensor has them.
struct Candidate {
    factor: usize,
    axes: Vec<AxisRef>,
    /// The elements of all tensors that have them.
    elements: u64,
    /// The number of shards they make; for the factor that was chosen last, relative to the axes it has already.
    shards: u64,
}

/// The axes of each factor. Each choice removes the axes that it uses from the candidates of all other factors, so the
/// candidate that is best first gets them.
pub(super) fn find_axes_greedily(
    factors: &Factors,
    projection: &Projection,
    mesh: &Mesh,
) -> Vec<Vec<AxisRef>> {
    let mut axes: Vec<Vec<AxisRef>> = vec![Vec::new(); factors.sizes.len()];
    let mut candidates = collect(factors, projection);
    loop {
        let eligible = candidates.iter().filter(|candidate| is_eligible(factors, &axes, candidate.factor));
        let best = eligible.max_by(|a, b| {
            let by_rank = rank(factors, a).cmp(&rank(factors, b));
            by_rank.then_with(|| by_name(mesh, &a.axes, &b.axes))
        });
        let Some(best) = best else { return axes };
        let (factor, taken) = (best.factor, best.axes.clone());
        axes[factor].clone_from(&taken);
        candidates.retain_mut(|candidate| {
            if candidate.factor != factor {
                candidate.axes = prefix_without(&candidate.axes, &taken);
                candidate.shards = shard_count(&candidate.axes);
            } else {
                candidate.shards = shard_count(&candidate.axes) / shard_count(&taken);
            }
            let now = &axes[candidate.factor];
            begins_with(&candidate.axes, now) && candidate.axes != *now
        });
    }
}

/// All prefixes of the axes that factors have in any tensor.
fn collect(factors: &Factors, projection: &Projection) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for factor in 0..factors.sizes.len() {
        let first = candidates.len();
        for (_, cell) in projection.of_factor(factor) {
            for length in 1..=cell.axes.len() {
                let axes = &cell.axes[..length];
                if candidates[first..].iter().any(|other| other.axes == axes) {
                    continue;
                }
                let having = projection.of_factor(factor).filter(|(_, cell)| begins_with(&cell.axes, axes));
                let elements =
                    having.fold(0, |n: u64, (tensor, _)| n.saturating_add(projection.elements[tensor]));
                candidates.push(Candidate {
                    factor,
                    axes: axes.to_vec(),
                    elements,
                    shards: shard_count(axes),
                });
            }
        }
    }
    candidates
}

/// Whether a list of axes begins with another, whose last axis may be the beginning of one. As in
/// Shardy the size of that beginning need not divide the axis.
fn begins_with(axes: &[AxisRef], prefix: &[AxisRef]) -> bool {
    let Some((last, front)) = prefix.split_last() else { return true };
    let Some(other) = axes.get(front.len()) else { return false };
    let is_beginning =
        last.axis() == other.axis() && last.pre() == other.pre() && last.size() <= other.size();
    axes[..front.len()] == *front && is_beginning
}

/// Whether the factors before this one are fully sharded in every dimension that has it: only then can it be sharded.
fn is_eligible(factors: &Factors, axes: &[Vec<AxisRef>], factor: usize) -> bool {
    factors.tensors.iter().flatten().all(|dim| match dim.iter().position(|&other| other == factor) {
        Some(position) => {
            dim[..position].iter().all(|&before| shard_count(&axes[before]) == factors.sizes[before])
        }
        None => true,
    })
}

/// The order of candidates, best last. The number of elements comes first: these are the elements that need no reshard.
/// Then the kind: sharding along a pass-through factor needs no communication, along a reduction an all-reduce.
fn rank(factors: &Factors, candidate: &Candidate) -> (u64, u8, u64, usize, usize) {
    let kind = match factors.kinds[candidate.factor] {
        FactorKind::PassThrough => 3,
        FactorKind::Reduction => 2,
        FactorKind::Permutation => 1,
        FactorKind::NeedReplication => 0,
    };
    (candidate.elements, kind, candidate.shards, candidate.factor, candidate.axes.len())
}

/// Shardy's last tie-breaker: the candidate whose axis names come last is taken.
fn by_name(mesh: &Mesh, a: &[AxisRef], b: &[AxisRef]) -> Ordering {
    let key = |axis: &AxisRef| (mesh.mesh_axis(axis.axis()).name(), axis.pre(), axis.size());
    a.iter().map(key).cmp(b.iter().map(key))
}
