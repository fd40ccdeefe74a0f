//! A sharding that was searched for: its annotations, what it costs, and how far it may be from the best one.

use partita_auto::{Outcome, StopReason};
use serde::Serialize;

use crate::cost::seconds_text;
use crate::jax_lines::JaxLinesView;
use crate::show::byte_text;
use crate::table::Table;
use crate::view::{View, json_as_declared};
use crate::visible_line;

/// What an annotated program costs on each device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PlanFigures {
    /// Seconds of one step.
    pub step_seconds: f64,
    /// The maximum number of bytes in use at the same time.
    pub peak_bytes: u64,
    /// Bytes that a device sends in one step.
    pub sent_bytes: u64,
    /// The collectives of one step.
    pub collectives: u64,
}

/// A plan that the answer is compared with.
#[derive(Clone, Debug, Serialize)]
pub struct PlanRowView {
    /// Its name: `as annotated`, `data parallel`, `FSDP`, `Megatron`.
    pub name: String,
    /// What its axes are for.
    pub axes: String,
    /// What it costs; absent if the program has no such plan.
    #[serde(flatten)]
    pub figures: Option<PlanFigures>,
    /// Why the program has no such plan.
    pub reason: Option<String>,
    /// Whether it lacks the annotations of the program that this plan keeps.
    pub without_annotations: bool,
}

impl PlanRowView {
    fn title(&self) -> String {
        let lacks = if self.without_annotations { " (without the annotations)" } else { "" };
        format!("{}{lacks}", self.name)
    }
}

/// What the model of a search answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ModelAnswer {
    /// Shardings that fit into memory.
    Plan,
    /// No plan fits into memory.
    NoPlan,
    /// No plan that fits into memory was found; there may be one.
    NoneFound,
    /// Nothing: the search ended before the model was built.
    Unsearched,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SearchEnd {
    /// The plan is proven to be the fastest in the model.
    Optimal,
    /// The plan is proven to be the fastest of the layouts that the model has, which are not all of them.
    Shortened,
    /// The time limit is reached.
    TimeLimit,
    /// The rounds are complete.
    Rounds,
    /// The user or the observer ended it.
    Cancelled,
    /// No plan that fits into memory exists, or none was found.
    Memory,
}

impl From<StopReason> for SearchEnd {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Optimal => Self::Optimal,
            StopReason::TimeLimit => Self::TimeLimit,
            StopReason::Cancelled => Self::Cancelled,
            _ => Self::Rounds,
        }
    }
}

/// What the search proved about its own model of the program.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateView {
    /// Seconds of the plan in the model: all kernels and collectives one after the other.
    pub model_seconds: f64,
    /// No plan takes less in the model, among the layouts that it has.
    pub bound_seconds: f64,
    /// Seconds of the same plan in the estimate, once it is annotated and partitioned, also one after the other. Absent until it is.
    pub estimate_seconds: Option<f64>,
    /// The difference of the seconds in the model and the bound, relative to the bound. Absent if the bound proves nothing: if it is
    /// zero, or if layouts were left out.
    pub gap: Option<f64>,
    /// Whether both are equal, and no layouts were left out.
    pub optimal: bool,
    /// Ops and tensors of whose layouts the model has only a part. A plan with one of the others may be faster or need less memory.
    pub shortened: usize,
    /// What the model answered. Without a plan, the seconds are zero.
    pub answer: ModelAnswer,
    /// Why the search ended.
    pub reason: SearchEnd,
    /// The rounds of the search.
    pub rounds: u64,
    /// Ops with a choice of their own.
    pub nodes: usize,
    /// Tensors between them.
    pub edges: usize,
}

impl CertificateView {
    /// The certificate of an answer of the solver.
    pub fn new(outcome: &Outcome, nodes: usize, edges: usize) -> Self {
        Self {
            model_seconds: outcome.cost,
            bound_seconds: outcome.bound,
            estimate_seconds: None,
            gap: Some(outcome.gap()).filter(|gap| gap.is_finite()),
            optimal: outcome.is_optimal(),
            shortened: 0,
            answer: ModelAnswer::Plan,
            reason: outcome.reason.into(),
            rounds: outcome.rounds,
            nodes,
            edges,
        }
    }

    /// Goes on with another plan, which takes this many seconds in the model. The bound holds for it too.
    pub fn replace_plan(&mut self, seconds: f64) {
        self.model_seconds = seconds;
        self.estimate_seconds = None;
        self.optimal &= seconds <= self.bound_seconds;
        let above = (seconds / self.bound_seconds - 1.0).max(0.0);
        self.gap = self.gap.filter(|_| above.is_finite()).map(|_| above);
    }

