//! Diagnostics: the error, its position, and how to fix it.

use std::fmt;

use crate::{Code, Span, SyntaxError};

/// The severity of a diagnostic; an error is greater than a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program is valid, but probably not what its author intended.
    Warning,
    /// The program is invalid, or the command cannot process it.
    Error,
}

/// A secondary position of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text that the label is attached to.
    pub span: Span,
    /// The text printed at the label.
    pub text: String,
}

/// A position in the user's own program, from which the text was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file, as the program names it.
    pub file: String,
    /// The line, from 1; 0 if it is unknown.
    pub line: u32,
    /// The column, from 1; 0 if it is unknown.
    pub column: u32,
}

/// An edit that fixes what a diagnostic reports. It is exact: a tool can apply it without asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace; empty for an insertion.
    pub span: Span,
    /// The new text; empty for a removal.
    pub replacement: String,
}

/// One error or warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether this is an error or a warning.
    pub severity: Severity,
    /// The stable code, explained under `docs/errors`.
    pub code: Code,
    /// The text at fault.
    pub span: Span,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// Secondary positions.
    pub labels: Vec<Label>,
    /// Additional facts, such as the Python source line.
    pub notes: Vec<String>,
    /// How to fix it.
    pub help: Option<String>,
    /// The edit that the help describes, if it is exact; boxed, because functions return diagnostics as errors.
    pub fix: Option<Box<Fix>>,
    /// The line of the user's own program that it comes from; boxed, because functions return diagnostics as errors.
    pub origin: Option<Box<Origin>>,
}

impl Diagnostic {
    /// Creates an error without labels, notes or help.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            span,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
            origin: None,
        }
    }

    /// Creates a warning without labels, notes or help.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds a label at a secondary position.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note; notes are printed after the source excerpt.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets the help text.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Sets the edit that fixes it.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Box::new(Fix { span, replacement: replacement.into() }));
        self
    }
}

impl From<SyntaxError> for Diagnostic {
    fn from(error: SyntaxError) -> Self {
        let mut diagnostic = Diagnostic::error(error.code, error.span, error.message);
        diagnostic.fix = error.fix;
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

/// A list of diagnostics. Beyond [`Diagnostics::LIMIT`] they are counted but not stored, so that a hostile
/// file cannot exhaust memory.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

/// One diagnostic per line, without positions, which need the source text.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.kept.iter().map(Diagnostic::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Diagnostics {}

impl Diagnostics {
    /// The maximum number of stored diagnostics.
    pub const LIMIT: usize = 1000;

    /// Counts a diagnostic, and stores it below the limit.
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

    /// Adds all diagnostics and counts of `other`.
    pub fn append(&mut self, other: Diagnostics) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        let room = Self::LIMIT.saturating_sub(self.kept.len());
        self.kept.extend(other.kept.into_iter().take(room));
    }

    /// The stored diagnostics, in insertion order unless sorted.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// The stored diagnostics, for adding notes and labels.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.kept.iter_mut()
    }

    /// Sorts the stored diagnostics by position, then by code.
    pub fn sort(&mut self) {
        self.kept.sort_by_key(|d| (d.span.start, d.span.end, d.code));
    }

    /// The number of errors, stored or not.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of warnings, stored or not.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Whether there is at least one error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether there are neither errors nor warnings.
    pub fn is_empty(&self) -> bool {
        self.errors + self.warnings == 0
    }

    /// The number of diagnostics that were counted but not stored.
    pub fn dropped(&self) -> usize {
        self.errors + self.warnings - self.kept.len()
    }
}
