//! Chooses the axes of every factor so that the op takes the least time.
//!
//! Every tensor around the op proposes the assignment that suits it best; the others fill in what does not
//! contradict it. The cost of a proposal is the time to reshard the operands, to combine partial results, to
//! reshard the results to the layouts they are wanted in, and to compute the op on one device.

use partita_cost::{Cost, Hardware, Work};
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, MeshId};

use crate::axes::{Axes, can_join};
use crate::factors::{FactorLayout, Factors, Role};

/// A layout that a tensor is available or wanted in.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The mesh that the axes belong to.
    pub mesh: MeshId,
    /// The axes of each dimension, major to minor.
    pub dims: &'a [Axes],
    /// Whether every device holds the entire tensor with nothing left to combine.
    pub is_replicated: bool,
}

/// An operand or result of an op, and its layouts.
#[derive(Clone, Debug)]
pub struct Around<'a> {
    /// Its global size.
    pub bytes: u64,
    /// For an operand, the layouts it is available in (none if it is free in all); for a result, the one it is
    /// wanted in.
    pub offers: Vec<Offer<'a>>,
}

/// What a front end computes about an op.
pub trait Pricing {
    /// The hardware that costs are computed for.
    fn hardware(&self) -> &Hardware;
    /// The cost to reshard an operand from its offer of this index to a layout, or a result from the layout to
    /// its offer.
    fn reshard(&mut self, tensor: usize, offer: usize, layout: &FactorLayout) -> Cost;
    /// How many bits a device sends because the op reads across shard boundaries.
    fn sent_to_neighbours(&self, assignment: &[Axes]) -> u128;
    /// Whether a factor whose role allows sharding may be sharded along these axes.
    fn may_shard(&self, _factor: usize, _axes: &[AxisRef]) -> bool {
        true
    }
}

/// The capabilities of an op.
#[derive(Clone, Copy, Debug)]
pub struct Abilities {
    /// Whether partial results can be combined afterwards.
    pub partial: bool,
    /// Whether it can read across shard boundaries.
    pub windows: bool,
    /// What bounds its time on one device.
    pub work: Work,
}

impl Abilities {
    /// Whether a factor of this role may be sharded.
    pub(crate) fn allow(self, role: Role) -> bool {
        match role {
            Role::PassThrough => true,
            Role::Reduction => self.partial,
            Role::Window => self.windows,
            Role::Replicated => false,
        }
    }
}

/// Chooses the axes of every factor, on one mesh. `tensors` are the operands, then the results.
pub fn choose_placement(
    factors: &Factors,
    abilities: Abilities,
    mesh: MeshId,
    tensors: &[Around<'_>],
    pricing: &mut dyn Pricing,
) -> Vec<Axes> {
    let mut best: Option<(Cost, Vec<Axes>)> = None;
    for candidate in (Proposer { factors, mesh, tensors, pricing }).candidates(abilities) {
        let cost = price(factors, abilities.work, tensors, &candidate, pricing);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, candidate));
        }
    }
    best.map_or_else(|| vec![Axes::new(); factors.sizes.len()], |(_, candidate)| candidate)
}

/// How many tensors lead a proposal. An op with more operands, such as a concatenation, would otherwise price a
/// number of proposals that grows with the square of its operands.
const MAX_LEADERS: usize = 6;

/// An offer and the index of its tensor.
type OfferOf<'a> = (usize, Offer<'a>);

/// The inputs of all proposals.
struct Proposer<'a> {
    factors: &'a Factors,
    mesh: MeshId,
    tensors: &'a [Around<'a>],
    pricing: &'a dyn Pricing,
}

