//! The choice of layouts as variables and cost tables.
//!
//! Every tensor has a variable for the layout it is computed in, one for the layout it is kept in if several
//! layers read it, and one for each reader; it may be repacked between them. A layer is a table between what it
//! reads and what it computes, so every table is over two variables, even for sums and concatenations.

use std::sync::Arc;

use partita_base::{IdVec, code};

use super::candidates::{Planes, candidate_layouts, layouts_of_blocks};
use super::objective::{Objective, Score};
use super::prices::Prices;
use super::solve::Table;
use crate::kernels::GlobalPool;
use crate::linear::{Cost, LinearOp};
use crate::network::{LayerId, LayerOp, Network, ShardingOrigin, Strategy};
use crate::slot_layout::{Pads, SlotLayout};
use crate::{CkksError, CkksResult};

/// The kind of work between two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A repacking of a layer's result.
    Change,
    /// The layer itself.
    Layer,
    /// An operand of a concatenation, whose channels begin here.
    Place {
        /// The first channel.
        at: usize,
    },
}

/// The times at which a layer's tensor has its own layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// As the layer computes it.
    Made,
    /// As the user requires it.
    Placed,
    /// As it is kept for several readers.
    Kept,
    /// As one layer reads it.
    For(LayerId),
}

/// A required layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The layer that computes the tensor.
    pub layer: LayerId,
    /// The time at which the layout is required.
    pub version: Version,
    /// The required layout.
    pub layout: SlotLayout,
}

/// The work between two variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanStage {
    /// The layer; for a repacking, the one whose result is repacked.
    pub(super) layer: LayerId,
    pub(super) work: Work,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// All variables and the work between them, in order.
pub(super) struct Problem {
    /// The layer and version of each variable.
    pub(super) names: Vec<(LayerId, Version)>,
    /// The layouts that each variable may take.
    pub(super) domains: Vec<Vec<SlotLayout>>,
    pub(super) stages: Vec<PlanStage>,
    /// The variable of each layer's result.
    pub(super) made: IdVec<LayerId, usize>,
}

/// Builds a [`Problem`].
struct Maker<'a> {
    network: &'a Network,
    strategy: &'a Strategy,
    given: &'a [Given],
    slots: usize,
    planes: Planes,
    problem: Problem,
}

impl Problem {
    /// The problem of a network with some required layouts.
    pub(super) fn new(
        network: &Network,
        strategy: &Strategy,
        slots: usize,
        given: &[Given],
    ) -> CkksResult<Problem> {
        let planes = Planes::of(network);
        let problem =
            Problem { names: Vec::new(), domains: Vec::new(), stages: Vec::new(), made: IdVec::new() };
        let mut maker = Maker { network, strategy, given, slots, planes, problem };
        // The variable that readers of each tensor start from: its result, or the kept version for several
        // readers.
        let mut read: IdVec<LayerId, usize> = IdVec::new();
        for id in network.layers.ids() {
            let made = maker.layer(id, &read)?;
            maker.problem.made.push(made);
            let reads =
                network.layers.iter().flat_map(|(_, layer)| &layer.inputs).filter(|&&input| input == id);
            let is_forked = reads.count() > 1;
            read.push(if is_forked { maker.reader(id, made, Version::Kept)? } else { made });
        }
        for Given { layer, version, .. } in given {
            if !maker.problem.names.contains(&(*layer, *version)) {
                let name = &network.layers[*layer].name;
                let message = format!("a layout is required for a version of `{name}` that does not exist");
                return Err(CkksError::new(code::BAD_PLAN, message)
                    .help("print the plan of this network to see its layouts"));
            }
        }
        Ok(maker.problem)
    }

    /// The cost of a stage between two layouts; `None` if it cannot or should not be computed.
    pub(super) fn price(
        &self,
        network: &Network,
        stage: &PlanStage,
        from: &SlotLayout,
        to: &SlotLayout,
        prices: &mut Prices,
    ) -> Option<Arc<Cost>> {
        let layer = &network.layers[stage.layer];
        match (stage.work, &layer.op) {
            (Work::Change, _) | (Work::Layer, LayerOp::Add | LayerOp::Subtract) => prices.change(from, to),
            (Work::Layer, LayerOp::Multiply) => {
                let change = prices.change(from, to)?;
                Some(Arc::new(Cost { levels: change.levels + 1, ..(*change).clone() }))
            }
            (Work::Place { at }, _) => {
                let op = LinearOp::place(from.shape(), at, layer.shape[0]);
                prices.linear(&op, from, to)
            }
            (_, LayerOp::Linear { op, .. }) => prices.linear(op, from, to),
            (_, LayerOp::GlobalPool) => prices.global_pool(from, to, !network.takes_factors(stage.layer)),
            (_, LayerOp::MaxPool { window, sign }) => prices.max_pool(*window, sign, from, to),
            (_, LayerOp::Activation(activation)) => {
                let (inputs, outputs) = (from.ciphertexts(), to.ciphertexts());
                let is_same = *from == to.with_pads(Pads::Zero);
                let levels = activation.levels();
                // Ciphertexts are processed one after the other.
                let live = inputs + outputs + activation.cost().map_or(0, |one| one.peak);
                is_same.then(|| Arc::new(Cost { levels, inputs, outputs, live, ..Cost::default() }))
            }
            (_, LayerOp::Input | LayerOp::Concat) => None,
        }
    }

