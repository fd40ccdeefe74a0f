//! Errors of this crate, each with what would avoid it.

use std::fmt;

use partita_base::{Code, Diagnostic, Span, code};

/// An error of this crate. The message states the invalid values, [`CkksError::help`] what would be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CkksError {
    /// The stable code.
    pub code: Code,
    /// One sentence with the invalid values.
    pub message: String,
    /// What would be valid; empty if nothing would.
    pub help: String,
}

/// The result of a fallible function of this crate.
pub type CkksResult<T> = Result<T, CkksError>;

impl CkksError {
    /// An error without help.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: String::new() }
    }

    /// Adds what would be valid.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = text.into();
        self
    }

    /// The diagnostic for the text at `span`.
    pub fn to_diagnostic(&self, span: Span) -> Diagnostic {
        let found = Diagnostic::error(self.code, span, self.message.clone());
        if self.help.is_empty() { found } else { found.help(self.help.clone()) }
    }

    /// A block of `block` values does not fit into `slots` slots.
    pub(crate) fn slots(what: &str, block: usize, slots: usize, help: impl Into<String>) -> Self {
        Self::new(code::SLOTS_EXCEEDED, format!("{what} needs {block} slots, a ciphertext has {slots}"))
            .help(help)
    }

    /// An inconsistent slot layout.
    pub(crate) fn layout(message: impl Into<String>) -> Self {
        Self::new(code::BAD_SLOT_LAYOUT, message)
    }

    /// Shapes that do not match.
    pub(crate) fn shapes(message: impl Into<String>) -> Self {
        Self::new(code::SLOT_SHAPES, message)
    }
}

impl fmt::Display for CkksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

impl std::error::Error for CkksError {}
