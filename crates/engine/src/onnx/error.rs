//! Why a model, or the models of all ranks, cannot run.

use partita_base::code;

use crate::EngineError;

impl EngineError {
    /// The runtime is not installed or does not start.
    pub(crate) fn absent(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUNTIME_ABSENT, message)
    }

    /// A runtime rejected a model, crashed or took too long.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUNTIME_FAILED, message)
    }

    /// A runtime lacks an op or an element type.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUNTIME_LACKS, message)
    }

    /// The given inputs do not match those of the model.
    pub(crate) fn inputs(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RUN_INPUTS, message)
    }

    /// A run would need more memory than it may use.
    pub(crate) fn memory(message: impl Into<String>) -> Self {
        Self::new(code::MEMORY_LIMIT, message)
            .help("use smaller sizes, or raise the limit by `Limits::memory`, in bytes")
    }

    /// A run took more time than it may.
    pub(crate) fn time(message: impl Into<String>) -> Self {
        Self::new(code::TIME_LIMIT, message).help("raise the limit by `Limits::time`")
    }

    /// The ranks disagree about a collective.
    pub(crate) fn collective(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_COLLECTIVE, message)
    }

    /// The contents of a tensor are invalid.
    pub(crate) fn contents(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_TENSOR_CONTENTS, message)
    }

    /// A rank's model cannot be split at its collectives, or lacks a value.
    pub(crate) fn model(message: impl Into<String>) -> Self {
        Self::new(code::ONNX_RANK_MODEL, message)
    }
}