impl Proposer<'_> {
    /// All distinct proposals. The first of equally cheap proposals wins, so the order matters.
    fn candidates(&self, abilities: Abilities) -> Vec<Vec<Axes>> {
        // Results first, then operands, each by decreasing size.
        let mut order: Vec<usize> = (0..self.tensors.len()).collect();
        let is_operand = |tensor: usize| tensor < self.factors.operands;
        order.sort_by_key(|&tensor| (is_operand(tensor), std::cmp::Reverse(self.tensors[tensor].bytes)));
        let mut found: Vec<Vec<Axes>> = Vec::new();
        let mut add = |candidate: Vec<Axes>| {
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        };
        let is_sharded = |tensor: usize| self.tensors[tensor].offers.iter().any(|offer| !offer.is_replicated);
        let leaders = order.iter().copied().filter(|&tensor| is_sharded(tensor));
        for leader in leaders.take(MAX_LEADERS) {
            for &offer in &self.tensors[leader].offers {
                let followers = order.iter().copied().filter(|&tensor| tensor != leader);
                let rest =
                    followers.filter_map(|tensor| Some((tensor, *self.tensors[tensor].offers.first()?)));
                let alone = [(leader, offer)];
                let all: Vec<OfferOf<'_>> = alone.into_iter().chain(rest).collect();
                // Reading across boundaries may cost more than moving the axes to another factor.
                let without_windows = Abilities { windows: false, ..abilities };
                for abilities in [abilities, without_windows] {
                    self.proposals(abilities, &alone, &all).into_iter().for_each(&mut add);
                    if !abilities.windows {
                        break;
                    }
                }
            }
        }
        add(vec![Axes::new(); self.factors.sizes.len()]);
        found
    }

    /// The proposals that follow from the offers of all tensors, one of which leads.
    fn proposals(&self, abilities: Abilities, leader: &[OfferOf<'_>], all: &[OfferOf<'_>]) -> Vec<Vec<Axes>> {
        let filled = self.fill(abilities, all);
        let moved = self.move_away(abilities, all, &filled);
        // The same without partial results.
        let mut combined = filled.clone();
        for (axes, role) in combined.iter_mut().zip(&self.factors.roles) {
            if *role == Role::Reduction {
                axes.clear();
            }
        }
        // A factor may be minor to a reduced one in its dimension, and is then no longer valid.
        self.make_valid(&mut combined);
        let mut proposals = vec![filled];
        proposals.extend(moved);
        proposals.extend([combined, self.fill(abilities, leader)]);
        proposals
    }

    fn make_valid(&self, assignment: &mut [Axes]) {
        self.factors.make_valid(assignment, &|factor, axes| self.pricing.may_shard(factor, axes));
    }

    /// Gives each factor the axes of the first tensor that shards it, minus axes that other factors took
    /// before.
    fn fill(&self, abilities: Abilities, tensors: &[OfferOf<'_>]) -> Vec<Axes> {
        let factors = self.factors;
        let mut assignment = vec![Axes::new(); factors.sizes.len()];
        for (tensor, offer) in tensors.iter().filter(|(_, offer)| offer.mesh == self.mesh) {
            factors.project(*tensor, offer.dims, |factor, axes| {
                if !assignment[factor].is_empty() || !abilities.allow(factors.roles[factor]) {
                    return;
                }
                let free =
                    axes.iter().copied().take_while(|&axis| can_join(axis, assignment.iter().flatten()));
                assignment[factor] = free.collect();
            });
        }
        self.make_valid(&mut assignment);
        assignment
    }

    /// Proposals in which the axes of a factor that must be replicated shard another factor of the same tensor
    /// instead.
    fn move_away(&self, abilities: Abilities, tensors: &[OfferOf<'_>], filled: &[Axes]) -> Vec<Vec<Axes>> {
        let factors = self.factors;
        let mut displaced = Axes::new();
        for (tensor, offer) in tensors.iter().filter(|(_, offer)| offer.mesh == self.mesh) {
            factors.project(*tensor, offer.dims, |factor, axes| {
                if abilities.allow(factors.roles[factor]) {
                    return;
                }
                for axis in axes {
                    if can_join(axis, filled.iter().flatten().chain(&displaced)) {
                        displaced.push(axis);
                    }
                }
            });
        }
        let takers: Vec<usize> =
            (0..factors.sizes.len()).filter(|&factor| factors.roles[factor] == Role::PassThrough).collect();
        let mut proposals = Vec::new();
        for first in 0..takers.len() {
            // Each axis goes to the first factor that it divides, starting with a different factor in each
            // proposal.
            let mut moved = filled.to_vec();
            for &axis in &displaced {
                let order = takers[first..].iter().chain(&takers[..first]);
                let divides = |factor: &&usize| {
                    (factors.sizes[**factor] / shard_count(&moved[**factor])).is_multiple_of(axis.size())
                        && factors.sizes[**factor].is_multiple_of(shard_count(&moved[**factor]))
                };
                if let Some(&factor) = order.into_iter().find(divides) {
                    moved[factor].push(axis);
                }
            }
            self.make_valid(&mut moved);
            if moved != *filled {
                proposals.push(moved);
            }
        }
        proposals
    }
}

/// The cost of a proposal for each device.
fn price(
    factors: &Factors,
    work: Work,
    tensors: &[Around<'_>],
    assignment: &[Axes],
    pricing: &mut dyn Pricing,
) -> Cost {
    let mut cost = pricing.hardware().to_neighbour(pricing.sent_to_neighbours(assignment));
    for (tensor, around) in tensors.iter().enumerate() {
        if around.offers.is_empty() {
            // It can be rematerialised in any layout.
            continue;
        }
        let layout = factors.layout(tensor, assignment);
        let costs = (0..around.offers.len()).map(|offer| pricing.reshard(tensor, offer, &layout));
        cost += costs.min().unwrap_or_default();
    }
    let local = factors.sizes.iter().zip(assignment).map(|(&size, axes)| size.div_ceil(shard_count(axes)));
    let space = local.fold(1, |space: u128, size| space.saturating_mul(size.into()));
    // A factor of size 1 gains nothing from sharding. The smallest possible cost for each breaks the tie in
    // favour of replication.
    let idle = factors.sizes.iter().zip(assignment).filter(|(size, axes)| **size == 1 && !axes.is_empty());
    cost + pricing.hardware().work(work, space) + Cost(idle.count() as u128)
}
