//! The solver: reductions, then rounds of bounding and searching.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::dual::Dual;
use crate::evaluate::evaluate;
use crate::exact::eliminate_all;
use crate::infeasible::{memory_shortage, nearest_miss};
use crate::memory::MemoryPrices;
use crate::model::SearchModel;
use crate::outcome::{NoChoices, Outcome, Progress, SolveOptions, StopReason, Watch};
use crate::problem::ChoiceProblem;
use crate::prover::Prover;
use crate::reduce::{reduce, reduce_without_room};
use crate::reduced::Reduced;
use crate::search::{Point, Searcher};

/// The decoded points of a bound from which searches start.
const STARTS: usize = 12;
/// Models with at most this many variables are tried by branch and bound first.
const TINY: usize = 40;
/// The least and the most rounds of a problem in which nodes are chosen alike, and the passes of the bound that they should have time
/// for.
const ALIKE_ROUNDS: [usize; 2] = [2, 8];
const ALIKE_PASSES: usize = 40;
/// Passes of the bound before that, and the work of that.
const TINY_PASSES: usize = 40;
const TINY_WORK: usize = 20_000_000;
/// Rounds of search for choices that exceed the limit least, where none are within it.
const MISS_ROUNDS: u64 = 2;
/// Costs differ by rounding if they differ by less than this, relative to the cost.
const ROUNDING: f64 = 2e-11;

/// Chooses a strategy per node, as cheap as it finds them within the memory limit.
///
/// The answer for a given seed and number of rounds is the same on every machine. A time limit ends the search earlier.
///
/// # Errors
/// No combination is allowed, or none within the memory limit was found.
pub fn solve(
    problem: &ChoiceProblem,
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<Outcome, NoChoices> {
    let started = Instant::now();
    if let Some(shortage) = memory_shortage(problem) {
        return Err(shortage);
    }
    let mut reduced = Reduced::new(problem);
    if reduce(&mut reduced).is_err() {
        return Err(why_none(problem, options, started));
    }
    let model = SearchModel::new(&reduced);
    let classes = options.classes.as_deref().filter(|_| !model.room.is_empty());
    let uniform = classes.and_then(|classes| solve_alike(problem, classes, options, started));
    let mut rounds = Rounds::new(&model, options, started, has_integer_costs(problem));
    if let Some((choices, _)) = &uniform {
        let others = rounds.dual.decode(&model);
        rounds.begin_at(model.model_states(&reduced.states_of(choices), &others));
    }
    let reason = rounds.run(watch);
    let states = match &rounds.best {
        Some(best) => best.states.clone(),
        None => rounds.nearest(),
    };
    let mut choices = reduced.choices(&model.reduced_states(&states));
    let mut evaluation = evaluate(problem, &choices);
    if let Some((alike, cost)) = &uniform
        && (!evaluation.is_feasible(problem) || *cost < evaluation.cost)
    {
        choices.clone_from(alike);
        evaluation = evaluate(problem, &choices);
    }
    if !evaluation.is_feasible(problem) {
        let proven = rounds.dual.bound.is_infinite();
        return Err(nearest_miss(problem, &choices, &evaluation, proven));
    }
    let (cost, mut bound) = (evaluation.cost, rounds.bound(problem));
    if bound >= cost - ROUNDING * cost {
        bound = cost;
    }
    Ok(Outcome { choices, cost, bound, peak: evaluation.peak, reason, rounds: rounds.number, uniform })
}

/// Why a problem that the reductions refute has no choices: conflicts if there are any without a limit, memory otherwise.
fn why_none(problem: &ChoiceProblem, options: &SolveOptions, started: Instant) -> NoChoices {
    let mut reduced = Reduced::new(problem);
    if let Err(conflict) = reduce_without_room(&mut reduced) {
        let node = problem.node_id(conflict.node as usize).expect("a node of the problem");
        return NoChoices::Conflict { node };
    }
    // A short search for the choices that exceed the limit least.
    let model = SearchModel::new(&reduced);
    let options = SolveOptions { rounds: Some(MISS_ROUNDS), ..options.clone() };
    let mut rounds = Rounds::new(&model, &options, started, false);
    for _ in 0..MISS_ROUNDS {
        rounds.round();
    }
    let choices = reduced.choices(&model.reduced_states(&rounds.nearest()));
    nearest_miss(problem, &choices, &evaluate(problem, &choices), true)
}

/// Solves the problem in which the nodes of a class are chosen alike.
fn solve_alike(
    problem: &ChoiceProblem,
    classes: &[u32],
    options: &SolveOptions,
    started: Instant,
) -> Option<(Vec<u32>, f64)> {
    let mut reduced = Reduced::tied(problem, classes)?;
    reduce(&mut reduced).ok()?;
    let model = SearchModel::new(&reduced);
    let [least, most] = ALIKE_ROUNDS;
    let needed = ALIKE_PASSES * Dual::work(&model) / options.round_work.max(1);
    let options = SolveOptions { rounds: Some(needed.clamp(least, most) as u64), ..options.clone() };
    let mut rounds = Rounds::new(&model, &options, started, has_integer_costs(problem));
    rounds.run(&mut ());
    let choices = reduced.choices(&model.reduced_states(&rounds.best?.states));
    let evaluation = evaluate(problem, &choices);
    evaluation.is_feasible(problem).then_some((choices, evaluation.cost))
}

/// The state between rounds: one worker improves the bound, then searches as the other does.
struct Rounds<'m> {
    model: &'m SearchModel,
    options: &'m SolveOptions,
    started: Instant,
    dual: Dual,
    searchers: [Searcher; 2],
    /// Points that the bound suggests, the most promising first.
    starts: Vec<(f64, Point)>,
    best: Option<Point>,
    prover: Prover,
    number: u64,
}

