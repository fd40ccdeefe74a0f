//! Why a model does not run.

use std::fmt;

use partita_base::{Code, code};

/// Why a model, or N of them together, gives no results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnnxError {
    /// Which kind of trouble.
    pub code: Code,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// The engine's own last words, line by line.
    pub said: Vec<String>,
    /// What to do about it.
    pub help: Option<&'static str>,
}

impl OnnxError {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), said: Vec::new(), help: None }
    }

    /// There is no such runtime here.
    pub(crate) fn absent(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUNTIME_ABSENT, message)
    }

    /// A runtime refuses a model, crashed or took too long.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUNTIME_FAILED, message)
    }

    /// A runtime lacks an op or an element type.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUNTIME_LACKS, message)
    }

    /// Inputs that are not those of the model.
    pub(crate) fn inputs(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUN_INPUTS, message)
    }

    /// More memory than a run may use, or would need.
    pub(crate) fn memory(message: impl Into<String>) -> Self {
        Self::new(code::MEMORY_LIMIT, message)
            .help("use smaller sizes, or raise the limit by `Limits::memory`, in bytes")
    }

    /// More time than a run may take.
    pub(crate) fn time(message: impl Into<String>) -> Self {
        Self::new(code::TIME_LIMIT, message).help("raise the limit by `Limits::time`")
    }

    /// Ranks that do not meet in a collective.
    pub(crate) fn collective(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_COLLECTIVE, message)
    }

    /// Contents of a tensor that make no sense.
    pub(crate) fn contents(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_TENSOR_CONTENTS, message)
    }

    /// A model that cannot be cut at its collectives.
    pub(crate) fn model(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RANK_MODEL, message)
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

impl fmt::Display for OnnxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.code, self.message)?;
        self.said.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