    /// The tables of all stages, none of which may hold more than `room` ciphertexts, and one for what each
    /// variable holds.
    pub(super) fn tables(
        &self,
        network: &Network,
        objective: &Objective,
        room: usize,
        prices: &mut Prices,
    ) -> Vec<Table> {
        let mut tables = Vec::new();
        for stage in &self.stages {
            let is_activation = matches!(network.layers[stage.layer].op, LayerOp::Activation(_));
            let mut costs = Vec::with_capacity(self.domains[stage.from].len() * self.domains[stage.to].len());
            for from in &self.domains[stage.from] {
                for to in &self.domains[stage.to] {
                    let cost = self.price(network, stage, from, to, prices);
                    costs.push(match cost {
                        None => Score::NEVER,
                        Some(cost) if cost.live > room => Score::NEVER,
                        Some(cost) if is_activation && stage.work == Work::Layer => {
                            objective.held(to.ciphertexts(), cost.levels)
                        }
                        Some(cost) => objective.score(&cost),
                    });
                }
            }
            tables.push(Table { variables: vec![stage.from, stage.to], costs });
        }
        for (variable, domain) in self.domains.iter().enumerate() {
            let costs = domain.iter().map(|layout| objective.held(layout.ciphertexts(), 0)).collect();
            tables.push(Table { variables: vec![variable], costs });
        }
        tables
    }
}

