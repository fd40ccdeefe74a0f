//! What Partita shows: plain view structs, their text, and their JSON.

mod diagnostic;
mod location;
mod show;
mod table;

pub use diagnostic::{Color, DiagnosticView, Place, diagnostics_json, render_diagnostics, summary};
pub use location::add_locations;
pub use show::{FunctionView, MeshView, ModuleView, ValueView};
pub use table::Table;
