//! ONNX models and their multi-device sharding specs.
//!
//! [`proto`] has the messages of a file. [`Graph`] resolves the names of one graph, [`types`] describes the type of a
//! value, and [`Signature`] how the dimensions of a node's inputs and outputs correspond. Everything else builds on signatures.

pub mod annotate;
pub mod block_parameters;
pub mod bodies;
pub mod check;
pub mod file;
pub mod finding;
pub mod graph;
pub mod infer;
pub mod inline;
pub mod input_values;
pub mod layout;
pub mod memory;
pub mod ops;
pub mod partition;
pub mod proto;
pub mod signature;
mod size;
pub mod structure;
pub mod time;
pub mod tp_plan;
pub mod types;
pub mod typing;
pub mod written_out;

pub use finding::{Finding, NodeLocation};
pub use graph::{Graph, GraphId, NodeId, ValueId};
pub use input_values::{IntegerRange, integer_ranges};
pub use signature::{
    Combine, Factor, FactorKind, NumberLocation, Output, Signature, SizedNumber, Window, WindowDirection,
};
pub use types::{Dim, ElementType, TensorType};
pub use typing::{
    Bindings, TypedGraph, TypedModel, infer_types, infer_types_with, pass_through_branches,
    pass_through_lookups,
};
