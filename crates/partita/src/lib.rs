//! Tensor sharding: the supported Rust API.
//!
//! One module for each kind of program:
//!
//! - [`hlo`]: StableHLO with the `sdy` dialect. Read, propagate, ask why, partition, verify, count memory and collectives.
//! - [`onnx`]: ONNX models with sharding specs. Read, check, infer, partition, verify.
//! - [`ckks`]: networks on ciphertexts. Read, plan, lower, simulate, run encrypted.
//!
//! Beside them: [`mesh`] and [`notation`] for meshes and shardings, [`reshard`] for plans from one sharding to another, [`tensor`] for
//! values and NumPy's files, and [`report`] for everything that is shown.
//!
//! Everything is a function of its input: nothing reads files, environment or clock, or prints, except that the external data of an ONNX
//! model is read from the folder that is given, and engines are processes. What is wrong with an input is an [`Error`], which
//! prints every mistake with its place and code. A [`Watch`] is told how far long work is.
//!
//! The features `onnx`, `ckks` and `engine`, which are on by default, bring the modules of these names and everything that runs programs;
//! without them there is `hlo` up to the program of every device, and none of the libraries that run it are compiled.
//!
//! The types inside are those of the crates beside this one, which are not a stable API.

#[cfg(feature = "ckks")]
pub mod ckks;
mod error;
pub mod hlo;
mod kind;
pub mod mesh;
pub mod notation;
#[cfg(feature = "onnx")]
pub mod onnx;
pub mod reshard;
pub mod suggest;
#[cfg(feature = "engine")]
pub mod tensor;
mod text;
mod watch;

pub use error::Error;
pub use kind::FileKind;
pub use partita_base::{
    Code, Diagnostic, Diagnostics, Limits, Severity, Source, Span, SyntaxError, SyntaxResult, code,
};
#[cfg(any(feature = "engine", feature = "onnx"))]
pub use partita_engine::EngineError;
pub use partita_report as report;
pub use watch::Watch;

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../../../README.md")]
mod front_page {}
