//! ONNX models and their multi-device sharding specs.
//!
//! [`proto`] is what a file holds. [`Graph`] resolves the names of one graph, [`types`] says what is known of a
//! value, and [`Signature`] how the dimensions of a node's inputs and outputs correspond: everything else is built on it.

pub mod finding;
pub mod graph;
pub mod ops;
pub mod proto;
pub mod signature;
pub mod types;

pub use finding::{Finding, Place};
pub use graph::{Graph, NodeId, ValueId};
pub use signature::{Combine, Factor, FactorKind, Output, Signature};
pub use types::{Dim, ElementType, TensorType};
