//! Branch and bound: proves that no choices cost less than a target, or finds them.
//!
//! A node of the tree is a model. Its bound is raised by message passing, states whose bound reaches the target are removed, and the model
//! that is left is reduced again, until nothing changes; then the states of one variable are separated. Memory is limited only at
//! points where it is tight, which makes the model much smaller and leaves all choices that count; choices that exceed the limit elsewhere
//! name the points that are missing.

use std::sync::Arc;

use crate::dual::Dual;
use crate::memory::MemoryPrices;
use crate::model::SearchModel;
use crate::narrow::state_bounds;
use crate::random::Random;
use crate::reduce::{reduce, renumber};
use crate::reduced::Reduced;
use crate::search::Point;
use crate::split::{SplitSearch, choose_split};

/// Passes of the bound in one node of the tree, at most and between two looks at its progress.
const PASSES: usize = 200;
const LOOK: usize = 10;
/// The work of them, at most: a large model has fewer.
const RAISING_WORK: usize = 300_000_000;
/// The work of one step, at most: the other worker waits for it.
const STEP_WORK: usize = 150_000_000;
/// An attempt is given up if the root leaves more variables than this many per part that there is work for.
const MOST_PER_PART: usize = 100;
/// Passes end once those between two looks close less than this part of the gap.
const PROGRESS: f64 = 0.02;
/// Prices move as if the optimum were at least this much above the bound: with shorter steps they stay where they are.
const REACH: f64 = 0.01;
/// Passes for the messages to follow the best prices.
const CALM_PASSES: usize = 2;
const CALM_PASSES_AT_ROOT: usize = 20;
/// Forests from which states get their bounds.
const FORESTS: usize = 3;
/// A model is bounded again if more than one of this many states were removed.
const WORTH_AGAIN: usize = 50;
/// Costs have this many binary digits in the tree, so that costs with fewer are moved exactly.
const DIGITS: f64 = 46.0;

/// The most numbers that open parts keep.
const MOST_KEPT: usize = 1 << 26;

/// How the states of a model give those of the one that it was reduced from.
#[derive(Debug)]
struct Lift {
    above: Option<Arc<Lift>>,
    reduced: Reduced,
    /// The variables of the reduced problem that the model has.
    origin: Vec<u32>,
    /// The numbers kept by this one and those above, about.
    kept: usize,
}

impl Lift {
    fn apply(&self, states: &[u32]) -> Vec<u32> {
        let mut all = vec![0; self.reduced.variables.len()];
        for (&origin, &state) in self.origin.iter().zip(states) {
            all[origin as usize] = state;
        }
        self.reduced.choices(&all)
    }

    /// The states of the model at the root.
    fn root_states(&self, states: &[u32]) -> Vec<u32> {
        let mut states = self.apply(states);
        let mut above = &self.above;
        while let Some(lift) = above {
            states = lift.apply(&states);
            above = &lift.above;
        }
        states
    }
}

impl Drop for Lift {
    /// One by one: a tree may be deeper than a stack.
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(mut lift) = above.and_then(Arc::into_inner) {
            above = lift.above.take();
        }
    }
}

/// A model at a place of the tree.
#[derive(Debug)]
struct Level {
    lift: Arc<Lift>,
    model: SearchModel,
}

/// A part of the choices.
#[derive(Debug)]
struct OpenPart {
    level: Arc<Level>,
    prices: MemoryPrices,
    bound: f64,
    /// Of this variable only these states.
    only: Option<(u32, Vec<bool>)>,
}

/// A search for choices that cost less than a target.
#[derive(Debug)]
pub(crate) struct Proof {
    /// The parts that are still to be searched.
    open: Vec<OpenPart>,
    target: f64,
    /// By how much choices have to be cheaper to count: what is lost by rounding, or nearly 1 if costs are integers.
    slack: f64,
    grid: f64,
    random: Random,
    /// The best choices that were found.
    found: Option<Point>,
    /// Points at which choices below the target exceed the limit.
    missed: Vec<usize>,
    is_stopped: bool,
    /// Whether the root left too much for the work there is.
    is_hopeless: bool,
    /// Whether any states were separated.
    is_split: bool,
    pub(crate) work: usize,
    most_work: usize,
}

/// What a search looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bar {
    /// Choices that cost less count.
    pub(crate) target: f64,
    /// By how much others have to be cheaper than what is found.
    pub(crate) slack: f64,
    /// The work after which the search is given up.
    pub(crate) work: usize,
    /// Chooses among trees.
    pub(crate) seed: u64,
}

/// How far a search has come.
pub(crate) enum Standing {
    /// Parts are left.
    Open,
    /// Nothing below the target, or below the cost of what was found, is left.
    Complete,
    /// Memory has to be limited at these points, too.
    Missed(Vec<usize>),
    /// The time is over.
    Stopped,
}

