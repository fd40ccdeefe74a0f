//! Plans as loops over ciphertexts.

use std::sync::Arc;

use super::prices;
use super::{Plan, Step, Work};
use crate::indexer::Access;
use crate::kernels::GlobalPool;
use crate::linear::{LinearMap, LinearOp};
use crate::loop_form::{LoopForm, Role};
use crate::loop_writer::{Plaintexts, Writer};
use crate::network::{LayerOp, Network};
use crate::{CkksError, CkksResult};

impl Plan {
    /// Every step as loops, with all rotations that the plan counts. Weights need not be known.
    pub fn loops(&self, network: &Network) -> CkksResult<LoopForm> {
        let mut writer = Writer::default();
        let mut arrays: Vec<Option<String>> = vec![None; self.layouts.len()];
        let input = network.input();
        let name = writer.array(&network.layers[input].name, Role::Input, &self.made[input]);
        arrays[self.outputs[input]] = Some(name);
        // The operands of a sum, until all are there.
        let mut operands: Vec<Vec<String>> = vec![Vec::new(); self.layouts.len()];
        for step in &self.steps {
            let [from, to] = step.variables;
            let layer = &network.layers[step.layer];
            let read = arrays[from].clone().expect("values are made before they are read");
            match (step.work, &layer.op) {
                (Work::Layer, LayerOp::Add) => {
                    operands[to].push(changed(&mut writer, &layer.name, step, read)?);
                    if operands[to].len() == layer.inputs.len() {
                        let sum = writer.array(&layer.name, Role::Inner, &step.to);
                        writer.eltwise(&sum, &operands[to], "add", &step.to)?;
                        arrays[to] = Some(sum);
                    }
                }
                (Work::Place { at }, _) => {
                    // Pieces are added: where one has nothing it adds zeros.
                    let whole = match arrays[to].take() {
                        Some(whole) => whole,
                        None => writer.array(&layer.name, Role::Inner, &step.to),
                    };
                    let op = LinearOp::place(step.from.shape(), at, layer.shape[0]);
                    let map = prices::linear(&op, &step.from, &step.to)?;
                    writer.map(&map, &read, &whole, Access::Update, Plaintexts::default())?;
                    arrays[to] = Some(whole);
                }
                (Work::Change, _) => arrays[to] = Some(changed(&mut writer, &layer.name, step, read)?),
                (Work::Layer, _) => {
                    let made = writer.array(&layer.name, Role::Inner, &step.to);
                    write_layer(&mut writer, network, step, &read, &made)?;
                    arrays[to] = Some(made);
                }
            }
        }
        let last = arrays[self.outputs[network.output()]].take().expect("the output is made");
        Ok(writer.finish(&last))
    }
}

/// The array after a change of layout; the same where nothing changes.
fn changed(writer: &mut Writer, name: &str, step: &Step, mut array: String) -> CkksResult<String> {
    for map in prices::change(&step.from, &step.to).unwrap_or_default() {
        let next = writer.array(name, Role::Inner, map.to());
        writer.map(&map, &array, &next, Access::Store, Plaintexts::default())?;
        array = next;
    }
    Ok(array)
}

fn write_layer(
    writer: &mut Writer,
    network: &Network,
    step: &Step,
    read: &str,
    made: &str,
) -> CkksResult<()> {
    let layer = &network.layers[step.layer];
    match &layer.op {
        LayerOp::Linear { op, bias } => {
            let map = prices::linear(op, &step.from, &step.to)?;
            let plain = Plaintexts { weights: !op.is_pool(), bias: bias.is_some() };
            writer.map(&map, read, made, Access::Store, plain)
        }
        LayerOp::GlobalPool => {
            let each = GlobalPool::new(&step.from)?.rotations() / step.from.groups();
            writer.pool(read, made, &step.from, each, step.cost.pmul != 0)
        }
        LayerOp::MaxPool { window, .. } => {
            let pool = prices::max_pool(*window, &step.from, &step.to).ok_or_else(|| {
                let message = "a max pool between layouts that do not fit";
                CkksError::new(partita_base::code::NO_SLOT_LAYOUT, message)
            })?;
            let [rows, columns] = pool.taps();
            let between = writer.array(&format!("{}_rows", layer.name), Role::Inner, rows[0].to());
            largest(writer, rows, read, &between)?;
            largest(writer, columns, &between, made)
        }
        LayerOp::Activation(_) => writer.eltwise(made, &[read.to_string()], layer.op.kind(), &step.to),
        LayerOp::Input | LayerOp::Add | LayerOp::Concat => Ok(()),
    }
}

/// The largest of what each map finds under its tap.
fn largest(writer: &mut Writer, taps: &[Arc<LinearMap>], read: &str, made: &str) -> CkksResult<()> {
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
    let to = to.ok_or_else(|| CkksError::shapes("a maximum of nothing"))?;
    writer.eltwise(made, &arrays, "largest", &to)
}
