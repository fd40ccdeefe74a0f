//! Why a model, or several of them together, give no results.

use partita_base::code;

use crate::EngineError;

impl EngineError {
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
}
