//! `onnx infer`: the sharding specs that a model leaves out.
//!
//! [`forward`] follows the rules of the format from inputs to outputs. [`spread`] propagates what is annotated both ways through the
//! whole model, on a mesh.

mod answer;
mod complete;
mod forward;
mod rule;
mod scope;
mod spread;

pub use answer::{Inferred, NodeSpec, Origin, Reshard};
pub use complete::completed;
pub use forward::{Options, forward};
pub use spread::{Given, Spread, sharding_on, spread};
