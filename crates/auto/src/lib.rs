//! Chooses a strategy per node of a graph: the cheapest within a memory limit, with a bound on what any choice costs.
//!
//! A [`ChoiceProblem`] has nodes with strategies, each with a cost and the memory that it holds over an interval of program points, and edges
//! with a cost for every pair of strategies. [`solve`] reduces it exactly, raises a lower bound by message passing with prices for memory,
//! and searches large neighbourhoods that it minimises exactly. [`evaluate`] computes the cost of choices from the problem alone. Nothing
//! here names an op.

mod dominance;
mod dual;
mod evaluate;
mod exact;
mod infeasible;
mod iopddl;
mod local;
mod memory;
mod messages;
mod model;
mod narrow;
mod outcome;
mod points;
mod problem;
mod proof;
mod prover;
mod random;
mod reduce;
mod reduced;
mod region;
mod search;
mod slack;
mod solve;
mod split;

pub use evaluate::{Evaluation, evaluate};
pub use iopddl::{IopddlError, MAX_JSON_BYTES, read_iopddl};
pub use outcome::{Holder, NoChoices, Outcome, Progress, SolveOptions, StopReason, Watch};
pub use problem::{
    ChoiceEdge, ChoiceNode, ChoiceProblem, EdgeTable, INFINITE_FROM, Interval, MAX_ITEMS, MAX_STRATEGIES,
    NodeId, ProblemBuilder, ProblemError, Strategy,
};
pub use solve::solve;
