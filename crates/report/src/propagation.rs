//! A whole propagation at a glance: every value with its sharding, every conflict.

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Module, ValueId};
use partita_propagate::{Stop, Trace};
use serde::Serialize;

use crate::labels::TextNames;
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

impl PropagationView {
    /// The view of a traced run.
    pub fn new(module: &Module, source: &Source, names: &TextNames, run: &mut Run, trace: &Trace) -> Self {
        let stop = match run.outcome.stop {
            Stop::FixedPoint => "fixed point",
            Stop::StepLimit => "step limit",
        };
        let (steps, visits) = (run.outcome.steps, run.outcome.visits);
        let warning = |d: &partita_base::Diagnostic| WarningView {
            code: d.code.to_string(),
            message: d.message.clone(),
            line: source.position(d.span.start).line,
        };
        let warnings = run.warnings.iter().map(warning).collect();
        let mut answers = Answers::new(module, source, names, run, trace);
        let values = (0..module.value_count()).map(ValueId::from_index);
        let values = values.filter_map(|value| answers.sharded_value(value)).collect();
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
