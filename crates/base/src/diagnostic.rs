//! Diagnostics: what is wrong, where, and what to do about it.

use std::fmt;

use crate::{Code, Span, SyntaxError};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Something a careful author would change.
    Warning,
    /// The program is wrong.
    Error,
}

/// A second place that matters to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it.
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The stable code, explained under `docs/errors`.
    pub code: Code,
    /// The place at fault.
    pub span: Span,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// Facts that help to understand, such as the Python line.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            span,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds a second place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

impl From<SyntaxError> for Diagnostic {
    fn from(error: SyntaxError) -> Self {
        let diagnostic = Diagnostic::error(error.code, error.span, error.message);
        match error.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Collects findings. Past [`Diagnostics::LIMIT`] they are counted but not kept, so that a hostile
/// file cannot fill memory with complaints.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

/// One finding a line, without the places: those need the text.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.kept.iter().map(Diagnostic::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Diagnostics {}

impl Diagnostics {
    /// How many findings are kept.
    pub const LIMIT: usize = 1000;

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: impl Into<Diagnostic>) {
        let diagnostic = diagnostic.into();
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        if self.kept.len() < Self::LIMIT {
            self.kept.push(diagnostic);
        }
    }

    /// Adds all of `other`.
    pub fn append(&mut self, other: Diagnostics) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        let room = Self::LIMIT.saturating_sub(self.kept.len());
        self.kept.extend(other.kept.into_iter().take(room));
    }

    /// The findings that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// The findings that were kept, to add to.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.kept.iter_mut()
    }

    /// Orders the kept findings by place.
    pub fn sort(&mut self) {
        self.kept.sort_by_key(|d| (d.span.start, d.span.end, d.code));
    }

    /// How many errors were found, kept or not.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings were found, kept or not.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Whether there is at least one error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether nothing at all was found.
    pub fn is_empty(&self) -> bool {
        self.errors + self.warnings == 0
    }

    /// How many findings were counted but not kept.
    pub fn dropped(&self) -> usize {
        self.errors + self.warnings - self.kept.len()
    }
}
