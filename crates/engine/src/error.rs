//! Errors of engines.

use std::fmt;

use partita_base::{Code, code};

/// An error of an engine: XLA, an ONNX runtime, or a library for encrypted values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineError {
    /// The diagnostic code.
    pub code: Code,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// The index of the op at fault, if the engine reports one.
    pub op: Option<usize>,
    /// The last lines of the engine's own output.
    pub output: Vec<String>,
    /// How to fix it.
    pub help: Option<&'static str>,
}

impl EngineError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), op: None, output: Vec::new(), help: None }
    }

    /// Invalid arguments or results.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(code::EVAL_ARGUMENT, message)
    }

    /// XLA is not available.
    pub(crate) fn no_xla(message: impl Into<String>) -> Self {
        Self::new(code::ENGINE_ABSENT, message)
    }

    /// XLA rejected a program, crashed or took too long.
    pub(crate) fn xla(message: impl Into<String>) -> Self {
        Self::new(code::ENGINE_FAILED, message)
    }

    /// Sets the op at fault.
    pub(crate) fn at(mut self, op: usize) -> Self {
        self.op = Some(op);
        self
    }

    /// Sets the help text.
    pub(crate) fn help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }

    /// Prefixes the message with what it refers to.
    pub fn about(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// Adds the last lines of the engine's output.
    pub(crate) fn output(mut self, text: &str) -> Self {
        const SHOWN: usize = 12;
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        self.output = lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| (*line).into()).collect();
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
        self.output.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl std::error::Error for EngineError {}
