//! `onnx infer`: the sharding specs that a model leaves out.
//!
//! [`forward`] follows the rules of the format from inputs to outputs. [`spread`] propagates what is annotated both ways through the
//! whole model, on a mesh.

mod answer;
mod complete;
mod forward;
mod propagate;
mod rule;
mod scope;

pub use answer::{Inferred, NodeSpec, Reshard, SpecOrigin};
pub use complete::complete_annotations;
pub use forward::{InferOptions, infer_forward};
pub use propagate::{GivenShardings, PropagatedModel, propagate_specs, sharding_on_mesh};
