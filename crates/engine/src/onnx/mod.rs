//! Running ONNX models, and N ranks of one model with collectives between them.
//!
//! A [`Runtime`] runs plain models: [`OnnxRuntime`], or [`Embedded`], which has no dependencies, or the same in child
//! processes, [`EmbeddedProcess`]. [`run_ranks`] runs the models of all ranks in one process: it splits each at its
//! collectives and performs those itself, on [`Array`]s. [`RankProcesses`] gives each rank a process, and lets them exchange arrays
//! among each other. [`compare_arrays`] reports where results differ.

mod array;
mod contents;
mod error;
#[cfg(feature = "onnx")]
mod run;

pub use array::Array;
pub use contents::{External, Loader, load_external, load_external_in_nodes};
#[cfg(feature = "onnx")]
pub use run::{
    ArrayDifference, Arrays, Closeness, Comparison, ComparisonLimits, EMBEDDED_ARGUMENT, Embedded,
    EmbeddedProcess, EmbeddedSettings, LIBRARY_VARIABLE, Loadable, OnnxRuntime, OnnxRuntimeSettings,
    Precision, RankExchange, RankProcesses, Ranks, Runtime, SERVE_ARGUMENT, Session, assemble_outputs,
    compare_arrays, compare_outputs, draw_array, drop_rounding, find_onnxruntime, run_model, run_ranks,
    serve_embedded, serve_onnxruntime, shard_inputs,
};
