//! Runs partitioned programs and verifies them.
//!
//! [`TensorShards`] describes the shards of an argument or result, [`random_tensor`] creates inputs that are likely to expose
//! errors, and [`verify`] runs a program before and after partitioning on the same inputs and compares the results.
//!
//! An [`Engine`] runs programs: the [`Interpreter`], or XLA's CPU devices through a Python with jax ([`XlaEngine`]).
//!
//! [`onnx`] does the same for the ONNX models of several ranks.
//! [`ckks`] runs slot programs on encrypted values.

#![cfg_attr(
    not(all(feature = "ckks", feature = "onnx")),
    allow(dead_code, reason = "each feature uses only some of the shared code")
)]

mod child;
#[cfg(feature = "ckks")]
pub mod ckks;
mod engine;
mod error;
mod failure;
mod memory_need;
mod model_folder;
#[cfg(feature = "onnx-data")]
pub mod onnx;
mod own_program;
mod perturb;
mod program;
mod promote;
mod python;
mod random_tensor;
mod rule_test;
mod shard_comparison;
mod shards;
mod single_device;
mod spawned;
mod verify;
mod xla;

pub use engine::{Engine, Interpreter};
pub use error::EngineError;
pub use failure::Failure;
pub use memory_need::{LargeTensor, MemoryNeed, bytes_in_units};
pub use model_folder::ModelFolder;
pub use own_program::{PROGRAM_VARIABLE, own_program};
pub use program::{RunnableProgram, TensorType, tensor_summary};
pub use random_tensor::random_tensor;
pub use rule_test::{FactorTrial, TrialOutcome, test_rule};
pub use shard_comparison::default_tolerance;
pub use shards::TensorShards;
pub use single_device::without_shardings;
pub use verify::{Allowed, Check, Difference, Largest, Report, Seeds, verify, verify_on};
pub use xla::{XlaEngine, XlaSettings};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
