//! The explorer: one self-contained page about a program, with its listing, shardings, explanations, communication
//! and memory.
//!
//! Rust writes the data as columns of numbers and one table of strings; the scripts in this folder turn it into a
//! page. All text is inserted as text, never as HTML.

mod costs;
mod fixes;
mod folds;
mod graph;
mod items;
mod live;
mod model;
#[cfg(feature = "onnx")]
mod model_rows;
mod module_run;
mod page;
#[cfg(feature = "ckks")]
mod plan;
#[cfg(feature = "ckks")]
mod plan_rows;
mod policy_hash;
mod strings;
mod times;
mod trace;
mod traffic;

pub use costs::{BodyView, BufferView, PlacedCollective, PlacedCosts};
pub use graph::{GraphGroup, GraphInput, GraphNode, GraphValue, GraphView, GroupKind};
pub use live::{ChangeView, LiveView, refusal_json, refusal_of_findings};
pub use model::{ExplorerView, ValueKey};
#[cfg(feature = "onnx")]
pub use model_rows::RowKeys;
#[cfg(feature = "ckks")]
pub(crate) use plan_rows::PlanTable;
