//! From a sharded program to the program that every device runs.

mod admit;
mod clean;
mod combiner;
mod comms;
mod devices;
mod emit;
mod factors;
mod layout;
mod localize;
mod mask;
mod ops;
mod partition;
mod placement;
mod plan;
mod simplify;
mod values;
mod window;

pub use comms::{Collective, collectives};
pub use partition::{Interface, Options, Partitioned, partition};
