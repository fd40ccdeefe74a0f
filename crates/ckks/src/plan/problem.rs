//! The choice of layouts as variables and tables.
//!
//! Every tensor has a variable for how it is made, one for how it is kept where several layers read it, and one for each
//! reader; between them its layout may change. Layers are tables between what they read and what they make, so that
//! everything is a table over two variables, sums and concatenations included.

use std::sync::Arc;

use partita_base::{IdVec, code};

use super::candidates::candidates;
use super::objective::{Objective, Score};
use super::prices::Prices;
use super::solve::Table;
use crate::kernels::GlobalPool;
use crate::layout::{Layout, Pads};
use crate::linear::{Cost, LinearOp};
use crate::network::{LayerId, LayerOp, Network};
use crate::{CkksError, CkksResult};

/// What is done between two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A change of layout of the tensor that a layer makes.
    Change,
    /// The layer itself.
    Layer,
    /// The layer, of which this is the piece whose channels begin here.
    Place {
        /// The first channel.
        at: usize,
    },
}

/// Something that is done between two variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    /// The layer; for a change of layout the one whose tensor it is.
    pub(super) layer: LayerId,
    pub(super) work: Work,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Variables and what is done between them, in order.
pub(super) struct Problem {
    pub(super) domains: Vec<Vec<Layout>>,
    pub(super) stages: Vec<Stage>,
    /// The variable of what each layer makes.
    pub(super) made: IdVec<LayerId, usize>,
}

impl Problem {
    /// The problem of a network.
    pub(super) fn new(network: &Network, slots: usize) -> CkksResult<Problem> {
        let mut largest = [1, 1];
        for (_, layer) in network.layers.iter() {
            let plane = Layout::pow2_plane(layer.shape[1], layer.shape[2]);
            largest = [largest[0].max(plane[0]), largest[1].max(plane[1])];
        }
        let mut this = Problem { domains: Vec::new(), stages: Vec::new(), made: IdVec::new() };
        // Where a tensor may be read: as it is made, or kept for several.
        let mut read: IdVec<LayerId, usize> = IdVec::new();
        for (id, layer) in network.layers.iter() {
            let made = match &layer.op {
                LayerOp::Input => this.variable(candidates(layer.shape, slots, largest)?),
                LayerOp::Linear { .. } | LayerOp::MaxPool { .. } => {
                    let from =
                        this.reader(network, layer.inputs[0], read[layer.inputs[0]], slots, largest)?;
                    let to = this.variable(candidates(layer.shape, slots, largest)?);
                    this.stages.push(Stage { layer: id, work: Work::Layer, from, to });
                    to
                }
                LayerOp::GlobalPool => {
                    let from =
                        this.reader(network, layer.inputs[0], read[layer.inputs[0]], slots, largest)?;
                    let mut left: Vec<Layout> = Vec::new();
                    for layout in &this.domains[from] {
                        let Some(to) = GlobalPool::new(layout).ok().and_then(|pool| pool.to().ok()) else {
                            continue;
                        };
                        if !left.contains(&to) {
                            left.push(to);
                        }
                    }
                    let to = this.variable(left);
                    this.stages.push(Stage { layer: id, work: Work::Layer, from, to });
                    to
                }
                LayerOp::Activation(activation) => {
                    let from =
                        this.reader(network, layer.inputs[0], read[layer.inputs[0]], slots, largest)?;
                    let mut domain = this.domains[from].clone();
                    domain.retain(|layout| layout.spec().pads == Pads::Zero);
                    if !activation.keeps_zero() {
                        domain = domain.iter().map(|layout| layout.with_pads(Pads::Dirty)).collect();
                    }
                    let to = this.variable(domain);
                    this.stages.push(Stage { layer: id, work: Work::Layer, from, to });
                    to
                }
                LayerOp::Add | LayerOp::Concat => {
                    let to = this.variable(candidates(layer.shape, slots, largest)?);
                    let mut at = 0;
                    for &input in &layer.inputs {
                        let place = Work::Place { at };
                        let work = if matches!(layer.op, LayerOp::Add) { Work::Layer } else { place };
                        this.stages.push(Stage { layer: id, work, from: read[input], to });
                        at += network.layers[input].shape[0];
                    }
                    to
                }
            };
            let made = this.pinned(network, id, made, slots)?;
            this.made.push(made);
            let reads =
                network.layers.iter().flat_map(|(_, layer)| &layer.inputs).filter(|&&input| input == id);
            let is_forked = reads.count() > 1;
            let kept = if is_forked { this.reader(network, id, made, slots, largest)? } else { made };
            read.push(kept);
        }
        Ok(this)
    }

