//! Diagnostics for people and for programs.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use partita_base::{Code, Diagnostic, Diagnostics, Severity, Source, Span};
use serde::Serialize;
use serde_json::json;

use crate::view::{View, json_by_name};
use crate::visible::rendered;
use crate::{visible, visible_line};

/// Whether to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Plain text.
    Off,
    /// ANSI colours.
    On,
}

/// Lines longer than this are shown only around the place that matters.
const LONGEST_LINE: usize = 160;

/// Renders findings with the source lines they point at, one after the other.
pub fn render_diagnostics(source: &Source, diagnostics: &Diagnostics, color: Color) -> String {
    let renderer = match color {
        Color::Off => Renderer::plain(),
        Color::On => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(LONGEST_LINE);
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        out.push_str(&rendered(&renderer.render(&[group(source, diagnostic)])));
        out.push_str("\n\n");
    }
    out
}

/// One line: how many errors and warnings there are.
pub fn summary(diagnostics: &Diagnostics) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    if diagnostics.errors() > 0 {
        parts.push(count(diagnostics.errors(), "error"));
    }
    if diagnostics.warnings() > 0 {
        parts.push(count(diagnostics.warnings(), "warning"));
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

/// The lines that the diagnostic and its labels point at: labels close to the main place share its
/// snippet, so that a large file costs no more than a small one.
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

/// The whole lines around a span, and where they begin. Of very long lines only the neighbourhood is taken.
fn window(source: &Source, span: Span) -> (Snippet<'_, annotate_snippets::Annotation<'_>>, usize) {
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

/// A span that lies in the text, is at least one character long and is cut on characters.
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

/// A place in a text.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The file.
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

/// A second place of a diagnostic.
#[derive(Clone, Debug, Serialize)]
pub struct LabelView {
    /// Where.
    pub place: Place,
    /// What about it.
    pub text: String,
}

/// A diagnostic as data.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticView {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The stable code.
    pub code: String,
    /// The sentence.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Further places.
    pub labels: Vec<LabelView>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

/// Findings in a text as JSON.
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

/// One error that is at no place of a text.
#[derive(Clone, Debug)]
pub struct RefusalView {
    /// The stable code.
    pub code: Code,
    /// The sentence.
    pub message: String,
    /// What to do; empty if nothing would help.
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

/// One line about a file in which nothing is wrong: its modules, where there are several, and how many ops or nodes there are.
pub fn no_errors_line(file: &str, modules: usize, count: usize, unit: &str) -> String {
    let modules = if modules == 1 { String::new() } else { format!("{modules} modules, ") };
    format!("{file}: {modules}{count} {unit}, no errors\n")
}

/// Findings as data.
pub fn diagnostics_list(source: &Source, diagnostics: &Diagnostics) -> Vec<DiagnosticView> {
    let place = |span: Span| {
        let position = source.position(span.start);
        Place {
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
    };
    diagnostics.iter().map(view).collect()
}
