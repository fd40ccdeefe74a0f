//! Errors of an evaluation.

use std::error::Error;
use std::fmt;

use partita_base::{Code, Diagnostic, Span, code};

/// The reason why an evaluation stops, without a place: kernels return it, the evaluator adds the op.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvalError {
    /// The op, or this form of it, is not implemented.
    Unsupported(String),
    /// A size is unknown, or only available at run time where that is not supported.
    Dynamic(String),
    /// Arguments do not match a function, or operands do not match an op that was not verified.
    Argument(String),
    /// A limit on steps, memory or depth is reached.
    Limit(String),
    /// Devices disagree on whether, or in which order, to take part in a collective.
    Diverged(String),
    /// A value that is declared replicated differs between devices.
    DeviceDependent(String),
}

/// The result of a kernel.
pub type EvalResult<T> = Result<T, EvalError>;

impl EvalError {
    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            EvalError::Unsupported(_) => code::EVAL_UNSUPPORTED,
            EvalError::Dynamic(_) => code::EVAL_DYNAMIC,
            EvalError::Argument(_) => code::EVAL_ARGUMENT,
            EvalError::Limit(_) => code::EVAL_LIMIT,
            EvalError::Diverged(_) => code::EVAL_DIVERGED,
            EvalError::DeviceDependent(_) => code::DEVICE_DEPENDENT,
        }
    }

    /// The problem as one sentence.
    pub fn message(&self) -> &str {
        match self {
            EvalError::Unsupported(text)
            | EvalError::Dynamic(text)
            | EvalError::Argument(text)
            | EvalError::Limit(text)
            | EvalError::Diverged(text)
            | EvalError::DeviceDependent(text) => text,
        }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl Error for EvalError {}

/// An [`EvalError`] with the op that caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The error itself.
    pub error: EvalError,
    /// The op's full name, or the function's.
    pub op: String,
    /// The span of the op in the text.
    pub span: Span,
}

impl Fault {
    /// An error in an op, or in a function, with this name and span.
    pub fn new(error: EvalError, op: impl Into<String>, span: Span) -> Self {
        Self { error, op: op.into(), span }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.op, self.error)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl From<Fault> for Diagnostic {
    fn from(fault: Fault) -> Self {
        Diagnostic::error(fault.error.code(), fault.span, fault.to_string())
    }
}
