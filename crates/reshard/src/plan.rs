//! A plan and its steps.

use std::fmt::Write;

use partita_mesh::text::AxisList;
use partita_mesh::{AxisRef, Mesh, ReductionOp, TensorSharding};

use crate::{Collective, Cost, Price};

/// Which of the two meshes the axes of a step belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The mesh of the source.
    Source,
    /// The mesh of the target.
    Target,
}

/// One collective of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub collective: Collective,
    /// The mesh that the axes of the collective and of `after` belong to. The first step on the target's mesh
    /// after one on the source's is a permutation, or follows a layout that is the same on both.
    pub side: Side,
    /// How the tensor is sharded then. Axes of size 1 are left out.
    pub after: TensorSharding,
    /// What it costs.
    pub price: Price,
}

impl Step {
    /// The sharding after the step as sdy writes it, without the mesh: `[{"x"}, {}], unreduced={"y"}`.
    pub fn sharding_text(&self, mesh: &Mesh) -> String {
        dims_text(&self.after, mesh)
    }
}

/// The steps from one sharding to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The steps in order; none where both shardings place the data alike.
    pub steps: Vec<Step>,
    /// The size of each dimension that all shard counts on the way divide. Source, target and every layout between
    /// are those of a tensor of this size: device `i` of a dimension in `k` shards holds the indices from
    /// `i * padded / k` on. Where the size of the tensor is not `padded`, pad before the plan and slice after it.
    pub padded: Vec<u64>,
    /// The time of all steps, one after the other.
    pub cost: Cost,
    /// Bytes that a device sends in all steps.
    pub sent: u64,
    /// Most bytes that a device holds: those before and after a step together; of a plan without steps, the tensor's.
    pub peak: u64,
    /// The parts of axes that the plan was free to use. They are at least as fine as those that source and target
    /// name, and what of each axis they leave, unless `optimal` is false.
    pub pieces: Vec<AxisRef>,
    /// Whether no cheaper sequence exists. False where the search was cut short or had to leave something out.
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

    /// The plan as text, a line per step and a summary.
    pub fn render(&self, source: &Mesh, target: &Mesh) -> String {
        let mut lines: Vec<[String; 4]> = Vec::new();
        for step in &self.steps {
            let mesh = Self::mesh(step.side, source, target);
            let cost = match step.price.cost {
                Cost(0) => "free".into(),
                cost => cost.to_string(),
            };
            let on = if step.side == Side::Target && source != target { " on the target's mesh" } else { "" };
            lines.push([
                step.collective.text(mesh).to_string(),
                step.sharding_text(mesh) + on,
                format!("{} B", step.price.sent),
                cost,
            ]);
        }
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        let mut out = String::new();
        for [collective, after, sent, cost] in &lines {
            let [a, b, c] = widths;
            let _ = writeln!(out, "{collective:a$}  -> {after:b$}  sends {sent:>c$}  {cost}");
        }
        let steps = match self.steps.len() {
            0 => "nothing to do".into(),
            1 => "1 step".into(),
            n => format!("{n} steps"),
        };
        let optimal = if self.optimal { "optimal" } else { "not proved optimal" };
        let _ = writeln!(
            out,
            "{steps}, {optimal}: {} B sent per device, peak {} B, cost {}",
            self.sent, self.peak, self.cost
        );
        out
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
