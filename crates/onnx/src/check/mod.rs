//! Whether the specs of a node's inputs go with its op, and what follows for its outputs.

mod compose;
mod fault;
mod model;
mod node;
mod pieces;

pub use compose::{Composition, Exchange, Mode, compose, fitting};
pub use fault::{AxisUse, OpFault, ShardUse};
pub use model::{Options, check_model};
pub use node::compose_node;
