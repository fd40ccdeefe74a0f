//! A lower bound by message passing (TRW-S), with prices for memory.
//!
//! Every edge sends messages to its ends: costs moved from the edge to the end. Whatever the messages and the prices are, the sum of the
//! minima of all moved costs, less the price of the room, is at most the optimum. Passes over the variables in order,
//! forth and back, raise it; prices follow the memory that the minima would hold.

use std::ops::Range;

use crate::memory::MemoryPrices;
use crate::messages::Scratch;
use crate::model::{ModelEdge, SearchModel};
use crate::reduced::Reduced;
use crate::region::least;

/// How much of the former direction of prices is kept from pass to pass, in turn: smooth directions converge sooner, others further.
const CYCLES: [f64; 3] = [0.6, 0.0, 0.8];
/// Passes without a better bound after which the step size shrinks.
const PATIENCE: u32 = 20;
/// The step size at which the next cycle begins.
const LEAST_STEP: f64 = 0.01;
/// A bound that is higher by less, relative to it, does not count as better.
const WORTH: f64 = 1e-7;

/// Messages and prices, and the best bound so far.
#[derive(Clone, Debug)]
pub(crate) struct Dual {
    /// All messages, at the places that the model gives them.
    messages: Vec<f64>,
    /// The costs of the states of all variables with the price of memory.
    priced: Vec<f64>,
    prices: MemoryPrices,
    /// The best bound, and the prices it was found with.
    pub(crate) bound: f64,
    pub(crate) best_prices: MemoryPrices,
    /// Of the step size that a bound below the best cost suggests.
    step: f64,
    since_better: u32,
    /// How the prices move: the excess of the last passes, faded.
    direction: Vec<f64>,
    /// The number of times that the step size became small.
    cycle: usize,
    /// A variable whose states but one get a penalty.
    penalised: Option<(u32, u32, f64)>,
}

impl Dual {
    /// Without messages and prices; costs are at least 0.
    pub(crate) fn new(model: &SearchModel) -> Self {
        Self::at(model, MemoryPrices::new(vec![0.0; model.room.len()]), 0.0)
    }

    /// At given prices, for a model whose bound is known.
    pub(crate) fn at(model: &SearchModel, prices: MemoryPrices, bound: f64) -> Self {
        let mut dual = Self {
            messages: vec![0.0; model.sizes[1]],
            priced: Vec::with_capacity(model.sizes[0]),
            best_prices: prices.clone(),
            prices,
            bound,
            step: 1.0,
            since_better: 0,
            direction: Vec::new(),
            cycle: 0,
            penalised: None,
        };
        dual.reprice(model);
        dual
    }

    /// Moves the costs of a problem, which is that of the model, along the messages. Messages are rounded to multiples of `grid`, so that
    /// costs that are such multiples stay exact.
    pub(crate) fn move_costs(&self, model: &SearchModel, reduced: &mut Reduced, grid: f64) {
        let round = |message: &f64| (message / grid).round() * grid;
        for (number, edge) in model.edges.iter().enumerate() {
            let ends = reduced.edges[number].ends;
            let [to_first, to_second] =
                self.to_ends(model, edge).map(|messages| messages.iter().map(round).collect::<Vec<f64>>());
            reduced.add_costs(ends[0], &to_first);
            reduced.add_costs(ends[1], &to_second);
            let table = &reduced.edges[number].table;
            let rows = table.chunks_exact(to_second.len()).zip(&to_first);
            let moved: Vec<f64> = rows
                .flat_map(|(row, first)| {
                    row.iter().zip(&to_second).map(move |(cost, second)| cost - first - second)
                })
                .collect();
            reduced.edges[number].table = moved.into();
        }
    }

    /// A bound on the cost of all choices in which a variable has a given state, by a few passes from here, which end once it reaches
    /// `target`. Prices move towards `reach`.
    pub(crate) fn probe(
        &self,
        model: &SearchModel,
        at: (u32, u32),
        target: f64,
        reach: f64,
        passes: usize,
    ) -> f64 {
        let mut dual = self.clone();
        // Finite, so that messages stay finite; so high that the other states do not matter.
        dual.penalised = Some((at.0, at.1, 4.0 * (target - self.bound)));
        dual.reprice(model);
        for _ in 0..passes {
            dual.improve(model, reach);
            if dual.bound >= target {
                break;
            }
        }
        dual.bound
    }

    /// The messages of an edge to its first and to its second end.
    fn to_ends(&self, model: &SearchModel, edge: &ModelEdge) -> [&[f64]; 2] {
        let to = |place: u32, end: u32| self.message(place, model.states(end));
        [to(edge.inboxes[0], edge.first), to(edge.inboxes[1], edge.second)]
    }

