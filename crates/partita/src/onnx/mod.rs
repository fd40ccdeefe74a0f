//! ONNX models with sharding specs.
//!
//! ```
//! use partita::notation;
//! use partita::onnx::{self, OnMesh, RankPartition};
//!
//! let text = include_str!("../../../../examples/mlp.textproto");
//! let model = onnx::read_text("mlp.textproto", text)?;
//! assert!(model.check(&onnx::CheckOptions::default()).is_empty());
//!
//! // Shard the columns of the first weights over two devices; propagation shards the rest.
//! let on = Some(OnMesh::new(notation::parse_mesh("x=2", None)?).shard("w1", "_,x".parse()?));
//! let inference = onnx::Inference::default().on(on.clone());
//! let completed = model.clone().infer(&inference, &mut ())?;
//! assert_eq!(completed.answers[0].num_devices, 2);
//! let file: Vec<u8> = completed.file()?.concat();
//!
//! // One model per rank; together they compute the same.
//! let ranks = model.partition(&RankPartition::default().on(on).propagate(true))?;
//! assert_eq!(ranks.made.models.len(), 2);
//! assert_eq!(ranks.made.collectives[0].op, "AllReduce");
//! let verified = ranks.verify(&model, 1)?;
//! assert!(verified.differences.is_empty());
//! # Ok::<(), partita::Error>(())
//! ```

mod completed;
mod edited;
mod meshes;
mod model;
mod on_mesh;
mod rank_files;
mod ranks;
mod report;
#[cfg(feature = "engine")]
mod runs;
mod sizes;
mod staged;

pub use completed::{Completed, Inference};
pub use edited::AnnotatedFile;
pub use model::{Model, read_model, read_text};
pub use on_mesh::{OnMesh, add_configuration};
pub use partita_engine::ModelFolder;
pub use partita_engine::onnx::Array;
#[cfg(feature = "engine")]
pub use partita_engine::onnx::{
    ArrayDifference, Arrays, ComparisonLimits, EMBEDDED_ARGUMENT, Embedded, EmbeddedProcess,
    EmbeddedSettings, OnnxRuntime, OnnxRuntimeSettings, RankExchange, RankProcesses, Runtime, SERVE_ARGUMENT,
    find_onnxruntime, run_model, run_ranks, serve_embedded, serve_onnxruntime,
};
pub use partita_onnx::check::{CheckOptions, Mode};
pub use partita_onnx::file::{Detail, EditError, ExternalContents, to_json, to_text};
pub use partita_onnx::infer::Inferred;
pub use partita_onnx::partition::{CollectiveUse, DeferredWeight, Partitioned, Port};
pub use partita_onnx::tp_plan::{PlanError, TensorParallelPlan};
pub use partita_onnx::{Bindings, Finding, IntegerRange, NodeLocation, TensorType, proto};
pub use rank_files::{FilePart, OutputFile, RankFiles, RankOutput};
pub(crate) use ranks::infer_partitioned_types;
pub use ranks::{RankPartition, Ranks};
#[cfg(feature = "engine")]
pub use runs::{Verified, draw_inputs};

use partita_base::Severity;
use partita_engine::EngineError;

use crate::Error;

/// Whether any of the findings is an error.
pub fn has_errors(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// The error for findings in a model.
fn refused(name: &str, findings: Vec<Finding>) -> Error {
    Error::Model { name: name.to_string(), findings }
}

/// The error for a model that cannot run.
pub fn run_error(name: &str, error: &EngineError) -> Error {
    let mut finding = Finding::error(error.code, NodeLocation::default(), error.message.clone());
    let help: Vec<&str> = error.output.iter().map(String::as_str).chain(error.help).collect();
    if !help.is_empty() {
        finding = finding.help(help.join("\n"));
    }
    refused(name, vec![finding])
}
