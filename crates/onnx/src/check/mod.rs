//! Checks the specs of a node's inputs against its op, and derives the layouts of its outputs.

mod compose;
mod fault;
mod model;
mod moved_blocks;
mod node;

pub use compose::{Composition, Exchange, Mode, compose_layouts, fit_inputs};
pub use fault::{AxisUse, OpFault, ShardUse};
pub use model::{CheckOptions, check_model};
pub use node::compose_node;
