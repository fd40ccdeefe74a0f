//! Memory held at every point, prices of memory, and points that need no check.

use crate::model::SearchModel;

/// How much more than the room is held at every point: negative where memory is left.
#[derive(Clone, Debug)]
pub(crate) struct Excess {
    pub(crate) at: Vec<i64>,
}

impl Excess {
    /// Of given states.
    pub(crate) fn new(model: &SearchModel, states: &[u32]) -> Self {
        let mut excess = Self { at: model.room.iter().map(|&room| -room).collect() };
        excess
            .add(model, (0..model.len() as u32).map(|variable| (variable, None, states[variable as usize])));
        excess
    }

    /// Changes states: variables with the state they had, if any, and the new one. Ranges are long, so that changes are
    /// noted at their ends and added up once.
    pub(crate) fn add(
        &mut self,
        model: &SearchModel,
        changes: impl Iterator<Item = (u32, Option<u32>, u32)>,
    ) {
        let mut differences = vec![0_i64; self.at.len() + 1];
        for (variable, from, to) in changes {
            for holding in &model.variables[variable as usize].holdings {
                let before = from.map_or(0, |from| holding.memory[from as usize] as i64);
                let memory = holding.memory[to as usize] as i64 - before;
                differences[holding.start as usize] += memory;
                differences[holding.end as usize] -= memory;
            }
        }
        let mut sum = 0;
        for (held, difference) in self.at.iter_mut().zip(differences) {
            sum += difference;
            *held += sum;
        }
    }

    /// The worst point of every range of points at which the room is exceeded.
    pub(crate) fn peaks(&self) -> Vec<usize> {
        let mut peaks: Vec<usize> = Vec::new();
        for (point, &over) in self.at.iter().enumerate().filter(|(_, over)| **over > 0) {
            match peaks.last_mut() {
                Some(peak) if self.at[*peak..point].iter().all(|&over| over > 0) => {
                    if over > self.at[*peak] {
                        *peak = point;
                    }
                }
                _ => peaks.push(point),
            }
        }
        peaks
    }

    /// The most by which the room is exceeded, 0 if it is not.
    pub(crate) fn over(&self) -> i64 {
        self.at.iter().copied().fold(0, i64::max)
    }
}

/// The price of a unit of memory at every point.
#[derive(Clone, Debug)]
pub(crate) struct MemoryPrices {
    pub(crate) at: Vec<f64>,
    /// Sums of prices before every point.
    sums: Vec<f64>,
}

impl MemoryPrices {
    pub(crate) fn new(at: Vec<f64>) -> Self {
        let mut prices = Self { sums: Vec::new(), at };
        prices.update();
        prices
    }

    /// Recomputes the sums after the prices were changed.
    pub(crate) fn update(&mut self) {
        self.sums.clear();
        self.sums.push(0.0);
        let mut sum = 0.0;
        for price in &self.at {
            sum += price;
            self.sums.push(sum);
        }
    }

    /// The price of a unit of memory that is held from `start` up to but not including `end`.
    pub(crate) fn between(&self, start: usize, end: usize) -> f64 {
        self.sums[end] - self.sums[start]
    }

    /// Adds the price of the memory of every state of a variable.
    pub(crate) fn add_to(&self, model: &SearchModel, variable: u32, costs: &mut [f64]) {
        for holding in &model.variables[variable as usize].holdings {
            let price = self.between(holding.start as usize, holding.end as usize);
            if price > 0.0 {
                for (cost, &memory) in costs.iter_mut().zip(&holding.memory) {
                    *cost += price * memory as f64;
                }
            }
        }
    }

    /// The price of a unit of memory that is held at all points.
    pub(crate) fn total(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    /// The price of all room.
    pub(crate) fn of_room(&self, model: &SearchModel) -> f64 {
        self.at.iter().zip(&model.room).map(|(price, &room)| price * room as f64).sum()
    }
}