impl<'m> Rounds<'m> {
    fn new(model: &'m SearchModel, options: &'m SolveOptions, started: Instant, has_integers: bool) -> Self {
        let dual = Dual::new(model);
        let start = Point::new(model, dual.decode(model));
        let searcher =
            |number| Searcher::new(start.clone(), options.seed.wrapping_mul(2).wrapping_add(number));
        let searchers = [searcher(0), searcher(1)];
        let mut rounds = Self {
            model,
            options,
            started,
            dual,
            searchers,
            starts: Vec::new(),
            best: None,
            prover: Prover::new(has_integers),
            number: 0,
        };
        // Dear, but something to return however short the time is.
        let smallest = Point::new(model, model.smallest_states());
        rounds.best = (smallest.over == 0).then_some(smallest);
        rounds.collect();
        rounds
    }

    /// Searches from given states.
    fn begin_at(&mut self, states: Vec<u32>) {
        let start = Point::new(self.model, states);
        self.searchers.iter_mut().for_each(|searcher| searcher.restart(start.clone()));
        self.collect();
    }

    fn run(&mut self, watch: &mut dyn Watch) -> StopReason {
        if self.model.room.is_empty() {
            let (options, started) = (self.options, self.started);
            let late = || is_over(options, started);
            eliminate_all(
                &mut self.dual,
                self.model,
                f64::INFINITY,
                &mut self.searchers[0],
                options.round_work,
                &late,
            );
            self.collect();
        }
        if self.model.len() <= TINY {
            self.solve_tiny();
        } else {
            // The first search needs prices, too.
            let (options, started) = (self.options, self.started);
            let (late, mut starts) = (|| is_over(options, started), std::mem::take(&mut self.starts));
            improve_bound(
                &mut self.dual,
                self.model,
                f64::INFINITY,
                options.round_work / 2,
                &mut starts,
                &late,
            );
            self.starts = starts;
            self.collect();
        }
        loop {
            if self.is_closed() {
                return StopReason::Optimal;
            }
            if self.options.rounds.is_some_and(|rounds| self.number >= rounds) {
                return StopReason::Rounds;
            }
            if self.options.is_stopped() {
                return StopReason::Cancelled;
            }
            if self.is_late() {
                return StopReason::TimeLimit;
            }
            self.round();
            self.number += 1;
            let cost = self.best.as_ref().map(|best| best.cost);
            let progress = Progress { round: self.number, cost, bound: self.dual.bound };
            if watch.progress(&progress) == ControlFlow::Break(()) {
                return StopReason::Cancelled;
            }
        }
    }

    /// Tries to solve a tiny model at once: a round of search would be a waste.
    fn solve_tiny(&mut self) {
        for _ in 0..TINY_PASSES {
            let upper = self.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            if self.is_closed() {
                return;
            }
            self.dual.improve(self.model, upper);
            let start = Point::new(self.model, self.dual.decode(self.model));
            self.searchers[0].restart(start);
            self.collect();
        }
        let (options, started) = (self.options, self.started);
        let work = TINY_WORK.min(options.round_work);
        let Self { model, dual, searchers: [one, _], prover, .. } = self;
        prover.advance(model, dual, one, work, &|| is_over(options, started));
        self.collect();
    }

    fn is_late(&self) -> bool {
        is_over(self.options, self.started)
    }

    /// Whether the best point is proven optimal, or it is proven that there is none.
    fn is_closed(&self) -> bool {
        let cost = self.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
        self.dual.bound >= cost || self.dual.bound >= cost - ROUNDING * cost
    }

