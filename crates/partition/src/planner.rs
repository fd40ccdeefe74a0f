//! Plans of reshards between two local layouts, cached, and the ops that carry them out.

use partita_cost::{Cost, Hardware, Topology};
use partita_ir::ValueId;
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
use partita_reshard::{Collective, Placed, PlanLimits, ReshardTensor, plan_reshard};
use rustc_hash::FxHashMap;

use crate::emit::Emitter;
use crate::local_layout::{Axes, LocalLayout, Shape};
use crate::window::LocalDim;

/// One collective of a planned reshard and the layout of the tensor after it.
#[derive(Clone, Debug)]
pub(crate) struct LocalStep {
    pub(crate) action: Action,
    pub(crate) after: LocalLayout,
}

/// The operation of one step.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Gathers: axes leave the minor ends of dimensions.
    Gather(Vec<(usize, Axes)>),
    /// Slices locally: unused axes join the minor ends of dimensions.
    Slice(Vec<(usize, Axes)>),
    /// Axes leave one dimension (the first) and join another (the second).
    AllToAll(Vec<(usize, usize, Axes)>),
    /// Sends every shard to the device that holds it in the layout after the step.
    Permute,
    /// Combines partial values along axes.
    Reduce(Axes),
    /// Combines partial values along axes, and the axes join dimensions.
    Scatter(Vec<(usize, Axes)>),
    /// Makes a value partial: the first device along the axes keeps it, the others hold the neutral element.
    ToPartial(Axes),
}

/// A reshard from one layout to another as a list of steps.
#[derive(Clone, Debug)]
pub(crate) struct PlannedReshard {
    pub(crate) steps: Vec<LocalStep>,
    /// Sizes that every shard count along the way divides. The value is padded to them before the first step.
    pub(crate) padded: Shape,
    pub(crate) cost: Cost,
}

/// An axis that plans must not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReservedAxis {
    pub(crate) mesh: Mesh,
    pub(crate) name: Box<str>,
}

/// A set of reserved axes: an index into the planner's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reserved(usize);

/// Plans reshards and caches the plans.
pub(crate) struct Planner {
    hardware: Hardware,
    known: FxHashMap<(LocalLayout, LocalLayout, Shape, u64, Reserved), PlannedReshard>,
    /// All sets of axes that have been reserved; the first is empty.
    lists: Vec<Vec<ReservedAxis>>,
    reserved: Reserved,
    /// Whether a plan between two meshes had to use reserved axes.
    pub(crate) used_reserved_axes: bool,
    /// Whether a tensor, padded for a reshard, exceeds the limit of plans.
    pub(crate) exceeded_limit: bool,
}

impl Planner {
    pub(crate) fn new(hardware: Hardware) -> Self {
        Self {
            hardware,
            known: FxHashMap::default(),
            lists: vec![Vec::new()],
            reserved: Reserved(0),
            used_reserved_axes: false,
            exceeded_limit: false,
        }
    }

    /// Reserves more axes. The devices along a manual axis hold different data, so no plan may redistribute
    /// along it. Returns the previous set, to be given to [`Planner::restore`] after the manual computation.
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

    /// Whether any axes are reserved.
    pub(crate) fn is_reserved(&self) -> bool {
        !self.lists[self.reserved.0].is_empty()
    }

    /// The set of reserved axes.
    pub(crate) fn reserved(&self) -> Reserved {
        self.reserved
    }

    /// Returns to an earlier set of reserved axes.
    pub(crate) fn restore(&mut self, reserved: Reserved) {
        self.reserved = reserved;
    }

    /// The hardware that costs are computed for.
    pub(crate) fn hardware(&self) -> &Hardware {
        &self.hardware
    }

    /// The cost of a reshard from one layout to another.
    pub(crate) fn cost(
        &mut self,
        meshes: &Meshes,
        [from, to]: [&LocalLayout; 2],
        shape: &[u64],
        element_bits: u64,
    ) -> Cost {
        if from == to { Cost::default() } else { self.plan(meshes, [from, to], shape, element_bits).cost }
    }

    /// The plan of a reshard from one layout to another.
    pub(crate) fn plan(
        &mut self,
        meshes: &Meshes,
        [from, to]: [&LocalLayout; 2],
        shape: &[u64],
        element_bits: u64,
    ) -> &PlannedReshard {
        let key = (from.clone(), to.clone(), Shape::from_slice(shape), element_bits, self.reserved);
        let found = if self.known.contains_key(&key) {
            None
        } else {
            Some(self.find(meshes, [from, to], (shape, element_bits)))
        };
        self.known.entry(key).or_insert_with(|| found.expect("it was just found"))
    }

    fn find(&mut self, meshes: &Meshes, ends: [&LocalLayout; 2], tensor: (&[u64], u64)) -> PlannedReshard {
        let reserved = &self.lists[self.reserved.0];
        if let Some(plan) = find(meshes, &self.hardware.links, ends, tensor, reserved) {
            return plan;
        }
        let plan = find(meshes, &self.hardware.links, ends, tensor, &[]);
        if plan.is_some() {
            self.used_reserved_axes = true;
        } else {
            // Both layouts are valid and on the same number of devices, so only the size is left as a reason. `check_supported`
            // rejects tensors that are too large, but sizes that are padded to shards of both layouts may still exceed the limit.
            self.exceeded_limit = true;
        }
        // The empty plan is never emitted: partitioning ends with an error.
        plan.unwrap_or_else(|| PlannedReshard {
            steps: Vec::new(),
            padded: Shape::from_slice(tensor.0),
            cost: Cost::default(),
        })
    }
}

