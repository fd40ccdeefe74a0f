//! Plans from one sharding of a tensor to another.

use partita_reshard::{Placed, Plan, Side, Step};
use serde_json::{Value, json};

/// The collectives, one line each, and what all of them take.
pub fn render_reshard(plan: &Plan, source: Placed<'_>, target: Placed<'_>, shape: &[u64]) -> String {
    let mut out = plan.render(source.mesh, target.mesh);
    if plan.padded != shape {
        out.push_str(&format!("sizes are padded from {shape:?} to {:?}\n", plan.padded));
    }
    out
}

/// The same as JSON.
pub fn reshard_json(plan: &Plan, source: Placed<'_>, target: Placed<'_>, shape: &[u64]) -> Value {
    let step = |step: &Step| {
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
    json!({
        "steps": plan.steps.iter().map(step).collect::<Vec<_>>(),
        "shape": shape,
        "padded": plan.padded,
        "sent_bytes": plan.sent,
        "peak_bytes": plan.peak,
        "cost_us": plan.cost.micros(),
        "optimal": plan.optimal,
    })
}
