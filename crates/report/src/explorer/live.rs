//! The explorer page while a server keeps it up to date: its state, what an edit changed, and why one is refused.

use partita_base::{Diagnostics, Source, Span};
use partita_ir::ValueName;
use serde::Serialize;

use super::model::{ExplorerView, ValueKey};
use crate::cost::picoseconds;
use crate::page::{ReportView, ShownFinding};
use crate::visible::{visible, visible_line};

/// The state of a page that can be edited.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LiveView {
    /// The number of states so far.
    pub version: u64,
    /// How many changes can be undone.
    pub undo: usize,
    /// Whether the program differs from its file.
    pub is_edited: bool,
    /// The file that the program can be written to, if there is one.
    pub output: Option<String>,
    /// Why the file on disk is not shown, if it cannot be read.
    pub notice: Option<String>,
    /// The last change.
    pub last: Option<ChangeView>,
}

/// The figures of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Figures {
    /// The bytes that one device sends at most.
    sent: u64,
    /// The peak memory of a device.
    peak: u64,
    /// The number of collectives.
    collectives: usize,
    /// Picoseconds of a step, if the hardware is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<u64>,
}

/// What a change did: the figures before and after it.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeView {
    /// The change in words.
    what: String,
    before: Option<Figures>,
    after: Option<Figures>,
}

impl ChangeView {
    /// Compares two states of a program.
    pub fn new(what: &str, before: &ReportView, after: &ReportView) -> Self {
        Self { what: visible_line(what).into_owned(), before: figures(before), after: figures(after) }
    }
}

/// The figures of all modules; `None` if one of them has no local program.
fn figures(view: &ReportView) -> Option<Figures> {
    let mut all = Figures::default();
    for part in &view.parts {
        let costs = part.partitioned.as_ref()?;
        all.sent = all.sent.saturating_add(costs.comms.bytes);
        all.peak = all.peak.max(costs.memory.per_device.peak);
        all.collectives += costs.comms.collectives.len();
        if let Some(cost) = &costs.cost {
            all.step = Some(all.step.unwrap_or(0).saturating_add(picoseconds(cost.step_seconds)));
        }
    }
    Some(all)
}

impl ExplorerView {
    /// The name, at its definition, of the value with this number on the page.
    pub fn value_name(&self, number: usize) -> Option<ValueName> {
        let known = self.value_by_name.iter().find(|(_, value)| **value == number);
        known.map(|(&ValueKey(start, number), _)| {
            let start = start as usize;
            ValueName { span: Span::new(start, start + 1), number }
        })
    }
}

#[derive(Serialize)]
struct Refusal<'a> {
    findings: Vec<RefusalFinding<'a>>,
}

#[derive(Serialize)]
struct RefusalFinding<'a> {
    severity: &'a str,
    code: &'a str,
    message: String,
    help: Option<String>,
    text: String,
}

/// The errors that prevent an edit, as JSON.
pub fn refusal_json(source: &Source, found: &Diagnostics) -> String {
    refusal_of_findings(&ShownFinding::all(source, found))
}

/// The errors among findings, as JSON.
pub fn refusal_of_findings(findings: &[ShownFinding]) -> String {
    let errors = findings.iter().filter(|shown| shown.finding.severity == "error");
    let findings = errors.map(|shown| RefusalFinding {
        severity: shown.finding.severity,
        code: &shown.finding.code,
        message: visible_line(&shown.finding.message).into_owned(),
        help: shown.finding.help.as_deref().map(|help| visible_line(help).into_owned()),
        text: visible(&shown.text).into_owned(),
    });
    let refusal = Refusal { findings: findings.collect() };
    serde_json::to_string(&refusal).expect("views are plain data")
}