    /// Both workers do their share. They exchange nothing until both are done, so that threads change no result.
    fn round(&mut self) {
        let upper = self.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
        let prices = self.dual.best_prices.clone();
        let (options, started) = (self.options, self.started);
        let late = AtomicBool::new(false);
        let is_late = || {
            if is_over(options, started) {
                late.store(true, Ordering::Relaxed);
            }
            late.load(Ordering::Relaxed)
        };
        let Self { model, dual, searchers: [one, two], starts, prover, number, .. } = self;
        let guide = dual.clone();
        let known: Vec<Point> = starts.iter().map(|(_, point)| point.clone()).collect();
        let mut bounding = || {
            // The bound of a large model settles late, and attempts often succeed before.
            let is_proof_due = dual.is_settled() || dual.is_slow() && number.is_multiple_of(2);
            let mut work = options.round_work;
            if is_proof_due && prover.is_worth(*number) {
                work = prover.advance(model, dual, one, work, &is_late);
            }
            if dual.is_settled() {
                one.look(model, dual);
                search(one, work, model, &prices, &known, &is_late);
            } else {
                improve_bound(dual, model, upper, work, starts, &is_late);
            }
        };
        let mut searching = || {
            two.look(model, &guide);
            search(two, options.round_work, model, &prices, &known, &is_late);
        };
        if self.options.threads > 1 {
            std::thread::scope(|scope| {
                scope.spawn(bounding);
                searching();
            });
        } else {
            bounding();
            searching();
        }
        self.collect();
    }

    /// Takes the best points of the searchers and of the bound, and gives every searcher the best one.
    fn collect(&mut self) {
        let found = self.searchers.iter().filter_map(|searcher| searcher.best.as_ref());
        let decoded = self.starts.iter().map(|(_, start)| start).filter(|start| start.over == 0);
        let best = found.chain(decoded).chain(&self.best).min_by(|a, b| a.cost.total_cmp(&b.cost)).cloned();
        for searcher in &mut self.searchers {
            searcher.best.clone_from(&best);
        }
        self.best = best;
    }

    /// States that exceed the limit least, if none are within it.
    fn nearest(&self) -> Vec<u32> {
        let points = self.searchers.iter().map(|searcher| &searcher.current);
        points.min_by_key(|point| point.over).expect("two searchers").states.clone()
    }

    /// The bound, less what sums may have lost by rounding; an integer if all costs are integers.
    fn bound(&self, problem: &ChoiceProblem) -> f64 {
        let bound = self.dual.bound - 1e-11 * self.dual.bound.abs();
        if has_integer_costs(problem) { (bound - 1e-6).ceil().max(0.0) } else { bound.max(0.0) }
    }
}

fn has_integer_costs(problem: &ChoiceProblem) -> bool {
    let is_integer = |cost: f64| cost.is_infinite() || cost.fract() == 0.0;
    problem.nodes().iter().flat_map(|node| &node.strategies).all(|strategy| is_integer(strategy.cost))
        && problem.edges().iter().all(|edge| edge.table.iter().all(|&cost| is_integer(cost)))
}

/// Whether the time is over or another thread ends the search.
fn is_over(options: &SolveOptions, started: Instant) -> bool {
    options.is_stopped() || options.time_limit.is_some_and(|limit| started.elapsed() >= limit)
}

/// Searches for one round.
fn search(
    searcher: &mut Searcher,
    work: usize,
    model: &SearchModel,
    prices: &MemoryPrices,
    starts: &[Point],
    is_late: &dyn Fn() -> bool,
) {
    let until = searcher.work + work;
    if let Some(start) = starts.first() {
        searcher.consider(start);
    }
    while searcher.work < until && model.len() > 0 && !is_late() {
        searcher.step(model, prices, starts);
    }
}

/// Improves the bound for one round and keeps the most promising points that it suggests.
fn improve_bound(
    dual: &mut Dual,
    model: &SearchModel,
    upper: f64,
    limit: usize,
    starts: &mut Vec<(f64, Point)>,
    is_late: &dyn Fn() -> bool,
) {
    let mut work = 0;
    while work < limit && !dual.is_settled() && !is_late() {
        work += Dual::work(model);
        dual.improve(model, upper);
        let start = Point::new(model, dual.decode(model));
        let merit = start.cost + 1.2 * dual.best_prices.total() * start.over as f64;
        let place = starts.partition_point(|(other, _)| *other <= merit);
        if place < STARTS && (place == 0 || starts[place - 1].0 < merit) {
            starts.insert(place, (merit, start));
            starts.truncate(STARTS);
        }
    }
}