    /// The same certificate if layouts of some ops and tensors were left out.
    pub fn shortened(self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        let reason = if self.reason == SearchEnd::Optimal { SearchEnd::Shortened } else { self.reason };
        Self { gap: None, optimal: false, shortened: count, reason, ..self }
    }

    /// The certificate of a search that found no plan of its model within the memory limit.
    pub fn without_plan(answer: ModelAnswer, reason: SearchEnd, (nodes, edges): (usize, usize)) -> Self {
        Self { answer, nodes, edges, ..Self::unsearched(reason) }
    }

    /// The certificate of a search that ended before its model was built.
    pub fn unsearched(reason: SearchEnd) -> Self {
        Self {
            model_seconds: 0.0,
            bound_seconds: 0.0,
            estimate_seconds: None,
            gap: None,
            optimal: false,
            shortened: 0,
            answer: ModelAnswer::Unsearched,
            reason,
            rounds: 0,
            nodes: 0,
            edges: 0,
        }
    }

    fn text(&self) -> String {
        let cancelled = if self.reason == SearchEnd::Cancelled { ", cancelled" } else { "" };
        match self.answer {
            ModelAnswer::Plan => {}
            ModelAnswer::NoPlan => return "search: no plan of its model fits into memory".into(),
            ModelAnswer::NoneFound => {
                return format!("search: no plan of its model that fits into memory was found{cancelled}");
            }
            ModelAnswer::Unsearched => {
                let over = if cancelled.is_empty() { ", the time is over" } else { cancelled };
                return format!("search: ended before its model was built{over}");
            }
        }
        let of = match self.shortened {
            0 => "in its model".to_string(),
            1 => "of the layouts in its model, which leaves out some of 1 tensor or op".to_string(),
            count => {
                format!("of the layouts in its model, which leaves out some of {count} tensors and ops")
            }
        };
        if self.optimal || self.reason == SearchEnd::Shortened {
            return format!("search: its plan is the fastest {of}");
        }
        if self.bound_seconds <= 0.0 {
            return format!("search: nothing is proven about its plan{cancelled}");
        }
        // Rounded up, so that it never promises too much.
        let percent = ((self.model_seconds / self.bound_seconds - 1.0) * 1e4).ceil() / 100.0;
        format!("search: its plan takes at most {percent} % more than the fastest {of}{cancelled}")
    }
}

/// The shardings of a plan for an ONNX model, as options of its commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShardLinesView {
    /// The axes of the mesh.
    pub mesh: String,
    /// Tensors and their shardings in short form.
    pub shardings: Vec<(String, String)>,
}

impl ShardLinesView {
    fn text(&self) -> String {
        let mut out = format!("`OnMesh` {}\n", quoted(&self.mesh));
        for (tensor, sharding) in &self.shardings {
            out.push_str(&format!("`OnMesh::shard` {}\n", quoted(&format!("{tensor}={sharding}"))));
        }
        out
    }
}

