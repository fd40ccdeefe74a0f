//! How many ciphertexts are alive at once.

use super::Plan;

impl Plan {
    /// The most ciphertexts that are alive at once, those of steps in progress included: an upper bound for the program.
    pub fn peak(&self) -> usize {
        let around = |number: usize| {
            let step = &self.steps[number];
            let others =
                self.alive(number).values.into_iter().filter(|value| !step.variables.contains(value));
            let waiting: usize = others.map(|value| self.layouts[value].layout.ciphertexts()).sum();
            // A sum that has begun stands beside what is added to it.
            let begun = self.steps[..number].iter().any(|before| before.variables[1] == step.variables[1]);
            step.cost.live.max(step.cost.inputs + step.cost.outputs)
                + waiting
                + if begun { step.cost.outputs } else { 0 }
        };
        (0..self.steps.len()).map(around).max().unwrap_or_else(|| self.layouts[0].layout.ciphertexts())
    }
}
