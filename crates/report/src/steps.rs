//! Propagation, step by step.

use partita_mesh::{AxisRef, TensorSharding, notation};
use partita_propagate::{Cause, Event, ShardingId, TensorId, Trace};
use serde::Serialize;

use crate::Table;
use crate::explains::{Explains as _, layer_text};
use crate::view::{View, json_as_declared};
use crate::why::{Answers, Unanswerable};

/// A tensor that a step changed.
#[derive(Clone, Debug, Serialize)]
pub struct StepChange {
    /// The name of the tensor.
    pub value: String,
    /// Type and sharding before the step, in the notation of the user.
    pub before: String,
    /// Type and sharding after it.
    pub after: String,
    /// The dimensions that got axes, and these axes.
    pub added: Vec<(usize, String)>,
}

/// One step of propagation: a visit of an op that changed shardings.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// The number of the step, from 1.
    pub step: usize,
    /// The name of the op that was visited, such as `stablehlo.add`.
    pub op: String,
    /// The position of the op.
    pub place: String,
    /// The axes that were propagated.
    pub axes: Vec<String>,
    /// The factors along which they were propagated, with their sizes.
    pub factors: Vec<String>,
    /// The round of propagation: priorities and strategy.
    pub layer: String,
    /// The tensors that changed.
    pub changed: Vec<StepChange>,
}

/// The steps of a run.
#[derive(Clone, Debug, Serialize)]
pub struct StepsView {
    /// The number of all steps.
    pub steps: usize,
    /// The selected steps.
    pub shown: Vec<StepView>,
    /// The largest number of lines of the text.
    #[serde(skip)]
    pub limit: usize,
    /// Whether one step was asked for, which is shown in detail.
    #[serde(skip)]
    pub is_single: bool,
}

impl Answers<'_> {
    /// All steps, the step `at`, or the steps that changed the tensors `of`. Fails if there is no such step.
    pub fn steps(
        &self,
        trace: &Trace,
        at: Option<usize>,
        of: Option<&[TensorId]>,
        limit: usize,
    ) -> Result<StepsView, Unanswerable> {
        let steps = trace.steps();
        if let Some(at) = at.filter(|at| *at == 0 || *at > steps.len()) {
            let message =
                format!("there is no step {at}: propagation has {} steps, counted from 1", steps.len());
            return Err(Unanswerable::without_names(message));
        }
        let is_wanted = |index: usize, events: &[Event]| {
            at.is_none_or(|at| at == index + 1)
                && of.is_none_or(|of| events.iter().any(|event| of.contains(&event.tensor)))
        };
        let shown = steps.iter().enumerate().map(|(index, range)| (index, &trace.events[range.clone()]));
        let shown = shown.filter(|(index, events)| is_wanted(*index, events));
        let shown = shown.map(|(index, events)| self.step(index + 1, events)).collect();
        Ok(StepsView { steps: steps.len(), shown, limit, is_single: at.is_some() })
    }

    fn step(&self, number: usize, events: &[Event]) -> StepView {
        let cause = events[0].cause;
        let (op, place) = self.cause(cause);
        let (mut axes, mut factors) = (Vec::new(), Vec::new());
        let changed = events.iter().map(|event| self.change(cause, event, &mut factors)).collect::<Vec<_>>();
        for (_, axis) in changed.iter().flat_map(|change| &change.added) {
            if !axes.contains(axis) {
                axes.push(axis.clone());
            }
        }
        StepView { step: number, op, place, axes, factors, layer: layer_text(events[0].layer), changed }
    }

    fn change(&self, cause: Cause, event: &Event, factors: &mut Vec<String>) -> StepChange {
        let problem = self.explainer.problem();
        let text = |id: Option<ShardingId>| {
            let sharding = id.map(|id| problem.sharding_of(id));
            self.typed(event.tensor, sharding, self.labels.notation(), "")
        };
        let new = problem.sharding_of(event.new);
        let mesh = problem.meshes.get(new.mesh());
        let mut added = Vec::new();
        for (dim, axes) in added_axes(event.old.map(|id| problem.sharding_of(id)), new) {
            added.push((dim, notation::axes_notation(mesh, &axes)));
            if let Some(factor) =
                self.factor_of(cause, event.tensor, dim).map(|factor| self.factor(cause, factor))
                && !factors.contains(&factor)
            {
                factors.push(factor);
            }
        }
        StepChange {
            value: self.labels.tensor(event.tensor),
            before: text(event.old),
            after: text(Some(event.new)),
            added,
        }
    }

    /// The factor of a dimension, if it has exactly one.
    fn factor_of(&self, cause: Cause, tensor: TensorId, dim: usize) -> Option<usize> {
        let problem = self.explainer.problem();
        let op = match cause {
            Cause::Op(id) => &problem.ops[id],
            Cause::Boundary(index) => &problem.boundary[index as usize],
            Cause::Group(_) | Cause::Annotation => return None,
        };
        let rule = problem.rule_of(op.rule?);
        let slot = problem.slots(op).iter().position(|slot| slot.tensor == tensor)?;
        match &rule.tensors().nth(slot)?.dims.get(dim)?[..] {
            [one] => Some(partita_base::Id::index(*one)),
            _ => None,
        }
    }
}

