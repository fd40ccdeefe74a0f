//! What Partita shows: plain view structs, their text, and their JSON.

#[cfg(feature = "ckks")]
mod ckks;
mod comms;
mod diagnostic;
#[cfg(feature = "onnx")]
mod finding;
mod html;
#[cfg(feature = "onnx")]
mod inferred;
mod labels;
mod location;
mod memory;
#[cfg(feature = "onnx")]
mod model;
mod model_mesh;
mod named;
mod page;
mod program;
mod propagation;
#[cfg(feature = "onnx")]
mod ranks;
mod reshard;
mod show;
mod source_names;
mod spread;
mod table;
mod unruled;
mod verification;
mod visible;
mod why;

#[cfg(feature = "ckks")]
pub use ckks::{PlanParts, PlanView, RingView, SchemeView};
pub use comms::{CollectiveView, CommsView, RunsView, TotalView, UncountedView};
pub use diagnostic::{Color, DiagnosticView, Place, diagnostics_json, render_diagnostics, summary};
#[cfg(feature = "onnx")]
pub use finding::{findings_json, findings_summary, render_findings};
pub use html::html_page;
#[cfg(feature = "onnx")]
pub use inferred::{inferred_json, render_inferred};
pub use labels::TextNames;
pub use location::{add_locations, describe as describe_location};
pub use memory::{FigureView, MemoryView, TensorView, WhereView};
#[cfg(feature = "onnx")]
pub use model::{AnnotationView, ConfigurationView, ModelTensorView, ModelView, SpecView, spec_text};
pub use model_mesh::{ModelMeshView, ModelShardingView};
pub use page::{CostView, CourseView, PartView, ReportView, ShownFinding};
pub use program::{LineView, ProgramView};
pub use propagation::{PropagationView, ShardedValue, WarningView};
#[cfg(feature = "onnx")]
pub use ranks::{RanksVerificationView, ranks_json, render_ranks};
pub use reshard::{render_reshard, reshard_json};
pub use show::{FunctionView, MeshView, ModuleView, ValueView};
pub use spread::{PlacedValue, SpreadLimits, SpreadView};
pub use table::Table;
pub use verification::{DifferenceView, LargestView, VerificationView};
pub use visible::{visible, visible_line};
pub use why::{
    Answers, BarrierView, BlameView, DimView, HopView, Mark, OriginView, Unanswerable, WhyNotView, WhyView,
};
