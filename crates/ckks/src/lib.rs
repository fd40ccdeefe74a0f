//! Tensors over a mesh of CKKS ciphertexts.
//!
//! A tensor too large for one ciphertext is an array sharded over a mesh of them ([`sharding`], [`indexer`],
//! [`loops`]); within each, [`SlotLayout`] maps values to slots. Every linear op between two layouts is a
//! [`LinearMap`](linear::LinearMap): its rotations are chosen by shared baby and giant steps and counted from
//! shapes alone. A [`plan`] is written as loops over ciphertexts ([`loop_form`]), in which maps and the other
//! [`kernels`] become steps of a slot [`Program`](program::Program), which [`simulate_program`] executes on plain
//! numbers. [`baseline`] has published alternatives.

pub mod baseline;
mod error;
pub mod heir;
pub mod indexer;
pub mod kernels;
pub mod linear;
pub mod loop_form;
mod loop_kernel;
mod loop_lower;
mod loop_writer;
pub mod loops;
mod loops_text;
pub mod network;
pub mod plan;
mod port;
pub mod program;
pub mod rules;
pub mod sharding;
mod sharding_text;
mod simulate;
mod slot_layout;
mod slot_layout_text;
mod tokens;

pub use error::{CkksError, CkksResult};
pub use port::Port;
pub use simulate::{Counters, Simulation, count_steps, simulate_program};
pub use slot_layout::{ChannelPlace, Pads, Sharing, SlotLayout, SlotLayoutSpec};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
