//! From a sharded program to the program that every device runs.
//!
//! [`prepare`] comes before propagation and [`localize`] after it; `partita_hlo::propagation` has the stages between.

mod admit;
mod choose;
mod clean;
mod combiner;
mod comm_axes;
mod comm_calls;
mod comms;
mod devices;
mod emit;
mod groups;
mod layout;
mod localize;
mod manual;
mod mask;
mod memory;
mod ops;
mod origin;
mod partition;
mod plan;
mod prices;
mod simplify;
mod values;
mod window;

pub use comm_axes::collective_axes;
pub use comm_calls::Talk;
pub use comms::{Collective, Comms, Uncounted, collectives, comms};
pub use groups::{GroupForm, MOST_LISTED};
pub use memory::{Arguments, LiveTensor, Memory, Role, memory};
pub use origin::Origin;
pub use partition::{Interface, Localizing, Options, Partitioned, localize, partition, prepare};
