//! The cost and the memory of given choices, computed from the problem alone.
//!
//! The solver works on a reduced problem with its own data structures. This file shares nothing with it, so that the cost of an
//! [`Outcome`](crate::Outcome) is a check of the search and not a repetition of it.

use crate::problem::{ChoiceProblem, INFINITE_FROM};

/// What choices cost, and the point at which they hold most memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The sum of the costs of nodes and edges; infinite if a combination is not allowed.
    pub cost: f64,
    /// The most memory held at any point.
    pub peak: u64,
    /// The first point at which it is held.
    pub peak_point: u32,
}

impl Evaluation {
    /// Whether the cost is finite and the memory is within the limit of the problem.
    pub fn is_feasible(&self, problem: &ChoiceProblem) -> bool {
        self.cost < INFINITE_FROM && problem.memory_limit().is_none_or(|limit| self.peak <= limit)
    }
}

/// Adds up costs and memory. `choices` has the number of a strategy per node.
///
/// # Panics
/// If there is not exactly one choice per node, or a choice is not a strategy of its node.
pub fn evaluate(problem: &ChoiceProblem, choices: &[u32]) -> Evaluation {
    assert_eq!(choices.len(), problem.nodes().len(), "one choice per node");
    let chosen = |node: usize| choices[node] as usize;
    let nodes = problem.nodes().iter().enumerate();
    let mut cost: f64 = nodes.clone().map(|(at, node)| node.strategies[chosen(at)].cost).sum();
    for edge in problem.edges() {
        let [first, second] = edge.nodes.map(|node| node.index());
        let columns = problem.nodes()[second].strategies.len();
        cost += edge.table[chosen(first) * columns + chosen(second)];
    }
    if cost >= INFINITE_FROM {
        cost = f64::INFINITY;
    }
    let mut changes: Vec<(u32, i64)> = Vec::new();
    for (at, node) in nodes {
        if !node.live.is_empty() {
            let memory = node.strategies[chosen(at)].memory as i64;
            changes.push((node.live.start, memory));
            changes.push((node.live.end, -memory));
        }
    }
    // At a point, memory is freed before it is taken: an interval does not contain its end.
    changes.sort_unstable();
    let (mut now, mut peak, mut peak_point) = (0, 0, 0);
    for (point, change) in changes {
        now += change;
        if now > peak {
            (peak, peak_point) = (now, point);
        }
    }
    Evaluation { cost, peak: peak as u64, peak_point }
}
