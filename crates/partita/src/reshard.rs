//! Plans of the cheapest collectives from one sharding of a tensor to another.

pub use partita_reshard::{Limits, NoPlan, Placed, Plan, Side, Step, Tensor, Topology, plan};
