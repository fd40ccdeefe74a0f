//! What collectives and ops cost: bytes sent and time, on described hardware.
//!
//! [`CollectiveKind`] has the formulas of collectives, [`Hardware`] the numbers that all costs are made of, [`Cost`] is the one unit
//! of time.

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
