//! Which axes cut which factor of an op: the choice that takes the least time.
//!
//! Every tensor around the op proposes what suits it; the others fill in what does not contradict. Each
//! proposal is priced: bringing the operands there, combining partial results, bringing the results where
//! they are wanted, and the work that a device then does.

use partita_cost::{Cost, Work};
use partita_mesh::MeshId;

use crate::factors::{Factors, Kind};
use crate::layout::{Axes, Layout, can_join, shards};
use crate::plan::Planner;

/// A tensor around an op: where it is, or where it is wanted.
pub(crate) struct Around<'a> {
    pub(crate) shape: &'a [u64],
    pub(crate) element_bits: u64,
    /// The layouts it is available in, none if it is free in all; for a result, the one it is wanted in.
    pub(crate) layouts: &'a [&'a Layout],
}

impl Around<'_> {
    fn bytes(&self) -> u64 {
        self.shape.iter().fold(self.element_bits, |bits, &size| bits.saturating_mul(size)).div_ceil(8)
    }
}

/// What an op can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abilities {
    /// Whether partial results can be combined afterwards.
    pub(crate) partial: bool,
    /// Whether it can look across the borders of shards.
    pub(crate) windows: bool,
    /// What bounds its time on one device.
    pub(crate) work: Work,
}

/// Chooses the axes of every factor. `windows` counts the bits that a device sends because the op looks across
/// the borders of shards.
pub(crate) fn place(
    factors: &Factors,
    abilities: Abilities,
    mesh: MeshId,
    tensors: &[Around<'_>],
    windows: &dyn Fn(&[Axes]) -> u128,
    planner: &mut Planner,
) -> Vec<Axes> {
    let mut best: Option<(Cost, Vec<Axes>)> = None;
    for candidate in candidates(factors, abilities, mesh, tensors) {
        let moved = price(factors, abilities, mesh, tensors, &candidate, planner);
        let cost = moved + planner.hardware().to_neighbour(windows(&candidate));
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, candidate));
        }
    }
    best.map_or_else(|| vec![Axes::new(); factors.sizes.len()], |(_, candidate)| candidate)
}