/// An argument as a shell reads it.
fn quoted(text: &str) -> String {
    let text = visible_line(text);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "=,._-/:".contains(c);
    if text.chars().all(is_plain) { text.into_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The annotations of a plan, as the front end of the program writes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PlanLinesView {
    /// Lines of JAX.
    Jax(JaxLinesView),
    /// Options of the commands for ONNX models.
    Shard(ShardLinesView),
}

impl PlanLinesView {
    fn text(&self) -> String {
        match self {
            PlanLinesView::Jax(lines) => lines.text(),
            PlanLinesView::Shard(lines) => lines.text(),
        }
    }
}

/// The answer of a search for a sharding.
#[derive(Clone, Debug, Serialize)]
pub struct ShardingPlanView {
    /// The axes of the mesh, such as `data=8,model=4`.
    pub mesh: String,
    /// The name of the hardware.
    pub hardware: String,
    /// The number of devices.
    pub devices: u64,
    /// The most memory that a device may use.
    pub memory_limit: u64,
    /// What the plan costs.
    #[serde(flatten)]
    pub figures: PlanFigures,
    /// Where it comes from: `search`, or the name of a row that is faster.
    pub origin: String,
    /// What is proven about it.
    pub certificate: CertificateView,
    /// Plans to compare it with.
    pub rows: Vec<PlanRowView>,
    /// The number of annotations.
    pub annotated: usize,
    /// As lines of JAX, or as options for an ONNX model; those that suffice.
    pub annotations: PlanLinesView,
    /// What the search could not use.
    pub notes: Vec<String>,
    /// Other meshes that were tried, with the seconds of a step.
    pub meshes: Vec<(String, f64)>,
}

impl ShardingPlanView {
    fn table(&self) -> String {
        let mut table = Table::default();
        table.row(["", "step", "sent", "collectives", "peak"].map(String::from));
        let cells = |name: &str, figures: &PlanFigures| {
            let PlanFigures { step_seconds, peak_bytes, sent_bytes, collectives } = *figures;
            let mut peak = byte_text(peak_bytes);
            if peak_bytes > self.memory_limit {
                peak = format!("{peak}, out of memory");
            }
            [
                name.to_string(),
                seconds_text(step_seconds),
                byte_text(sent_bytes),
                collectives.to_string(),
                peak,
            ]
        };
        table.row(cells("this plan", &self.figures));
        for row in &self.rows {
            if let Some(figures) = &row.figures {
                table.row(cells(&row.title(), figures));
            }
        }
        let mut text = table.render("");
        // Below the table: a reason would make one of its columns wide.
        for row in self.rows.iter().filter(|row| row.figures.is_none()) {
            text += &format!("{}: none, {}\n", row.title(), row.reason.as_deref().unwrap_or("not possible"));
        }
        text
    }
}

impl View for ShardingPlanView {
    fn text(&self) -> String {
        let PlanFigures { step_seconds, peak_bytes, .. } = self.figures;
        let from = if self.origin == "search" { String::new() } else { format!(" ({})", self.origin) };
        let mut out = format!(
            "best plan{from}: {} per step on {} ({}), {} peak of {}\n{}\n",
            seconds_text(step_seconds),
            if self.devices == 1 { "1 device".to_string() } else { format!("{} devices", self.devices) },
            self.mesh,
            byte_text(peak_bytes),
            byte_text(self.memory_limit),
            self.certificate.text(),
        );
        let CertificateView { model_seconds, bound_seconds, estimate_seconds, .. } = self.certificate;
        if self.certificate.answer == ModelAnswer::Plan {
            let estimate = estimate_seconds.map(|seconds| format!(", estimate {}", seconds_text(seconds)));
            out.push_str(&format!(
                "model {}, bound {}{}, without overlap of computation and communication\n",
                seconds_text(model_seconds),
                seconds_text(bound_seconds),
                estimate.unwrap_or_default()
            ));
        }
        out.push('\n');
        out.push_str(&self.table());
        if !self.meshes.is_empty() {
            out.push_str("\nmeshes tried\n");
            for (mesh, seconds) in &self.meshes {
                out.push_str(&format!("  {mesh}  {}\n", seconds_text(*seconds)));
            }
        }
        out.push('\n');
        out.push_str(&self.annotations.text());
        for note in &self.notes {
            out.push_str(&format!("note: {note}\n"));
        }
        out
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_relative_to_the_bound() {
        let text = |model_seconds, bound_seconds| {
            let (answer, none) = (ModelAnswer::Plan, CertificateView::unsearched(SearchEnd::Rounds));
            CertificateView { model_seconds, bound_seconds, answer, ..none }.text()
        };
        assert_eq!(text(3.0, 2.0), "search: its plan takes at most 50 % more than the fastest in its model");
        assert_eq!(text(3.0, 0.0), "search: nothing is proven about its plan");
    }

    #[test]
    fn nothing_is_proven_about_layouts_that_were_left_out() {
        let none = CertificateView::unsearched(SearchEnd::Optimal);
        let proven = CertificateView { gap: Some(0.0), optimal: true, answer: ModelAnswer::Plan, ..none };
        assert_eq!(proven.clone().shortened(0).text(), "search: its plan is the fastest in its model");
        let mut shortened = proven.shortened(2);
        let text = "search: its plan is the fastest of the layouts in its model, which leaves out some of 2 tensors and ops";
        assert_eq!(shortened.text(), text);
        let json = json_as_declared(&shortened);
        for line in [r#""gap": null"#, r#""optimal": false"#, r#""shortened": 2"#, r#""reason": "shortened""#]
        {
            assert!(json.contains(line), "{json}");
        }
        shortened.replace_plan(1.0);
        assert_eq!((shortened.gap, shortened.optimal), (None, false));
    }

    #[test]
    fn a_search_without_a_model_states_why() {
        let text = |reason| CertificateView::unsearched(reason).text();
        let ended = "search: ended before its model was built";
        assert_eq!(text(SearchEnd::TimeLimit), format!("{ended}, the time is over"));
        assert_eq!(text(SearchEnd::Cancelled), format!("{ended}, cancelled"));
        let json = json_as_declared(&CertificateView::unsearched(SearchEnd::TimeLimit));
        assert!(json.contains(r#""reason": "time_limit""#), "{json}");
    }
}
