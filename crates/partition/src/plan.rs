//! From one layout to another: plans, remembered, and the ops they become.

use partita_cost::{Cost, Hardware, Topology};
use partita_ir::ValueId;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
use partita_reshard::{Collective, Limits, Placed, Tensor, plan};
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
    pub(crate) cost: Cost,
}

/// An axis that plans keep away from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReservedAxis {
    pub(crate) mesh: Mesh,
    pub(crate) name: Box<str>,
}

/// Which axes plans keep away from: an index into the planner's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reserved(usize);

/// Finds plans and remembers them.
pub(crate) struct Planner {
    hardware: Hardware,
    known: FxHashMap<(Layout, Layout, Shape, u64, Reserved), Plan>,
    /// Lists of axes that were reserved at some time; the first is empty.
    lists: Vec<Vec<ReservedAxis>>,
    reserved: Reserved,
    /// Whether a plan between two meshes could not keep away from reserved axes.
    pub(crate) trespassed: bool,
}

impl Planner {
    pub(crate) fn new(hardware: Hardware) -> Self {
        Self {
            hardware,
            known: FxHashMap::default(),
            lists: vec![Vec::new()],
            reserved: Reserved(0),
            trespassed: false,
        }
    }

    /// Keeps plans away from more axes: in a manual computation, what devices hold differs along its axes, so that
    /// no plan may take turns along them. Returns what to restore behind it.
    pub(crate) fn reserve(&mut self, axes: &[ReservedAxis]) -> Reserved {
        let mut list = self.lists[self.reserved.0].clone();
        for axis in axes {
            if !list.contains(axis) {
                list.push(axis.clone());
            }
        }
        let known = self.lists.iter().position(|other| *other == list);
        let at = known.unwrap_or_else(|| {
            self.lists.push(list);
            self.lists.len() - 1
        });
        std::mem::replace(&mut self.reserved, Reserved(at))
    }

    /// Whether plans keep away from any axes.
    pub(crate) fn is_reserved(&self) -> bool {
        !self.lists[self.reserved.0].is_empty()
    }

    /// Goes back to what was reserved before.
    pub(crate) fn restore(&mut self, reserved: Reserved) {
        self.reserved = reserved;
    }

    /// What costs are made of.
    pub(crate) fn hardware(&self) -> &Hardware {
        &self.hardware
    }

    /// What it costs to bring a tensor from one layout to another.
    pub(crate) fn cost(
        &mut self,
        meshes: &Meshes,
        [from, to]: [&Layout; 2],
        shape: &[u64],
        element_bits: u64,
    ) -> Cost {
        if from == to { Cost::default() } else { self.plan(meshes, [from, to], shape, element_bits).cost }
    }

    /// The way from one layout to another.
    pub(crate) fn plan(
        &mut self,
        meshes: &Meshes,
        [from, to]: [&Layout; 2],
        shape: &[u64],
        element_bits: u64,
    ) -> &Plan {
        let key = (from.clone(), to.clone(), Shape::from_slice(shape), element_bits, self.reserved);
        let found = match self.known.contains_key(&key) {
            true => None,
            false => Some(self.find(meshes, [from, to], (shape, element_bits))),
        };
        self.known.entry(key).or_insert_with(|| found.expect("it was just found"))
    }

    fn find(&mut self, meshes: &Meshes, ends: [&Layout; 2], tensor: (&[u64], u64)) -> Plan {
        let reserved = &self.lists[self.reserved.0];
        if let Some(plan) = find(meshes, &self.hardware.links, ends, tensor, reserved) {
            return plan;
        }
        self.trespassed = true;
        let plan = find(meshes, &self.hardware.links, ends, tensor, &[]);
        // Layouts are valid, of one device count and of tensors that are not too large.
        plan.expect("there is always a plan")
    }
}

/// A plan that keeps away from reserved axes. There is none on another mesh than theirs.
fn find(
    meshes: &Meshes,
    topology: &Topology,
    [from, to]: [&Layout; 2],
    (shape, element_bits): (&[u64], u64),
    reserved: &[ReservedAxis],
) -> Option<Plan> {
    // Axes along which the value becomes partial only now.
    let new: Axes = to.partial.iter().copied().filter(|axis| !from.partial.contains(axis)).collect();
    let mut reached = to.clone();
    reached.partial.retain(|axis| !new.contains(axis));
    // What every device holds all of is so on any mesh.
    let home = if from.is_whole() { to.mesh } else { from.mesh };
    let goal = if reached.is_whole() { home } else { to.mesh };
    let strange = |mesh: MeshId| reserved.iter().any(|axis| axis.mesh != *meshes.get(mesh));
    if (strange(home) || strange(goal)) && !(from.is_whole() && reached.is_whole()) {
        return None;
    }
    let source = sharding(meshes, from, home, reserved);
    let target = sharding(meshes, &reached, goal, reserved);
    let tensor = Tensor { shape, element_bytes: element_bits.div_ceil(8) };
    let [source, target] =
        [&source, &target].map(|sharding| Placed { mesh: meshes.get(sharding.mesh()), sharding });
    let found = plan(source, target, tensor, topology, Limits::default()).ok()?;
    let mut steps: Vec<Step> = Vec::new();
    for step in &found.steps {
        let mut after = Layout::of(&step.after, shape.len());
        after.combiner = from.combiner;
        after.partial.retain(|axis| !is_reserved(meshes, step.after.mesh(), *axis, reserved));
        steps.push(Step { action: action(&step.collective), after });
    }
    if !new.is_empty() {
        steps.push(Step { action: Action::ToPartial(new), after: to.clone() });
    }
    Some(Plan { steps, padded: found.padded.into_iter().collect(), cost: found.cost })
}

/// A layout as a sharding. How partial values combine makes no difference to a plan. Reserved axes are said to be
/// unreduced before and after, which no plan touches.
fn sharding(meshes: &Meshes, layout: &Layout, mesh: MeshId, reserved: &[ReservedAxis]) -> TensorSharding {
    let dims = layout.dims.iter().map(|axes| DimSharding::closed(axes.to_vec())).collect();
    let mut unreduced = layout.partial.to_vec();
    let axes = meshes.get(mesh).axis_ids().map(|id| meshes.get(mesh).axis(id));
    let used = |axis: AxisRef| {
        layout.dims.iter().flatten().chain(&layout.partial).any(|used| used.axis() == axis.axis())
    };
    unreduced.extend(axes.filter(|&axis| !used(axis) && is_reserved(meshes, mesh, axis, reserved)));
    let parts = ShardingParts { dims, unreduced, ..ShardingParts::default() };
    let made = TensorSharding::new(mesh, meshes.get(mesh), parts.normalised());
    made.expect("the axes of a layout fit together")
}

fn is_reserved(meshes: &Meshes, mesh: MeshId, axis: AxisRef, reserved: &[ReservedAxis]) -> bool {
    let name = meshes.get(mesh).mesh_axis(axis.axis()).name();
    reserved.iter().any(|reserved| *reserved.name == *name)
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