/// All distinct proposals, those that should win a tie first.
fn candidates(
    factors: &Factors,
    abilities: Abilities,
    mesh: MeshId,
    tensors: &[Around<'_>],
) -> Vec<Vec<Axes>> {
    // Results first, then operands, the largest first.
    let mut order: Vec<usize> = (0..tensors.len()).collect();
    order.sort_by_key(|&tensor| (tensor < factors.operands, std::cmp::Reverse(tensors[tensor].bytes())));
    let mut found: Vec<Vec<Axes>> = Vec::new();
    let mut add = |candidate: Vec<Axes>| {
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    };
    let proposals =
        order.iter().filter(|&&tensor| tensors[tensor].layouts.iter().any(|layout| !layout.is_whole()));
    for &leader in proposals.take(MAX_LEADERS) {
        for layout in tensors[leader].layouts {
            let followers = order.iter().filter(|&&tensor| tensor != leader);
            let rest: Vec<(usize, &Layout)> = followers
                .flat_map(|&tensor| tensors[tensor].layouts.first().map(|layout| (tensor, *layout)))
                .collect();
            let alone = vec![(leader, *layout)];
            let all: Vec<(usize, &Layout)> = alone.iter().copied().chain(rest).collect();
            // Looking across borders may cost more than moving the axes elsewhere.
            let without_windows = Abilities { windows: false, ..abilities };
            for abilities in [abilities, without_windows] {
                let filled = fill(factors, abilities, mesh, &all);
                let moved = move_away(factors, abilities, mesh, &all, &filled);
                add(filled.clone());
                moved.into_iter().for_each(&mut add);
                // Without anything left to combine.
                let mut combined = filled;
                for (axes, kind) in combined.iter_mut().zip(&factors.kinds) {
                    if *kind == Kind::Reduction {
                        axes.clear();
                    }
                }
                // A rule may have a factor behind one that is reduced.
                factors.make_valid(&mut combined);
                add(combined);
                add(fill(factors, abilities, mesh, &alone));
                if !abilities.windows {
                    break;
                }
            }
        }
    }
    add(vec![Axes::new(); factors.sizes.len()]);
    found
}

/// How many tensors propose.
const MAX_LEADERS: usize = 6;

fn may_cut(kind: Kind, abilities: Abilities) -> bool {
    match kind {
        Kind::PassThrough => true,
        Kind::Reduction => abilities.partial,
        Kind::Window => abilities.windows,
        Kind::Whole => false,
    }
}

/// Gives every factor the axes of the first tensor that cuts it, less what others took before.
fn fill(factors: &Factors, abilities: Abilities, mesh: MeshId, tensors: &[(usize, &Layout)]) -> Vec<Axes> {
    let mut assignment = vec![Axes::new(); factors.sizes.len()];
    for &(tensor, layout) in tensors {
        if layout.mesh != mesh {
            continue;
        }
        factors.project(tensor, layout, |factor, axes| {
            if !assignment[factor].is_empty() || !may_cut(factors.kinds[factor], abilities) {
                return;
            }
            let free = axes.iter().copied().take_while(|&axis| can_join(axis, assignment.iter().flatten()));
            assignment[factor] = free.collect();
        });
    }
    factors.make_valid(&mut assignment);
    assignment
}

/// Proposals where axes that cut a factor which must be whole cut another one of the same tensor instead.
fn move_away(
    factors: &Factors,
    abilities: Abilities,
    mesh: MeshId,
    tensors: &[(usize, &Layout)],
    filled: &[Axes],
) -> Vec<Vec<Axes>> {
    let mut homeless = Axes::new();
    for &(tensor, layout) in tensors {
        if layout.mesh != mesh {
            continue;
        }
        factors.project(tensor, layout, |factor, axes| {
            if may_cut(factors.kinds[factor], abilities) {
                return;
            }
            for axis in axes {
                if can_join(axis, filled.iter().flatten().chain(&homeless)) {
                    homeless.push(axis);
                }
            }
        });
    }
    let takers: Vec<usize> =
        (0..factors.sizes.len()).filter(|&factor| factors.kinds[factor] == Kind::PassThrough).collect();
    let mut proposals = Vec::new();
    for first in 0..takers.len() {
        // Each axis goes to the first factor that it divides, beginning with another one each time.
        let mut moved = filled.to_vec();
        for &axis in &homeless {
            let order = takers[first..].iter().chain(&takers[..first]);
            let divides = |factor: &&usize| {
                (factors.sizes[**factor] / shards(&moved[**factor])).is_multiple_of(axis.size())
                    && factors.sizes[**factor].is_multiple_of(shards(&moved[**factor]))
            };
            if let Some(&factor) = order.into_iter().find(divides) {
                moved[factor].push(axis);
            }
        }
        factors.make_valid(&mut moved);
        if moved != *filled {
            proposals.push(moved);
        }
    }
    proposals
}

/// What a proposal costs each device.
fn price(
    factors: &Factors,
    abilities: Abilities,
    mesh: MeshId,
    tensors: &[Around<'_>],
    assignment: &[Axes],
    planner: &mut Planner,
) -> Cost {
    let mut cost = Cost::default();
    for (tensor, around) in tensors.iter().enumerate() {
        if around.layouts.is_empty() {
            // It can be made anew in any layout.
            continue;
        }
        let layout = factors.layout(tensor, mesh, assignment);
        let costs = around.layouts.iter().map(|other| {
            let (from, to) = if tensor < factors.operands { (*other, &layout) } else { (&layout, *other) };
            planner.cost(from, to, around.shape, around.element_bits)
        });
        cost += costs.min().unwrap_or_default();
    }
    let local = factors.sizes.iter().zip(assignment).map(|(&size, axes)| size.div_ceil(shards(axes)));
    let space = local.fold(1, |space: u128, size| space.saturating_mul(size.into()));
    // What is replicated should stay so when sharding saves nothing: the least cost there is, for each such factor.
    let idle = factors.sizes.iter().zip(assignment).filter(|(size, axes)| **size == 1 && !axes.is_empty());
    cost + planner.hardware().work(abilities.work, space) + Cost(idle.count() as u128)
}
