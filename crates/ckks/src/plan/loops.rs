//! Writes plans as loops over ciphertexts.

use std::sync::Arc;

use partita_base::code;

use super::levels::Bootstraps;
use super::lower::Lowered;
use super::prices;
use super::{Plan, PlanStep, Work};
use crate::indexer::Access;
use crate::kernels::{Activation, GlobalPool, Sign};
use crate::linear::{LinearMap, LinearOp};
use crate::loop_form::{Array, LoopForm, Role};
use crate::loop_kernel::Kernel;
use crate::loop_lower;
use crate::loop_writer::{Plaintexts, Writer};
use crate::network::{Layer, LayerOp, Network};
use crate::program::PlaintextSource;
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult, Port};

/// A plan as loops, with the numbers that their text omits: rotation amounts, weights and polynomials.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The loops and their arrays.
    pub form: LoopForm,
    /// The computation of every shard.
    kernels: Vec<Kernel>,
    slots: usize,
    /// The level of inputs and of bootstrapped values.
    top: u32,
    /// Names, orders and factors of the inputs, whose layouts are those of the arrays.
    inputs: Vec<Port>,
    output: Port,
}

impl Loops {
    /// The slot program of the loops. Weights are required.
    pub fn lower(&self) -> CkksResult<Lowered> {
        let (program, sources) = loop_lower::lower_loops(&self.form, &self.kernels, self.slots, self.top)?;
        let none = || CkksError::new(code::BAD_SLOT_PROGRAM, "the loops have no input or no output");
        let output = self.form.output().ok_or_else(none)?;
        let arrays: Vec<&Array> = self.form.inputs().collect();
        if arrays.len() != self.inputs.len() {
            return Err(none());
        }
        let placed = |(port, array): (&Port, &Array)| Port { layout: array.layout.clone(), ..port.clone() };
        let inputs = self.inputs.iter().zip(arrays).map(|(port, array)| placed((port, array))).collect();
        Ok(Lowered { program, sources, inputs, output: placed((&self.output, output)) })
    }
}

impl Plan {
    /// Every step as loops, with all rotations that the plan counts. Weights are not required.
    pub fn loops(&self, network: &Network) -> CkksResult<LoopForm> {
        Ok(self.schedule(network, &self.without_bootstraps())?.form)
    }

    /// The loops from which [`Plan::lower`] makes the slot program: every step, and bootstraps as placed.
    /// Weights are not required.
    pub fn schedule(&self, network: &Network, bootstraps: &Bootstraps) -> CkksResult<Loops> {
        let mut scheduler = Scheduler {
            network,
            writer: Writer::default(),
            values: vec![None; self.layouts.len()],
            operands: vec![Vec::new(); self.layouts.len()],
        };
        let mut inputs = Vec::new();
        let is_one = network.inputs().count() == 1;
        for id in network.inputs() {
            let layer = &network.layers[id];
            let array = scheduler.writer.array(&layer.name, Role::Input, &self.made[id]);
            scheduler.values[self.outputs[id]] = Some(LoopValue { array, factor: 1.0 });
            let name = if is_one { String::new() } else { layer.name.clone() };
            let (layout, order) = (self.made[id].clone(), layer.order);
            inputs.push(Port { name, layout, order, factor: 1.0 / layer.divisor });
        }
        for (number, step) in self.steps.iter().enumerate() {
            for point in bootstraps.points.iter().filter(|point| point.before == number) {
                for &value in &point.values {
                    scheduler.bootstrap(value, &self.layouts[value].layout)?;
                }
            }
            let refreshed = bootstraps.inside(number).map_or(&[][..], |inner| &inner.after);
            scheduler.step(step, refreshed)?;
        }
        let output = network.output();
        let last = scheduler.values[self.outputs[output]].take().expect("the output is made");
        let (form, kernels) = scheduler.writer.finish(&last.array);
        let Layer { order, divisor, .. } = network.layers[output];
        let output = Port { order, factor: last.factor * divisor, ..Port::new(self.made[output].clone()) };
        Ok(Loops { form, kernels, slots: self.slots, top: bootstraps.top, inputs, output })
    }
}

/// The array of a tensor and a pending factor, besides the divisor of the tensor.
#[derive(Clone, Debug)]
struct LoopValue {
    array: String,
    factor: f64,
}

