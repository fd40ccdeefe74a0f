//! Local search: large neighbourhoods, each minimised exactly for given prices of memory.
//!
//! A step frees a region of variables and fixes the others. The prices of memory are raised where the minimum over the region holds too
//! much, until the minimum fits or the prices prove that the region has nothing better.

use crate::dual::{Dual, raise_prices};
use crate::local::LocalMemory;
use crate::memory::{Excess, MemoryPrices};
use crate::model::SearchModel;
use crate::random::Random;
use crate::region::{Minimiser, Region};
use crate::slack::slack_sums;

/// States with their cost and memory.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) states: Vec<u32>,
    pub(crate) cost: f64,
    pub(crate) excess: Excess,
    /// The most memory over the limit.
    pub(crate) over: i64,
}

impl Point {
    pub(crate) fn new(model: &SearchModel, states: Vec<u32>) -> Self {
        let excess = Excess::new(model, &states);
        Self { cost: model.cost(&states), over: excess.over(), excess, states }
    }

    /// The cost with a penalty for memory over the limit.
    fn merit(&self, penalty: f64) -> f64 {
        self.cost + penalty * self.over as f64
    }

    /// The cost once the variables have other states.
    fn cost_after(&self, model: &SearchModel, states: &[u32], variables: &[u32]) -> f64 {
        let differs = |variable: &&u32| self.states[**variable as usize] != states[**variable as usize];
        let changed = || variables.iter().filter(differs);
        let before: f64 = changed().map(|&at| local_cost(model, &self.states, states, at)).sum();
        let after: f64 = changed().map(|&at| local_cost(model, states, &self.states, at)).sum();
        self.cost - before + after
    }

    /// Takes other states of the variables.
    fn change(&mut self, model: &SearchModel, states: &[u32], variables: &[u32]) {
        let differs = |variable: &u32| self.states[*variable as usize] != states[*variable as usize];
        let changed: Vec<u32> = variables.iter().copied().filter(differs).collect();
        if changed.is_empty() {
            return;
        }
        self.cost = self.cost_after(model, states, &changed);
        let change =
            |&variable: &u32| (variable, Some(self.states[variable as usize]), states[variable as usize]);
        self.excess.add(model, changed.iter().map(change));
        changed.iter().for_each(|&variable| self.states[variable as usize] = states[variable as usize]);
        self.over = self.excess.over();
    }
}

/// The costs of a variable and its edges; an edge whose other end changes too counts at its first end only.
fn local_cost(model: &SearchModel, states: &[u32], others: &[u32], variable: u32) -> f64 {
    let at = &model.variables[variable as usize];
    let state = states[variable as usize] as usize;
    let mut cost = at.costs[state];
    for next in &at.neighbours {
        let other = next.variable as usize;
        if states[other] == others[other] || next.first {
            cost += next.from[states[other] as usize * at.costs.len() + state];
        }
    }
    cost
}

/// The rounds that a start gets, and those between two starts.
const TRIAL_ROUNDS: u64 = 6;
const ROUNDS_BETWEEN: u64 = 2;
/// Models with fewer variables are searched evenly.
const LARGE: usize = 400;
/// The most local optima that are kept to be combined.
const ELITES: usize = 8;

/// One searcher. Two of them with different seeds walk on different paths.
#[derive(Clone, Debug)]
pub(crate) struct Searcher {
    pub(crate) current: Point,
    /// The best point within the memory limit.
    pub(crate) best: Option<Point>,
    /// Local optima, to be combined.
    elites: Vec<Point>,
    /// The penalty for a unit of memory over the limit.
    penalty: f64,
    /// The cost of the last start that was considered.
    considered: Option<f64>,
    /// The point that was left for a start, while that is tried.
    left: Option<Point>,
    /// Rounds since a start was tried.
    rounds: u64,
    /// Steps since the current point became better.
    stale: usize,
    random: Random,
    minimiser: Minimiser,
    /// Sums over the variables of how promising their surroundings are; empty if that is unknown.
    promise: Vec<f64>,
    /// Additions made.
    pub(crate) work: usize,
    pub(crate) steps: u64,
}

impl Searcher {
    pub(crate) fn new(start: Point, seed: u64) -> Self {
        let mut searcher = Self {
            current: start,
            best: None,
            elites: Vec::new(),
            penalty: 0.0,
            considered: None,
            left: None,
            rounds: 0,
            stale: 0,
            random: Random::new(seed),
            minimiser: Minimiser::default(),
            promise: Vec::new(),
            work: 0,
            steps: 0,
        };
        searcher.note();
        searcher
    }

