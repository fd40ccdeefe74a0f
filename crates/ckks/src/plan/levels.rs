//! Places bootstraps: at points where few ciphertexts are live, such that no segment between them uses more
//! levels than there are, and between the polynomials of a composition where that costs less.

use partita_base::{Id, code};

use super::{Plan, PlanStep, Work};
use crate::kernels::{Activation, Polynomial, Sign};
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

/// Bootstraps between the polynomials of a composition. Only what one polynomial hands to the next is bootstrapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerBootstraps {
    /// The step that computes the composition.
    pub step: usize,
    /// The polynomials after which bootstraps are placed, from 0.
    pub after: Vec<usize>,
    /// The ciphertexts of the step, each of which is bootstrapped at each place.
    pub ciphertexts: usize,
}

/// All bootstraps of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bootstraps {
    /// The level of inputs and of bootstrapped values.
    pub top: u32,
    /// The points, in order.
    pub points: Vec<BootstrapPoint>,
    /// Those inside steps, in order.
    pub inner: Vec<InnerBootstraps>,
}

impl Bootstraps {
    /// How many ciphertexts are bootstrapped in all.
    pub fn count(&self) -> usize {
        let inner = self.inner.iter().map(|inner| inner.ciphertexts * inner.after.len());
        self.points.iter().map(|point| point.ciphertexts).chain(inner).sum()
    }

    /// The bootstraps inside a step, if any.
    pub fn inside(&self, step: usize) -> Option<&InnerBootstraps> {
        self.inner.iter().find(|inner| inner.step == step)
    }
}

/// The composition that a step computes, if it is one: its last polynomial is multiplied by the operand.
fn composition<'n>(network: &'n Network, step: &PlanStep) -> Option<&'n Sign> {
    match &network.layers[step.layer].op {
        LayerOp::Activation(Activation::Relu(sign)) if step.work == Work::Layer => Some(sign),
        _ => None,
    }
}

/// When a composition is bootstrapped between its polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refresh {
    /// Only where levels run out, as late as possible.
    IfNeeded,
    /// Also before the last polynomial, for the highest level of the result.
    BeforeLast,
}

/// The polynomials of a composition of a value at `level` after which it has to be bootstrapped to `top`, and the
/// level of its result; `None` if a polynomial does not fit.
fn refresh_composition(sign: &Sign, level: u32, top: u32, when: Refresh) -> Option<(Vec<usize>, u32)> {
    let levels: Vec<u32> = sign.polynomials.iter().map(|polynomial| polynomial.levels() as u32).collect();
    let (mut after, mut here) = (Vec::new(), level);
    for (n, &needed) in levels.iter().enumerate() {
        let is_last = n + 1 == levels.len();
        // The product needs one level of the last polynomial's value, and one of the operand.
        let needed = needed + u32::from(is_last);
        let is_wanted = is_last && when == Refresh::BeforeLast && n > 0 && here < top;
        if here < needed || is_wanted {
            if n == 0 || top < needed {
                return None;
            }
            after.push(n - 1);
            here = top;
        }
        here -= levels[n];
    }
    Some((after, here.min(level).checked_sub(1)?))
}

impl Plan {
    /// The levels used on the longest path from the input to the output.
    pub fn depth(&self) -> usize {
        self.depth_of(0, self.steps.len())
    }

