//! The result of propagation: every value with its sharding, and every conflict.

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Module, ValueId};
use partita_propagate::{Stop, Trace};
use serde::Serialize;

use crate::labels::TextNames;
use crate::sources::name_layers;
use crate::view::{View, json_as_declared};
use crate::why::Answers;
use crate::why_view::BlameView;

/// A value after propagation.
#[derive(Clone, Debug, Serialize)]
pub struct ShardedValue {
    /// The name in the file.
    pub name: String,
    /// The MLIR type.
    pub r#type: String,
    /// The sharding in sdy notation, if the value has one.
    pub sharding: Option<String>,
    /// Type and sharding in short notation: `f32[16@x,8]`.
    pub short: String,
    /// Type and sharding in the notation of the user, unless that is the short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The shape on one device.
    pub local_shape: Vec<u64>,
}

impl ShardedValue {
    /// Whether any dimension is sharded.
    pub fn is_sharded(&self) -> bool {
        self.short.contains('@')
    }
}

/// A warning of propagation.
#[derive(Clone, Debug, Serialize)]
pub struct WarningView {
    /// The stable code, such as `PA0406`.
    pub code: String,
    /// One lower-case sentence.
    pub message: String,
    /// The line that it refers to.
    pub line: usize,
}

/// The result of a propagation run.
#[derive(Clone, Debug, Serialize)]
pub struct PropagationView {
    /// `fixed point` or `step limit`.
    pub stop: &'static str,
    /// The number of visits that changed a sharding.
    pub steps: u64,
    /// The number of all visits.
    pub visits: u64,
    /// The warnings of the run.
    pub warnings: Vec<WarningView>,
    /// Every value with a name in the file, in order.
    pub values: Vec<ShardedValue>,
    /// Every conflict between the tensors of an op.
    pub conflicts: Vec<BlameView>,
}

/// The reason why a run stopped, as text.
pub(crate) fn stop_text(stop: Stop) -> &'static str {
    match stop {
        Stop::FixedPoint => "fixed point",
        Stop::StepLimit => "step limit",
        Stop::Interrupted => "interrupted",
    }
}

/// A summary of a run in one line. The run need not be traced.
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
    /// The conflicts, as in [`PropagationView::render_conflicts`].
    fn text(&self) -> String {
        self.render_conflicts()
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl PropagationView {
    /// Creates the view of a traced run.
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
        let mut conflicts = answers.conflicts();
        name_layers(conflicts.iter_mut().map(|conflict| &mut conflict.source));
        Self { stop, steps, visits, warnings, values, conflicts }
    }

    /// The conflicts as text, followed by their number.
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