/// The part of all states that bounds remove from a model for a target.
pub(crate) fn removed_part(model: &SearchModel, dual: &Dual, target: f64) -> f64 {
    let moved = dual.calmed(model, CALM_PASSES).moved_costs(model);
    let bounds = state_bounds(model, &moved, &mut Random::new(0));
    let removed = bounds.iter().flatten().filter(|bound| **bound >= target).count();
    removed as f64 / model.sizes[0].max(1) as f64
}

impl Proof {
    /// Looks for choices of a model below a target. `dual` has the messages and prices to begin with.
    pub(crate) fn new(model: &SearchModel, dual: &Dual, points: &[usize], bar: Bar) -> Self {
        let Bar { target, slack, work: most_work, seed } = bar;
        let grid = (target.abs().max(f64::MIN_POSITIVE).log2().ceil() - DIGITS).exp2();
        let mut proof = Self {
            open: Vec::new(),
            target,
            slack,
            grid,
            random: Random::new(seed),
            found: None,
            missed: Vec::new(),
            is_stopped: false,
            is_hopeless: false,
            is_split: false,
            work: 0,
            most_work,
        };
        let mut reduced = Reduced::of_model(model);
        if PASSES * Dual::work(model) > RAISING_WORK {
            // Too large to begin without messages.
            proof.work += CALM_PASSES_AT_ROOT * Dual::work(model);
            dual.calmed(model, CALM_PASSES_AT_ROOT).move_costs(model, &mut reduced, grid);
        }
        renumber(&mut reduced, points);
        let prices = MemoryPrices::new(points.iter().map(|&point| dual.best_prices.at[point]).collect());
        let part = proof.part(None, reduced, &prices, dual.bound);
        proof.open.extend(part);
        proof
    }

    /// Whether the tree is too large: for the work there is, or for memory.
    pub(crate) fn is_too_large(&self) -> bool {
        if self.work >= self.most_work || self.is_hopeless {
            return true;
        }
        let Some(last) = self.open.last() else { return false };
        let mut kept = last.level.lift.kept;
        for parts in self.open.chunk_by(|a, b| Arc::ptr_eq(&a.level, &b.level)) {
            kept += 4 * Dual::work(&parts[0].level.model);
        }
        kept > MOST_KEPT
    }

    /// What was found, if it is new.
    pub(crate) fn take_found(&mut self) -> Option<Point> {
        self.found.take()
    }

    /// Choices that cost at least this much no longer count.
    pub(crate) fn lower_target(&mut self, cost: f64) {
        self.target = self.target.min(cost - self.slack);
    }

    /// Searches the part that was opened last.
    pub(crate) fn step(&mut self, root: &SearchModel, is_late: &dyn Fn() -> bool) -> Standing {
        if let Some(part) = self.open.pop().filter(|part| part.bound < self.target) {
            let part = match part.only {
                None => Some(part),
                Some((variable, keep)) => {
                    let mut reduced = Reduced::of_model(&part.level.model);
                    reduced.keep_states(variable, &keep);
                    self.part(Some(Arc::clone(&part.level.lift)), reduced, &part.prices, part.bound)
                }
            };
            if let Some((part, dual)) = part.and_then(|part| self.settle(root, part, is_late)) {
                let parts = self.most_work / self.work.max(1) + 1;
                self.is_hopeless = !self.is_split && part.level.model.len() > MOST_PER_PART * parts;
                self.is_split = true;
                self.split(part, &dual, is_late);
            }
        }
        if self.is_stopped {
            Standing::Stopped
        } else if !self.missed.is_empty() {
            Standing::Missed(std::mem::take(&mut self.missed))
        } else if self.open.is_empty() {
            Standing::Complete
        } else {
            Standing::Open
        }
    }

    /// Reduces a problem to a part below `above`; nothing if it has no choices.
    fn part(
        &mut self,
        above: Option<Arc<Lift>>,
        mut reduced: Reduced,
        prices: &MemoryPrices,
        bound: f64,
    ) -> Option<OpenPart> {
        let before = reduced.points.clone();
        reduce(&mut reduced).ok()?;
        let model = SearchModel::new(&reduced);
        let price = |point: &u32| before.binary_search(point).map_or(0.0, |place| prices.at[place]);
        let prices = MemoryPrices::new(reduced.points.iter().map(price).collect());
        // The reductions, at the pace of the other loops.
        self.work += 5000 + 30 * Dual::work(&model);
        reduced.forget_costs();
        let kept = above.as_ref().map_or(0, |above| above.kept) + 64 * reduced.variables.len();
        let lift = Arc::new(Lift { above, reduced, origin: model.origin().to_vec(), kept });
        Some(OpenPart { level: Arc::new(Level { lift, model }), prices, bound, only: None })
    }

