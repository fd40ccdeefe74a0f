//! Diagnostics as text and as JSON.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use partita_base::{Code, Diagnostic, Diagnostics, Severity, Source, Span};
use serde::Serialize;
use serde_json::json;

use crate::view::{View, counted, json_by_name};
use crate::visible::escape_rendered;
use crate::{visible, visible_line};

/// Whether to colour the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Plain text without escapes.
    Off,
    /// ANSI colour escapes.
    On,
}

/// Longer lines are shown only around the annotated text.
const LONGEST_LINE: usize = 160;

/// Renders diagnostics with the source lines that they refer to.
pub fn render_diagnostics(source: &Source, diagnostics: &Diagnostics, color: Color) -> String {
    let renderer = match color {
        Color::Off => Renderer::plain(),
        Color::On => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(LONGEST_LINE);
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        out.push_str(&escape_rendered(&renderer.render(&[group(source, diagnostic)])));
        out.push_str("\n\n");
    }
    out
}

/// The number of errors and warnings in one line.
pub fn diagnostics_summary(diagnostics: &Diagnostics) -> String {
    let mut parts = Vec::new();
    if diagnostics.errors() > 0 {
        parts.push(counted(diagnostics.errors() as u64, "error"));
    }
    if diagnostics.warnings() > 0 {
        parts.push(counted(diagnostics.warnings() as u64, "warning"));
    }
    if diagnostics.dropped() > 0 {
        parts.push(format!("{} not shown", diagnostics.dropped()));
    }
    parts.join(", ")
}

fn group<'a>(source: &'a Source, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code.to_string());
    let mut group = if source.text().is_empty() {
        title.element(Origin::path(visible_line(source.name())))
    } else {
        title.elements(snippets(source, diagnostic))
    };
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(visible(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    group
}

/// The source lines of the diagnostic and its labels. Labels near the primary span share its snippet; distant ones
/// get their own, so that a large file costs no more than a small one.
fn snippets<'a>(
    source: &'a Source,
    diagnostic: &'a Diagnostic,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    const NEAR: usize = 4000;
    let main = clamp(source, diagnostic.span);
    let near = |span: Span| span.start.abs_diff(main.start) as usize <= NEAR;
    let labels: Vec<(Span, &str)> =
        diagnostic.labels.iter().map(|label| (clamp(source, label.span), label.text.as_str())).collect();
    let together = labels.iter().filter(|(span, _)| near(*span)).fold(main, |all, (span, _)| all.to(*span));
    let (mut snippet, offset) = window(source, together);
    let shift = |span: Span| (span.start as usize - offset)..(span.end as usize - offset);
    snippet = snippet.annotation(AnnotationKind::Primary.span(shift(main)));
    for (span, text) in labels.iter().filter(|(span, _)| near(*span)) {
        snippet = snippet.annotation(AnnotationKind::Context.span(shift(*span)).label(visible(text)));
    }
    let mut snippets = vec![snippet];
    for (span, text) in labels.iter().filter(|(span, _)| !near(*span)) {
        let (snippet, offset) = window(source, *span);
        let range = (span.start as usize - offset)..(span.end as usize - offset);
        snippets.push(snippet.annotation(AnnotationKind::Context.span(range).label(visible(text))));
    }
    snippets
}

/// The full lines around a span, and their start. Very long lines are truncated to the neighbourhood of the span.
fn window(source: &Source, span: Span) -> (Snippet<'_, annotate_snippets::Annotation<'_>>, usize) {
    // In bytes, on either side: a generated file may be a single line of many megabytes.
    const NEIGHBOURHOOD: usize = 2000;
    let text = source.text();
    let mut low = (span.start as usize).saturating_sub(NEIGHBOURHOOD);
    while !text.is_char_boundary(low) {
        low -= 1;
    }
    let mut high = (span.end as usize + NEIGHBOURHOOD).min(text.len());
    while !text.is_char_boundary(high) {
        high += 1;
    }
    let start = text[low..span.start as usize].rfind('\n').map_or(low, |at| low + at + 1);
    let end = text[span.end as usize..high].find('\n').map_or(high, |at| span.end as usize + at);
    let line = source.position(span.start).line;
    (Snippet::source(&text[start..end]).line_start(line).path(visible_line(source.name())), start)
}

