//! Branch and bound: closes the gap where it is small.
//!
//! Variables are fixed one by one, those with the fewest possible states first. The bound of a node of the tree is that of the moved costs: the sum of
//! what is fixed and the least of everything else. States that would reach the best known cost are never tried.

use crate::dual::MovedCosts;
use crate::memory::Excess;
use crate::model::SearchModel;
use crate::search::Point;

/// How a search ended.
pub(crate) enum Branched {
    /// All choices were tried or excluded: the best known point, or this one, is optimal.
    Complete(Option<Point>),
    /// The work limit was reached; a better point may have been found.
    Stopped(Option<Point>),
}

/// Searches for a point that costs less than `upper`.
pub(crate) fn branch(model: &SearchModel, moved: MovedCosts, upper: f64, work: usize) -> Branched {
    let mut tree = Tree {
        model,
        edges: moved.edges,
        costs: moved.nodes,
        states: vec![None; model.len()],
        excess: Excess { at: model.room.iter().map(|&room| -room).collect() },
        upper,
        best: None,
        work,
    };
    match tree.visit(moved.base) {
        Some(()) => Branched::Complete(tree.best),
        None => Branched::Stopped(tree.best),
    }
}

struct Tree<'m> {
    model: &'m SearchModel,
    edges: Vec<Vec<f64>>,
    /// The costs of states, with the edges to variables that are fixed.
    costs: Vec<Vec<f64>>,
    states: Vec<Option<u32>>,
    /// The memory of the fixed variables; the others hold at least none.
    excess: Excess,
    upper: f64,
    best: Option<Point>,
    work: usize,
}

impl Tree<'_> {
    /// Tries all states below a node of the tree whose fixed variables cost `fixed`. Returns nothing if the work limit is reached.
    fn visit(&mut self, fixed: f64) -> Option<()> {
        let open: Vec<usize> = (0..self.model.len()).filter(|&at| self.states[at].is_none()).collect();
        let least: Vec<f64> =
            open.iter().map(|&at| self.costs[at].iter().copied().fold(f64::INFINITY, f64::min)).collect();
        let bound = fixed + least.iter().sum::<f64>();
        // Sums over states, and over all points for every state that is tried, at the pace of the other loops.
        self.work = self.work.checked_sub(1000 + 40 * self.model.len() + 8 * self.model.room.len())?;
        if self.is_reached(bound) {
            return Some(());
        }
        let possible = |at: usize, least: f64| {
            self.costs[at].iter().filter(|&&cost| !self.is_reached(bound - least + cost)).count()
        };
        let next = open.iter().zip(&least).map(|(&at, &least)| {
            (possible(at, least), std::cmp::Reverse(self.model.variables[at].neighbours.len()), at, least)
        });
        let Some((_, _, at, least)) = next.min_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2))) else {
            self.take();
            return Some(());
        };
        let mut order: Vec<(f64, u32)> = self.costs[at].iter().copied().zip(0..).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (cost, state) in order {
            if self.is_reached(bound - least + cost) {
                break;
            }
            self.excess.add(self.model, [(at as u32, None, state)].into_iter());
            if self.excess.over() == 0 {
                let saved = self.fix(at, state);
                let done = self.visit(fixed + cost);
                self.release(at, saved);
                done?;
            }
            self.excess.remove(self.model, at as u32, state);
        }
        Some(())
    }

    /// Whether a bound is as high as the best known cost, but for rounding.
    fn is_reached(&self, bound: f64) -> bool {
        bound >= self.upper - 1e-9 * self.upper.abs()
    }

    /// Adds the edges of a state to the costs of open neighbours, whose former costs are returned.
    fn fix(&mut self, at: usize, state: u32) -> Vec<(usize, Vec<f64>)> {
        self.states[at] = Some(state);
        let mut saved = Vec::new();
        for next in &self.model.variables[at].neighbours {
            let other = next.variable as usize;
            if self.states[other].is_some() {
                continue;
            }
            let table = &self.edges[next.edge as usize];
            let (count, own) = (self.costs[other].len(), self.costs[at].len());
            saved.push((other, self.costs[other].clone()));
            for (to, cost) in self.costs[other].iter_mut().enumerate() {
                *cost += match next.first {
                    true => table[state as usize * count + to],
                    false => table[to * own + state as usize],
                };
            }
            self.work = self.work.saturating_sub(8 * count + 200);
        }
        saved
    }

    fn release(&mut self, at: usize, saved: Vec<(usize, Vec<f64>)>) {
        self.states[at] = None;
        // A variable may be saved once per edge; the first saved costs are the oldest.
        for (other, costs) in saved.into_iter().rev() {
            self.costs[other] = costs;
        }
    }

    /// All variables are fixed, within the memory limit: takes the point if it is better. Moved costs include prices of memory that is
    /// left, so that its cost may still be too high.
    fn take(&mut self) {
        let states = self.states.iter().map(|state| state.expect("all variables are fixed")).collect();
        let point = Point::new(self.model, states);
        if point.cost < self.upper {
            self.upper = point.cost;
            self.best = Some(point);
        }
    }
}