/// A plan that uses no reserved axis; `None` if one of the layouts is on a mesh other than theirs.
fn find(
    meshes: &Meshes,
    topology: &Topology,
    [from, to]: [&LocalLayout; 2],
    (shape, element_bits): (&[u64], u64),
    reserved: &[ReservedAxis],
) -> Option<PlannedReshard> {
    // Axes along which the value becomes partial in this reshard.
    let new: Axes = to.partial.iter().copied().filter(|axis| !from.partial.contains(axis)).collect();
    let mut reached = to.clone();
    reached.partial.retain(|axis| !new.contains(axis));
    // A replicated value is replicated on every mesh, so no step is needed to change its mesh.
    let home = if from.is_replicated() { to.mesh } else { from.mesh };
    let goal = if reached.is_replicated() { home } else { to.mesh };
    let on_other_mesh = |mesh: MeshId| reserved.iter().any(|axis| axis.mesh != *meshes.get(mesh));
    if (on_other_mesh(home) || on_other_mesh(goal)) && !(from.is_replicated() && reached.is_replicated()) {
        return None;
    }
    let source = sharding(meshes, from, home, reserved);
    let target = sharding(meshes, &reached, goal, reserved);
    let tensor = ReshardTensor { shape, element_bytes: element_bits.div_ceil(8) };
    let [source, target] =
        [&source, &target].map(|sharding| Placed { mesh: meshes.get(sharding.mesh()), sharding });
    let found = plan_reshard(source, target, tensor, topology, PlanLimits::default()).ok()?;
    let mut steps: Vec<LocalStep> = Vec::new();
    for step in &found.steps {
        let mut after = LocalLayout::from_sharding(&step.after, shape.len());
        after.combiner = from.combiner;
        after.partial.retain(|axis| !is_reserved(meshes, step.after.mesh(), *axis, reserved));
        steps.push(LocalStep { action: action(&step.collective), after });
    }
    if !new.is_empty() {
        steps.push(LocalStep { action: Action::ToPartial(new), after: to.clone() });
    }
    Some(PlannedReshard { steps, padded: found.padded.into_iter().collect(), cost: found.cost })
}

/// A layout as a sharding, for the planner. How partial values combine does not affect a plan. Reserved axes
/// are declared unreduced on both sides, because no plan touches an axis that stays unreduced.
fn sharding(
    meshes: &Meshes,
    layout: &LocalLayout,
    mesh: MeshId,
    reserved: &[ReservedAxis],
) -> TensorSharding {
    let dims = layout.dims.iter().map(|axes| DimSharding::closed(axes.to_vec())).collect();
    let mut unreduced = layout.partial.to_vec();
    let axes = meshes.get(mesh).axis_ids().map(|id| meshes.get(mesh).axis(id));
    let used = |axis: AxisRef| {
        layout.dims.iter().flatten().chain(&layout.partial).any(|used| used.axis() == axis.axis())
    };
    unreduced.extend(axes.filter(|&axis| !used(axis) && is_reserved(meshes, mesh, axis, reserved)));
    let parts = ShardingParts { dims, unreduced, ..ShardingParts::default() };
    let made = TensorSharding::new(mesh, meshes.get(mesh), parts.normalised());
    made.expect("the axes of a layout can coexist")
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
    /// Emits the steps of a plan. The blocks are padded to the plan's sizes first and trimmed to the target's
    /// block size last.
    pub(crate) fn redistribute(
        &mut self,
        value: ValueId,
        from: &LocalLayout,
        to: &LocalLayout,
        shape: &[u64],
        plan: &PlannedReshard,
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

    fn act(&mut self, value: ValueId, at: &LocalLayout, step: &LocalStep) -> ValueId {
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

    fn make_partial(&mut self, value: ValueId, layout: &LocalLayout, axes: &Axes) -> ValueId {
        let (shape, element) = (self.shape(value), self.element(value));
        let Some(neutral) = layout.combiner.neutral(&self.out, element) else { return value };
        let neutral = self.splat(&neutral, &shape, element);
        let index = self.shard_index(layout.mesh, axes);
        let zero = self.constant_index(0);
        let first = self.compare("EQ", index, zero);
        self.select(first, value, neutral)
    }

    /// Changes the block size of a dimension of this global size: elements move between neighbours so that
    /// shard `i` begins at `i * block`.
    pub(crate) fn reblock(
        &mut self,
        value: ValueId,
        layout: &LocalLayout,
        dim: usize,
        size: u64,
        block: u64,
    ) -> ValueId {
        if self.shape(value)[dim] == block {
            return value;
        }
        let axes = layout.dims[dim].clone();
        let starts: Vec<i64> = (0..shard_count(&axes)).map(|shard| (shard * block) as i64).collect();
        let local_dim = LocalDim { mesh: layout.mesh, dim, axes: axes.clone(), size };
        self.window(value, &local_dim, &axes, &starts, block)
    }
}