    fn variable(&mut self, domain: Vec<Layout>) -> usize {
        self.domains.push(domain);
        self.domains.len() - 1
    }

    /// The variable of a tensor whose layout is given: it is made as is best, then changed. An input lies there at once.
    fn pinned(&mut self, network: &Network, id: LayerId, made: usize, slots: usize) -> CkksResult<usize> {
        let layer = &network.layers[id];
        let Some(pin) = &layer.pin else { return Ok(made) };
        if pin.slots() != slots {
            let message =
                format!("the layout of `{}` is for {} slots, there are {slots}", layer.name, pin.slots());
            return Err(CkksError::new(code::BAD_SLOT_LAYOUT, message));
        }
        if matches!(layer.op, LayerOp::Input) {
            self.domains[made] = vec![pin.clone()];
            return Ok(made);
        }
        let to = self.variable(vec![pin.clone()]);
        self.stages.push(Stage { layer: id, work: Work::Change, from: made, to });
        Ok(to)
    }

    /// The variable of a tensor after a change of layout; of the input, which may lie anywhere at first, the same.
    fn reader(
        &mut self,
        network: &Network,
        of: LayerId,
        from: usize,
        slots: usize,
        largest: [usize; 2],
    ) -> CkksResult<usize> {
        if matches!(network.layers[of].op, LayerOp::Input) && network.layers[of].pin.is_none() {
            return Ok(from);
        }
        let mut domain = candidates(network.layers[of].shape, slots, largest)?;
        for layout in &self.domains[from] {
            if !domain.contains(layout) {
                domain.push(layout.clone());
            }
        }
        self.domains.push(domain);
        let to = self.domains.len() - 1;
        self.stages.push(Stage { layer: of, work: Work::Change, from, to });
        Ok(to)
    }

    /// What a stage costs between two layouts; `None` if it cannot be done, or should not.
    pub(super) fn price(
        &self,
        network: &Network,
        stage: &Stage,
        from: &Layout,
        to: &Layout,
        prices: &mut Prices,
    ) -> Option<Arc<Cost>> {
        let layer = &network.layers[stage.layer];
        match (stage.work, &layer.op) {
            (Work::Change, _) | (Work::Layer, LayerOp::Add) => prices.change(from, to),
            (Work::Place { at }, _) => {
                let op = LinearOp::place(from.shape(), at, layer.shape[0]);
                prices.linear(&op, from, to)
            }
            (_, LayerOp::Linear { op, .. }) => prices.linear(op, from, to),
            (_, LayerOp::GlobalPool) => prices.global_pool(from, to),
            (_, LayerOp::MaxPool { window, sign }) => prices.max_pool(*window, sign, from, to),
            (_, LayerOp::Activation(activation)) => {
                let (inputs, outputs) = (from.ciphertexts(), to.ciphertexts());
                let is_same = *from == to.with_pads(Pads::Zero);
                let levels = activation.levels();
                is_same.then(|| Arc::new(Cost { levels, inputs, outputs, ..Cost::default() }))
            }
            (_, LayerOp::Input | LayerOp::Concat) => None,
        }
    }

    /// The tables of all stages, and one for what each variable holds.
    pub(super) fn tables(&self, network: &Network, objective: &Objective, prices: &mut Prices) -> Vec<Table> {
        let mut tables = Vec::new();
        for stage in &self.stages {
            let is_activation = matches!(network.layers[stage.layer].op, LayerOp::Activation(_));
            let mut costs = Vec::with_capacity(self.domains[stage.from].len() * self.domains[stage.to].len());
            for from in &self.domains[stage.from] {
                for to in &self.domains[stage.to] {
                    let cost = self.price(network, stage, from, to, prices);
                    costs.push(match cost {
                        None => Score::NEVER,
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