    fn reprice(&mut self, model: &SearchModel) {
        self.priced.clear();
        for (number, variable) in model.variables.iter().enumerate() {
            let place = self.priced.len();
            self.priced.extend_from_slice(&variable.costs);
            self.prices.add_to(model, number as u32, &mut self.priced[place..]);
        }
        if let Some((variable, state, penalty)) = self.penalised {
            let place = model.variables[variable as usize].place as usize;
            let costs = &mut self.priced[place..][..model.states(variable)];
            for (other, cost) in costs.iter_mut().enumerate() {
                *cost += if other as u32 == state { 0.0 } else { penalty };
            }
        }
    }

    /// The messages to a variable with this many states, from their place.
    pub(crate) fn message(&self, inbox: u32, states: usize) -> &[f64] {
        &self.messages[inbox as usize..][..states]
    }

    /// The costs of a variable's states with the price of memory.
    pub(crate) fn priced_of(&self, model: &SearchModel, variable: u32) -> &[f64] {
        let at = &model.variables[variable as usize];
        &self.priced[at.place as usize..][..at.costs.len()]
    }

    /// The work of a pass forth and one back, in additions.
    pub(crate) fn work(model: &SearchModel) -> usize {
        model.sending_work + 2 * model.sizes[0] + 8 * model.sizes[1] + 8 * model.room.len()
    }

    /// A pass forth and one back, then new prices; `upper` is the best known cost.
    pub(crate) fn improve(&mut self, model: &SearchModel, upper: f64) {
        let count = model.len() as u32;
        self.pass(model, &mut (0..count), true);
        let (sum, states) = self.pass(model, &mut (0..count).rev(), false);
        let bound = model.constant + sum - self.prices.of_room(model);
        let is_better = bound > self.bound + WORTH * self.bound.abs();
        if bound > self.bound {
            self.bound = bound;
            self.best_prices = self.prices.clone();
        }
        if is_better {
            self.since_better = 0;
            self.step = (self.step * 1.02).min(1.0);
        } else {
            self.since_better += 1;
        }
        if self.since_better >= PATIENCE {
            self.since_better = 0;
            self.step *= 0.8;
            if self.step < LEAST_STEP && self.cycle < CYCLES.len() {
                self.cycle += 1;
                self.step = 0.3;
            }
            self.prices = self.best_prices.clone();
            self.reprice(model);
        }
        if !model.room.is_empty() {
            self.follow(model, &states, bound, upper);
        }
    }

