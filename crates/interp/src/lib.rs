//! A StableHLO interpreter with the semantics of the specification.
//!
//! It is the independent oracle of the partitioner and the engine behind `partita run`: it shares no code
//! with the crates that implement factor rules, propagation or partitioning.
//!
//! A [`Tensor`] has one of six storage classes ([`Data`]); its [`Element`] defines how to wrap and round to the exact
//! type. [`kernels`] are pure functions on tensors.

mod body;
mod broadcast;
mod collective;
mod control;
mod custom_call;
mod dispatch;
mod dynamic;
mod element;
mod elementwise;
mod error;
mod footprint;
mod frame;
mod indexing;
pub mod kernels;
mod lapack;
mod large;
mod lifetime;
mod machine;
mod manual;
mod mismatch;
mod movement;
mod op_call;
mod op_view;
mod parallel;
mod pointwise;
mod product;
mod reduce;
mod scan;
mod small;
mod tensor;
mod value;

pub use custom_call::custom_call_in_f64;
pub use element::{Element, float_bits, float_from_bits, round_to};
pub use elementwise::{Binary, binary, convert};
pub use error::{EvalError, EvalResult, Fault};
pub use footprint::{Footprint, LargeValue, footprint, stored_bytes};
pub use frame::Topology;
pub use machine::{run, run_checked, run_spmd};
pub use mismatch::{Mismatch, Tolerance, compare, show};
pub use movement::transpose;
pub use partita_base::Limits;
pub use tensor::{Data, Indices, Stored, Tensor, checked_count, element_count, strides, tensor_type};
pub use value::RuntimeValue;

/// A region of scalar values that is applied to many elements at once.
///
/// The arguments and results are tensors of one common shape `[n]` where the region has scalars: result `i` at
/// position `k` is what the region returns for the arguments' elements at `k`. Calls are costly, elements are cheap: pass
/// long tensors.
pub type Body<'a> = dyn FnMut(&[Tensor]) -> EvalResult<Vec<Tensor>> + 'a;
