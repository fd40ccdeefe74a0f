//! Plans as slot programs.

use std::sync::Arc;

use partita_base::code;
use zeroize::Zeroizing;

use super::levels::Bootstraps;
use super::prices;
use super::{Plan, Step, Work};
use crate::kernels::{Activation, GlobalPool, lower_activation, lower_max_pool, scale};
use crate::layout::Layout;
use crate::linear::{LinearMap, LinearOp};
use crate::network::{LayerOp, Network};
use crate::program::{Builder, CtId, Program, Reuse, Source, Step as SlotStep, lower_sum};
use crate::{CkksError, CkksResult};

/// A network as a program.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// Where its plaintexts come from.
    pub sources: Vec<Source>,
    /// How the input is packed.
    pub input: Layout,
    /// How the result lies.
    pub output: Layout,
    /// What the input has to be multiplied with before it is packed.
    pub input_factor: f64,
    /// What the result has to be multiplied with after decryption.
    pub factor: f64,
}

impl Lowered {
    /// The slots of an input, which are wiped when they are dropped.
    pub fn pack(&self, input: &[f64]) -> CkksResult<Zeroizing<Vec<Vec<f64>>>> {
        let input: Zeroizing<Vec<f64>> =
            input.iter().map(|value| value * self.input_factor).collect::<Vec<f64>>().into();
        self.input.pack(&input).map(Zeroizing::new)
    }

    /// The result in slots.
    pub fn unpack(&self, slots: &[Vec<f64>]) -> CkksResult<Vec<f64>> {
        let result = Zeroizing::new(self.output.unpack(slots)?);
        Ok(result.iter().map(|value| value * self.factor).collect())
    }
}

/// The ciphertexts of a tensor and what they have yet to be multiplied with, beside the divisor of the tensor.
#[derive(Clone, Debug)]
struct Value {
    ids: Vec<CtId>,
    factor: f64,
}

impl Plan {
    /// The program of a network with weights, with bootstraps as placed.
    pub fn lower(&self, network: &Network, bootstraps: &Bootstraps) -> CkksResult<Lowered> {
        if let Some((_, layer)) = network.layers.iter().find(|(_, layer)| match &layer.op {
            LayerOp::Linear { op, .. } => op.weights().is_none(),
            _ => false,
        }) {
            let message = format!("the weights of `{}` are not known", layer.name);
            return Err(CkksError::new(code::NO_WEIGHTS, message)
                .help("only counting needs none; give a seed for made-up ones"));
        }
        let mut builder = Builder::new(self.slots);
        let mut values: Vec<Option<Value>> = vec![None; self.layouts.len()];
        let input = self.made[network.input()].clone();
        let ids = builder.inputs(input.ciphertexts(), bootstraps.top)?;
        values[self.outputs[network.input()]] = Some(Value { ids, factor: 1.0 });
        let mut pieces: Vec<(Arc<LinearMap>, Vec<CtId>)> = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            for cut in bootstraps.cuts.iter().filter(|cut| cut.before == number) {
                for &value in &cut.values {
                    if let Some(value) = &mut values[value] {
                        for id in &mut value.ids {
                            let settled = builder.settled(*id)?;
                            *id = builder.push(SlotStep::Bootstrap { of: settled, to: bootstraps.top })?;
                        }
                    }
                }
            }
            let [from, to] = step.variables;
            let value = values[from].clone().expect("values are made before they are read");
            // The pieces of a concatenation are lowered together: one alone need not reach every ciphertext.
            if let Work::Place { at } = step.work {
                let op = LinearOp::place(step.from.shape(), at, network.layers[step.layer].shape[0]);
                let map = prices::linear(&op, &step.from, &step.to)?;
                pieces.push((map, value.ids));
                let is_last = self.steps.get(number + 1).is_none_or(|next| next.variables[1] != to);
                if is_last {
                    let ids = lower_sum(&mut builder, &std::mem::take(&mut pieces), Reuse::Shared)?;
                    let ids = levelled(&mut builder, ids)?;
                    values[to] = Some(Value { ids, factor: 1.0 });
                }
                continue;
            }
            let mut made = lower_step(&mut builder, network, step, value)?;
            // A sum has two.
            if let Some(sum) = values[to].take() {
                let add = |(&a, &b): (&CtId, &CtId)| builder.add(a, b);
                made.ids = sum.ids.iter().zip(&made.ids).map(add).collect::<CkksResult<_>>()?;
            }
            made.ids = levelled(&mut builder, made.ids)?;
            values[to] = Some(made);
        }
        let last = values[self.outputs[network.output()]].take().expect("the output is made");
        let (program, sources) = builder.finish(&last.ids)?;
        Ok(Lowered {
            program,
            sources,
            input,
            output: self.made[network.output()].clone(),
            input_factor: 1.0 / network.layers[network.input()].divisor,
            factor: last.factor * network.layers[network.output()].divisor,
        })
    }
}