    /// States that follow the messages: each variable takes the best state given those before it, and what the messages expect of
    /// those after it.
    pub(crate) fn decode(&self, model: &SearchModel) -> Vec<u32> {
        let mut states = vec![0; model.len()];
        let mut all = Vec::new();
        for variable in 0..model.len() as u32 {
            all.clear();
            all.extend_from_slice(self.priced_of(model, variable));
            for next in &model.variables[variable as usize].neighbours {
                let more = if next.variable < variable {
                    &next.from[states[next.variable as usize] as usize * all.len()..][..all.len()]
                } else {
                    &self.messages[next.inbox as usize..][..all.len()]
                };
                all.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
            states[variable as usize] = least(&all) as u32;
        }
        states
    }

    /// At the best prices, with messages that follow them for a number of passes.
    pub(crate) fn calmed(&self, model: &SearchModel, passes: usize) -> Self {
        let mut dual = self.clone();
        dual.prices = dual.best_prices.clone();
        dual.reprice(model);
        let count = model.len() as u32;
        for _ in 0..passes {
            dual.pass(model, &mut (0..count), true);
            dual.pass(model, &mut (0..count).rev(), false);
        }
        dual
    }

    /// The costs after all messages were sent: for every choice within the memory limit, their sum is at most its cost.
    pub(crate) fn moved_costs(&self, model: &SearchModel) -> MovedCosts {
        let count = model.len() as u32;
        let mut nodes: Vec<Vec<f64>> =
            (0..count).map(|variable| self.priced_of(model, variable).to_vec()).collect();
        let mut base = model.constant - self.prices.of_room(model);
        let mut edges = Vec::with_capacity(model.edges.len());
        for edge in &model.edges {
            let [to_first, to_second] = self.to_ends(model, edge);
            let ends = [(edge.first, to_first), (edge.second, to_second)];
            for (end, message) in ends {
                nodes[end as usize].iter_mut().zip(message).for_each(|(cost, more)| *cost += more);
            }
            let rows = edge.table.chunks_exact(to_second.len()).zip(to_first);
            let mut table: Vec<f64> = rows
                .flat_map(|(row, first)| {
                    row.iter().zip(to_second).map(move |(cost, second)| cost - first - second)
                })
                .collect();
            base += take_least(&mut table);
            edges.push(table);
        }
        base += nodes.iter_mut().map(|costs| take_least(costs)).sum::<f64>();
        MovedCosts { base, nodes, edges }
    }

    /// Whether the step size became small at least once: further passes raise the bound slowly.
    pub(crate) fn is_slow(&self) -> bool {
        self.cycle > 0
    }

    /// Whether further passes are unlikely to raise the bound.
    pub(crate) fn is_settled(&self) -> bool {
        self.cycle == CYCLES.len()
    }

    /// Moves the prices towards the memory that the minima hold.
    fn follow(&mut self, model: &SearchModel, states: &[u32], bound: f64, upper: f64) {
        let excess = crate::memory::Excess::new(model, states);
        let keep = CYCLES.get(self.cycle).copied().unwrap_or_default();
        self.direction.resize(excess.at.len(), 0.0);
        for (direction, &over) in self.direction.iter_mut().zip(&excess.at) {
            *direction = keep * *direction + (1.0 - keep) * over as f64;
        }
        // A cost far above the optimum would make the prices jump.
        let target = upper.min(bound + 0.15 * bound.abs() + 1.0);
        raise_prices(&mut self.prices, &self.direction, self.step * (target - bound));
        self.reprice(model);
    }

    /// One pass; returns the sum of the minima and the states that have them.
    fn pass(
        &mut self,
        model: &SearchModel,
        order: &mut dyn Iterator<Item = u32>,
        forward: bool,
    ) -> (f64, Vec<u32>) {
        let mut sum = 0.0;
        let mut states = vec![0; model.len()];
        let (mut all, mut scratch) = (Vec::new(), Scratch::default());
        for variable in order {
            let at = &model.variables[variable as usize];
            let count = at.costs.len();
            all.clear();
            all.extend_from_slice(&self.priced[at.place as usize..][..count]);
            let mut ahead = 0;
            for next in &at.neighbours {
                let message = &self.messages[next.inbox as usize..][..count];
                all.iter_mut().zip(message).for_each(|(sum, more)| *sum += more);
                ahead += usize::from((next.variable > variable) == forward);
            }
            let behind = at.neighbours.len() - ahead;
            let best = least(&all);
            states[variable as usize] = best as u32;
            let share = 1.0 / ahead.max(behind).max(1) as f64;
            // What is not given to edges ahead stays here and counts.
            sum += all[best] * (1.0 - share * ahead as f64);
            all.iter_mut().for_each(|cost| *cost *= share);
            for next in at.neighbours.iter().filter(|next| (next.variable > variable) == forward) {
                let mine = &mut self.messages[next.inbox as usize..][..count];
                mine.iter_mut().zip(&all).for_each(|(message, cost)| *message -= cost);
                let (mine, theirs) = both(
                    &mut self.messages,
                    next.inbox as usize..next.inbox as usize + count,
                    next.outbox as usize..next.outbox as usize + model.states(next.variable),
                );
                next.sending.send(mine, theirs, &mut scratch);
            }
        }
        (sum, states)
    }
}

/// Two parts of a list that do not overlap, the second to be written.
fn both(list: &mut [f64], read: Range<usize>, written: Range<usize>) -> (&[f64], &mut [f64]) {
    if read.start < written.start {
        let (before, after) = list.split_at_mut(written.start);
        (&before[read], &mut after[..written.end - written.start])
    } else {
        let (before, after) = list.split_at_mut(read.start);
        (&after[..read.end - read.start], &mut before[written])
    }
}

/// Costs between which messages have moved what they could: all are at least 0, and `base` is a bound.
#[derive(Clone, Debug)]
pub(crate) struct MovedCosts {
    pub(crate) base: f64,
    pub(crate) nodes: Vec<Vec<f64>>,
    /// Per edge, with a row per state of its first end.
    pub(crate) edges: Vec<Vec<f64>>,
}

/// Subtracts the least cost from all, and returns it.
fn take_least(costs: &mut [f64]) -> f64 {
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    costs.iter_mut().for_each(|cost| *cost -= least);
    least
}

/// Moves prices along the excess, so far that a linear bound would rise by `gap`.
pub(crate) fn raise_prices(prices: &mut MemoryPrices, excess: &[f64], gap: f64) {
    let norm: f64 = excess
        .iter()
        .zip(&prices.at)
        .filter(|(over, price)| **over > 0.0 || **price > 0.0)
        .map(|(over, _)| over * over)
        .sum();
    if norm == 0.0 {
        return;
    }
    let step = gap.max(0.0) / norm;
    for (price, &over) in prices.at.iter_mut().zip(excess) {
        *price = (*price + step * over).max(0.0);
    }
    prices.update();
}
