//! Redistribution plans.

use std::fmt::Write;

use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_reshard::{Cost, Placed, Plan, ReshardStep, Side};
use serde_json::{Value, json};

use crate::show::byte_text;
use crate::view::View;

/// A redistribution plan with its context.
#[derive(Clone, Copy, Debug)]
pub struct ReshardView<'p> {
    /// The collectives and their costs.
    pub plan: &'p Plan,
    /// What the plan minimises: `time` or `bytes`.
    pub minimised: &'static str,
    /// The plan that minimises the other of the two, if it differs in bytes.
    pub other: Option<&'p Plan>,
    /// The source mesh and sharding.
    pub source: Placed<'p>,
    /// The target mesh and sharding.
    pub target: Placed<'p>,
    /// The element type, as the user writes it.
    pub element: &'p str,
    /// The global shape.
    pub shape: &'p [u64],
    /// How the shardings between the steps are written.
    pub notation: Notation,
}

impl View for ReshardView<'_> {
    /// The collectives, one per line, and the totals; below them the other plan, if there is one.
    fn text(&self) -> String {
        let mut out = self.plan_text(self.plan);
        if self.plan.padded != self.shape {
            let _ = writeln!(out, "sizes are padded from {:?} to {:?}", self.shape, self.plan.padded);
        }
        if let Some(other) = self.other {
            let title = if self.minimised == "time" { "fewest bytes" } else { "least time" };
            let _ = writeln!(out, "\n{title}, for comparison:\n{}", self.plan_text(other).trim_end());
        }
        out
    }

    fn json(&self) -> String {
        let mut json = self.plan_value(self.plan);
        json["shape"] = json!(self.shape);
        json["minimised"] = json!(self.minimised);
        if let Some(other) = self.other {
            json["other"] = self.plan_value(other);
        }
        format!("{json:#}\n")
    }
}

impl ReshardView<'_> {
    fn plan_text(&self, plan: &Plan) -> String {
        let mut lines: Vec<[String; 4]> = Vec::new();
        for step in &plan.steps {
            let mesh = Plan::mesh(step.side, self.source.mesh, self.target.mesh);
            let cost = match step.price.cost {
                Cost(0) => "free".into(),
                cost => cost.to_string(),
            };
            let is_other = step.side == Side::Target && self.source.mesh != self.target.mesh;
            let on = if is_other { " on the target's mesh" } else { "" };
            let short = || {
                MeshSharding::unnamed(mesh, &step.after).tensor_text(
                    Notation::Short,
                    self.element,
                    self.shape,
                )
            };
            let sharding = self.step_notation(step).unwrap_or_else(short);
            let collective = step.collective.text(mesh).to_string();
            lines.push([collective, sharding + on, byte_text(step.price.sent), cost]);
        }
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let [a, b, c] = [width(0), width(1), width(2)];
        let mut out = String::new();
        for [collective, after, sent, cost] in &lines {
            let _ = writeln!(out, "{collective:a$}  -> {after:b$}  sends {sent:>c$}  {cost}");
        }
        let steps = match plan.steps.len() {
            0 => "nothing to do".into(),
            1 => "1 step".into(),
            n => format!("{n} steps"),
        };
        let optimal = if plan.optimal { "optimal" } else { "not proved optimal" };
        let (sent, peak) = (byte_text(plan.sent), byte_text(plan.peak));
        let _ = writeln!(out, "{steps}, {optimal}: {sent} sent per device, peak {peak}, cost {}", plan.cost);
        out
    }

    /// The sharding after a step in the notation of the user, unless that is the short one.
    fn step_notation(&self, step: &ReshardStep) -> Option<String> {
        let mesh = Plan::mesh(step.side, self.source.mesh, self.target.mesh);
        let placed = MeshSharding::unnamed(mesh, &step.after);
        match self.notation {
            Notation::Short => None,
            notation => Some(match placed.sharding_text(notation, self.shape.len()) {
                Ok(text) => text,
                Err(why) => {
                    format!("{} ({} cannot express {why})", step.sharding_text(mesh), notation.name())
                }
            }),
        }
    }

    fn plan_value(&self, plan: &Plan) -> Value {
        let step = |step: &ReshardStep| {
            let mesh = Plan::mesh(step.side, self.source.mesh, self.target.mesh);
            let mut value = json!({
                "collective": step.collective.name(),
                "text": step.collective.text(mesh).to_string(),
                "mesh": match step.side { Side::Source => "source", Side::Target => "target" },
                "sharding": step.sharding_text(mesh),
                "sent_bytes": step.price.sent,
                "bytes_before": step.price.before,
                "bytes_after": step.price.after,
                "cost_us": step.price.cost.micros(),
            });
            if let Some(notation) = self.step_notation(step) {
                value["notation"] = json!(notation);
            }
            value
        };
        json!({
            "steps": plan.steps.iter().map(step).collect::<Vec<_>>(),
            "padded": plan.padded,
            "sent_bytes": plan.sent,
            "peak_bytes": plan.peak,
            "cost_us": plan.cost.micros(),
            "optimal": plan.optimal,
        })
    }
}
