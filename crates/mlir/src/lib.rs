//! Parses and prints MLIR text.
//!
//! [`parse`] accepts what JAX, StableHLO and Shardy print, in custom and generic form; [`print()`] writes a
//! module exactly as MLIR does. [`read_bytecode`] reads MLIR bytecode.

mod bytecode;
mod dense;
mod float;
mod parse;
mod pipeline;
mod print;
mod tail;
pub mod text_outline;

pub use bytecode::{exported_module, is_bytecode, read_bytecode};
pub use parse::{MAX_RANK, ParseOptions, Parsed, UnknownDialects, parse, parse_range, split_chunks};
pub use pipeline::{PipelineItem, parse_pipeline};
pub use print::{PrintOptions, Text, ValueNames, attr_text, loc_text, print, print_text, type_text};

/// The directions of `sdy.propagation_barrier`, indexed by their numbers.
pub(crate) const DIRECTIONS: [&str; 4] = ["NONE", "FORWARD", "BACKWARD", "BOTH"];

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
