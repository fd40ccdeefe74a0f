//! The search for axes that costs least: the best candidate first, then the best of those that still fit.

use std::cmp::Ordering;

use partita_mesh::axis_list::prefix_without;
use partita_mesh::{AxisRef, Mesh};
use partita_rule::FactorKind;

use super::factors::{Factors, Projection, shards};

/// Axes that a factor could have, because some tensor has them.
struct Candidate {
    factor: usize,
    axes: Vec<AxisRef>,
    /// The elements of all tensors that have them.
    elements: u64,
    /// How many ways they shard; for the factor that was served last, how many more than it has.
    shards: u64,
}

/// The axes of each factor.
pub(super) fn find(factors: &Factors, projection: &Projection, mesh: &Mesh) -> Vec<Vec<AxisRef>> {
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
                candidate.shards = shards(&candidate.axes);
            } else {
                candidate.shards = shards(&candidate.axes) / shards(&taken);
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
                candidates.push(Candidate { factor, axes: axes.to_vec(), elements, shards: shards(axes) });
            }
        }
    }
    candidates
}

/// Whether a list of axes begins with another, of which the last axis may be the beginning of one. As in
/// Shardy the size of that beginning need not divide the axis.
fn begins_with(axes: &[AxisRef], prefix: &[AxisRef]) -> bool {
    let Some((last, front)) = prefix.split_last() else { return true };
    let Some(other) = axes.get(front.len()) else { return false };
    let is_beginning =
        last.axis() == other.axis() && last.pre() == other.pre() && last.size() <= other.size();
    axes[..front.len()] == *front && is_beginning
}

/// Whether the factors before this one are used up in every dimension that has it.
fn is_eligible(factors: &Factors, axes: &[Vec<AxisRef>], factor: usize) -> bool {
    factors.tensors.iter().flatten().all(|dim| match dim.iter().position(|&other| other == factor) {
        Some(position) => {
            dim[..position].iter().all(|&before| shards(&axes[before]) == factors.sizes[before])
        }
        None => true,
    })
}

/// What makes one candidate better than another.
fn rank(factors: &Factors, candidate: &Candidate) -> (u64, u8, u64, usize, usize) {
    let kind = match factors.kinds[candidate.factor] {
        FactorKind::PassThrough => 3,
        FactorKind::Reduction => 2,
        FactorKind::Permutation => 1,
        FactorKind::NeedReplication => 0,
    };
    (candidate.elements, kind, candidate.shards, candidate.factor, candidate.axes.len())
}

/// Of candidates that are equally good the one with the last names is taken.
fn by_name(mesh: &Mesh, a: &[AxisRef], b: &[AxisRef]) -> Ordering {
    let key = |axis: &AxisRef| (mesh.mesh_axis(axis.axis()).name(), axis.pre(), axis.size());
    a.iter().map(key).cmp(b.iter().map(key))
}
