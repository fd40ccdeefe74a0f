//! Bounds on the cost of all choices that have a given state, from the moved costs of a model.
//!
//! The minimum over a spanning forest, with every other edge at its least, is a bound, and passes towards the roots and back give it for every state
//! at once. States whose bound is too high for a better choice are removed.

use crate::dual::MovedCosts;
use crate::model::SearchModel;
use crate::random::Random;

/// A variable in a spanning forest, after its parent.
struct TreePlace {
    variable: u32,
    /// The parent, the edge to it, and whether the parent is the first end.
    parent: Option<(u32, u32, bool)>,
}

/// Bounds by variable and state, from a forest that `random` chooses.
pub(crate) fn state_bounds(model: &SearchModel, moved: &MovedCosts, random: &mut Random) -> Vec<Vec<f64>> {
    let places = spanning_forest(model, random);
    let mut inward = moved.nodes.clone();
    let mut messages: Vec<Vec<f64>> = vec![Vec::new(); model.len()];
    for place in places.iter().rev() {
        let Some((parent, edge, parent_first)) = place.parent else { continue };
        let at = place.variable as usize;
        let message =
            through(&moved.edges[edge as usize], &inward[at], inward[parent as usize].len(), parent_first);
        add(&mut inward[parent as usize], &message);
        messages[at] = message;
    }
    let mut base = moved.base;
    for place in places.iter().filter(|place| place.parent.is_none()) {
        base += least_of(&inward[place.variable as usize]);
    }
    // From the roots outwards: what the rest of the tree costs for every state, as its excess over the least.
    let mut bounds = inward;
    for place in &places {
        let at = place.variable as usize;
        if let Some((parent, edge, parent_first)) = place.parent {
            let mut rest = bounds[parent as usize].clone();
            rest.iter_mut().zip(&messages[at]).for_each(|(cost, own)| *cost -= own);
            let message = through(&moved.edges[edge as usize], &rest, bounds[at].len(), !parent_first);
            add(&mut bounds[at], &message);
        } else {
            let least = least_of(&bounds[at]);
            bounds[at].iter_mut().for_each(|cost| *cost += base - least);
        }
    }
    bounds
}

/// The least over the states of one end for every state of the other, which is the `first` end or not.
fn through(table: &[f64], costs: &[f64], others: usize, first: bool) -> Vec<f64> {
    if first {
        let least = |row: &[f64]| row.iter().zip(costs).map(|(a, b)| a + b).fold(f64::INFINITY, f64::min);
        return table.chunks_exact(costs.len()).map(least).collect();
    }
    let mut message = vec![f64::INFINITY; others];
    for (row, cost) in table.chunks_exact(others).zip(costs) {
        message.iter_mut().zip(row).for_each(|(least, more)| *least = least.min(cost + more));
    }
    message
}

fn add(costs: &mut [f64], more: &[f64]) {
    costs.iter_mut().zip(more).for_each(|(cost, more)| *cost += more);
}

fn least_of(costs: &[f64]) -> f64 {
    costs.iter().copied().fold(f64::INFINITY, f64::min)
}

/// All variables, parents first.
fn spanning_forest(model: &SearchModel, random: &mut Random) -> Vec<TreePlace> {
    let mut places = Vec::with_capacity(model.len());
    let mut inside = vec![false; model.len()];
    let first = random.below(model.len().max(1));
    for root in (0..model.len()).map(|at| ((at + first) % model.len()) as u32) {
        if std::mem::replace(&mut inside[root as usize], true) {
            continue;
        }
        places.push(TreePlace { variable: root, parent: None });
        let mut reached: Vec<(u32, usize)> =
            (0..model.variables[root as usize].neighbours.len()).map(|at| (root, at)).collect();
        while !reached.is_empty() {
            let (from, at) = reached.swap_remove(random.below(reached.len()));
            let next = &model.variables[from as usize].neighbours[at];
            if std::mem::replace(&mut inside[next.variable as usize], true) {
                continue;
            }
            places.push(TreePlace { variable: next.variable, parent: Some((from, next.edge, next.first)) });
            let neighbours = &model.variables[next.variable as usize].neighbours;
            reached.extend((0..neighbours.len()).map(|at| (next.variable, at)));
        }
    }
    places
}
