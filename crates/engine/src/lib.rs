//! Running partitioned programs.
//!
//! [`Pieces`] says which part of an argument or result each device holds, [`draw`] makes inputs that would expose
//! mistakes, and [`verify`] runs a program as it is and partitioned, on the same inputs, and compares.
//!
//! An [`Engine`] is what runs them: the [`Interpreter`], or XLA's CPU devices through a Python with jax ([`XlaEngine`]).
//!
//! [`onnx`] does the same for ONNX models, one for each rank.
//! [`ckks`] runs slot programs on encrypted values.

#![cfg_attr(
    not(all(feature = "ckks", feature = "onnx")),
    allow(dead_code, reason = "a feature alone uses less of what they share")
)]

mod child;
#[cfg(feature = "ckks")]
pub mod ckks;
mod draw;
mod engine;
mod error;
mod failure;
mod judge;
mod memory_need;
mod model_folder;
#[cfg(feature = "onnx-data")]
pub mod onnx;
mod perturb;
mod pieces;
mod program;
mod promote;
mod python;
mod spawned;
mod verify;
mod whole;
mod xla;

pub use draw::draw;
pub use engine::{Engine, Interpreter};
pub use error::EngineError;
pub use failure::Failure;
pub use judge::tolerance;
pub use memory_need::{LargeTensor, MemoryNeed, in_units};
pub use model_folder::ModelFolder;
pub use pieces::Pieces;
pub use program::{Program, TensorType, summary};
pub use verify::{Allowed, Check, Difference, Largest, Report, Seeds, verify, verify_on};
pub use whole::without_shardings;
pub use xla::{XlaEngine, XlaSettings};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
