//! Propagation on modules: a [`Problem`](partita_propagate::Problem) from a module, and its answer back.

mod build;
mod flow;
mod groups;
mod passes;
mod run;
mod write_back;

pub use build::ModuleProblem;
pub use passes::PASSES;
pub use run::{Run, Settings, apply, finish, prepare, run};
