//! `onnx infer`: the sharding specs that a model does not have.
//!
//! [`infer_forward`] follows the rules of the format from inputs to outputs. [`propagate_specs`] propagates annotations in both
//! directions through the entire model, on a mesh.

mod answer;
mod complete;
mod forward;
mod metadata;
mod propagate;
mod record;
mod rule;
mod scope;

pub use answer::{Inferred, NodeSpec, Reshard, SpecOrigin};
pub use complete::complete_annotations;
pub use forward::{InferOptions, infer_forward};
pub use metadata::{LAYOUT_KEY, describe_layouts, is_layout_key};
pub use propagate::{BodyShardings, GivenShardings, PropagatedModel, propagate_specs, sharding_on_mesh};
pub use record::Record;
