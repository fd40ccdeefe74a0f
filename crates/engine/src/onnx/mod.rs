//! Running ONNX models, and N ranks of one model with collectives between them.
//!
//! A [`Runtime`] runs plain models: [`OnnxRuntime`], or [`Embedded`], which needs nothing, or the same in a process of its own, [`EmbeddedProcess`]. [`run_ranks`] runs the models of all ranks
//! in one process: each is cut at its collectives, and those are done here, on [`Array`]s. [`compare_arrays`] says where
//! results differ.

mod array;
mod collective;
mod compare;
mod contents;
mod embedded;
mod embedded_process;
mod error;
mod fit;
mod messages;
mod onnxruntime;
mod parts;
mod precision;
mod ranks;
mod remote;
mod rewrite;
mod runtime;
mod segments;
mod serve;

pub use array::Array;
pub use compare::{ArrayDifference, Closeness, Comparison, Limits, compare_arrays, compare_outputs};
pub use contents::{External, Loader, load_external, load_external_in_nodes};
pub use embedded::Embedded;
pub use embedded_process::{EMBEDDED_ARGUMENT, EmbeddedProcess, EmbeddedSettings};
pub use error::OnnxError;
pub use onnxruntime::{LIBRARY_VARIABLE, OnnxRuntime, OnnxRuntimeSettings, SERVE_ARGUMENT, find_onnxruntime};
pub use parts::{assemble, cut_inputs, draw_array};
pub use precision::Precision;
pub use ranks::{Ranks, run_ranks};
pub use runtime::{Arrays, Runtime, Session, run_model};
pub use serve::{serve, serve_embedded};