    /// No bootstraps; inputs have the levels of the longest path.
    pub fn without_bootstraps(&self) -> Bootstraps {
        Bootstraps { top: self.depth() as u32, ..Bootstraps::default() }
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

    /// The level after a step that reads a value at `level`, and the bootstraps inside it; `None` if there are not
    /// enough levels.
    fn level_after(
        &self,
        network: &Network,
        number: usize,
        level: u32,
        top: u32,
        when: Refresh,
    ) -> Option<(u32, Option<InnerBootstraps>)> {
        let step = &self.steps[number];
        let sign = composition(network, step);
        match (level.checked_sub(step.cost.levels as u32), sign, when) {
            (Some(after), None, _) | (Some(after), _, Refresh::IfNeeded) => Some((after, None)),
            (None, None, _) => None,
            (_, Some(sign), _) => {
                let (after, result) = refresh_composition(sign, level, top, when)?;
                let inner = InnerBootstraps { step: number, after, ciphertexts: step.to.ciphertexts() };
                Some((result, Some(inner).filter(|inner| !inner.after.is_empty())))
            }
        }
    }

    /// The level after a step that reads a value at `level`, bootstrapped as placed.
    pub(super) fn level_as_placed(
        &self,
        network: &Network,
        number: usize,
        level: u32,
        bootstraps: &Bootstraps,
    ) -> u32 {
        let step = &self.steps[number];
        let left = level.saturating_sub(step.cost.levels as u32);
        let (Some(inner), Some(sign)) = (bootstraps.inside(number), composition(network, step)) else {
            return left;
        };
        // Polynomials after the last bootstrap, and the product.
        let first = inner.after.last().map_or(0, |last| last + 1);
        let used: usize = sign.polynomials.iter().skip(first).map(Polynomial::levels).sum();
        bootstraps.top.saturating_sub(used as u32).min(level).saturating_sub(1)
    }

    /// The bootstraps inside the steps `start..end` if all values begin with `top` levels; `None` if some step has
    /// not enough. Compositions at the front are bootstrapped for a high level of their result, as few of them as
    /// suffice; the others only where levels run out.
    fn inner_bootstraps(
        &self,
        network: &Network,
        [start, end]: [usize; 2],
        top: u32,
    ) -> Option<Vec<InnerBootstraps>> {
        let steps = &self.steps[start..end];
        let compositions = steps.iter().filter(|step| composition(network, step).is_some()).count();
        (0..=compositions).find_map(|front| self.inner_with_front(network, [start, end], top, front))
    }

    fn inner_with_front(
        &self,
        network: &Network,
        [start, end]: [usize; 2],
        top: u32,
        mut front: usize,
    ) -> Option<Vec<InnerBootstraps>> {
        let mut levels = vec![top; self.layouts.len()];
        let mut inner = Vec::new();
        for (number, step) in self.steps.iter().enumerate().take(end).skip(start) {
            let [from, to] = step.variables;
            let mut when = Refresh::IfNeeded;
            if front > 0 && composition(network, step).is_some() {
                (front, when) = (front - 1, Refresh::BeforeLast);
            }
            let (level, inside) = self.level_after(network, number, levels[from], top, when)?;
            levels[to] = levels[to].min(level);
            inner.extend(inside);
        }
        Some(inner)
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
    /// the cheapest points; extending a segment to the left stops as soon as it has not enough levels. Compositions
    /// may be bootstrapped between their polynomials.
    pub fn place_bootstraps(&self, network: &Network, top: u32) -> CkksResult<Bootstraps> {
        let count = self.steps.len();
        for (number, step) in self.steps.iter().enumerate() {
            if self.level_after(network, number, top, top, Refresh::IfNeeded).is_none() {
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
                let Some(inner) = self.inner_bootstraps(network, [start, end], top) else { break };
                let Some((sum, _)) = best[start] else { continue };
                if start > 0 && self.is_inside_concat(start) {
                    continue;
                }
                let inside: usize = inner.iter().map(|inner| inner.ciphertexts * inner.after.len()).sum();
                let sum = sum + inside + if end < count { self.point_cost(network, &alive[end]) } else { 0 };
                if best[end].is_none_or(|(least, _)| sum < least) {
                    best[end] = Some((sum, start));
                }
            }
        }
        let (mut points, mut inner) = (Vec::new(), Vec::new());
        let mut end = count;
        while let Some((_, start)) = best[end] {
            inner.extend(self.inner_bootstraps(network, [start, end], top).into_iter().flatten().rev());
            if start == 0 {
                break;
            }
            points.push(alive[start].clone());
            end = start;
        }
        points.reverse();
        inner.reverse();
        Ok(Bootstraps { top, points, inner })
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
