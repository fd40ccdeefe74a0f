//! Tensor sharding: the supported Rust API.
//!
//! Each kind of program has its own module:
//!
//! - [`hlo`]: StableHLO with the `sdy` dialect. Read, propagate, ask why, partition, verify, count memory and collectives.
//! - [`onnx`]: ONNX models with sharding specs. Read, check, infer, partition, verify.
//! - [`ckks`]: networks on ciphertexts. Read, plan, lower, simulate, run encrypted.
//!
//! In addition: [`mesh`] and [`notation`] for meshes and shardings, [`reshard`] for redistribution plans, [`tensor`] for
//! values and NumPy files, and [`report`] for all output.
//!
//! Everything is a function of its input: nothing reads files, the environment or the clock, or prints. There are two exceptions: the
//! external data of an ONNX model is read from the given folder, and engines are processes. Errors in an input are returned as an
//! [`Error`], which prints every diagnostic with its position and code. A [`Watch`] receives the progress of long operations.
//!
//! The features `onnx`, `ckks` and `engine`, which are enabled by default, add the modules of these names and everything that runs
//! programs. Without them the crate offers `hlo` up to the local program, and compiles none of the libraries that run it.
//!
//! The types of the other crates, which appear in signatures, are not a stable API.

pub mod auto;
#[cfg(feature = "engine")]
pub mod checkpoint;
#[cfg(feature = "ckks")]
pub mod ckks;
mod error;
mod fixes;
pub mod hlo;
mod kind;
pub mod mesh;
pub mod notation;
#[cfg(feature = "onnx")]
pub mod onnx;
pub mod plans;
pub mod reshard;
pub mod search;
pub mod suggest;
#[cfg(feature = "engine")]
pub mod tensor;
mod text;
mod watch;

pub use error::Error;
pub use fixes::apply_fixes;
pub use kind::FileKind;
pub use partita_base::{
    Code, Diagnostic, Diagnostics, Fix, Interrupt, Limits, Severity, Source, Span, SyntaxError, SyntaxResult,
    code,
};
#[cfg(any(feature = "engine", feature = "onnx"))]
pub use partita_engine::EngineError;
#[cfg(feature = "engine")]
pub use partita_engine::{PROGRAM_VARIABLE, own_program};
pub use partita_filecheck as filecheck;
pub use partita_report as report;
pub use watch::Watch;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../docs/book/src/how-to/use-from-rust.md")]
mod book {}
