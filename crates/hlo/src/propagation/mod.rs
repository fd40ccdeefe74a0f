//! Propagation on modules: builds a [`Problem`](partita_propagate::Problem) from a module and writes its solution back.

mod build;
mod debug_info;
mod dump;
mod flow;
mod groups;
mod mlir_order;
mod passes;
mod run;
mod stages;
mod write_back;

pub use build::ModuleProblem;
pub use dump::{Dump, run_with_dumps};
pub(crate) use flow::{Calls, flow_of};
pub use passes::PASSES;
pub(crate) use passes::USER_PRIORITY_PROPAGATE;
pub use run::{Run, Settings, kind_of};
pub use stages::{Alias, Prepared, Propagated, Purpose, Refused, Sharded, Written, prepare};
