//! Places bootstraps: at points where few ciphertexts are live, such that no segment between them uses more
//! levels than there are.

use partita_base::{Id, code};

use super::{Plan, Work};
use crate::network::{LayerId, LayerOp, Network};
use crate::{CkksError, CkksResult};

/// A point at which every live value is bootstrapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapPoint {
    /// The index of the step that follows.
    pub before: usize,
    /// The live values, by number.
    pub(crate) values: Vec<usize>,
    /// The number of ciphertexts of these values.
    pub ciphertexts: usize,
}

/// All bootstraps of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bootstraps {
    /// The level of inputs and of bootstrapped values.
    pub top: u32,
    /// The points, in order.
    pub points: Vec<BootstrapPoint>,
}

impl Bootstraps {
    /// How many ciphertexts are bootstrapped in all.
    pub fn count(&self) -> usize {
        self.points.iter().map(|point| point.ciphertexts).sum()
    }
}

impl Plan {
    /// The levels used on the longest path from the input to the output.
    pub fn depth(&self) -> usize {
        self.depth_of(0, self.steps.len())
    }

    /// No bootstraps; inputs have the levels of the longest path.
    pub fn without_bootstraps(&self) -> Bootstraps {
        Bootstraps { top: self.depth() as u32, points: Vec::new() }
    }

    /// The levels that the steps `start..end` use on their longest path.
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

    /// The values that are live before a step, with their ciphertexts.
    pub(super) fn alive(&self, before: usize) -> BootstrapPoint {
        // For every value, the step after which it exists (`Some(0)` for the input) and its last use.
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
        BootstrapPoint { before, values, ciphertexts }
    }

    /// Places the fewest bootstraps if a ciphertext has `top` levels, fresh or bootstrapped.
    ///
    /// The levels are bookkept per segment: every value starts a segment at `top`, and a step lowers its result
    /// to the lowest of its operands minus its own levels. A dynamic program over the end of the segment finds
    /// the cheapest points; extending a segment to the left stops as soon as its depth exceeds `top`.
    pub fn place_bootstraps(&self, network: &Network, top: u32) -> CkksResult<Bootstraps> {
        let count = self.steps.len();
        for step in &self.steps {
            if step.cost.levels > top as usize {
                let name = &network.layers[step.layer].name;
                let what = if step.work == Work::Change { "repacking " } else { "" };
                let message =
                    format!("{what}`{name}` needs {} levels, but a ciphertext has {top}", step.cost.levels);
                return Err(CkksError::new(code::LEVEL_BUDGET, message)
                    .help("use more levels, or an activation of a lower degree"));
            }
        }
        let alive: Vec<BootstrapPoint> = (0..count).map(|before| self.alive(before)).collect();
        // For each end: the lowest cost of all points before it, the last of which is at the end, and the start
        // of the last segment.
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
                let sum = sum + if end < count { self.point_cost(network, &alive[end]) } else { 0 };
                if best[end].is_none_or(|(least, _)| sum < least) {
                    best[end] = Some((sum, start));
                }
            }
        }
        let mut points = Vec::new();
        let mut end = count;
        while let Some((_, start)) = best[end] {
            if start == 0 {
                break;
            }
            points.push(alive[start].clone());
            end = start;
        }
        points.reverse();
        Ok(Bootstraps { top, points })
    }

    /// The cost of a point: its ciphertexts. Sums over planes are larger than their operands, and bootstrapping
    /// is less precise for values larger than 1, so they are bootstrapped only if there is no other way.
    fn point_cost(&self, network: &Network, point: &BootstrapPoint) -> usize {
        // Outweighs the ciphertexts of all other points, so that any placement without such a sum is cheaper.
        const SUMS: usize = 1 << 20;
        let mut sums: Vec<usize> = Vec::new();
        for step in &self.steps[..point.before] {
            let [from, to] = step.variables;
            let is_pool = matches!(network.layers[step.layer].op, LayerOp::GlobalPool);
            let is_kept = step.work == Work::Change && step.from == step.to && sums.contains(&from);
            if (is_pool && step.work == Work::Layer) || is_kept {
                sums.push(to);
            }
        }
        point.ciphertexts + if point.values.iter().any(|value| sums.contains(value)) { SUMS } else { 0 }
    }

    /// Whether a step and the one before it are operands of the same concatenation, which is lowered as a unit.
    fn is_inside_concat(&self, step: usize) -> bool {
        let [before, here] = [&self.steps[step - 1], &self.steps[step]];
        matches!(here.work, Work::Place { .. }) && before.variables[1] == here.variables[1]
    }

    /// The layer of a point: the first one computed after it.
    pub fn layer_of(&self, point: &BootstrapPoint) -> LayerId {
        self.steps.get(point.before).map_or(LayerId::from_index(0), |step| step.layer)
    }
}