/// The ciphertexts of a tensor at one level: some may have been moved where others were multiplied.
fn levelled(builder: &mut Builder, ids: Vec<CtId>) -> CkksResult<Vec<CtId>> {
    let ids: Vec<CtId> = ids.into_iter().map(|id| builder.settled(id)).collect::<CkksResult<_>>()?;
    let lowest = ids.iter().map(|&id| builder.type_of(id).level).min().unwrap_or(0);
    let lower = |id: CtId| match builder.type_of(id).level {
        level if level > lowest => builder.push(SlotStep::Drop { of: id, to: lowest }),
        _ => Ok(id),
    };
    ids.into_iter().map(lower).collect()
}

fn lower_step(builder: &mut Builder, network: &Network, step: &Step, value: Value) -> CkksResult<Value> {
    let layer = &network.layers[step.layer];
    // Maps that multiply take a factor along; to move whole ciphertexts, it stays beside them.
    let through = |builder: &mut Builder, maps: &[Arc<LinearMap>], value: Value| {
        let mut value = value;
        for map in maps {
            let Value { ids, factor } = value;
            value = if factor == 1.0 || map.only_moves() {
                Value { ids: map.lower(builder, &ids)?, factor }
            } else {
                let map = prices::linear(&map.op().scaled(factor), map.from(), map.to())?;
                Value { ids: map.lower(builder, &ids)?, factor: 1.0 }
            };
        }
        Ok(value)
    };
    match (step.work, &layer.op) {
        (Work::Change, _) | (Work::Layer, LayerOp::Add) => {
            let maps = prices::change(&step.from, &step.to).unwrap_or_default();
            through(builder, &maps, value)
        }
        (_, LayerOp::Linear { op, bias }) => {
            let quotient = network.layers[layer.inputs[0]].divisor / layer.divisor;
            let factor = value.factor * quotient;
            let map = prices::linear(&op.scaled(factor), &step.from, &step.to)?;
            let mut made = Value { ids: map.lower(builder, &value.ids)?, factor: 1.0 };
            if let Some(bias) = bias {
                let (layout, values) = (step.to.clone(), Arc::clone(bias));
                let source = Source::Bias { layout, values, scale: 1.0 / layer.divisor };
                let source = builder.source(source);
                made.ids = builder.add_bias(source, &made.ids)?;
            }
            Ok(made)
        }
        (_, LayerOp::GlobalPool) => {
            let pool = GlobalPool::new(&step.from)?;
            let ids = pool.lower(builder, &value.ids)?;
            if network.takes_factors(step.layer) {
                return Ok(Value { ids, factor: pool.factor() });
            }
            Ok(Value { ids: scale(builder, &ids, pool.factor())?, factor: 1.0 })
        }
        (_, LayerOp::MaxPool { window, sign }) => {
            let pool = prices::max_pool(*window, &step.from, &step.to).ok_or_else(|| {
                CkksError::new(code::NO_SLOT_LAYOUT, "a max pool between layouts that do not fit")
            })?;
            Ok(Value { ids: lower_max_pool(builder, &value.ids, &pool, sign)?, factor: value.factor })
        }
        (_, LayerOp::Activation(Activation::Polynomial(polynomial))) => {
            let read = network.layers[layer.inputs[0]].divisor;
            let held = Activation::Polynomial(polynomial.stretched(read, 1.0 / layer.divisor));
            Ok(Value { ids: lower_activation(builder, &value.ids, &held)?, factor: value.factor })
        }
        (_, LayerOp::Activation(activation)) => {
            Ok(Value { ids: lower_activation(builder, &value.ids, activation)?, factor: value.factor })
        }
        (_, LayerOp::Input | LayerOp::Concat | LayerOp::Add) => Ok(value),
    }
}
