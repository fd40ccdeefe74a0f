//! Propagation on modules: a [`Problem`](partita_propagate::Problem) from a module, and its answer back.

mod build;
mod flow;
mod passes;
mod write_back;

pub use build::ModuleProblem;
pub use passes::PASSES;
