//! The plans that people write by hand, made from the structure of a program: the rows that a searched plan is compared with.

use std::collections::BTreeSet;
use std::fmt;

use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Priority, ShardingParts, TensorSharding};

use super::dim_classes::DimClass;
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

/// The plans that people would write for a program on one of its meshes. There are several of a name where an axis may have
/// several purposes; the cheapest one is the row of a table.
pub fn baselines(program: &Program, structure: &Structure, mesh: MeshId) -> Vec<Baseline> {
    let planner = Planner::new(program, structure, mesh);
    let all: Vec<AxisRef> = planner.axes();
    let names = |axes: &[AxisRef]| {
        let names: Vec<&str> = axes.iter().map(|axis| planner.mesh().mesh_axis(axis.axis()).name()).collect();
        names.join(" and ")
    };
    let mut found = vec![
        Baseline {
            name: "data parallel",
            axes: format!("batch over {}", names(&all)),
            plan: planner.data_parallel(&all),
        },
        Baseline {
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
        found.push(Baseline { name: "Megatron", axes, plan: planner.megatron(&data, model) });
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
    Planner::new(program, structure, mesh).data_parallel(axes)
}

/// As [`data_parallel`], but parameters and the state of the optimiser are stored in shards, along the largest dimension
/// that the axes divide.
pub fn fsdp(
    program: &Program,
    structure: &Structure,
    mesh: MeshId,
    axes: &[AxisRef],
) -> Result<Annotations, NoPlan> {
    Planner::new(program, structure, mesh).fsdp(axes)
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
    Planner::new(program, structure, mesh).megatron(data, model)
}

/// Makes plans for one program on one mesh.
struct Planner<'p> {
    structure: &'p Structure,
    mesh: MeshId,
    none: Annotations,
}

impl<'p> Planner<'p> {
    fn new(program: &Program, structure: &'p Structure, mesh: MeshId) -> Self {
        Self { structure, mesh, none: Annotations::none(program) }
    }

    fn mesh(&self) -> &Mesh {
        self.none.meshes.get(self.mesh)
    }

    /// The axes that have more than one device.
    fn axes(&self) -> Vec<AxisRef> {
        let mesh = self.mesh();
        mesh.axis_ids().map(|id| mesh.axis(id)).filter(|axis| axis.size() > 1).collect()
    }

    fn data_parallel(&self, axes: &[AxisRef]) -> Result<Annotations, NoPlan> {
        let batch = self.check_batch(axes)?;
        Ok(self.plan(|dims, _| one_class(dims, batch, axes)))
    }

    fn fsdp(&self, axes: &[AxisRef]) -> Result<Annotations, NoPlan> {
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
        for (argument, each) in self.structure.arguments.iter().zip(&mut plan.arguments) {
            if !argument.dims.contains(&batch) {
                *each = each.take().and_then(|sharding| self.later(&sharding));
            }
        }
        self.copy_to_updates(&mut plan);
        Ok(plan)
    }

    fn megatron(&self, data: &[AxisRef], model: AxisRef) -> Result<Annotations, NoPlan> {
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

    /// The annotations that shard every argument by a function of its dimensions, and every updated value like the argument.
    fn plan(&self, mut shard: impl FnMut(&[DimClass], &[u64]) -> Vec<Vec<AxisRef>>) -> Annotations {
        let mut plan = self.none.clone();
        for (argument, slot) in self.structure.arguments.iter().zip(&mut plan.arguments) {
            if !argument.dims.is_empty() {
                let axes = shard(&argument.dims, &argument.shape);
                *slot = self.sharding(axes);
            }
        }
        self.copy_to_updates(&mut plan);
        plan
    }

    /// Gives every updated value the sharding of its argument.
    fn copy_to_updates(&self, plan: &mut Annotations) {
        for (update, slot) in self.structure.updates.iter().zip(&mut plan.results) {
            *slot = update.and_then(|argument| plan.arguments[argument].clone());
        }
    }

    /// The same sharding, which propagates after all others: parameters are gathered where they are used, and must not
    /// take the axes of the batch from activations.
    fn later(&self, sharding: &TensorSharding) -> Option<TensorSharding> {
        let mut parts = sharding.parts();
        for dim in parts.dims.iter_mut().filter(|dim| !dim.axes.is_empty()) {
            dim.priority = Some(Priority(1));
        }
        TensorSharding::new(self.mesh, self.mesh(), parts).ok()
    }

    fn sharding(&self, axes: Vec<Vec<AxisRef>>) -> Option<TensorSharding> {
        let dims = axes.into_iter().map(DimSharding::closed).collect();
        let parts = ShardingParts { dims, ..ShardingParts::default() };
        TensorSharding::new(self.mesh, self.mesh(), parts.normalised()).ok()
    }
}

/// The first dimension of a class gets axes.
fn one_class(dims: &[DimClass], class: DimClass, axes: &[AxisRef]) -> Vec<Vec<AxisRef>> {
    let first = dims.iter().position(|dim| *dim == class);
    (0..dims.len()).map(|dim| if Some(dim) == first { axes.to_vec() } else { Vec::new() }).collect()
}
