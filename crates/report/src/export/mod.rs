//! What Partita writes for other programs: graphs for Graphviz and Model Explorer, traces for Perfetto, and records that a later
//! version can compare with.

mod dot;
mod model_explorer;
mod palette;
mod record;
mod trace_events;

pub use dot::Folding;
pub use record::{RecordError, read_record, record_json};
pub use trace_events::{TraceCollective, TraceOp, TraceView};
