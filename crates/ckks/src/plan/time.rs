//! Estimates the time of plans and programs by a cost table.

use super::levels::Bootstraps;
use super::objective::CostTable;
use super::{Plan, PlanStep, Work};
use crate::kernels::Activation;
use crate::network::{LayerOp, Network};
use crate::program::{Program, SlotStep};
use crate::{CkksResult, Counters};

/// The milliseconds of a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// One entry per step.
    pub steps: Vec<f64>,
    /// The level of the operand of every step, and that of its result.
    pub levels: Vec<[u32; 2]>,
    /// The sum over all bootstraps.
    pub bootstraps: f64,
}

impl Times {
    /// The sum over steps and bootstraps.
    pub fn total(&self) -> f64 {
        self.steps.iter().sum::<f64>() + self.bootstraps
    }
}

impl CostTable {
    /// The milliseconds of a program, each step at its level.
    pub fn milliseconds(&self, program: &Program) -> CkksResult<f64> {
        let types = program.types()?;
        let cost = |(step, made): (&SlotStep, &crate::program::CtType)| {
            let at = self.at(made.level);
            match step {
                SlotStep::Input { .. } | SlotStep::Drop { .. } => 0.0,
                SlotStep::Rotate { .. } => at.rotate,
                SlotStep::MulPlain { .. } => at.mul_plain,
                SlotStep::AddPlain { .. } | SlotStep::Add(..) | SlotStep::Sub(..) => at.add,
                SlotStep::Mul(..) => at.mul,
                SlotStep::Rescale(_) => self.at(made.level + 1).rescale,
                SlotStep::Bootstrap { .. } => self.bootstrap,
            }
        };
        Ok(program.steps.iter().zip(&types).map(cost).sum())
    }
}

impl Plan {
    /// The milliseconds of a plan, without a program: a step is assumed to run halfway between its first and
    /// its last level.
    pub fn milliseconds(
        &self,
        network: &Network,
        bootstraps: &Bootstraps,
        table: &CostTable,
    ) -> CkksResult<Times> {
        let mut levels = vec![bootstraps.top; self.layouts.len()];
        let mut times = Times { bootstraps: bootstraps.count() as f64 * table.bootstrap, ..Times::default() };
        for (number, step) in self.steps.iter().enumerate() {
            for point in bootstraps.points.iter().filter(|point| point.before == number) {
                point.values.iter().for_each(|&value| levels[value] = bootstraps.top);
            }
            let [from, to] = step.variables;
            let last = self.level_as_placed(network, number, levels[from], bootstraps);
            let at = table.at((levels[from] + last).div_ceil(2));
            times.levels.push([levels[from], last]);
            levels[to] = levels[to].min(last);
            let done = done(network, step)?;
            times.steps.push(
                done.rotations as f64 * at.rotate
                    + done.pmul as f64 * at.mul_plain
                    + done.cmul as f64 * at.mul
                    + (done.adds + done.adds_plain) as f64 * at.add
                    + done.rescales as f64 * at.rescale,
            );
        }
        Ok(times)
    }
}

/// The operation counts of a step.
fn done(network: &Network, step: &PlanStep) -> CkksResult<Counters> {
    let cost = &step.cost;
    let layer = &network.layers[step.layer];
    let mut done = Counters {
        rotations: cost.rotations,
        pmul: cost.pmul,
        adds: cost.adds,
        rescales: cost.levels * cost.outputs,
        ..Counters::default()
    };
    // Each operand of a product is a step; half of the product is counted with each.
    if step.work == Work::Layer && matches!(layer.op, LayerOp::Multiply) {
        done.cmul = cost.outputs.div_ceil(2);
    }
    let times = match (step.work, &layer.op) {
        (Work::Layer, LayerOp::Activation(activation)) => Some((activation.cost()?, cost.outputs)),
        (Work::Layer, LayerOp::MaxPool { window, sign }) => {
            // A comparison is a ReLU of a difference, and a sum.
            let compared = Activation::Relu(sign.clone()).cost()?;
            let pairs: usize = window.kernel.iter().map(|taps| taps - 1).sum();
            Some((compared, pairs * cost.outputs))
        }
        _ => None,
    };
    if let Some((one, times)) = times {
        done.pmul += one.pmul * times;
        done.cmul += one.cmul * times;
        done.adds += (one.adds + one.adds_plain) * times;
        done.rescales = one.rescales * times;
    }
    Ok(done)
}
