//! Running ONNX models, and N ranks of one model with collectives between them.
//!
//! A [`Runtime`] runs plain models: [`OnnxRuntime`], or [`Embedded`], which needs nothing, or the same in a process of its own, [`EmbeddedProcess`]. [`run_ranks`] runs the models of all ranks
//! in one process: each is cut at its collectives, and those are done here, on [`Array`]s. [`compare_arrays`] says where
//! results differ.

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
    Precision, Ranks, Runtime, SERVE_ARGUMENT, Session, assemble_outputs, compare_arrays, compare_outputs,
    draw_array, find_onnxruntime, run_model, run_ranks, serve, serve_embedded, shard_inputs,
};
