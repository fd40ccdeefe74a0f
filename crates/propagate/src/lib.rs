//! Sharding propagation over factor rules, knowing no dialect.
//!
//! A front end describes its program as a [`Problem`]: tensors with shapes and shardings, ops with a factor
//! rule, views and groups. [`propagate`] spreads the shardings as far as the rules, the priorities and the
//! strategy allow, in the order in which MLIR's greedy driver would visit the ops.

mod aggressive;
mod basic;
mod direction;
mod driver;
mod explain;
#[cfg(test)]
mod laws;
mod lists;
mod moves;
mod problem;
mod projection;
mod step;
mod trace;
mod user_priority;
mod worklist;

pub use direction::{Direction, PassThrough};
pub use driver::{Options, Outcome, Stop, Strategy, propagate};
pub use explain::{Blame, Explainer, FactorTable, Hop, Origin, Place, Precedence, Reason};
pub use lists::Lists;
pub use moves::{Move, StepMoves, Visit, moves};
pub use problem::{
    Liveness, OpTraits, Problem, ProblemOp, ProblemOpId, RuleId, ShardingId, Slot, Tensor, TensorId,
    UsedValue, View, ViewId,
};
pub use trace::{Cause, Event, Layer, Trace};
