//! The number of live ciphertexts.

use super::Plan;

impl Plan {
    /// The most ciphertexts that are live at once, including those of steps in progress: an upper bound for the
    /// program.
    pub fn peak(&self) -> usize {
        let steps = 0..self.steps.len();
        steps.map(|step| self.live_during(step)).max().unwrap_or_else(|| self.layouts[0].layout.ciphertexts())
    }

    /// The ciphertexts that are live while a step runs.
    pub fn live_during(&self, number: usize) -> usize {
        let step = &self.steps[number];
        let others = self.alive(number).values.into_iter().filter(|value| !step.variables.contains(value));
        let waiting: usize = others.map(|value| self.layouts[value].layout.ciphertexts()).sum();
        // A sum in progress is live next to its next operand.
        let begun = self.steps[..number].iter().any(|before| before.variables[1] == step.variables[1]);
        step.cost.live.max(step.cost.inputs + step.cost.outputs)
            + waiting
            + if begun { step.cost.outputs } else { 0 }
    }
}