    /// Goes on from another point.
    pub(crate) fn restart(&mut self, start: Point) {
        self.current = start;
        self.stale = 0;
        self.note();
    }

    /// Called before every round: tries a point that the bound suggests, if it is new. A start may be dear only because nothing was
    /// searched around it, so it gets some rounds before it is compared with the point that was left for it.
    pub(crate) fn consider(&mut self, start: &Point) {
        self.rounds += 1;
        if self.rounds >= TRIAL_ROUNDS
            && let Some(left) = self.left.take()
            && left.merit(self.penalty) < self.current.merit(self.penalty)
        {
            self.restart(left);
        }
        let is_due = self.considered.is_none() || self.rounds >= TRIAL_ROUNDS + ROUNDS_BETWEEN;
        if is_due && self.considered.is_none_or(|cost| cost != start.cost) {
            self.considered = Some(start.cost);
            self.rounds = 0;
            self.left = Some(self.current.clone());
            self.restart(start.clone());
        }
    }

    /// Looks where the current point loses against a bound, to search there more often.
    pub(crate) fn look(&mut self, model: &SearchModel, dual: &Dual) {
        if model.len() >= LARGE {
            self.work += Dual::work(model) / 2;
            self.promise = slack_sums(model, dual, &self.current.states);
        }
    }

    /// A variable at which a neighbourhood begins.
    fn first_variable(&mut self, count: usize) -> u32 {
        let sum = self.promise.last().copied().unwrap_or(0.0);
        if sum > 0.0 && self.random.below(2) == 0 {
            let at = sum * self.random.unit();
            return self.promise.partition_point(|&sum| sum <= at).min(count - 1) as u32;
        }
        self.random.below(count) as u32
    }

    fn note(&mut self) {
        if self.current.over == 0 && self.best.as_ref().is_none_or(|best| self.current.cost < best.cost) {
            self.best = Some(self.current.clone());
        }
    }

    /// Searches one neighbourhood of the current point; `prices` are those of the bound.
    /// `starts` are points that the bound suggests.
    pub(crate) fn step(&mut self, model: &SearchModel, prices: &MemoryPrices, starts: &[Point]) {
        self.steps += 1;
        let least = 1e-3 * (self.current.cost + 1.0) / (self.current.over as f64 + 1.0);
        self.penalty = self.penalty.max(1.2 * prices.total());
        if self.penalty == 0.0 && self.current.over > 0 {
            self.penalty = least;
        }
        let (wanted, limit) = if self.stale > 40 + model.len() / 8 {
            self.stale = 0;
            self.leave(model, starts)
        } else {
            (self.neighbourhood(model), 1 << self.exponent(7, 20))
        };
        // Planning, at the pace of the other loops.
        self.work += 5000 + 200 * wanted.len() + model.len();
        let region = Region::plan(model, &wanted, limit, &mut self.random);
        let before = self.current.merit(self.penalty);
        self.minimise(model, &region, prices);
        self.note();
        let better = self.current.merit(self.penalty) < before - 1e-7 * before.abs();
        self.stale = if better { 0 } else { self.stale + 1 };
        // Until anything fits, finding it comes first.
        let rise = if self.best.is_none() { 1.1 } else { 1.02 };
        self.penalty *= if self.current.over > 0 { rise } else { 0.98 };
    }

    /// A number between two, the larger the rarer.
    fn exponent(&mut self, least: usize, most: usize) -> usize {
        let mut exponent = least + self.random.below(4);
        while exponent < most && self.random.below(2) == 0 {
            exponent += 1;
        }
        exponent
    }

