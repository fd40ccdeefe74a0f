//! All that a page says, as data.

use partita_base::{Diagnostics, Source};
use serde::Serialize;

use crate::diagnostic::DiagnosticView;
use crate::program::ProgramView;
use crate::spread::SpreadView;
use crate::view::json_as_declared;
use crate::{Color, CommsView, MemoryView, ModuleView, diagnostics_list, render_diagnostics};

/// A finding, as data and as it is printed.
#[derive(Clone, Debug, Serialize)]
pub struct ShownFinding {
    /// The data.
    #[serde(flatten)]
    pub finding: DiagnosticView,
    /// With the lines of the text that it is about.
    pub text: String,
}

impl ShownFinding {
    /// All findings in a text.
    pub fn all(source: &Source, diagnostics: &Diagnostics) -> Vec<Self> {
        let views = diagnostics_list(source, diagnostics);
        let shown = diagnostics.iter().zip(views).map(|(diagnostic, finding)| {
            let mut one = Diagnostics::default();
            one.push(diagnostic.clone());
            let text = render_diagnostics(source, &one, Color::Off);
            Self { finding, text: text.trim_end().to_string() }
        });
        shown.collect()
    }
}

/// How much memory is needed over a program. Long programs are told in stretches.
#[derive(Clone, Debug, Serialize)]
pub struct CourseView {
    /// How many places it has: before the first op and during each op of the entry function.
    pub ops: usize,
    /// How many places are one stretch.
    pub stretch: usize,
    /// The most bytes in each stretch.
    pub bytes: Vec<u64>,
    /// The line of the text where that is.
    pub lines: Vec<usize>,
}

impl CourseView {
    /// Most stretches.
    const MOST: usize = 480;

    /// From the bytes and the line at each place.
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

/// What the program of every device costs.
#[derive(Clone, Debug, Serialize)]
pub struct CostView {
    /// What it sends.
    pub comms: CommsView,
    /// The memory it needs.
    pub memory: MemoryView,
    /// The same over the program.
    pub course: CourseView,
}

impl CostView {
    /// What a program sends, and the memory it needs.
    pub fn new(comms: CommsView, memory: MemoryView) -> Self {
        let course = memory.course.clone();
        Self { comms, memory, course }
    }
}

/// One module of a file.
#[derive(Clone, Debug, Serialize)]
pub struct PartView {
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings there are.
    pub warnings: usize,
    /// How many further findings are not kept.
    pub findings_left_out: usize,
    /// What was found.
    pub findings: Vec<ShownFinding>,
    /// What is in it; absent if it is not valid.
    pub module: Option<ModuleView>,
    /// Its text.
    pub program: ProgramView,
    /// What propagation did; absent if there was none.
    pub propagation: Option<SpreadView>,
    /// What its partitioned program costs; absent if there is none.
    pub partitioned: Option<CostView>,
}

/// A page about a file.
#[derive(Clone, Debug, Serialize)]
pub struct ReportView {
    /// What it is called.
    pub title: String,
    /// The file.
    pub file: String,
    /// How shardings were spread, where not by default.
    pub options: Vec<String>,
    /// Its modules.
    pub parts: Vec<PartView>,
}

impl ReportView {
    /// All of it as JSON.
    pub fn json(&self) -> String {
        json_as_declared(self)
    }

    /// Whether anything is wrong.
    pub fn has_errors(&self) -> bool {
        self.parts.iter().any(|part| part.errors > 0)
    }
}
