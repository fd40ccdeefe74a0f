//! Where bootstraps go: cut the network where few ciphertexts are alive, so that no part needs more levels than there are.

use partita_base::{Id, code};

use super::{Plan, Work};
use crate::network::{LayerId, LayerOp, Network};
use crate::{CkksError, CkksResult};

/// Everything that is alive before a step is bootstrapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of the step.
    pub before: usize,
    /// The values that are alive, by number.
    pub(crate) values: Vec<usize>,
    /// Their ciphertexts.
    pub ciphertexts: usize,
}

/// Where bootstraps go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bootstraps {
    /// The level of inputs and of what is bootstrapped.
    pub top: u32,
    /// Where.
    pub cuts: Vec<Cut>,
}

impl Bootstraps {
    /// How many bootstraps there are.
    pub fn count(&self) -> usize {
        self.cuts.iter().map(|cut| cut.ciphertexts).sum()
    }
}

impl Plan {
    /// Levels from the input to the output.
    pub fn depth(&self) -> usize {
        self.depth_of(0, self.steps.len())
    }

    /// The level before which nothing is used up, and no bootstraps.
    pub fn without_bootstraps(&self) -> Bootstraps {
        Bootstraps { top: self.depth() as u32, cuts: Vec::new() }
    }

    /// Levels that the steps from `start` on, up to `end`, use one after the other.
    fn depth_of(&self, start: usize, end: usize) -> usize {
        let mut depth = vec![0; self.layouts.len()];
        let mut deepest = 0;
        for step in &self.steps[start..end] {
            let [from, to] = step.variables;
            depth[to] = depth[to].max(depth[from] + step.cost.levels);
            deepest = deepest.max(depth[to]);
        }
        deepest
    }

    /// The values that exist before a step and are still needed: each with its ciphertexts.
    pub(super) fn alive(&self, before: usize) -> Cut {
        // For every value the number of steps after which it exists, none for the input, and its last use.
        let mut spans: Vec<(Option<usize>, usize)> = vec![(None, 0); self.layouts.len()];
        for (number, step) in self.steps.iter().enumerate() {
            let [from, to] = step.variables;
            spans[from] = (spans[from].0.or(Some(0)), number);
            spans[to] = (spans[to].0.or(Some(number + 1)), number);
        }
        let is_alive =
            |&value: &usize| spans[value].0.is_some_and(|made| made <= before && before <= spans[value].1);
        let values: Vec<usize> = (0..spans.len()).filter(is_alive).collect();
        let ciphertexts = values.iter().map(|&value| self.layouts[value].layout.ciphertexts()).sum();
        Cut { before, values, ciphertexts }
    }

    /// The fewest bootstraps where a ciphertext has `top` levels, fresh or bootstrapped.
    pub fn place_bootstraps(&self, network: &Network, top: u32) -> CkksResult<Bootstraps> {
        let count = self.steps.len();
        for step in &self.steps {
            if step.cost.levels > top as usize {
                let name = &network.layers[step.layer].name;
                let what = if step.work == Work::Change { "changing the layout of " } else { "" };
                let message =
                    format!("{what}`{name}` takes {} levels, a ciphertext has {top}", step.cost.levels);
                return Err(CkksError::new(code::LEVEL_BUDGET, message)
                    .help("give more levels, or take an activation of a lower degree"));
            }
        }
        let alive: Vec<Cut> = (0..count).map(|before| self.alive(before)).collect();
        // The fewest for the steps before each, the last cut being right there.
        let mut best: Vec<Option<(usize, usize)>> = vec![None; count + 1];
        best[0] = Some((0, 0));
        for end in 1..=count {
            for start in (0..end).rev() {
                if self.depth_of(start, end) > top as usize {
                    break;
                }
                let Some((sum, _)) = best[start] else { continue };
                if start > 0 && self.is_inside_concat(start) {
                    continue;
                }
                let sum = sum + if end < count { self.badness(network, &alive[end]) } else { 0 };
                if best[end].is_none_or(|(least, _)| sum < least) {
                    best[end] = Some((sum, start));
                }
            }
        }
        let mut cuts = Vec::new();
        let mut end = count;
        while let Some((_, start)) = best[end] {
            if start == 0 {
                break;
            }
            cuts.push(alive[start].clone());
            end = start;
        }
        cuts.reverse();
        Ok(Bootstraps { top, cuts })
    }

    /// How bad a cut is: its ciphertexts. Sums over planes are larger than what they were made of, and bootstrapping keeps
    /// less of what is larger than one, so these are cut only where there is no other way.
    fn badness(&self, network: &Network, cut: &Cut) -> usize {
        const SUMS: usize = 1 << 20;
        let mut sums: Vec<usize> = Vec::new();
        for step in &self.steps[..cut.before] {
            let [from, to] = step.variables;
            let is_pool = matches!(network.layers[step.layer].op, LayerOp::GlobalPool);
            let is_kept = step.work == Work::Change && step.from == step.to && sums.contains(&from);
            if (is_pool && step.work == Work::Layer) || is_kept {
                sums.push(to);
            }
        }
        cut.ciphertexts + if cut.values.iter().any(|value| sums.contains(value)) { SUMS } else { 0 }
    }

    /// Whether the step before a step is a piece of the same concatenation, which is lowered as a whole.
    fn is_inside_concat(&self, step: usize) -> bool {
        let [before, here] = [&self.steps[step - 1], &self.steps[step]];
        matches!(here.work, Work::Place { .. }) && before.variables[1] == here.variables[1]
    }

    /// The layer of a cut: the first that is computed behind it.
    pub fn layer_of(&self, cut: &Cut) -> LayerId {
        self.steps.get(cut.before).map_or(LayerId::from_index(0), |step| step.layer)
    }
}
