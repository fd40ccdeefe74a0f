//! A whole propagation at a glance: every value with its sharding, every conflict.

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Module, ValueId};
use partita_propagate::{Stop, Trace};
use serde::Serialize;

use crate::labels::TextNames;
use crate::view::{View, json_as_declared};
use crate::why::{Answers, BlameView};

/// A value after propagation.
#[derive(Clone, Debug, Serialize)]
pub struct ShardedValue {
    /// What the file calls it.
    pub name: String,
    /// Its MLIR type.
    pub r#type: String,
    /// Its sharding in sdy's words.
    pub sharding: Option<String>,
    /// Type and sharding in short.
    pub short: String,
    /// The shape on one device.
    pub local_shape: Vec<u64>,
}

impl ShardedValue {
    /// Whether any dimension is split.
    pub fn is_sharded(&self) -> bool {
        self.short.contains('@')
    }
}

/// A warning.
#[derive(Clone, Debug, Serialize)]
pub struct WarningView {
    /// Its code.
    pub code: String,
    /// What it says.
    pub message: String,
    /// The line it is about.
    pub line: usize,
}

/// What propagation did.
#[derive(Clone, Debug, Serialize)]
pub struct PropagationView {
    /// `fixed point` or `step limit`.
    pub stop: &'static str,
    /// Visits that changed a sharding.
    pub steps: u64,
    /// All visits.
    pub visits: u64,
    /// What is worth knowing.
    pub warnings: Vec<WarningView>,
    /// Every value that the file names, in order.
    pub values: Vec<ShardedValue>,
    /// Every place where the tensors of an op do not agree.
    pub conflicts: Vec<BlameView>,
}

/// How a run ended, in words.
pub(crate) fn stop_text(stop: Stop) -> &'static str {
    match stop {
        Stop::FixedPoint => "fixed point",
        Stop::StepLimit => "step limit",
    }
}

/// One line about a run, which need not be traced.
pub fn propagation_summary(run: &Run) -> String {
    let problem = &run.problem.problem;
    let sharded = problem.tensors.iter().filter(|(_, tensor)| {
        let sharding = tensor.sharding.map(|id| problem.sharding_of(id));
        sharding.is_some_and(|sharding| sharding.dims().iter().any(|dim| !dim.axes.is_empty()))
    });
    let steps = match run.outcome.steps {
        1 => "1 step".to_string(),
        steps => format!("{steps} steps"),
    };
    let (stop, visits) = (stop_text(run.outcome.stop), run.outcome.visits);
    let (sharded, all) = (sharded.count(), problem.tensors.len());
    format!("{stop} after {steps} and {visits} visits; {sharded} of {all} tensors sharded")
}

impl View for PropagationView {
    /// The conflicts.
    fn text(&self) -> String {
        self.render_conflicts()
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl PropagationView {
    /// The view of a traced run.
    pub fn new(module: &Module, source: &Source, names: &TextNames, run: &mut Run, trace: &Trace) -> Self {
        let stop = stop_text(run.outcome.stop);
        let (steps, visits) = (run.outcome.steps, run.outcome.visits);
        let warning = |d: &partita_base::Diagnostic| WarningView {
            code: d.code.to_string(),
            message: d.message.clone(),
            line: source.position(d.span.start).line,
        };
        let warnings = run.warnings.iter().map(warning).collect();
        let mut answers = Answers::new(module, source, names, run, trace);
        let values = (0..module.value_count()).map(ValueId::from_index);
        let values = values.filter_map(|value| answers.listed_value(value)).collect();
        let conflicts = answers.conflicts();
        Self { stop, steps, visits, warnings, values, conflicts }
    }

    /// The conflicts as text.
    pub fn render_conflicts(&self) -> String {
        if self.conflicts.is_empty() {
            return "no conflicts\n".into();
        }
        let texts: Vec<String> = self.conflicts.iter().map(BlameView::render_conflict).collect();
        let count = match self.conflicts.len() {
            1 => "1 conflict".to_string(),
            count => format!("{count} conflicts"),
        };
        format!("{}{count}\n", texts.concat())
    }
}