    /// Leaves a local optimum: combines two that were found, or disturbs the best one. Returns the variables to free first.
    fn leave(&mut self, model: &SearchModel, starts: &[Point]) -> (Vec<u32>, usize) {
        if self.current.over == 0 && self.elites.iter().all(|elite| elite.states != self.current.states) {
            if self.elites.len() == ELITES {
                let dearest =
                    (0..ELITES).max_by(|&a, &b| self.elites[a].cost.total_cmp(&self.elites[b].cost));
                self.elites.swap_remove(dearest.unwrap_or(0));
            }
            self.elites.push(self.current.clone());
        }
        if self.elites.len() >= 2 && self.random.below(3) == 0 {
            let one = self.random.below(self.elites.len());
            let other = (one + 1 + self.random.below(self.elites.len() - 1)) % self.elites.len();
            self.current = self.elites[one].clone();
            let other = &self.elites[other].states;
            let differ = (0..model.len()).filter(|&at| self.current.states[at] != other[at]);
            return (differ.map(|at| at as u32).collect(), 1 << 18);
        }
        if !starts.is_empty() && (self.best.is_none() || self.random.below(3) == 0) {
            self.current = starts[self.random.below(starts.len())].clone();
            return (self.neighbourhood(model), 1 << 14);
        }
        if let Some(best) = &self.best {
            self.current = best.clone();
        }
        let mut states = self.current.states.clone();
        let kicked = 1 + self.random.below(8);
        let around = self.neighbourhood(model);
        for _ in 0..kicked {
            let variable = around[self.random.below(around.len())];
            states[variable as usize] = self.random.below(model.states(variable)) as u32;
        }
        let kicked: Vec<u32> = around
            .iter()
            .copied()
            .filter(|&at| states[at as usize] != self.current.states[at as usize])
            .collect();
        self.current.change(model, &states, &around);
        // What was disturbed stays for one step, while its surroundings adapt.
        let rest = around.into_iter().filter(|variable| !kicked.contains(variable)).collect();
        (rest, 1 << 14)
    }

    /// Variables to free: all of a small model, or those around one of a large one.
    fn neighbourhood(&mut self, model: &SearchModel) -> Vec<u32> {
        let count = model.len();
        let size = if count < 400 && self.random.below(3) == 0 { count } else { 8 << self.random.below(6) };
        if size >= count {
            return (0..count as u32).collect();
        }
        let mut inside = vec![false; count];
        let mut list = Vec::new();
        let mut reached = std::collections::VecDeque::new();
        let wide = self.random.below(2) == 0;
        while list.len() < size {
            let next = if wide { reached.pop_front() } else { reached.pop_back() };
            let variable = next.unwrap_or_else(|| self.first_variable(count));
            if std::mem::replace(&mut inside[variable as usize], true) {
                continue;
            }
            list.push(variable);
            let neighbours = &model.variables[variable as usize].neighbours;
            // A few neighbours of a hub unless the region is wide: all of them would fill the region with leaves of the hub.
            let most = if wide { neighbours.len() } else { neighbours.len().min(12) };
            let first = self.random.below(neighbours.len().max(1));
            for at in 0..most {
                reached.push_back(neighbours[(first + at) % neighbours.len()].variable);
                let last = reached.len() - 1;
                if !wide {
                    reached.swap(self.random.below(last + 1), last);
                }
            }
        }
        list
    }

    /// Goes to the best point of a region that is better than the current one, or as good.
    fn minimise(&mut self, model: &SearchModel, region: &Region, prices: &MemoryPrices) {
        let factor = (self.random.unit() * 1.6 - 0.6).exp2();
        let mut local = LocalMemory::new(model, region, &self.current.excess, prices, factor);
        let variables: Vec<u32> = region.variables().collect();
        let of_region =
            |states: &[u32]| -> Vec<u32> { variables.iter().map(|&at| states[at as usize]).collect() };
        let before = of_region(&self.current.states);
        let mut states = self.current.states.clone();
        let mut found: Option<Vec<u32>> = None;
        let mut bar = self.current.merit(self.penalty);
        let rounds = if self.random.below(4) == 0 { 12 } else { 4 };
        for _ in 0..rounds {
            self.work += region.work + 16 * local.len() + 2000;
            let extra = |place: usize, _: u32, costs: &mut [f64]| local.add_to(place, costs);
            self.minimiser.minimise(model, region, &mut states, &extra);
            let after = of_region(&states);
            let cost = self.current.cost_after(model, &states, &variables);
            let (excess, over) = local.after(before.iter().copied().zip(after.iter().copied()));
            let excess: Vec<f64> = excess.iter().map(|&over| over as f64).collect();
            let priced: f64 = local.prices.at.iter().zip(&excess).map(|(price, over)| price * over).sum();
            let (bound, merit) = (cost + priced, cost + self.penalty * over as f64);
            if merit <= bar {
                bar = merit;
                found = Some(after);
            }
            if local.len() == 0 || bound >= bar - 1e-9 * bar.abs() {
                break;
            }
            raise_prices(&mut local.prices, &excess, bar - bound);
        }
        if let Some(found) = found {
            variables.iter().zip(found).for_each(|(&at, state)| states[at as usize] = state);
            self.current.change(model, &states, &variables);
        }
    }
}
