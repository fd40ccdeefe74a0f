//! Sharding propagation over factor rules, independent of any dialect.
//!
//! A front end describes its program with a [`ProblemBuilder`]: tensors with shardings, ops with a factor rule, views
//! and groups. [`propagate`] takes the [`Problem`] and returns its [`Solution`]: the shardings of all tensors, as far
//! as the rules, the priorities and the strategy allow. [`MlirOrderBuilder`] is for a front end that has to visit ops
//! in the order of MLIR's greedy driver.

mod aggressive;
mod basic;
mod builder;
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

pub use builder::{MlirOrderBuilder, ProblemBuilder};
pub use direction::{Direction, PassThrough};
pub use driver::{Options, Outcome, Solution, Stop, Strategy, propagate, propagate_until};
pub use explain::{Blame, Explainer, FactorTable, Gain, Hop, Origin, Precedence, Reason, TensorDim};
pub use lists::{Lists, Pairs};
pub use moves::{Move, StepMoves, Visit, recorded_moves};
pub use problem::{
    Liveness, OpTraits, Problem, ProblemOp, ProblemOpId, RuleId, ShardingId, Slot, Tensor, TensorId,
    UsedValue, View, ViewId,
};
pub use trace::{Cause, Event, Layer, Trace};
