//! Running models: the runtimes, ranks and the collectives between them, and the comparison of results.

mod carried;
mod collective;
mod compare;
mod control;
mod embedded;
mod embedded_process;
mod fit;
mod messages;
mod onnxruntime;
mod precision;
mod processes;
mod ranks;
mod remote;
mod rewrite;
mod rounding;
mod runtime;
mod segments;
mod sensitivity;
mod serve;
mod shards;

pub use compare::{
    ArrayDifference, Closeness, Comparison, ComparisonLimits, compare_arrays, compare_outputs,
};
pub use embedded::Embedded;
pub use embedded_process::{EMBEDDED_ARGUMENT, EmbeddedProcess, EmbeddedSettings};
pub use onnxruntime::{LIBRARY_VARIABLE, OnnxRuntime, OnnxRuntimeSettings, SERVE_ARGUMENT, find_onnxruntime};
pub use precision::Precision;
pub use processes::{RankExchange, RankProcesses};
pub use ranks::{Ranks, run_ranks};
pub use runtime::{Arrays, Loadable, Runtime, Session, run_model};
pub use sensitivity::drop_rounding;
pub use serve::{serve_embedded, serve_onnxruntime};
pub use shards::{assemble_outputs, draw_array, shard_inputs};

use super::Array;
