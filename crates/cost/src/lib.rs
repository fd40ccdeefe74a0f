//! Costs of collectives and ops: bytes sent and time, on the described hardware.
//!
//! [`CollectiveKind`] has the formulas of collectives, [`Hardware`] the prices that plans are compared by, and
//! [`Cost`] is the only unit of time. A [`Machine`] describes real hardware: the ceilings of a [`Device`], from which
//! [`Kernel::time`] follows, and levels of links. [`two_streams`] adds kernels and collectives up to a step.
//! [`LinkGroup`] prices collectives along axes whose links differ. [`peak_of`] finds the peak memory of a program from the lifetimes of its buffers.

mod collective;
mod device;
mod hardware;
mod hierarchy;
mod kernel;
mod lifetime;
mod link;
mod link_group;
mod machine;
mod machine_file;
mod presets;
mod schedule;
mod time;
mod topology;

pub use collective::CollectiveKind;
pub use device::{Device, Precision};
pub use hardware::{Hardware, Work};
pub use kernel::{Kernel, MatrixProduct};
pub use lifetime::{BodyPeak, BufferRole, Inner, Lifetime, LiveTensor, Peak, peak_of};
pub use link::Link;
pub use link_group::{LinkGroup, StagedTime};
pub use machine::{Level, Machine, Share, Wiring};
pub use presets::{PRESETS, UnknownMachine};
pub use schedule::{Overlap, Stream, Task, two_streams};
pub use time::Cost;
pub use topology::Topology;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
