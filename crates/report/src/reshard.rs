//! Redistribution plans.

use partita_reshard::{Placed, Plan, ReshardStep, Side};
use serde_json::json;

use crate::view::View;

/// A redistribution plan with its context.
#[derive(Clone, Copy, Debug)]
pub struct ReshardView<'p> {
    /// The collectives and their costs.
    pub plan: &'p Plan,
    /// The source mesh and sharding.
    pub source: Placed<'p>,
    /// The target mesh and sharding.
    pub target: Placed<'p>,
    /// The global shape.
    pub shape: &'p [u64],
}

impl View for ReshardView<'_> {
    /// The collectives, one per line, and the totals.
    fn text(&self) -> String {
        let Self { plan, source, target, shape } = *self;
        let mut out = plan.render(source.mesh, target.mesh);
        if plan.padded != shape {
            out.push_str(&format!("sizes are padded from {shape:?} to {:?}\n", plan.padded));
        }
        out
    }

    fn json(&self) -> String {
        let Self { plan, source, target, shape } = *self;
        let step = |step: &ReshardStep| {
            let mesh = Plan::mesh(step.side, source.mesh, target.mesh);
            json!({
                "collective": step.collective.name(),
                "text": step.collective.text(mesh).to_string(),
                "mesh": match step.side { Side::Source => "source", Side::Target => "target" },
                "sharding": step.sharding_text(mesh),
                "sent_bytes": step.price.sent,
                "bytes_before": step.price.before,
                "bytes_after": step.price.after,
                "cost_us": step.price.cost.micros(),
            })
        };
        let json = json!({
            "steps": plan.steps.iter().map(step).collect::<Vec<_>>(),
            "shape": shape,
            "padded": plan.padded,
            "sent_bytes": plan.sent,
            "peak_bytes": plan.peak,
            "cost_us": plan.cost.micros(),
            "optimal": plan.optimal,
        });
        format!("{json:#}\n")
    }
}
