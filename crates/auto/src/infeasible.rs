//! Which memory is missing, where, and which nodes hold it.

use crate::evaluate::Evaluation;
use crate::outcome::{Holder, NoChoices};
use crate::problem::ChoiceProblem;

/// The most nodes that are named.
const HOLDERS: usize = 5;

/// The shortage if even the least memory of every node exceeds the limit: then no choices exist.
pub(crate) fn memory_shortage(problem: &ChoiceProblem) -> Option<NoChoices> {
    let limit = problem.memory_limit()?;
    let least: Vec<u64> = problem
        .nodes()
        .iter()
        .map(|node| {
            // A strategy that is not allowed needs no memory, because it is never chosen.
            let allowed = node.strategies.iter().filter(|strategy| strategy.cost.is_finite());
            allowed.map(|strategy| strategy.memory).min().unwrap_or(0)
        })
        .collect();
    let mut changes: Vec<(u32, i64)> = Vec::new();
    for (node, &memory) in problem.nodes().iter().zip(&least) {
        if !node.live.is_empty() {
            changes.push((node.live.start, memory as i64));
            changes.push((node.live.end, -(memory as i64)));
        }
    }
    changes.sort_unstable();
    let (mut now, mut peak, mut point) = (0, 0, 0);
    for (at, change) in changes {
        now += change;
        if now > peak {
            (peak, point) = (now, at);
        }
    }
    let peak = peak as u64;
    (peak > limit).then(|| shortage(problem, limit, peak, point, true, &|node| least[node]))
}

/// The shortage of choices that exceed the limit; `proven` if no choices are within it.
pub(crate) fn nearest_miss(
    problem: &ChoiceProblem,
    choices: &[u32],
    evaluation: &Evaluation,
    proven: bool,
) -> NoChoices {
    let memory = |node: usize| problem.nodes()[node].strategies[choices[node] as usize].memory;
    let limit = problem.memory_limit().unwrap_or(u64::MAX);
    shortage(problem, limit, evaluation.peak, evaluation.peak_point, proven, &memory)
}

fn shortage(
    problem: &ChoiceProblem,
    limit: u64,
    least: u64,
    point: u32,
    proven: bool,
    memory: &dyn Fn(usize) -> u64,
) -> NoChoices {
    let mut holders: Vec<Holder> = (0..problem.nodes().len())
        .filter(|&node| problem.nodes()[node].live.contains(point) && memory(node) > 0)
        .filter_map(|node| Some(Holder { node: problem.node_id(node)?, memory: memory(node) }))
        .collect();
    holders.sort_by_key(|holder| std::cmp::Reverse(holder.memory));
    holders.truncate(HOLDERS);
    NoChoices::Memory { limit, least, point, holders, proven }
}
