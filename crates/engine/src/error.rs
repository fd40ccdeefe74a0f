//! Why an engine gives no results.

use std::fmt;

use partita_base::{Code, code};

/// Why an engine gives no results, whichever it is: XLA, a runtime of ONNX models, a library for encrypted values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineError {
    /// Which kind of trouble.
    pub code: Code,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// The number of the op at fault, where the engine names one.
    pub op: Option<usize>,
    /// The engine's own last words, line by line.
    pub said: Vec<String>,
    /// What to do about it.
    pub help: Option<&'static str>,
}

impl EngineError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), op: None, said: Vec::new(), help: None }
    }

    /// Arguments or results that no engine can be given.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(code::EVAL_ARGUMENT, message)
    }

    /// There is no XLA here.
    pub(crate) fn no_xla(message: impl Into<String>) -> Self {
        Self::new(code::ENGINE_ABSENT, message)
    }

    /// XLA refuses a program, crashed or took too long.
    pub(crate) fn xla(message: impl Into<String>) -> Self {
        Self::new(code::ENGINE_FAILED, message)
    }

    /// Names the op at fault.
    pub(crate) fn at(mut self, op: usize) -> Self {
        self.op = Some(op);
        self
    }

    /// Adds what to do about it.
    pub(crate) fn help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }

    /// The same about something more exactly named.
    pub fn about(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// Adds the last lines of what the engine said.
    pub(crate) fn said(mut self, text: &str) -> Self {
        const SHOWN: usize = 12;
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        self.said = lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| (*line).into()).collect();
        self
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] ", self.code)?;
        if let Some(op) = self.op {
            write!(f, "op {op}: ")?;
        }
        f.write_str(&self.message)?;
        self.said.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl std::error::Error for EngineError {}
