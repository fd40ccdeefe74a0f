//! From one layout to another: plans, remembered, and the ops they become.

use partita_ir::ValueId;
use partita_mesh::{AxisRef, DimSharding, Meshes, ShardingParts, TensorSharding};
use partita_reshard::{Collective, Limits, Placed, Tensor, Topology, plan};
use rustc_hash::FxHashMap;

use crate::emit::Emitter;
use crate::layout::{Axes, Layout, Shape, shards};
use crate::window::CutDim;

/// One collective of a plan and where the tensor lies after it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) after: Layout,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Axes leave the minor ends of dimensions.
    Gather(Vec<(usize, Axes)>),
    /// Unused axes join the minor ends of dimensions.
    Slice(Vec<(usize, Axes)>),
    /// Axes leave one dimension and join another.
    AllToAll(Vec<(usize, usize, Axes)>),
    /// Every piece goes to where the layout after the step wants it.
    Permute,
    /// Partial values along axes are combined.
    Reduce(Axes),
    /// Partial values along axes are combined, and the axes join dimensions.
    Scatter(Vec<(usize, Axes)>),
    /// The first device along axes keeps the value, the others hold what changes nothing.
    ToPartial(Axes),
}

/// A way from one layout to another.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// The sizes that all shard counts on the way divide.
    pub(crate) padded: Shape,
    /// Nanoseconds.
    pub(crate) cost: f64,
}

/// Finds plans and remembers them.
pub(crate) struct Planner {
    meshes: Meshes,
    topology: Topology,
    known: FxHashMap<(Layout, Layout, Shape, u64), Plan>,
}

impl Planner {
    pub(crate) fn new(meshes: Meshes, topology: Topology) -> Self {
        Self { meshes, topology, known: FxHashMap::default() }
    }

    /// A planner that knows no mesh, to stand in for another.
    pub(crate) fn empty() -> Self {
        Self::new(Meshes::default(), Topology::default())
    }

    /// What it costs to bring a tensor from one layout to another.
    pub(crate) fn cost(&mut self, from: &Layout, to: &Layout, shape: &[u64], element_bits: u64) -> f64 {
        if from == to { 0.0 } else { self.plan(from, to, shape, element_bits).cost }
    }

    /// The way from one layout to another.
    pub(crate) fn plan(&mut self, from: &Layout, to: &Layout, shape: &[u64], element_bits: u64) -> &Plan {
        let key = (from.clone(), to.clone(), Shape::from_slice(shape), element_bits);
        let (meshes, topology) = (&self.meshes, &self.topology);
        self.known.entry(key).or_insert_with(|| find(meshes, topology, from, to, shape, element_bits))
    }
}

fn find(
    meshes: &Meshes,
    topology: &Topology,
    from: &Layout,
    to: &Layout,
    shape: &[u64],
    element_bits: u64,
) -> Plan {
    // Axes along which the value becomes partial only now.
    let new: Axes = to.partial.iter().copied().filter(|axis| !from.partial.contains(axis)).collect();
    let mut reached = to.clone();
    reached.partial.retain(|axis| !new.contains(axis));
    let (source, target) = (sharding(meshes, from), sharding(meshes, &reached));
    let tensor = Tensor { shape, element_bytes: element_bits.div_ceil(8) };
    let [source, target] =
        [&source, &target].map(|sharding| Placed { mesh: meshes.get(sharding.mesh()), sharding });
    // Layouts are valid, of one device count and of tensors that are not too large.
    let found = plan(source, target, tensor, topology, Limits::default()).expect("there is always a plan");
    let mut steps: Vec<Step> = Vec::new();
    for step in &found.steps {
        let mut after = Layout::of(&step.after, shape.len());
        after.combiner = from.combiner;
        steps.push(Step { action: action(&step.collective), after });
    }
    if !new.is_empty() {
        steps.push(Step { action: Action::ToPartial(new), after: to.clone() });
    }
    Plan { steps, padded: found.padded.into_iter().collect(), cost: found.cost.micros() * 1e3 }
}

