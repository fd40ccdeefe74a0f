//! The memory that a region of variables can change.
//!
//! Between two points at which something of the region begins or ends, the region holds the same at all points, so that only the tightest of
//! them matters. A region of a large problem has thousands of points and few such ranges.

use crate::memory::{Excess, MemoryPrices};
use crate::model::SearchModel;
use crate::region::Region;

/// Memory of a variable of the region over a range of ranges of points, by state.
struct LocalHolding<'m> {
    start: usize,
    end: usize,
    memory: &'m [u64],
}

/// Room and prices for the variables of a region.
pub(crate) struct LocalMemory<'m> {
    holdings: Vec<LocalHolding<'m>>,
    /// Where the holdings of every variable begin, in the order of the region, and where the last ones end.
    places: Vec<usize>,
    /// By how much the room is exceeded at the tightest point of every range.
    excess: Vec<i64>,
    /// The same at all points that the region does not change, 0 if it is not.
    elsewhere: i64,
    /// The price of a unit of memory at the tightest point of every range.
    pub(crate) prices: MemoryPrices,
}

impl<'m> LocalMemory<'m> {
    /// For a region of choices that exceed the room by `excess`; prices begin as a multiple of the given ones.
    pub(crate) fn new(
        model: &'m SearchModel,
        region: &Region,
        excess: &Excess,
        prices: &MemoryPrices,
        factor: f64,
    ) -> Self {
        let of_region =
            || region.variables().flat_map(|variable| &model.variables[variable as usize].holdings);
        let mut ends: Vec<u32> = of_region().flat_map(|holding| [holding.start, holding.end]).collect();
        ends.sort_unstable();
        ends.dedup();
        let number = |point: u32| ends.partition_point(|&end| end < point);
        let mut holdings = Vec::new();
        let mut places = vec![0];
        for variable in region.variables() {
            holdings.extend(model.variables[variable as usize].holdings.iter().map(|holding| LocalHolding {
                start: number(holding.start),
                end: number(holding.end),
                memory: &holding.memory,
            }));
            places.push(holdings.len());
        }
        let most = |points: &[i64]| points.iter().copied().fold(i64::MIN, i64::max);
        let [first, last] = [ends.first(), ends.last()].map(|end| end.map_or(0, |&end| end as usize));
        let [before, after] = [&excess.at[..first], &excess.at[last..]].map(most);
        let ranges = || ends.windows(2).map(|ends| (ends[0] as usize, ends[1] as usize));
        Self {
            holdings,
            places,
            excess: ranges().map(|(start, end)| most(&excess.at[start..end])).collect(),
            elsewhere: before.max(after).max(0),
            prices: MemoryPrices::new(
                ranges().map(|(start, end)| factor * prices.between(start, end)).collect(),
            ),
        }
    }

    /// The number of ranges.
    pub(crate) fn len(&self) -> usize {
        self.excess.len()
    }

    /// Adds the price of memory to the costs of the states of a variable, by its place in the region.
    pub(crate) fn add_to(&self, place: usize, costs: &mut [f64]) {
        for holding in &self.holdings[self.places[place]..self.places[place + 1]] {
            let price = self.prices.between(holding.start, holding.end);
            if price > 0.0 {
                costs
                    .iter_mut()
                    .zip(holding.memory)
                    .for_each(|(cost, &memory)| *cost += price * memory as f64);
            }
        }
    }

    /// The excess of every range once the region's variables have other states, and the most of all points, at least 0. States are
    /// given in the order of the region.
    pub(crate) fn after(&self, changes: impl Iterator<Item = (u32, u32)>) -> (Vec<i64>, i64) {
        let mut excess = vec![0; self.excess.len() + 1];
        for (place, (from, to)) in changes.enumerate().filter(|(_, (from, to))| from != to) {
            for holding in &self.holdings[self.places[place]..self.places[place + 1]] {
                let more = holding.memory[to as usize] as i64 - holding.memory[from as usize] as i64;
                excess[holding.start] += more;
                excess[holding.end] -= more;
            }
        }
        excess.pop();
        let (mut sum, mut over) = (0, self.elsewhere);
        for (after, before) in excess.iter_mut().zip(&self.excess) {
            sum += *after;
            *after = sum + before;
            over = over.max(*after);
        }
        (excess, over)
    }
}