impl Maker<'_> {
    /// Adds the variables and stages of a layer; returns the variable of its result.
    fn layer(&mut self, id: LayerId, read: &IdVec<LayerId, usize>) -> CkksResult<usize> {
        let layer = &self.network.layers[id];
        let stage = |from: usize, to: usize| PlanStage { layer: id, work: Work::Layer, from, to };
        let made = match &layer.op {
            LayerOp::Input => self.variable(id, Version::Made, self.candidates(id)?),
            LayerOp::Linear { .. } | LayerOp::MaxPool { .. } => {
                let from = self.reader(layer.inputs[0], read[layer.inputs[0]], Version::For(id))?;
                let domain = match layer.mesh {
                    Some([x, _, z]) => self.blocks(id, [x, z], id)?,
                    None => self.candidates(id)?,
                };
                let to = self.variable(id, Version::Made, domain);
                self.problem.stages.push(stage(from, to));
                to
            }
            LayerOp::GlobalPool => {
                let from = self.reader(layer.inputs[0], read[layer.inputs[0]], Version::For(id))?;
                let mut left: Vec<SlotLayout> = Vec::new();
                for layout in &self.problem.domains[from] {
                    let Some(to) = GlobalPool::new(layout).ok().and_then(|pool| pool.to().ok()) else {
                        continue;
                    };
                    if !left.contains(&to) {
                        left.push(to);
                    }
                }
                let to = self.variable(id, Version::Made, left);
                self.problem.stages.push(stage(from, to));
                to
            }
            LayerOp::Activation(activation) => {
                let from = self.reader(layer.inputs[0], read[layer.inputs[0]], Version::For(id))?;
                let mut domain = self.problem.domains[from].clone();
                domain.retain(|layout| layout.spec().pads == Pads::Zero);
                if !activation.keeps_zero() {
                    domain = domain.iter().map(|layout| layout.with_pads(Pads::Dirty)).collect();
                }
                let to = self.variable(id, Version::Made, domain);
                self.problem.stages.push(stage(from, to));
                to
            }
            LayerOp::Add | LayerOp::Subtract | LayerOp::Multiply | LayerOp::Concat => {
                let mut domain = self.candidates(id)?;
                let is_dirty = |layout: &SlotLayout| layout.spec().pads == Pads::Dirty;
                if layer.op.is_pairwise()
                    && layer
                        .inputs
                        .iter()
                        .any(|&input| self.problem.domains[read[input]].iter().any(is_dirty))
                {
                    // The next linear layer masks what the operands leave, so they need not be masked before.
                    let dirty: Vec<SlotLayout> =
                        domain.iter().map(|layout| layout.with_pads(Pads::Dirty)).collect();
                    domain.extend(dirty);
                }
                let to = self.variable(id, Version::Made, domain);
                let mut at = 0;
                for &input in &layer.inputs {
                    let place = Work::Place { at };
                    let work = if layer.op.is_pairwise() { Work::Layer } else { place };
                    self.problem.stages.push(PlanStage { work, ..stage(read[input], to) });
                    at += self.network.layers[input].shape[0];
                }
                to
            }
        };
        self.placed(id, made)
    }

    /// The layouts of a tensor: the usual ones, and those of requested shardings.
    fn candidates(&self, id: LayerId) -> CkksResult<Vec<SlotLayout>> {
        let shape = self.network.layers[id].shape;
        let mut found = candidate_layouts(id, shape, self.slots, &self.planes)?;
        for offered in self.strategy.options[id].iter().filter(|option| option.is_requested()) {
            for layout in layouts_of_blocks(id, shape, self.slots, &self.planes, offered.blocks()) {
                if !found.contains(&layout) {
                    found.push(layout);
                }
            }
        }
        Ok(found)
    }

    /// The layouts of a tensor with these channel groups and row parts, as the mesh of `user` requires.
    fn blocks(&self, id: LayerId, blocks: [usize; 2], user: LayerId) -> CkksResult<Vec<SlotLayout>> {
        let layers = &self.network.layers;
        let layouts = layouts_of_blocks(id, layers[id].shape, self.slots, &self.planes, blocks);
        if layouts.is_empty() {
            let [groups, parts] = blocks;
            let message = format!(
                "`{}` in {groups} groups of channels and {parts} parts of rows does not fit into ciphertexts of {} slots, as the \
                 mesh of `{}` requires",
                layers[id].name, self.slots, layers[user].name
            );
            return Err(
                CkksError::new(code::NO_SLOT_LAYOUT, message).help("use a larger mesh, or more slots")
            );
        }
        Ok(layouts)
    }

    /// Adds a variable; a required layout is then its only value.
    fn variable(&mut self, id: LayerId, version: Version, domain: Vec<SlotLayout>) -> usize {
        let is_it = |given: &&Given| (given.layer, given.version) == (id, version);
        let domain = match self.given.iter().find(is_it) {
            Some(given) => vec![given.layout.clone()],
            None => domain,
        };
        self.problem.names.push((id, version));
        self.problem.domains.push(domain);
        self.problem.domains.len() - 1
    }

    /// The variable of a tensor with a required layout or sharding: it is computed in the best layout, then
    /// repacked. An input has the required layout from the start.
    fn placed(&mut self, id: LayerId, made: usize) -> CkksResult<usize> {
        let layer = &self.network.layers[id];
        let given = self.strategy.options[id].iter().find(|option| option.origin == ShardingOrigin::Given);
        let domain = match (&layer.pin, given) {
            (None, None) => return Ok(made),
            (Some(pin), _) if pin.slots() != self.slots => {
                let message = format!(
                    "the layout of `{}` has {} slots, the ciphertexts have {}",
                    layer.name,
                    pin.slots(),
                    self.slots
                );
                return Err(CkksError::new(code::BAD_SLOT_LAYOUT, message));
            }
            (Some(pin), _) => vec![pin.clone()],
            (None, Some(given)) => {
                let layouts = layouts_of_blocks(id, layer.shape, self.slots, &self.planes, given.blocks());
                if layouts.is_empty() {
                    let message = format!(
                        "`{}` with sharding {} does not fit into ciphertexts",
                        layer.name, given.sharding
                    );
                    return Err(CkksError::new(code::NO_SLOT_LAYOUT, message).help("use more shards"));
                }
                layouts
            }
        };
        if matches!(layer.op, LayerOp::Input) {
            let is_open = !self.given.iter().any(|given| given.layer == id && given.version == Version::Made);
            if is_open {
                self.problem.domains[made] = domain;
            }
            return Ok(made);
        }
        let to = self.variable(id, Version::Placed, domain);
        self.problem.stages.push(PlanStage { layer: id, work: Work::Change, from: made, to });
        Ok(to)
    }

    /// The variable of a tensor after a repacking; for the input, whose first layout is free, the same
    /// variable.
    fn reader(&mut self, of: LayerId, from: usize, version: Version) -> CkksResult<usize> {
        let layer = &self.network.layers[of];
        let mesh = match version {
            Version::For(reader) => self.network.layers[reader].mesh.map(|mesh| (reader, mesh)),
            _ => None,
        };
        let mut domain = match mesh {
            Some((reader, [_, y, z])) => self.blocks(of, [y, z], reader)?,
            None => {
                if matches!(layer.op, LayerOp::Input) && layer.pin.is_none() && layer.sharding.is_none() {
                    return Ok(from);
                }
                self.candidates(of)?
            }
        };
        if mesh.is_none() {
            for layout in &self.problem.domains[from] {
                if !domain.contains(layout) {
                    domain.push(layout.clone());
                }
            }
        }
        let to = self.variable(of, version, domain);
        self.problem.stages.push(PlanStage { layer: of, work: Work::Change, from, to });
        Ok(to)
    }
}
