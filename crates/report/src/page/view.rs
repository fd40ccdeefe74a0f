//! The data of a page.

use partita_base::{Diagnostics, Source};
use serde::Serialize;

use crate::diagnostic::DiagnosticView;
use crate::explained_propagation::ExplainedPropagationView;
use crate::program::ProgramView;
use crate::view::json_as_declared;
use crate::{
    Color, CommsFixView, CommsView, ExplorerView, MemoryView, ModuleView, StepCostView, diagnostics_list,
    render_diagnostics,
};

/// A diagnostic as data and as text.
#[derive(Clone, Debug, Serialize)]
pub struct ShownFinding {
    /// The diagnostic with resolved positions.
    #[serde(flatten)]
    pub finding: DiagnosticView,
    /// The rendered diagnostic with its source lines.
    pub text: String,
    /// The location in a model, which has no lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
}

impl ShownFinding {
    /// All diagnostics of a text.
    pub fn all(source: &Source, diagnostics: &Diagnostics) -> Vec<Self> {
        let views = diagnostics_list(source, diagnostics);
        let shown = diagnostics.iter().zip(views).map(|(diagnostic, finding)| {
            let mut one = Diagnostics::default();
            one.push(diagnostic.clone());
            let text = render_diagnostics(source, &one, Color::Off);
            Self { finding, text: text.trim_end().to_string(), location: None }
        });
        shown.collect()
    }
}

/// The memory of a device over a program. Long programs are divided into sections.
#[derive(Clone, Debug, Serialize)]
pub struct CourseView {
    /// The number of points: before the first op, and during each op of the entry function.
    pub ops: usize,
    /// The number of points per section.
    pub stretch: usize,
    /// The maximum number of bytes in each section.
    pub bytes: Vec<u64>,
    /// The line of that maximum.
    pub lines: Vec<usize>,
}

impl CourseView {
    /// The maximum number of sections.
    const MOST: usize = 480;

    /// Creates the view from the bytes and the line at each point.
    pub fn new(bytes: &[u64], lines: &[usize]) -> Self {
        let stretch = bytes.len().div_ceil(Self::MOST).max(1);
        let (mut most, mut at) = (Vec::new(), Vec::new());
        for (bytes, lines) in bytes.chunks(stretch).zip(lines.chunks(stretch)) {
            let largest = bytes.iter().copied().max().unwrap_or(0);
            let first = bytes.iter().position(|&bytes| bytes == largest).unwrap_or(0);
            most.push(largest);
            at.push(lines.get(first).copied().unwrap_or(0));
        }
        Self { ops: bytes.len(), stretch, bytes: most, lines: at }
    }
}

/// The costs of the local program.
#[derive(Clone, Debug, Serialize)]
pub struct CostView {
    /// Its communication.
    pub comms: CommsView,
    /// Its peak memory on each device.
    pub memory: MemoryView,
    /// Its memory over the program.
    pub course: CourseView,
    /// The time of a step, if the hardware is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<StepCostView>,
    /// What removes the largest groups of collectives by source line, if it was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixes: Option<Vec<CommsFixView>>,
}

impl CostView {
    /// Creates the view from its parts.
    pub fn new(comms: CommsView, memory: MemoryView) -> Self {
        let course = memory.course.clone();
        Self { comms, memory, course, cost: None, fixes: None }
    }

    /// Adds the time of a step, if the hardware is given.
    pub fn with_cost(self, cost: Option<StepCostView>) -> Self {
        Self { cost, ..self }
    }
}

/// One module of a file.
#[derive(Clone, Debug, Serialize)]
pub struct PartView {
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of further diagnostics that are not stored.
    pub findings_left_out: usize,
    /// The diagnostics, in text order.
    pub findings: Vec<ShownFinding>,
    /// The contents of the module; absent if it is invalid.
    pub module: Option<ModuleView>,
    /// The text of the module.
    pub program: ProgramView,
    /// The result of propagation; absent if it did not run.
    pub propagation: Option<ExplainedPropagationView>,
    /// The costs of the partitioned program; absent if there is none.
    pub partitioned: Option<CostView>,
    /// The data of the explorer. Only pages show it.
    #[serde(skip)]
    pub explorer: ExplorerView,
}

#[cfg(feature = "onnx")]
impl PartView {
    /// Adds the findings about a model. The line of a finding is the number of its node.
    pub fn add_model_findings(&mut self, file: &str, findings: &[partita_onnx::Finding]) {
        use partita_base::Severity;
        let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        (self.errors, self.warnings) = (count(Severity::Error), count(Severity::Warning));
        let shown = |finding: &partita_onnx::Finding| ShownFinding {
            finding: DiagnosticView {
                severity: if finding.severity == Severity::Error { "error" } else { "warning" },
                code: finding.code.to_string(),
                message: finding.message.clone(),
                place: crate::TextPosition {
                    file: file.to_string(),
                    start: 0,
                    end: 0,
                    line: finding.location.node.unwrap_or(0),
                    column: 1,
                },
                labels: Vec::new(),
                notes: Vec::new(),
                help: finding.help.clone(),
                fix: None,
            },
            text: crate::render_findings(file, std::slice::from_ref(finding), Color::Off)
                .trim_end()
                .to_string(),
            location: Some(finding.location.to_string()),
        };
        self.findings = findings.iter().map(shown).collect();
    }
}

impl PartView {
    /// A part without a text, such as a model or a plan.
    pub fn of_explorer(explorer: ExplorerView) -> Self {
        let program = ProgramView { lines: Vec::new(), left_out: 0, aliases: 0 };
        Self {
            errors: 0,
            warnings: 0,
            findings_left_out: 0,
            findings: Vec::new(),
            module: None,
            program,
            propagation: None,
            partitioned: None,
            explorer,
        }
    }
}

/// A page about a file.
#[derive(Clone, Debug, Serialize)]
pub struct ReportView {
    /// The title of the page.
    pub title: String,
    /// The name of the input file.
    pub file: String,
    /// The options that differ from their defaults.
    pub options: Vec<String>,
    /// The modules of the file, in order, then those of the second file.
    pub parts: Vec<PartView>,
    /// The second file, if two are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherFile>,
}

/// The second file of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct OtherFile {
    /// The name of the file.
    pub file: String,
    /// The index of its first module.
    pub part: usize,
}

impl ReportView {
    /// A page about a file with one part.
    pub fn of_one(file: &str, part: PartView) -> Self {
        let title = format!("Sharding of {file}");
        Self { title, file: file.to_string(), options: Vec::new(), parts: vec![part], other: None }
    }

    /// Adds the report on a second file, to compare both.
    pub fn compare_with(&mut self, second: ReportView) {
        self.title = format!("{} compared with {}", second.file, self.file);
        self.other = Some(OtherFile { file: second.file, part: self.parts.len() });
        self.parts.extend(second.parts);
    }

    /// The data of the page as JSON.
    pub fn json(&self) -> String {
        json_as_declared(self)
    }

    /// Whether any module has errors.
    pub fn has_errors(&self) -> bool {
        self.parts.iter().any(|part| part.errors > 0)
    }
}
