//! The layouts of an entire program as a choice problem: strategies per op, and reshards between them.
//!
//! A front end describes its program as a [`PlanProgram`]: tensors, ops with factors, what every op reads, computes and
//! writes. [`PlanChoices`] lists the strategies of every op, prices them and the reshards between them on a machine, and
//! hands the problem to the solver of `partita_auto`. Nothing here names an op.

mod choices;
mod graph;
mod kept_sums;
mod layout;
mod lists;
mod prices;
mod program;
mod repeated;
mod reshards;
mod strategies;

pub use choices::{NoProblem, PlanChoices, PlanPoint, PlanReshard};
pub use graph::PlanOrigin;
pub use layout::{MAX_AXES, PlanAxes, PlanLayout};
pub use prices::PlanMachine;
pub use program::{
    Allowed, Carried, Collectives, LinearIn, OpLoad, OpSums, OperandList, PlanOp, PlanProgram, PlanTensor,
};
pub use strategies::PlanStrategy;