/// A layout as a sharding. How partial values combine makes no difference to a plan.
fn sharding(meshes: &Meshes, layout: &Layout) -> TensorSharding {
    let dims = layout.dims.iter().map(|axes| DimSharding::closed(axes.to_vec())).collect();
    let parts = ShardingParts { dims, unreduced: layout.partial.to_vec(), ..ShardingParts::default() };
    let made = TensorSharding::new(layout.mesh, meshes.get(layout.mesh), parts.normalised());
    made.expect("the axes of a layout fit together")
}

fn action(collective: &Collective) -> Action {
    let dims = |dims: &[Vec<AxisRef>]| -> Vec<(usize, Axes)> {
        let lists = dims.iter().map(|axes| axes.iter().copied().collect::<Axes>()).enumerate();
        lists.filter(|(_, axes)| !axes.is_empty()).collect()
    };
    match collective {
        Collective::AllGather(lists) => Action::Gather(dims(lists)),
        Collective::AllSlice(lists) => Action::Slice(dims(lists)),
        Collective::AllToAll(moves) => Action::AllToAll(
            moves.iter().map(|each| (each.from, each.to, each.axes.iter().copied().collect())).collect(),
        ),
        Collective::CollectivePermute => Action::Permute,
        Collective::AllReduce(axes) => Action::Reduce(axes.iter().copied().collect()),
        Collective::ReduceScatter(lists) => Action::Scatter(dims(lists)),
    }
}

impl Emitter {
    /// Brings a local value from one layout to another.
    pub(crate) fn redistribute(
        &mut self,
        value: ValueId,
        from: &Layout,
        to: &Layout,
        shape: &[u64],
        plan: &Plan,
    ) -> ValueId {
        let mut value = value;
        if plan.steps.is_empty() {
            return value;
        }
        for (dim, (&size, &padded)) in shape.iter().zip(&plan.padded).enumerate() {
            value = self.reblock(value, from, dim, size, padded / from.shards(dim));
        }
        let mut at = from.clone();
        for step in &plan.steps {
            value = self.act(value, &at, step);
            at = step.after.clone();
        }
        for (dim, &size) in shape.iter().enumerate() {
            value = self.reblock(value, to, dim, size, to.block(dim, size));
        }
        value
    }

    fn act(&mut self, value: ValueId, at: &Layout, step: &Step) -> ValueId {
        let mesh = step.after.mesh;
        match &step.action {
            Action::Gather(dims) => {
                let gather = |value, (dim, axes): &(usize, Axes)| self.all_gather(at.mesh, value, *dim, axes);
                dims.iter().fold(value, gather)
            }
            Action::Slice(dims) => {
                let slice = |value, (dim, axes): &(usize, Axes)| self.all_slice(mesh, value, *dim, axes);
                dims.iter().fold(value, slice)
            }
            Action::AllToAll(moves) => moves
                .iter()
                .fold(value, |value, (from, to, axes)| self.all_to_all(mesh, value, *from, *to, axes)),
            Action::Permute => self.permute_layout(value, at, &step.after),
            Action::Reduce(axes) => self.all_reduce(at.mesh, value, axes, at.combiner),
            Action::Scatter(dims) => dims.iter().fold(value, |value, (dim, axes)| {
                self.reduce_scatter(at.mesh, value, *dim, axes, at.combiner)
            }),
            Action::ToPartial(axes) => self.make_partial(value, &step.after, axes),
        }
    }

    fn make_partial(&mut self, value: ValueId, layout: &Layout, axes: &Axes) -> ValueId {
        let (shape, element) = (self.shape(value), self.element(value));
        let Some(neutral) = layout.combiner.neutral(&self.out, element) else { return value };
        let neutral = self.splat(&neutral, &shape, element);
        let index = self.shard_index(layout.mesh, axes);
        let zero = self.constant_index(0);
        let first = self.compare("EQ", index, zero);
        self.select(first, value, neutral)
    }

    /// Lets the blocks of a dimension of this size have another size.
    pub(crate) fn reblock(
        &mut self,
        value: ValueId,
        layout: &Layout,
        dim: usize,
        size: u64,
        block: u64,
    ) -> ValueId {
        if self.shape(value)[dim] == block {
            return value;
        }
        let axes = layout.dims[dim].clone();
        let starts: Vec<i64> = (0..shards(&axes)).map(|shard| (shard * block) as i64).collect();
        let cut = CutDim { mesh: layout.mesh, dim, axes: axes.clone(), size };
        self.window(value, &cut, &axes, &starts, block)
    }
}