    /// Raises the bound and removes states until neither helps; nothing if no choices below the target are left, or if that takes more
    /// than one step.
    fn settle(
        &mut self,
        root: &SearchModel,
        part: OpenPart,
        is_late: &dyn Fn() -> bool,
    ) -> Option<(OpenPart, Dual)> {
        let mut part = part;
        let until = self.work + STEP_WORK;
        loop {
            let level = Arc::clone(&part.level);
            let model = &level.model;
            if model.len() == 0 {
                self.take(root, &level, &[]);
                return None;
            }
            let mut dual = Dual::at(model, part.prices.clone(), part.bound);
            if !self.raise(root, &level, &mut dual, is_late) {
                return None;
            }
            let dual = dual.calmed(model, CALM_PASSES);
            (part.bound, part.prices) = (dual.bound, dual.best_prices.clone());
            let keep = self.possible(model, &dual);
            let states: usize = keep.iter().map(Vec::len).sum();
            let gone = keep.iter().flatten().filter(|keep| !**keep).count();
            if keep.iter().any(|keep| !keep.contains(&true)) {
                return None;
            }
            if gone == 0 {
                return Some((part, dual));
            }
            let mut reduced = Reduced::of_model(model);
            dual.move_costs(model, &mut reduced, self.grid);
            for (variable, keep) in keep.iter().enumerate().filter(|(_, keep)| keep.contains(&false)) {
                reduced.keep_states(variable as u32, keep);
            }
            part = self.part(Some(Arc::clone(&level.lift)), reduced, &part.prices, part.bound)?;
            if gone * WORTH_AGAIN < states && part.level.model.len() > 0 {
                let dual = Dual::at(&part.level.model, part.prices.clone(), part.bound);
                return Some((part, dual));
            }
            if self.work >= until {
                // The next step goes on with it.
                self.open.push(part);
                return None;
            }
        }
    }

    /// The states that choices below the target may have.
    fn possible(&mut self, model: &SearchModel, dual: &Dual) -> Vec<Vec<bool>> {
        let moved = dual.moved_costs(model);
        let mut keep: Vec<Vec<bool>> = moved.nodes.iter().map(|costs| vec![true; costs.len()]).collect();
        for _ in 0..FORESTS {
            self.work += 4 * Dual::work(model);
            let bounds = state_bounds(model, &moved, &mut self.random);
            for (keep, bounds) in keep.iter_mut().zip(&bounds) {
                keep.iter_mut().zip(bounds).for_each(|(keep, &bound)| *keep &= bound < self.target);
            }
        }
        keep
    }

    /// Passes of the bound while they help; false once the target is reached.
    fn raise(
        &mut self,
        root: &SearchModel,
        level: &Level,
        dual: &mut Dual,
        is_late: &dyn Fn() -> bool,
    ) -> bool {
        let model = &level.model;
        let passes = (RAISING_WORK / Dual::work(model)).clamp(LOOK, PASSES);
        let mut last = dual.bound;
        for pass in 1..=passes {
            self.work += Dual::work(model);
            dual.improve(model, self.reach(dual.bound));
            if dual.bound >= self.target {
                return false;
            }
            if is_late() {
                self.is_stopped = true;
                return false;
            }
            if pass % LOOK == 0 {
                self.take(root, level, &dual.decode(model));
                if dual.bound - last < PROGRESS * (self.target - dual.bound) {
                    break;
                }
                last = dual.bound;
            }
        }
        true
    }

    fn reach(&self, bound: f64) -> f64 {
        self.target.max(bound + REACH * bound.abs())
    }

    /// Takes the states if they are within the limit and cost less than the target.
    fn take(&mut self, root: &SearchModel, level: &Level, states: &[u32]) {
        let here = Point::new(&level.model, states.to_vec());
        if here.over > 0 || here.cost >= self.target {
            return;
        }
        let point = Point::new(root, level.lift.root_states(states));
        if point.over > 0 {
            self.missed.extend(point.excess.peaks());
        } else if point.cost < self.target {
            self.lower_target(point.cost);
            self.found = Some(point);
        }
    }

    /// Separates the states of one variable; the most promising part is searched first.
    fn split(&mut self, part: OpenPart, dual: &Dual, is_late: &dyn Fn() -> bool) {
        let (target, reach) = (self.target, self.reach(part.bound));
        let split = SplitSearch { model: &part.level.model, dual, bound: part.bound, target, reach };
        let (variable, groups, work) = choose_split(&split, &mut self.random, is_late);
        self.work += work;
        for (bound, keep) in groups {
            self.open.push(OpenPart {
                level: Arc::clone(&part.level),
                prices: part.prices.clone(),
                bound: bound.max(part.bound),
                only: Some((variable, keep)),
            });
        }
    }
}
