//! The error type of the API.

use std::fmt;

use partita_base::{Code, Diagnostics, Severity, Source};
#[cfg(feature = "ckks")]
use partita_ckks::CkksError;
#[cfg(all(feature = "ckks", feature = "engine"))]
use partita_engine::EngineError;
#[cfg(feature = "onnx")]
use partita_onnx::Finding;
use partita_report::{Color, Unanswerable, diagnostics_summary, render_diagnostics};
#[cfg(feature = "onnx")]
use partita_report::{findings_summary, render_findings};

/// An error of the API. It prints like the command `partita`: every diagnostic with its code and position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// Errors in a text.
    Text {
        /// The text that the positions refer to.
        source: Source,
        /// The diagnostics, with at least one error.
        found: Diagnostics,
    },
    /// Errors in an ONNX model.
    #[cfg(feature = "onnx")]
    Model {
        /// The name of the model in messages.
        name: String,
        /// The diagnostics, with at least one error.
        findings: Vec<Finding>,
    },
    /// An error of the CKKS front end.
    #[cfg(feature = "ckks")]
    Ckks(CkksError),
    /// An error of an engine for encrypted values.
    #[cfg(all(feature = "ckks", feature = "engine"))]
    Engine(EngineError),
    /// A question about a value, dimension or axis that does not exist.
    Question(Unanswerable),
}

impl Error {
    /// Creates an error from the diagnostics of a text.
    pub(crate) fn in_text(source: &Source, found: Diagnostics) -> Self {
        Error::Text { source: source.clone(), found }
    }

    /// The codes of all errors, in order. Questions have none.
    pub fn codes(&self) -> Vec<Code> {
        match self {
            Error::Text { found, .. } => {
                let errors = found.iter().filter(|each| each.severity == Severity::Error);
                errors.map(|each| each.code).collect()
            }
            #[cfg(feature = "onnx")]
            Error::Model { findings, .. } => {
                let errors = findings.iter().filter(|each| each.severity == Severity::Error);
                errors.map(|each| each.code).collect()
            }
            #[cfg(feature = "ckks")]
            Error::Ckks(error) => vec![error.code],
            #[cfg(all(feature = "ckks", feature = "engine"))]
            Error::Engine(error) => vec![error.code],
            Error::Question(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Text { source, found } => {
                write!(f, "{}{}", render_diagnostics(source, found, Color::Off), diagnostics_summary(found))
            }
            #[cfg(feature = "onnx")]
            Error::Model { name, findings } => {
                write!(f, "{}{}", render_findings(name, findings, Color::Off), findings_summary(findings))
            }
            #[cfg(feature = "ckks")]
            Error::Ckks(error) => error.fmt(f),
            #[cfg(all(feature = "ckks", feature = "engine"))]
            Error::Engine(error) => {
                write!(f, "error[{}]: {}", error.code, error.message)?;
                error.help.map_or(Ok(()), |help| write!(f, "; {help}"))
            }
            Error::Question(question) if question.known.is_empty() => f.write_str(&question.message),
            Error::Question(question) => {
                write!(f, "{}; available names: {}", question.message, question.known.join(", "))
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Text { found, .. } => Some(found),
            #[cfg(feature = "onnx")]
            Error::Model { findings, .. } => {
                let error = findings.iter().find(|finding| finding.severity == Severity::Error);
                error.map(|finding| finding as &(dyn std::error::Error + 'static))
            }
            #[cfg(feature = "ckks")]
            Error::Ckks(error) => Some(error),
            #[cfg(all(feature = "ckks", feature = "engine"))]
            Error::Engine(error) => Some(error),
            Error::Question(question) => Some(question),
        }
    }
}

#[cfg(feature = "ckks")]
impl From<CkksError> for Error {
    fn from(error: CkksError) -> Self {
        Error::Ckks(error)
    }
}

#[cfg(all(feature = "ckks", feature = "engine"))]
impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        Error::Engine(error)
    }
}

impl From<Unanswerable> for Error {
    fn from(question: Unanswerable) -> Self {
        Error::Question(question)
    }
}
