//! Turns a sharded program into the local program that every device runs.
//!
//! [`prepare`] runs before propagation and [`localize`] after it; `partita_hlo::propagation` has the stages
//! between.

mod buffers;
mod cause;
mod choose;
mod clean;
mod combiner;
mod comm_axes;
mod comm_calls;
mod comms;
mod dataflow;
mod devices;
mod emit;
mod fusion;
mod groups;
mod infinite;
mod live_points;
mod local_layout;
mod local_tensors;
mod local_values;
mod localize;
mod manual;
mod mask;
mod matrix_views;
mod memory;
mod op_work;
mod ops;
mod origin;
mod partition;
mod plan_program;
mod planner;
mod prices;
mod simplify;
mod sums;
mod supported;
mod timeline;
mod window;

pub use cause::Cause;
pub use comm_axes::{collective_axes, collective_lengths};
pub use comm_calls::Peer;
pub use comms::{CollectiveTraffic, Comms, Uncounted, list_collectives, list_comms};
pub use groups::{GroupForm, MAX_LISTED_DEVICES};
pub use local_tensors::LocalTensor;
pub use memory::{
    Arguments, BodyPeak, Lifetime, LiveTensor, Memory, Role, estimate_memory, estimate_memory_on,
};
pub use origin::ShardOrigin;
pub use partition::{
    Interface, LocalizeOptions, PartitionOptions, Partitioned, localize, partition, prepare,
};
pub use plan_program::{PlannedProgram, plan_program};
pub use timeline::{TaskKind, TaskRuns, TimedTask, Timeline, collective_time, estimate_time};
