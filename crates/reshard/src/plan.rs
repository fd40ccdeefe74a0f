//! Redistribution plans and their steps.

use partita_mesh::text::AxisList;
use partita_mesh::{AxisRef, Mesh, ReductionOp, TensorSharding};

use crate::{Collective, Cost, Placed, Price, Topology, price_collective};

/// The mesh that the axes of a step belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The mesh of the source.
    Source,
    /// The mesh of the target.
    Target,
}

/// One collective of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReshardStep {
    /// The collective with its axes.
    pub collective: Collective,
    /// The mesh that the axes of the collective and of `after` belong to. The first step on the target's mesh
    /// after one on the source's is a permutation, or follows a layout that is the same on both.
    pub side: Side,
    /// The sharding after the step, without axes of size 1.
    pub after: TensorSharding,
    /// The cost for each device.
    pub price: Price,
}

impl ReshardStep {
    /// The sharding after the step as sdy writes it, without the mesh: `[{"x"}, {}], unreduced={"y"}`.
    pub fn sharding_text(&self, mesh: &Mesh) -> String {
        dims_text(&self.after, mesh)
    }
}

/// A plan that reshards a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The steps in order; none if both shardings place the data alike.
    pub steps: Vec<ReshardStep>,
    /// The size of each dimension, rounded up so that every shard count on the way divides it. Source, target
    /// and every layout between are those of a tensor of this size: device `i` of a dimension in `k` shards
    /// holds the indices from `i * padded / k` on. If the tensor is smaller, pad it before the plan and slice
    /// it after.
    pub padded: Vec<u64>,
    /// The time of all steps, which run one after the other.
    pub cost: Cost,
    /// Bytes that a device sends in all steps.
    pub sent: u64,
    /// The most bytes that a device holds before and after a step together; without steps, those of its shard.
    pub peak: u64,
    /// The sub-axes that the search could use. Unless `optimal` is false, they are at least as fine as those
    /// that source and target mention, and cover every axis of the mesh.
    pub sub_axes: Vec<AxisRef>,
    /// Whether the model has no cheaper sequence. False if the search ran out of budget or had to leave
    /// something out.
    pub optimal: bool,
}

impl Plan {
    /// The mesh of a step.
    pub fn mesh<'m>(side: Side, source: &'m Mesh, target: &'m Mesh) -> &'m Mesh {
        match side {
            Side::Source => source,
            Side::Target => target,
        }
    }

    /// The same steps at the prices of another topology. `source` is the layout that the plan starts from.
    pub fn repriced(
        mut self,
        source: Placed<'_>,
        target: &Mesh,
        element_bytes: u64,
        topology: &Topology,
    ) -> Plan {
        let size = (&self.padded[..], element_bytes);
        let (mut before, mut side) = (source.sharding.clone(), Side::Source);
        for step in &mut self.steps {
            // Only a permutation may change the mesh; other collectives have the axes of the step's mesh.
            let from = match step.collective {
                Collective::CollectivePermute => side,
                _ => step.side,
            };
            let old = Placed { mesh: Self::mesh(from, source.mesh, target), sharding: &before };
            let new = Placed { mesh: Self::mesh(step.side, source.mesh, target), sharding: &step.after };
            step.price = price_collective(&step.collective, old, new, size, topology);
            (before, side) = (step.after.clone(), step.side);
        }
        self.cost = self.steps.iter().map(|step| step.price.cost).sum();
        self
    }
}

fn dims_text(sharding: &TensorSharding, mesh: &Mesh) -> String {
    let list = |axes: &[AxisRef]| {
        let axes: Vec<_> = axes.iter().map(|&axis| mesh.axis_spec(axis)).collect();
        AxisList(&axes).to_string()
    };
    let dims: Vec<String> = sharding.dims().iter().map(|dim| list(&dim.axes)).collect();
    match sharding.unreduced_axes() {
        [] => format!("[{}]", dims.join(", ")),
        axes => {
            let operator = match sharding.reduction() {
                ReductionOp::Sum => "",
                other => other.keyword(),
            };
            format!("[{}], unreduced={operator}{}", dims.join(", "), list(axes))
        }
    }
}
