//! Costs of collectives and ops: bytes sent and time, on the described hardware.
//!
//! [`CollectiveKind`] has the formulas of collectives, [`Hardware`] the numbers that all costs derive from, and
//! [`Cost`] is the only unit of time.

mod collective;
mod hardware;
mod link;
mod time;
mod topology;

pub use collective::CollectiveKind;
pub use hardware::{Hardware, Work};
pub use link::Link;
pub use time::Cost;
pub use topology::Topology;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
