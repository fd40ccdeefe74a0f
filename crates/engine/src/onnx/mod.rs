//! Running ONNX models, and N ranks of one model with collectives between them.
//!
//! A [`Runtime`] runs plain models: [`OnnxRuntime`], or [`Embedded`], which needs nothing, or the same in a process of its own, [`EmbeddedProcess`]. [`run_ranks`] runs the models of all ranks
//! in one process: each is cut at its collectives, and those are done here, on [`Array`]s. [`compare_arrays`] says where
//! results differ.

mod array;
#[cfg(feature = "onnx")]
mod collective;
#[cfg(feature = "onnx")]
mod compare;
mod contents;
#[cfg(feature = "onnx")]
mod embedded;
#[cfg(feature = "onnx")]
mod embedded_process;
mod error;
#[cfg(feature = "onnx")]
mod fit;
#[cfg(feature = "onnx")]
mod messages;
#[cfg(feature = "onnx")]
mod onnxruntime;
#[cfg(feature = "onnx")]
mod parts;
#[cfg(feature = "onnx")]
mod precision;
#[cfg(feature = "onnx")]
mod ranks;
#[cfg(feature = "onnx")]
mod remote;
#[cfg(feature = "onnx")]
mod rewrite;
#[cfg(feature = "onnx")]
mod runtime;
#[cfg(feature = "onnx")]
mod segments;
#[cfg(feature = "onnx")]
mod serve;

pub use crate::EngineError as OnnxError;
pub use array::Array;
#[cfg(feature = "onnx")]
pub use compare::{ArrayDifference, Closeness, Comparison, Limits, compare_arrays, compare_outputs};
pub use contents::{External, Loader, load_external, load_external_in_nodes};
#[cfg(feature = "onnx")]
pub use embedded::Embedded;
#[cfg(feature = "onnx")]
pub use embedded_process::{EMBEDDED_ARGUMENT, EmbeddedProcess, EmbeddedSettings};
#[cfg(feature = "onnx")]
pub use onnxruntime::{LIBRARY_VARIABLE, OnnxRuntime, OnnxRuntimeSettings, SERVE_ARGUMENT, find_onnxruntime};
#[cfg(feature = "onnx")]
pub use parts::{assemble, cut_inputs, draw_array};
#[cfg(feature = "onnx")]
pub use precision::Precision;
#[cfg(feature = "onnx")]
pub use ranks::{Ranks, run_ranks};
#[cfg(feature = "onnx")]
pub use runtime::{Arrays, Loadable, Runtime, Session, run_model};
#[cfg(feature = "onnx")]
pub use serve::{serve, serve_embedded};