/// The axes that each dimension has gained.
fn added_axes(old: Option<&TensorSharding>, new: &TensorSharding) -> Vec<(usize, Vec<AxisRef>)> {
    let had = |dim: usize, axis: &AxisRef| {
        let dims = old.map_or(&[][..], TensorSharding::dims);
        dims.get(dim).is_some_and(|dim| dim.axes.iter().any(|other| other.contains(*axis)))
    };
    let dims = new.dims().iter().enumerate().map(|(dim, sharding)| {
        let axes = sharding.axes.iter().filter(|axis| !had(dim, axis));
        (dim, axes.copied().collect::<Vec<_>>())
    });
    dims.filter(|(_, axes)| !axes.is_empty()).collect()
}

impl View for StepsView {
    fn text(&self) -> String {
        if let (true, [step]) = (self.is_single, &self.shown[..]) {
            return step.detail(self.steps);
        }
        let mut table = Table::default();
        for step in self.shown.iter().take(self.limit) {
            table.row([
                format!("{:>4}", step.step),
                step.op.strip_prefix("stablehlo.").unwrap_or(&step.op).to_string(),
                step.axes.join(" "),
                step.factors.join(" "),
                // The usual strategy is not repeated in every line.
                step.layer.replace("op priority ", "p").replace(", aggressive", ""),
                step.targets(),
            ]);
        }
        let more = match self.shown.len().saturating_sub(self.limit) {
            0 => String::new(),
            more => format!("   … {more} more\n"),
        };
        let count = if self.steps == 1 { "1 step".to_string() } else { format!("{} steps", self.steps) };
        let shown = match self.shown.len() == self.steps {
            true => String::new(),
            false => format!("; {} of them selected", self.shown.len()),
        };
        format!("{count}{shown}; pN is the op priority\n{}{more}", table.render(""))
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl StepView {
    /// The changed dimensions: `%7 dim 0, %9 dim 1`, at most three.
    fn targets(&self) -> String {
        const MOST: usize = 3;
        let dims = self.changed.iter().map(|change| {
            let dims: Vec<String> = change.added.iter().map(|(dim, _)| dim.to_string()).collect();
            if dims.is_empty() {
                change.value.clone()
            } else {
                format!("{} dim {}", change.value, dims.join("+"))
            }
        });
        let mut shown: Vec<String> = dims.take(MOST).collect();
        if self.changed.len() > MOST {
            shown.push(format!("{} more", self.changed.len() - MOST));
        }
        shown.join(", ")
    }

    /// The step in full.
    fn detail(&self, steps: usize) -> String {
        let along = if self.factors.is_empty() {
            String::new()
        } else {
            format!(" along {}", self.factors.join(", "))
        };
        let mut out = format!("step {} of {steps}: {} ({})\n", self.step, self.op, self.place);
        out += &format!("propagates {}{along} [{}]\n", self.axes.join(", "), self.layer);
        let mut table = Table::default();
        for change in &self.changed {
            table.row([change.value.clone(), change.before.clone(), format!("→ {}", change.after)]);
        }
        out + &table.render("  ")
    }
}
