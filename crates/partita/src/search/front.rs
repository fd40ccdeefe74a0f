//! The plans that were priced, as far as one of them can be the answer under some memory limit.

use super::evaluate::Evaluated;
use super::solving::PricedPlan;

/// A plan, and where it comes from.
pub(super) struct FrontPlan<A> {
    pub(super) plan: PricedPlan<A>,
    /// The search, or the name of a plan that people write by hand.
    pub(super) origin: String,
    /// Whether plans near it were tried.
    pub(super) is_explored: bool,
}

/// Plans of which none is both as fast and as small as another. What it holds does not depend on the limit, so that its
/// best plan within more memory is never slower than that within less.
pub(super) struct PlanFront<A> {
    plans: Vec<FrontPlan<A>>,
}

impl<A> Default for PlanFront<A> {
    fn default() -> Self {
        Self { plans: Vec::new() }
    }
}

impl<A> PlanFront<A> {
    /// Adds a plan, unless another is as fast and as small.
    pub(super) fn add(&mut self, origin: &str, plan: PricedPlan<A>) {
        let covers = |one: &Evaluated, other: &Evaluated| {
            one.figures.peak_bytes <= other.figures.peak_bytes && !other.is_faster(one)
        };
        if self.plans.iter().any(|known| covers(&known.plan.evaluated, &plan.evaluated)) {
            return;
        }
        self.plans.retain(|known| !covers(&plan.evaluated, &known.plan.evaluated));
        self.plans.push(FrontPlan { plan, origin: origin.to_string(), is_explored: false });
    }

    /// The best plan under a memory limit; if none is within it, the one that exceeds it least.
    pub(super) fn best(&self, limit: u64) -> Option<&FrontPlan<A>> {
        let mut plans = self.plans.iter();
        let first = plans.next()?;
        Some(plans.fold(first, |best, next| {
            if next.plan.evaluated.is_better(&best.plan.evaluated, limit) { next } else { best }
        }))
    }

    /// Takes the best plan under a memory limit.
    pub(super) fn take_best(mut self, limit: u64) -> Option<FrontPlan<A>> {
        let best = self.best(limit)?;
        let at = self.plans.iter().position(|each| std::ptr::eq(each, best))?;
        Some(self.plans.swap_remove(at))
    }

    /// The fastest plan of those within a limit that no plans near it were tried for.
    pub(super) fn next_to_explore(&mut self, limit: u64) -> Option<&mut FrontPlan<A>> {
        let is_open =
            |each: &&mut FrontPlan<A>| !each.is_explored && each.plan.evaluated.figures.peak_bytes <= limit;
        let open = self.plans.iter_mut().filter(is_open);
        open.min_by(|a, b| {
            let ((a, more), (b, other)) = (a.plan.evaluated.speed(), b.plan.evaluated.speed());
            a.total_cmp(&b).then_with(|| more.total_cmp(&other))
        })
    }
}

#[cfg(test)]
mod tests {
    use partita_report::PlanFigures;

    use super::*;

    fn plan(peak_bytes: u64, step_seconds: f64) -> PricedPlan<u64> {
        let figures = PlanFigures { step_seconds, peak_bytes, sent_bytes: 0, collectives: 0 };
        PricedPlan { annotations: peak_bytes, evaluated: Evaluated { figures, serial: step_seconds } }
    }

    #[test]
    fn more_memory_never_gives_a_slower_plan() {
        let mut front = PlanFront::default();
        for (peak, step) in [(200, 3.0), (180, 2.0), (100, 9.0), (150, 9.0), (300, 1.0), (90, 9.0)] {
            front.add("search", plan(peak, step));
        }
        let step = |limit| front.best(limit).unwrap().plan.evaluated.figures.step_seconds;
        assert_eq!([90, 100, 179, 180, 299, 300].map(step), [9.0, 9.0, 9.0, 2.0, 2.0, 1.0]);
        // Nothing fits: the smallest.
        assert_eq!(front.best(10).unwrap().plan.annotations, 90);
        assert_eq!(front.plans.len(), 3);
    }

    #[test]
    fn of_equal_plans_the_first_stays() {
        let mut front = PlanFront::default();
        front.add("search", plan(10, 1.0));
        front.add("FSDP", plan(10, 1.0));
        assert_eq!(front.take_best(10).unwrap().origin, "search");
    }
}
