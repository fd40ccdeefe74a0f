//! The reasons why bytes are not a module.

use partita_base::{Code, Diagnostic, Span, code};

/// The result of reading a part of a file.
pub(super) type Read<T> = Result<T, Stop>;

/// Why reading stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// The file cannot be read.
    Refusal(Box<Refusal>),
    /// An attribute or type refers to others that have to be read first; the tables list them.
    Missing,
}

/// A reason with its code.
#[derive(Debug)]
pub(super) struct Refusal {
    code: Code,
    message: String,
    help: Option<&'static str>,
}

impl Refusal {
    /// The diagnostic for the user. Bytes have no text, so it has no position.
    pub(super) fn diagnostic(self) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.code, Span::default(), self.message);
        match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

fn stop(code: Code, message: String, help: Option<&'static str>) -> Stop {
    Stop::Refusal(Box::new(Refusal { code, message, help }))
}

/// The bytes contradict the format.
pub(super) fn invalid(at: usize, message: impl std::fmt::Display) -> Stop {
    let help = "the file is truncated or damaged; write it again";
    stop(code::INVALID_BYTECODE, format!("invalid bytecode at byte {at}: {message}"), Some(help))
}

/// The bytes use a part of the format, or of a dialect, that is not read.
pub(super) fn unsupported(message: impl Into<String>) -> Stop {
    let help = "save the program as text: `jax.jit(f).lower(...).as_text()`, or `str(module)` in Python";
    stop(code::UNSUPPORTED_BYTECODE, message.into(), Some(help))
}

/// The bytes expand to more than the limits allow.
pub(super) fn beyond(code: Code, message: String) -> Stop {
    stop(code, message, None)
}
