//! Attempts to prove the best known cost optimal, or to raise the bound at least part of the way.
//!
//! The first target is the best cost itself. If the tree is too large, lower targets follow: each that is reached is a higher bound, and the next
//! one is twice as far away.

use std::collections::BTreeSet;

use crate::dual::Dual;
use crate::model::SearchModel;
use crate::proof::{Bar, Proof, Standing, removed_part};
use crate::search::Searcher;

/// The work of the first attempts, each with other random numbers: trees differ in size by orders of magnitude. That of later ones grows.
const FIRST_WORK: [usize; 3] = [4_000_000_000, 4_000_000_000, 16_000_000_000];
const GROWTH: usize = 2;
/// The least part of the gap that an attempt is to close.
const LEAST_PART: f64 = 1.0 / 16.0;
/// An attempt begins again once the gap is smaller than this part of what it was.
const WORTH_AGAIN: f64 = 0.7;
/// After this many failures in a row, attempts get one of `RARELY` rounds.
const HOPELESS: usize = 5;
const RARELY: u64 = 4;
/// Models with more variables are tried only if bounds remove at least this part of their states at once; and the work of finding that
/// out, in passes of the bound.
const LARGE: usize = 1000;
const LEAST_REMOVED: f64 = 0.25;
const LOOK_PASSES: usize = 8;
/// Choices count as cheaper if they are cheaper by more than this, relative to the cost; by nearly 1 if costs are integers.
const ROUNDING: f64 = 2e-11;
const NEARLY_ONE: f64 = 1.0 - 1e-6;

/// The attempts for one model.
#[derive(Debug)]
pub(crate) struct Prover {
    proof: Option<Proof>,
    /// The points at which memory is limited in attempts.
    points: BTreeSet<usize>,
    /// The part of the gap that the next attempt is to close, and its work.
    part: f64,
    work: usize,
    /// The bound that the current attempt proves.
    aim: f64,
    /// The gap when the attempt began.
    gap: f64,
    has_integers: bool,
    /// Attempts that began, and those in a row that failed.
    attempts: usize,
    failures: usize,
}

impl Prover {
    pub(crate) fn new(has_integers: bool) -> Self {
        Self {
            proof: None,
            points: BTreeSet::new(),
            part: 1.0,
            work: FIRST_WORK[0],
            aim: 0.0,
            gap: 0.0,
            has_integers,
            attempts: 0,
            failures: 0,
        }
    }

    /// Goes on for about `work` additions, and returns those that are left because an attempt would be hopeless. Raises the bound of the
    /// dual, and restarts the searcher at what is found.
    pub(crate) fn advance(
        &mut self,
        model: &SearchModel,
        dual: &mut Dual,
        searcher: &mut Searcher,
        work: usize,
        is_late: &dyn Fn() -> bool,
    ) -> usize {
        let mut left = work;
        while left > 0 && !is_late() {
            let upper = searcher.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            if dual.bound >= upper || dual.bound >= upper - self.slack(upper) {
                dual.bound = dual.bound.max(upper);
                return 0;
            }
            let before = self.proof.as_ref().map_or(0, |proof| proof.work);
            let mut proof = match self.proof.take() {
                // A much lower target removes more states at the root.
                Some(mut proof) if !self.is_far_below(upper - dual.bound) => {
                    proof.lower_target(upper);
                    proof
                }
                _ => {
                    let bar = self.aim_at(model, dual, upper);
                    if model.len() > LARGE && removed_part(model, dual, bar.target) < LEAST_REMOVED {
                        self.fail();
                        return left.saturating_sub(LOOK_PASSES * Dual::work(model));
                    }
                    self.begin(model, dual, bar)
                }
            };
            let standing = proof.step(model, is_late);
            left = left.saturating_sub(proof.work.saturating_sub(before).max(1));
            if let Some(found) = proof.take_found() {
                self.aim = self.aim.min(found.cost);
                searcher.restart(found);
            }
            match standing {
                Standing::Open if !proof.is_too_large() => self.proof = Some(proof),
                Standing::Open => self.fail(),
                Standing::Complete => {
                    dual.bound = dual.bound.max(self.aim.min(upper));
                    self.part = (2.0 * self.part).min(1.0);
                    self.failures = 0;
                }
                Standing::Missed(points) => self.points.extend(points),
                Standing::Stopped => return 0,
            }
        }
        0
    }

    /// Whether a round is better spent on attempts than on the search: rarely once targets of all distances were missed.
    pub(crate) fn is_worth(&self, round: u64) -> bool {
        self.failures < HOPELESS || round.is_multiple_of(RARELY)
    }

    /// Whether the gap is much smaller than when the attempt began. It is infinite before anything is found.
    fn is_far_below(&self, gap: f64) -> bool {
        gap < WORTH_AGAIN * self.gap
    }

    fn slack(&self, cost: f64) -> f64 {
        let rounding = ROUNDING * cost.abs();
        if self.has_integers { rounding.max(NEARLY_ONE) } else { rounding }
    }

    /// The target of the next attempt.
    fn aim_at(&mut self, model: &SearchModel, dual: &Dual, upper: f64) -> Bar {
        // Without any choices within the limit, all that are allowed count.
        let most = if upper.is_finite() { upper } else { worst_cost(model) };
        let slack = self.slack(most);
        self.gap = upper - dual.bound;
        self.aim = if self.part < 1.0 { dual.bound + self.part * (most - dual.bound) } else { upper };
        let target = if self.part < 1.0 { self.aim } else { most - slack };
        self.attempts += 1;
        Bar { target, slack, work: self.work, seed: self.attempts as u64 }
    }

    /// Begins an attempt.
    fn begin(&mut self, model: &SearchModel, dual: &Dual, bar: Bar) -> Proof {
        let prices = dual.best_prices.at.iter().enumerate();
        self.points.extend(prices.filter(|(_, price)| **price > 0.0).map(|(point, _)| point));
        let points: Vec<usize> = self.points.iter().copied().collect();
        Proof::new(model, dual, &points, bar)
    }

    /// Plans the next attempt after one whose tree is too large.
    fn fail(&mut self) {
        self.failures += 1;
        if let Some(&work) = FIRST_WORK.get(self.attempts) {
            self.work = work;
        } else if self.part > LEAST_PART {
            self.part /= 4.0;
        } else {
            self.part = 1.0;
            self.work *= GROWTH;
        }
    }
}

/// More than any choices cost.
fn worst_cost(model: &SearchModel) -> f64 {
    let most = |costs: &[f64]| costs.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f64::max);
    let nodes: f64 = model.variables.iter().map(|variable| most(&variable.costs)).sum();
    let edges: f64 = model.edges.iter().map(|edge| most(&edge.table)).sum();
    2.0 * (model.constant + nodes + edges) + 1.0
}
