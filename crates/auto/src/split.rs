//! Which variable a search separates: the one whose states have the highest bounds, by trying some.

use crate::dual::Dual;
use crate::model::SearchModel;
use crate::narrow::state_bounds;
use crate::random::Random;

/// The variables that are tried, and the passes of the bound per state.
const CANDIDATES: usize = 8;
const PASSES: usize = 6;
/// The work of trying them, at most: variables of large models are ranked without it.
const WORK: usize = 400_000_000;
/// A part whose bound is higher by this part of the gap has a tree that is smaller by the factor e.
const DECAY: f64 = 7.0;
/// A variable with more possible states is split into its best state and the others.
const MOST_PARTS: usize = 6;

/// What is to be split: a model whose best bound is below the target.
pub(crate) struct SplitSearch<'s> {
    pub(crate) model: &'s SearchModel,
    pub(crate) dual: &'s Dual,
    pub(crate) bound: f64,
    pub(crate) target: f64,
    /// The cost towards which prices move.
    pub(crate) reach: f64,
}

/// A variable, with a bound and the states of every part, the most promising last; and the work of choosing it.
pub(crate) fn choose_split(
    split: &SplitSearch<'_>,
    random: &mut Random,
    is_late: &dyn Fn() -> bool,
) -> (u32, Vec<(f64, Vec<bool>)>, usize) {
    let bounds = state_bounds(split.model, &split.dual.moved_costs(split.model), random);
    let pass = Dual::work(split.model);
    let mut work = pass;
    let mut best: Option<(f64, u32, Vec<f64>)> = None;
    for variable in split.candidates(&bounds) {
        let mut bounds = bounds[variable as usize].clone();
        let open = bounds.iter().filter(|&&bound| bound < split.target).count();
        if work + open * PASSES * pass <= WORK && !is_late() {
            work += open * PASSES * pass;
            split.probe(variable, &mut bounds);
        }
        let size = split.size(&bounds);
        if best.as_ref().is_none_or(|(least, ..)| size < *least) {
            best = Some((size, variable, bounds));
        }
        if size == 0.0 {
            break;
        }
    }
    let (_, variable, bounds) = best.expect("a model with a variable");
    (variable, split.groups(&bounds), work)
}

impl SplitSearch<'_> {
    /// The size of the tree that is left for given bounds of the parts, in no unit.
    fn size(&self, bounds: &[f64]) -> f64 {
        let gap = (self.target - self.bound).max(f64::MIN_POSITIVE);
        let size = |bound: f64| (DECAY * ((self.target - bound) / gap).min(1.0)).exp();
        bounds.iter().filter(|&&bound| bound < self.target).map(|&bound| size(bound)).sum()
    }

    /// Variables that are likely to be good: half of them for their bounds, half for their priced memory.
    fn candidates(&self, bounds: &[Vec<f64>]) -> Vec<u32> {
        let count = self.model.len() as u32;
        let mut by_size: Vec<(f64, u32)> =
            bounds.iter().map(|bounds| self.size(bounds)).zip(0..count).collect();
        by_size.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut by_memory: Vec<(f64, u32)> =
            (0..count).map(|variable| (-self.priced_memory(variable), variable)).collect();
        by_memory.retain(|(price, _)| *price < 0.0);
        by_memory.sort_by(|a, b| a.0.total_cmp(&b.0));
        let order = by_size.iter().take(CANDIDATES / 2).chain(&by_memory).chain(&by_size);
        let mut candidates: Vec<u32> = Vec::with_capacity(CANDIDATES);
        for &(_, variable) in order {
            if candidates.len() < CANDIDATES && !candidates.contains(&variable) {
                candidates.push(variable);
            }
        }
        candidates
    }

    /// How much the prices of the memory of two states differ at most.
    fn priced_memory(&self, variable: u32) -> f64 {
        let mut prices = vec![0.0; self.model.states(variable)];
        self.dual.best_prices.add_to(self.model, variable, &mut prices);
        let (least, most) = prices
            .iter()
            .fold((f64::INFINITY, 0.0_f64), |(least, most), &price| (least.min(price), most.max(price)));
        most - least
    }

    /// Raises the bounds of a variable's states by passes from the messages of the model.
    fn probe(&self, variable: u32, bounds: &mut [f64]) {
        for (state, bound) in bounds.iter_mut().enumerate().filter(|(_, bound)| **bound < self.target) {
            let at = (variable, state as u32);
            *bound = bound.max(self.dual.probe(self.model, at, self.target, self.reach, PASSES));
        }
    }

    /// The parts of a variable's states for given bounds.
    fn groups(&self, bounds: &[f64]) -> Vec<(f64, Vec<bool>)> {
        let mut open: Vec<usize> = (0..bounds.len()).filter(|&state| bounds[state] < self.target).collect();
        open.sort_by(|&a, &b| bounds[b].total_cmp(&bounds[a]));
        let only = |states: &[usize]| (0..bounds.len()).map(|state| states.contains(&state)).collect();
        if let [others @ .., best] = &open[..]
            && open.len() > MOST_PARTS
        {
            let least = others.last().map_or(self.bound, |&state| bounds[state]);
            return vec![(least, only(others)), (bounds[*best], only(&[*best]))];
        }
        open.iter().map(|&state| (bounds[state], only(&[state]))).collect()
    }
}
