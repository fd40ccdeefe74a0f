//! Tensor sharding: the supported Rust API.
//!
//! One module for each kind of program:
//!
//! - [`hlo`]: StableHLO with the `sdy` dialect. Read, propagate, ask why, partition, verify, count memory and collectives.
//! - [`onnx`]: ONNX models with sharding specs. Read, check, infer, partition, verify.
//! - [`ckks`]: networks on ciphertexts. Read, plan, lower, simulate, run encrypted.
//!
//! Everything is a function of its input: nothing reads files, environment or clock, or prints, except that the external data of an ONNX
//! model is read from the folder that is given, and engines are processes. What is wrong with an input is an [`Error`], which
//! prints every mistake with its place and code. A [`Watch`] is told how far long work is.
//!
//! The types inside are those of the crates beside this one, which are not a stable API.

pub mod ckks;
mod error;
pub mod hlo;
mod kind;
pub mod notation;
pub mod onnx;
mod text;
mod watch;

pub use error::Error;
pub use kind::FileKind;
pub use partita_base::{Code, Diagnostic, Diagnostics, Severity, Source};
pub use watch::Watch;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod front_page {}
