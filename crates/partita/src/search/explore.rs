//! Improves plans with the estimate itself: one sharding after the other is changed, as long as the partitioned program
//! becomes faster. The model that the search uses cannot see what fusion and overlap make of a plan.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};

use super::evaluate::Evaluated;
use super::front::PlanFront;
use super::limits::SearchLimits;
use super::solving::PricedPlan;

/// The plans near a plan.
pub(super) trait Nearby<A> {
    /// The number of parts of a plan that are changed one at a time.
    fn parts(&self) -> usize;
    /// The plans that differ in one part.
    fn near(&self, plan: &A, part: usize) -> Vec<A>;
    /// The price of a plan, if the program can be partitioned with it.
    fn price(&self, plan: &A) -> Option<Evaluated>;
    /// Hashes what distinguishes a plan from others for the same program.
    fn hash(&self, plan: &A, hasher: &mut DefaultHasher);
}

/// How far plans are explored.
#[derive(Clone, Copy)]
pub(super) struct Exploration<'a> {
    /// The most plans that are priced near plans of the front.
    pub(super) trials: usize,
    /// The most plans that are priced near those that are a little slower.
    pub(super) detours: usize,
    /// Only plans within this limit are improved, within all of it; without one, every plan within its own size, so that
    /// what is found does not depend on a limit.
    pub(super) limit: Option<u64>,
    pub(super) limits: SearchLimits<'a>,
}

/// Improves the plans of a front, the fastest first, until nothing near any of them is faster within the same memory. Then
/// goes on from plans that are a little slower than those.
///
/// Every plan of the front is improved before those: under a smaller limit it is the answer, and what was spent on
/// faster plans, which are not within that limit, must not be missing for it.
pub(super) fn explore<A: Clone>(
    front: &mut PlanFront<A>,
    nearby: &dyn Nearby<A>,
    exploration: Exploration<'_>,
) {
    let mut explorer = Explorer {
        nearby,
        exploration,
        left: exploration.trials,
        seen: BTreeSet::default(),
        missed: Vec::new(),
    };
    let mut is_detour = false;
    loop {
        let (start, origin) = match front.next_to_explore(exploration.limit.unwrap_or(u64::MAX)) {
            Some(next) => {
                next.is_explored = true;
                (next.plan.clone(), next.origin.clone())
            }
            None => match explorer.take_missed() {
                Some(missed) => {
                    if !std::mem::replace(&mut is_detour, true) {
                        explorer.left = exploration.detours;
                    }
                    missed
                }
                None => return,
            },
        };
        if !explorer.improve(front, start, &origin) {
            return;
        }
    }
}

struct Explorer<'a, A> {
    nearby: &'a dyn Nearby<A>,
    exploration: Exploration<'a>,
    left: usize,
    /// Hashes of the plans that were priced.
    seen: BTreeSet<u64>,
    /// Plans that are a little slower than one near them, from which two changes at once may be found.
    missed: Vec<(PricedPlan<A>, String)>,
}

impl<A: Clone> Explorer<'_, A> {
    /// The fastest plan that was missed, without it.
    fn take_missed(&mut self) -> Option<(PricedPlan<A>, String)> {
        let speed = |at: &usize| self.missed[*at].0.evaluated.speed();
        let fastest = (0..self.missed.len()).min_by(|a, b| {
            let ((a, more), (b, other)) = (speed(a), speed(b));
            a.total_cmp(&b).then_with(|| more.total_cmp(&other))
        })?;
        Some(self.missed.remove(fastest))
    }

    /// Changes one part after the other; `false` if the time or the trials are over.
    fn improve(&mut self, front: &mut PlanFront<A>, mut best: PricedPlan<A>, origin: &str) -> bool {
        let improved = match origin {
            "search" => origin.to_string(),
            _ if origin.ends_with(IMPROVED) => origin.to_string(),
            _ => format!("{origin}{IMPROVED}"),
        };
        let limit = self.exploration.limit.unwrap_or(best.evaluated.figures.peak_bytes);
        loop {
            let mut is_better = false;
            for part in 0..self.nearby.parts() {
                for annotations in self.nearby.near(&best.annotations, part) {
                    if self.exploration.limits.is_over() {
                        return false;
                    }
                    let mut hasher = DefaultHasher::new();
                    self.nearby.hash(&annotations, &mut hasher);
                    if !self.seen.insert(hasher.finish()) {
                        continue;
                    }
                    if self.left == 0 {
                        return false;
                    }
                    self.left -= 1;
                    let Some(evaluated) = self.nearby.price(&annotations) else { continue };
                    let plan = PricedPlan { annotations, evaluated };
                    if evaluated.is_better(&best.evaluated, limit) {
                        best = plan.clone();
                        is_better = true;
                    } else if evaluated.figures.peak_bytes <= limit
                        && evaluated.speed().0 <= best.evaluated.speed().0 * MISSED
                    {
                        self.missed.push((plan.clone(), improved.clone()));
                    }
                    front.add(&improved, plan);
                }
            }
            if !is_better {
                return true;
            }
        }
    }
}

/// How much slower than the best plan near it a plan may be to go on from it.
const MISSED: f64 = 1.05;
/// The end of the origin of a plan that was changed.
const IMPROVED: &str = ", improved";
