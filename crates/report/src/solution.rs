//! The answer of the solver: choices, their cost and the bound.

use partita_auto::{ChoiceProblem, Outcome};
use serde_json::json;

use crate::view::View;

/// Choices for a problem.
#[derive(Clone, Copy, Debug)]
pub struct SolutionView<'s> {
    /// What was solved.
    pub problem: &'s ChoiceProblem,
    /// The choices.
    pub outcome: &'s Outcome,
}

impl View for SolutionView<'_> {
    /// Cost, bound and memory; the choices are for programs.
    fn text(&self) -> String {
        let Self { problem, outcome } = self;
        let gap = match outcome.is_optimal() {
            true => "optimal: no choices cost less".to_string(),
            false => format!("at most {:.2}% above the optimum", percent_above(outcome)),
        };
        let memory = match problem.memory_limit() {
            Some(limit) => format!("peak   {} of {limit}\n", outcome.peak),
            None => format!("peak   {}, no limit\n", outcome.peak),
        };
        format!(
            "cost   {}\nbound  {}\n       {gap}\n{memory}nodes  {}\nedges  {}\nended  {} after {} rounds\n",
            number(outcome.cost),
            number(outcome.bound),
            problem.nodes().len(),
            problem.edges().len(),
            outcome.reason,
            outcome.rounds,
        )
    }

    fn json(&self) -> String {
        let Self { problem, outcome } = self;
        let json = json!({
            "cost": exact(outcome.cost),
            "bound": exact(outcome.bound),
            "gap": outcome.gap(),
            "optimal": outcome.is_optimal(),
            "reason": outcome.reason.to_string(),
            "rounds": outcome.rounds,
            "peak": outcome.peak,
            "memory_limit": problem.memory_limit(),
            "choices": outcome.choices,
        });
        // The choices are one line: there are tens of thousands.
        format!("{json}\n")
    }
}

/// How far the cost may lie above the optimum, in percent, rounded up so that it never promises too much.
fn percent_above(outcome: &Outcome) -> f64 {
    let above = (outcome.cost / outcome.bound - 1.0) * 1e4;
    above.ceil() / 100.0
}

/// Integers are written as such, as contests and byte counts need them.
fn exact(cost: f64) -> serde_json::Value {
    if cost.fract() == 0.0 && cost.abs() < 9e15 { json!(cost as i64) } else { json!(cost) }
}

fn number(cost: f64) -> String {
    exact(cost).to_string()
}