/// Moves a span into the text and to character boundaries.
fn clamp(source: &Source, span: Span) -> Span {
    let text = source.text();
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (span.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Span::new(start, end)
}

/// A span of a text with its line and column.
#[derive(Clone, Debug, Serialize)]
pub struct TextPosition {
    /// The name of the file.
    pub file: String,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub line: usize,
    /// Byte column of the first byte, from 1.
    pub column: usize,
}

/// A label at a secondary position.
#[derive(Clone, Debug, Serialize)]
pub struct LabelView {
    /// The position of the label.
    pub place: TextPosition,
    /// The text of the label.
    pub text: String,
}

/// A diagnostic with resolved positions.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticView {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The stable code.
    pub code: String,
    /// One lower-case sentence.
    pub message: String,
    /// The primary position.
    pub place: TextPosition,
    /// Labels at secondary positions.
    pub labels: Vec<LabelView>,
    /// Additional facts.
    pub notes: Vec<String>,
    /// How to fix it.
    pub help: Option<String>,
    /// The exact edit that fixes it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixView>,
}

/// An edit that fixes what a diagnostic reports.
#[derive(Clone, Debug, Serialize)]
pub struct FixView {
    /// The text to replace; empty for an insertion.
    pub place: TextPosition,
    /// The new text.
    pub replacement: String,
}

/// Diagnostics of a text as JSON.
pub fn diagnostics_json(source: &Source, diagnostics: &Diagnostics) -> String {
    #[derive(Serialize)]
    struct Findings<'s> {
        file: &'s str,
        errors: usize,
        warnings: usize,
        diagnostics: Vec<DiagnosticView>,
    }
    json_by_name(&Findings {
        file: source.name(),
        errors: diagnostics.errors(),
        warnings: diagnostics.warnings(),
        diagnostics: diagnostics_list(source, diagnostics),
    })
}

/// An error without a position.
#[derive(Clone, Debug)]
pub struct RefusalView {
    /// The stable code.
    pub code: Code,
    /// One lower-case sentence.
    pub message: String,
    /// How to fix it; empty if there is no advice.
    pub help: String,
}

impl View for RefusalView {
    fn text(&self) -> String {
        let Self { code, message, help } = self;
        let help = if help.is_empty() { String::new() } else { format!("  = help: {help}\n") };
        format!("error[{code}]: {message}\n{help}")
    }

    fn json(&self) -> String {
        let Self { code, message, help } = self;
        let json = json!({
            "diagnostics": [{"severity": "error", "code": code.to_string(), "message": message, "help": help}],
        });
        format!("{json:#}\n")
    }
}

/// One line about a file without errors: the number of modules, if there are several, and the number of ops or nodes. `unit` is in the singular.
pub fn no_errors_line(file: &str, modules: usize, count: usize, unit: &str) -> String {
    let modules = if modules == 1 { String::new() } else { format!("{modules} modules, ") };
    let plural = if count == 1 { "" } else { "s" };
    format!("{file}: {modules}{count} {unit}{plural}, no errors\n")
}

/// One line about a file that is within its budget, with the figures that have a limit in total: what, found, allowed.
pub fn within_budget_line(file: &str, budget: &str, totals: &[(&str, String, String)]) -> String {
    let totals = totals.iter().map(|(what, found, allowed)| format!("{what} {found} of {allowed}"));
    let totals = totals.collect::<Vec<_>>().join(", ");
    let end = if totals.is_empty() { String::new() } else { format!(": {totals}") };
    format!("{file}: within {budget}{end}\n")
}

/// Diagnostics with resolved positions.
pub fn diagnostics_list(source: &Source, diagnostics: &Diagnostics) -> Vec<DiagnosticView> {
    let place = |span: Span| {
        let position = source.position(span.start);
        TextPosition {
            file: source.name().to_string(),
            start: span.start,
            end: span.end,
            line: position.line,
            column: position.column,
        }
    };
    let view = |diagnostic: &Diagnostic| DiagnosticView {
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: diagnostic.code.to_string(),
        message: diagnostic.message.clone(),
        place: place(diagnostic.span),
        labels: diagnostic
            .labels
            .iter()
            .map(|label| LabelView { place: place(label.span), text: label.text.clone() })
            .collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
        fix: diagnostic
            .fix
            .as_ref()
            .map(|fix| FixView { place: place(fix.span), replacement: fix.replacement.clone() }),
    };
    diagnostics.iter().map(view).collect()
}
