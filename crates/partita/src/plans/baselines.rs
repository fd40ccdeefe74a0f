//! The plans that people write by hand, made from the structure of a program: the rows that a searched plan is compared with.

use std::collections::BTreeSet;
use std::fmt;

use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Priority, ShardingParts, TensorSharding};

use super::dim_classes::DimClass;
use super::structure::Argument;
use super::{Annotations, Structure};
use crate::hlo::Program;

/// Why a program has no plan of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPlan {
    reason: String,
}

impl NoPlan {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for NoPlan {}

/// A plan that people write by hand.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// Its name in a table: `data parallel`, `FSDP`, `Megatron`.
    pub name: &'static str,
    /// What its axes are for: `batch over data and model`.
    pub axes: String,
    /// The annotations, or why the program has no such plan.
    pub plan: Result<Annotations, NoPlan>,
}

/// A plan that people write by hand, for a program of any kind.
pub(crate) struct PlanByHand {
    pub(crate) name: &'static str,
    pub(crate) axes: String,
    /// The sharding of every argument that has one.
    pub(crate) plan: Result<Vec<Option<ArgumentSharding>>, NoPlan>,
}

/// The sharding of an argument in a plan.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentSharding {
    /// The axes of its dimensions. No others may be added.
    pub(crate) dims: Vec<Vec<AxisRef>>,
    /// Whether it propagates after all others: parameters are gathered where they are used, and must not take the axes of the batch from
    /// activations.
    pub(crate) is_later: bool,
}

/// The plans that people would write for a program on one of its meshes. There are several of a name where an axis may have
/// several purposes; the cheapest one is the row of a table.
pub fn baselines(program: &Program, structure: &Structure, mesh: MeshId) -> Vec<Baseline> {
    let none = Annotations::none(program);
    let by_hand = plans_by_hand(structure, none.meshes.get(mesh));
    let baseline = |each: PlanByHand| Baseline {
        name: each.name,
        axes: each.axes,
        plan: each.plan.map(|plan| annotate(&none, structure, mesh, &plan)),
    };
    by_hand.into_iter().map(baseline).collect()
}

/// The same for a program of any kind, given its structure.
pub(crate) fn plans_by_hand(structure: &Structure, mesh: &Mesh) -> Vec<PlanByHand> {
    let planner = Planner { structure, mesh };
    let all: Vec<AxisRef> = planner.axes();
    let names = |axes: &[AxisRef]| {
        let names: Vec<&str> = axes.iter().map(|axis| mesh.mesh_axis(axis.axis()).name()).collect();
        names.join(" and ")
    };
    let mut found = vec![
        PlanByHand {
            name: "data parallel",
            axes: format!("batch over {}", names(&all)),
            plan: planner.data_parallel(&all),
        },
        PlanByHand {
            name: "FSDP",
            axes: format!("batch and parameters over {}", names(&all)),
            plan: planner.fsdp(&all),
        },
    ];
    for &model in &all {
        let data: Vec<AxisRef> = all.iter().copied().filter(|&axis| axis != model).collect();
        let axes = if data.is_empty() {
            format!("weights over {}", names(&[model]))
        } else {
            format!("batch over {}, weights over {}", names(&data), names(&[model]))
        };
        found.push(PlanByHand { name: "Megatron", axes, plan: planner.megatron(&data, model) });
    }
    found
}

/// Every device computes a shard of the batch with all parameters, which are replicated.
pub fn data_parallel(
    program: &Program,
    structure: &Structure,
    mesh: MeshId,
    axes: &[AxisRef],
) -> Result<Annotations, NoPlan> {
    with_planner(program, structure, mesh, |planner| planner.data_parallel(axes))
}

/// As [`data_parallel`], but parameters and the state of the optimiser are stored in shards, along the largest dimension
/// that the axes divide.
pub fn fsdp(
    program: &Program,
    structure: &Structure,
    mesh: MeshId,
    axes: &[AxisRef],
) -> Result<Annotations, NoPlan> {
    with_planner(program, structure, mesh, |planner| planner.fsdp(axes))
}

/// Weights are sharded along `model`, alternately by columns and by rows, so that two products need one reduction; the
/// batch is sharded along `data`.
pub fn megatron(
    program: &Program,
    structure: &Structure,
    mesh: MeshId,
    data: &[AxisRef],
    model: AxisRef,
) -> Result<Annotations, NoPlan> {
    with_planner(program, structure, mesh, |planner| planner.megatron(data, model))
}

fn with_planner(
    program: &Program,
    structure: &Structure,
    mesh: MeshId,
    plan: impl FnOnce(&Planner<'_>) -> Result<ArgumentPlan, NoPlan>,
) -> Result<Annotations, NoPlan> {
    let none = Annotations::none(program);
    let found = plan(&Planner { structure, mesh: none.meshes.get(mesh) })?;
    Ok(annotate(&none, structure, mesh, &found))
}

/// The annotations of arguments, and of every updated value as of its argument.
fn annotate(
    none: &Annotations,
    structure: &Structure,
    mesh: MeshId,
    plan: &[Option<ArgumentSharding>],
) -> Annotations {
    let sharding = |argument: &ArgumentSharding| {
        let mut dims: Vec<DimSharding> = argument.dims.iter().cloned().map(DimSharding::closed).collect();
        if argument.is_later {
            let sharded = dims.iter_mut().filter(|dim| !dim.axes.is_empty());
            sharded.for_each(|dim| dim.priority = Some(Priority(1)));
        }
        let parts = ShardingParts { dims, ..ShardingParts::default() };
        TensorSharding::new(mesh, none.meshes.get(mesh), parts.normalised()).ok()
    };
    let mut annotations = none.clone();
    for (slot, argument) in annotations.arguments.iter_mut().zip(plan) {
        *slot = argument.as_ref().and_then(sharding);
    }
    for (slot, update) in annotations.results.iter_mut().zip(&structure.updates) {
        *slot = update.and_then(|argument| annotations.arguments[argument].clone());
    }
    annotations
}

type ArgumentPlan = Vec<Option<ArgumentSharding>>;

/// Makes plans for a structure on one mesh.
struct Planner<'p> {
    structure: &'p Structure,
    mesh: &'p Mesh,
}

