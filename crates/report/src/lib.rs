//! What Partita shows: plain view structs, their text, and their JSON.

mod diagnostic;
mod finding;
mod html;
mod labels;
mod location;
mod memory;
mod model;
mod propagation;
mod show;
mod table;
mod why;

pub use diagnostic::{Color, DiagnosticView, Place, diagnostics_json, render_diagnostics, summary};
pub use finding::{findings_json, findings_summary, render_findings};
pub use html::html_page;
pub use labels::Functions;
pub use location::{add_locations, describe as describe_location};
pub use memory::{FigureView, MemoryView, TensorView, WhereView};
pub use model::{AnnotationView, ConfigurationView, ModelTensorView, ModelView, SpecView, spec_text};
pub use propagation::{PropagationView, ShardedValue, WarningView};
pub use show::{FunctionView, MeshView, ModuleView, ValueView};
pub use table::Table;
pub use why::{Answers, BlameView, DimView, HopView, OriginView, Unanswerable, WhyNotView, WhyView};
