//! The choice of the axes of every factor that takes the least time.
//!
//! Every tensor around the op proposes what suits it; the others fill in what does not contradict. Each
//! proposal is priced: bringing the operands there, combining partial results, bringing the results where
//! they are wanted, and the work that a device then does.

use partita_cost::{Cost, Hardware, Work};
use partita_mesh::{AxisRef, MeshId};

use crate::axes::{Axes, can_join, shards};
use crate::factors::{FactorLayout, Factors, Role};

/// A layout that a tensor is available in, or wanted in.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The mesh of the axes.
    pub mesh: MeshId,
    /// The axes of every dimension.
    pub dims: &'a [Axes],
    /// Whether every device holds all of the tensor, ready to use.
    pub is_replicated: bool,
}

/// A tensor around an op: where it is, or where it is wanted.
#[derive(Clone, Debug)]
pub struct Around<'a> {
    /// Its size.
    pub bytes: u64,
    /// The layouts it is available in, none if it is free in all; for a result, the one it is wanted in.
    pub offers: Vec<Offer<'a>>,
}

/// What a front end answers about an op.
pub trait Pricing {
    /// The hardware.
    fn hardware(&self) -> &Hardware;
    /// What it costs to bring an operand from its offer of this index to a layout, or a result from the layout to its offer.
    fn reshard(&mut self, tensor: usize, offer: usize, layout: &FactorLayout) -> Cost;
    /// How many bits a device sends because the op looks across the borders of shards.
    fn sent_to_neighbours(&self, assignment: &[Axes]) -> u128;
    /// Whether a factor whose role allows it may be sharded along these axes.
    fn may_shard(&self, _factor: usize, _axes: &[AxisRef]) -> bool {
        true
    }
}

/// What an op can do.
#[derive(Clone, Copy, Debug)]
pub struct Abilities {
    /// Whether partial results can be combined afterwards.
    pub partial: bool,
    /// Whether it can look across the borders of shards.
    pub windows: bool,
    /// What bounds its time on one device.
    pub work: Work,
}

impl Abilities {
    /// Whether a factor of this role may be sharded.
    fn allow(self, role: Role) -> bool {
        match role {
            Role::PassThrough => true,
            Role::Reduction => self.partial,
            Role::Window => self.windows,
            Role::Replicated => false,
        }
    }
}

/// Chooses the axes of every factor, on one mesh. `tensors` are the operands, then the results.
pub fn place(
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

/// How many tensors propose.
const MAX_LEADERS: usize = 6;

/// An offer of a tensor, by the index of the tensor.
type OfferOf<'a> = (usize, Offer<'a>);

/// What proposals are made of.
struct Proposer<'a> {
    factors: &'a Factors,
    mesh: MeshId,
    tensors: &'a [Around<'a>],
    pricing: &'a dyn Pricing,
}

impl Proposer<'_> {
    /// All distinct proposals, those that should win a tie first.
    fn candidates(&self, abilities: Abilities) -> Vec<Vec<Axes>> {
        // Results first, then operands, the largest first.
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
                // Looking across borders may cost more than moving the axes elsewhere.
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

    /// What follows from the offers of all tensors, one of which leads.
    fn proposals(&self, abilities: Abilities, leader: &[OfferOf<'_>], all: &[OfferOf<'_>]) -> Vec<Vec<Axes>> {
        let filled = self.fill(abilities, all);
        let moved = self.move_away(abilities, all, &filled);
        // Without anything left to combine.
        let mut combined = filled.clone();
        for (axes, role) in combined.iter_mut().zip(&self.factors.roles) {
            if *role == Role::Reduction {
                axes.clear();
            }
        }
        // A rule may have a factor behind one that is reduced.
        self.make_valid(&mut combined);
        let mut proposals = vec![filled];
        proposals.extend(moved);
        proposals.extend([combined, self.fill(abilities, leader)]);
        proposals
    }

    fn make_valid(&self, assignment: &mut [Axes]) {
        self.factors.make_valid(assignment, &|factor, axes| self.pricing.may_shard(factor, axes));
    }

    /// Gives every factor the axes of the first tensor that shards it, less what others took before.
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

    /// Proposals where axes that shard a factor which must be replicated shard another one of the same tensor instead.
    fn move_away(&self, abilities: Abilities, tensors: &[OfferOf<'_>], filled: &[Axes]) -> Vec<Vec<Axes>> {
        let factors = self.factors;
        let mut homeless = Axes::new();
        for (tensor, offer) in tensors.iter().filter(|(_, offer)| offer.mesh == self.mesh) {
            factors.project(*tensor, offer.dims, |factor, axes| {
                if abilities.allow(factors.roles[factor]) {
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
            (0..factors.sizes.len()).filter(|&factor| factors.roles[factor] == Role::PassThrough).collect();
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
            self.make_valid(&mut moved);
            if moved != *filled {
                proposals.push(moved);
            }
        }
        proposals
    }
}

/// What a proposal costs each device.
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
            // It can be made anew in any layout.
            continue;
        }
        let layout = factors.layout(tensor, assignment);
        let costs = (0..around.offers.len()).map(|offer| pricing.reshard(tensor, offer, &layout));
        cost += costs.min().unwrap_or_default();
    }
    let local = factors.sizes.iter().zip(assignment).map(|(&size, axes)| size.div_ceil(shards(axes)));
    let space = local.fold(1, |space: u128, size| space.saturating_mul(size.into()));
    // What is replicated should stay so when sharding saves nothing: the least cost there is, for each such factor.
    let idle = factors.sizes.iter().zip(assignment).filter(|(size, axes)| **size == 1 && !axes.is_empty());
    cost + pricing.hardware().work(work, space) + Cost(idle.count() as u128)
}