/// Writes loops step by step.
struct Scheduler<'a> {
    network: &'a Network,
    writer: Writer,
    /// The values of the plan that have been computed.
    values: Vec<Option<LoopValue>>,
    /// For a sum of the plan, the operands computed so far.
    operands: Vec<Vec<String>>,
}

impl Scheduler<'_> {
    /// Bootstraps a value, or the first operand of a sum that waits for the second.
    fn bootstrap(&mut self, value: usize, layout: &SlotLayout) -> CkksResult<()> {
        let made = self.values[value].as_mut().map(|value| &mut value.array);
        let Some(array) = made.or(self.operands[value].last_mut()) else { return Ok(()) };
        let fresh = self.writer.array(&format!("{array}_fresh"), Role::Inner, layout);
        let read = std::mem::replace(array, fresh.clone());
        self.writer.eltwise(&fresh, &[read], ("bootstrap", Kernel::Bootstrap), layout)
    }

    /// Writes a step; `refreshed` are the polynomials of a composition after which it is bootstrapped.
    fn step(&mut self, step: &PlanStep, refreshed: &[usize]) -> CkksResult<()> {
        let [from, to] = step.variables;
        let layer = &self.network.layers[step.layer];
        let read = self.values[from].clone().expect("values are computed before they are read");
        match (step.work, &layer.op) {
            (Work::Layer, op) if op.is_pairwise() => {
                let operand = self.changed(step, read)?;
                self.operands[to].push(operand.array);
                if self.operands[to].len() == layer.inputs.len() {
                    let sum = self.writer.array(&layer.name, Role::Inner, &step.to);
                    let operands = std::mem::take(&mut self.operands[to]);
                    let kernel = match op {
                        LayerOp::Subtract => Kernel::Difference,
                        LayerOp::Multiply => Kernel::Product,
                        _ => Kernel::Sum,
                    };
                    self.writer.eltwise(&sum, &operands, (op.kind(), kernel), &step.to)?;
                    self.values[to] = Some(LoopValue { array: sum, factor: operand.factor });
                }
            }
            (Work::Place { at }, _) => {
                // The operands of a concatenation are added; each is zero outside its channels.
                let target = match self.values[to].take() {
                    Some(target) => target.array,
                    None => self.writer.array(&layer.name, Role::Inner, &step.to),
                };
                let op = LinearOp::place(step.from.shape(), at, layer.shape[0]);
                let map = prices::linear_map(&op, &step.from, &step.to)?;
                self.writer.map(&map, &read.array, &target, Access::Update, Plaintexts::default())?;
                self.values[to] = Some(LoopValue { array: target, factor: 1.0 });
            }
            (Work::Change, _) => self.values[to] = Some(self.changed(step, read)?),
            (Work::Layer, LayerOp::Activation(Activation::Relu(sign))) if !refreshed.is_empty() => {
                let array = self.composition(&layer.name, sign, &read.array, &step.to, refreshed)?;
                self.values[to] = Some(LoopValue { array, factor: read.factor });
            }
            (Work::Layer, _) => {
                let array = self.writer.array(&layer.name, Role::Inner, &step.to);
                let factor = self.layer(step, &read, &array)?;
                self.values[to] = Some(LoopValue { array, factor });
            }
        }
        Ok(())
    }

    /// Writes a ReLU polynomial by polynomial, with bootstraps after some of them; returns the result.
    fn composition(
        &mut self,
        name: &str,
        sign: &Sign,
        read: &str,
        layout: &SlotLayout,
        refreshed: &[usize],
    ) -> CkksResult<String> {
        let writer = &mut self.writer;
        let mut inner = read.to_string();
        let polynomials = sign.half_step()?;
        for (number, polynomial) in polynomials.into_iter().enumerate() {
            let next = writer.array(&format!("{name}_sign"), Role::Inner, layout);
            let compute = ("activation", Kernel::Apply(Activation::Polynomial(polynomial)));
            writer.eltwise(&next, &[inner], compute, layout)?;
            inner = next;
            if refreshed.contains(&number) {
                let fresh = writer.array(&format!("{inner}_fresh"), Role::Inner, layout);
                writer.eltwise(&fresh, &[inner], ("bootstrap", Kernel::Bootstrap), layout)?;
                inner = fresh;
            }
        }
        let made = writer.array(name, Role::Inner, layout);
        writer.eltwise(&made, &[read.to_string(), inner], ("multiply", Kernel::Product), layout)?;
        Ok(made)
    }

    /// A value after a repacking; unchanged if nothing changes. Maps with products fold in the factor; if
    /// entire ciphertexts are moved, it stays pending.
    fn changed(&mut self, step: &PlanStep, mut value: LoopValue) -> CkksResult<LoopValue> {
        let name = &self.network.layers[step.layer].name;
        for mut map in prices::repack_maps(&step.from, &step.to).unwrap_or_default() {
            if value.factor != 1.0 && !map.only_moves() {
                map = prices::linear_map(&map.op().scaled(value.factor), map.from(), map.to())?;
                value.factor = 1.0;
            }
            let next = self.writer.array(name, Role::Inner, map.to());
            self.writer.map(&map, &value.array, &next, Access::Store, Plaintexts::default())?;
            value.array = next;
        }
        Ok(value)
    }

    /// Writes a layer and returns the pending factor of its result.
    fn layer(&mut self, step: &PlanStep, read: &LoopValue, made: &str) -> CkksResult<f64> {
        let Scheduler { network, writer, .. } = self;
        let layer = &network.layers[step.layer];
        match &layer.op {
            LayerOp::Linear { op, bias } => {
                let quotient = network.layers[layer.inputs[0]].divisor / layer.divisor;
                let map = prices::linear_map(&op.scaled(read.factor * quotient), &step.from, &step.to)?;
                let (layout, scale) = (step.to.clone(), 1.0 / layer.divisor);
                let bias = bias.clone().map(|values| PlaintextSource::Bias { layout, values, scale });
                let plain = Plaintexts { weights: op.has_own_weights(), bias };
                writer.map(&map, &read.array, made, Access::Store, plain)?;
                return Ok(1.0);
            }
            LayerOp::GlobalPool => {
                let is_divided = !network.takes_factors(step.layer);
                writer.pool(&read.array, made, &step.from, is_divided)?;
                return Ok(if is_divided { 1.0 } else { GlobalPool::new(&step.from)?.factor() });
            }
            LayerOp::MaxPool { window, sign } => {
                let pool = prices::max_pool(*window, &step.from, &step.to).ok_or_else(|| {
                    CkksError::new(
                        code::NO_SLOT_LAYOUT,
                        "a max pool cannot be computed between these layouts",
                    )
                })?;
                let [rows, columns] = pool.taps();
                let between = writer.array(&format!("{}_rows", layer.name), Role::Inner, rows[0].to());
                largest(writer, rows, sign, &read.array, &between)?;
                largest(writer, columns, sign, &between, made)?;
            }
            LayerOp::Activation(activation) => {
                let held = match activation {
                    Activation::Polynomial(polynomial) => {
                        let divisor = network.layers[layer.inputs[0]].divisor;
                        Activation::Polynomial(polynomial.stretched(divisor, 1.0 / layer.divisor))
                    }
                    Activation::Smooth(smooth) => {
                        Activation::Polynomial(smooth.polynomial().scaled(1.0 / layer.divisor, 0.0))
                    }
                    Activation::Square | Activation::Relu(_) => activation.clone(),
                };
                let compute = (layer.op.kind(), Kernel::Apply(held));
                writer.eltwise(made, std::slice::from_ref(&read.array), compute, &step.to)?;
            }
            LayerOp::Input | LayerOp::Add | LayerOp::Subtract | LayerOp::Multiply | LayerOp::Concat => {}
        }
        Ok(read.factor)
    }
}

/// The maximum over the results of all maps.
fn largest(
    writer: &mut Writer,
    taps: &[Arc<LinearMap>],
    sign: &Sign,
    read: &str,
    made: &str,
) -> CkksResult<()> {
    if let [only] = taps {
        return writer.map(only, read, made, Access::Store, Plaintexts::default());
    }
    let mut arrays = Vec::new();
    for map in taps {
        let array = writer.array(&format!("{made}_tap"), Role::Inner, map.to());
        writer.map(map, read, &array, Access::Store, Plaintexts::default())?;
        arrays.push(array);
    }
    let to = taps.first().map(|map| map.to().clone());
    let to = to.ok_or_else(|| CkksError::shapes("expected at least one value of a maximum, found none"))?;
    writer.eltwise(made, &arrays, ("largest", Kernel::Largest(sign.clone())), &to)
}
