//! Exact elimination of all variables, where the tables stay small.
//!
//! Without a memory limit the minimum is the optimum. With one, it is the best bound that prices of memory can give, and prices are moved
//! to raise it.

use crate::dual::{Dual, raise_prices};
use crate::model::SearchModel;
use crate::random::Random;
use crate::region::{Minimiser, Region};
use crate::search::{Point, Searcher};

/// The most entries that the elimination of one variable may touch.
const TABLE_LIMIT: usize = 1 << 22;
/// The work of all minimisations, in additions.
const WORK_LIMIT: usize = 1 << 31;
/// The most minimisations with new prices.
const MOST: usize = 40;
/// Planning takes time that grows with the square of the variables.
const VARIABLES: usize = 10_000;

/// Raises the bound by exact minimisation and notes the points found on the way. Does nothing if the tables would be too large.
pub(crate) fn eliminate_all(
    dual: &mut Dual,
    model: &SearchModel,
    upper: f64,
    searcher: &mut Searcher,
    round_work: usize,
    is_late: &dyn Fn() -> bool,
) {
    // Once is always worth it without a memory limit: it is the optimum.
    let work = if model.room.is_empty() { WORK_LIMIT } else { WORK_LIMIT.min(round_work.saturating_mul(12)) };
    if model.len() > VARIABLES {
        return;
    }
    let all: Vec<u32> = (0..model.len() as u32).collect();
    let region = Region::plan(model, &all, TABLE_LIMIT, &mut Random::new(0));
    if region.left_out > 0 || region.work > work {
        return;
    }
    let mut upper = upper;
    let mut prices = dual.best_prices.clone();
    let mut minimiser = Minimiser::default();
    let most = if model.room.is_empty() { 1 } else { (work / (region.work + 1)).clamp(1, MOST) };
    for _ in 0..most {
        let mut states = vec![0; model.len()];
        let extra = |_: usize, variable: u32, costs: &mut [f64]| prices.add_to(model, variable, costs);
        minimiser.minimise(model, &region, &mut states, &extra);
        let point = Point::new(model, states);
        let excess: Vec<f64> = point.excess.at.iter().map(|&over| over as f64).collect();
        let bound = point.cost + prices.at.iter().zip(&excess).map(|(price, over)| price * over).sum::<f64>();
        if bound > dual.bound {
            dual.bound = bound;
            dual.best_prices = prices.clone();
        }
        if point.over == 0 {
            upper = upper.min(point.cost);
        }
        searcher.restart(point);
        if dual.bound >= upper || is_late() {
            return;
        }
        raise_prices(&mut prices, &excess, upper.min(bound + 0.15 * bound.abs() + 1.0) - bound);
    }
}