impl Planner<'_> {
    /// The axes that have more than one device.
    fn axes(&self) -> Vec<AxisRef> {
        let mesh = self.mesh;
        mesh.axis_ids().map(|id| mesh.axis(id)).filter(|axis| axis.size() > 1).collect()
    }

    fn data_parallel(&self, axes: &[AxisRef]) -> Result<ArgumentPlan, NoPlan> {
        let batch = self.check_batch(axes)?;
        Ok(self.plan(|dims, _| one_class(dims, batch, axes)))
    }

    fn fsdp(&self, axes: &[AxisRef]) -> Result<ArgumentPlan, NoPlan> {
        let batch = self.check_batch(axes)?;
        let shards = shard_count(axes);
        let mut is_any = false;
        let mut plan = self.plan(|dims, shape| {
            if dims.contains(&batch) {
                return one_class(dims, batch, axes);
            }
            let divisible = (0..shape.len()).filter(|&dim| shape[dim].is_multiple_of(shards));
            let largest = divisible.max_by_key(|&dim| (shape[dim], std::cmp::Reverse(dim)));
            is_any |= largest.is_some();
            (0..shape.len())
                .map(|dim| if Some(dim) == largest { axes.to_vec() } else { Vec::new() })
                .collect()
        });
        if !is_any {
            return Err(NoPlan::new(format!("{shards} devices divide no parameter")));
        }
        for (argument, each) in self.structure.arguments.iter().zip(&mut plan) {
            if let Some(sharding) = each {
                sharding.is_later = !argument.dims.contains(&batch);
            }
        }
        Ok(plan)
    }

    fn megatron(&self, data: &[AxisRef], model: AxisRef) -> Result<ArgumentPlan, NoPlan> {
        let batch = if data.is_empty() { None } else { Some(self.check_batch(data)?) };
        let sharded = self.alternate(model.size())?;
        let mut is_any = false;
        let plan = self.plan(|dims, shape| {
            // One dimension of a tensor per axis, the first.
            let first = (0..shape.len())
                .find(|&dim| sharded.contains(&dims[dim]) && shape[dim].is_multiple_of(model.size()));
            is_any |= first.is_some();
            let mut axes = match batch {
                Some(batch) => one_class(dims, batch, data),
                None => vec![Vec::new(); dims.len()],
            };
            if let Some(first) = first {
                axes[first].push(model);
            }
            axes
        });
        let missing =
            || NoPlan::new(format!("no weight has a dimension that {} devices divide", model.size()));
        if is_any { Ok(plan) } else { Err(missing()) }
    }

    /// The classes that are sharded if products with weights alternate between columns and rows: a product whose contracted
    /// dimension is sharded gives a result that is not; any other one gives a sharded result.
    fn alternate(&self, shards: u64) -> Result<BTreeSet<DimClass>, NoPlan> {
        let (mut sharded, mut kept) = (BTreeSet::new(), BTreeSet::new());
        let products = &self.structure.weight_products;
        if products.is_empty() {
            return Err(NoPlan::new("no product has a parameter as its operand"));
        }
        kept.extend(self.structure.batch);
        for product in products {
            if product.contracted.iter().any(|class| sharded.contains(class)) {
                kept.extend(product.free.iter().filter(|class| !sharded.contains(*class)));
                continue;
            }
            kept.extend(&product.contracted);
            let is_divisible = |class: &&DimClass| self.structure.classes.is_divisible(**class, shards);
            let column = product.free.iter().filter(|class| !kept.contains(*class)).find(is_divisible);
            sharded.extend(column);
        }
        Ok(sharded)
    }

    /// The batch, if it can be sharded along axes.
    fn check_batch(&self, axes: &[AxisRef]) -> Result<DimClass, NoPlan> {
        let Some(batch) = self.structure.batch else {
            return Err(NoPlan::new("no dimension of an argument is common to most products"));
        };
        let shards = shard_count(axes);
        for argument in &self.structure.arguments {
            for (class, size) in argument.dims.iter().zip(&argument.shape) {
                if *class == batch && !size.is_multiple_of(shards) {
                    return Err(NoPlan::new(format!("{shards} devices do not divide the batch of {size}")));
                }
            }
        }
        Ok(batch)
    }

    /// The shardings of arguments as a function of their dimensions.
    fn plan(&self, mut shard: impl FnMut(&[DimClass], &[u64]) -> Vec<Vec<AxisRef>>) -> ArgumentPlan {
        let mut argument = |argument: &Argument| {
            let has_dims = !argument.dims.is_empty();
            has_dims
                .then(|| ArgumentSharding { dims: shard(&argument.dims, &argument.shape), is_later: false })
        };
        self.structure.arguments.iter().map(&mut argument).collect()
    }
}

/// The first dimension of a class gets axes.
fn one_class(dims: &[DimClass], class: DimClass, axes: &[AxisRef]) -> Vec<Vec<AxisRef>> {
    let first = dims.iter().position(|dim| *dim == class);
    (0..dims.len()).map(|dim| if Some(dim) == first { axes.to_vec() } else { Vec::new() }).collect()
}
