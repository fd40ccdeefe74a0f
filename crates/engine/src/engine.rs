//! What can run a program: the interpreter, or XLA.

use partita_interp::{Limits, Tensor, Topology, run, run_spmd};

use crate::whole::{text, without_shardings};
use crate::{Failure, Program, XlaEngine};

/// Something that runs programs.
pub trait Engine {
    /// Runs the partitioned program. `arguments` has what each device is given; the result is what each returns.
    fn run_local(
        &mut self,
        program: &Program<'_>,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, Failure>;

    /// Runs the program as it was before partitioning.
    fn run_global(&mut self, program: &Program<'_>, arguments: &[Tensor]) -> Result<Vec<Tensor>, Failure>;
}

/// The interpreter as an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter {
    /// What a run may take.
    pub limits: Limits,
}

impl Engine for Interpreter {
    fn run_local(
        &mut self,
        program: &Program<'_>,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, Failure> {
        let topology = Topology::partitions(program.devices);
        run_spmd(program.local, program.name, arguments, topology, self.limits)
            .map_err(|fault| Failure::Local(Box::new(fault)))
    }

    fn run_global(&mut self, program: &Program<'_>, arguments: &[Tensor]) -> Result<Vec<Tensor>, Failure> {
        run(program.global, program.name, arguments, self.limits)
            .map_err(|fault| Failure::Global(Box::new(fault)))
    }
}

impl Engine for XlaEngine {
    fn run_local(
        &mut self,
        program: &Program<'_>,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, Failure> {
        self.run(&text(program.local, program.name), arguments).map_err(Failure::Engine)
    }

    /// What has no form for one device runs in the interpreter.
    fn run_global(&mut self, program: &Program<'_>, arguments: &[Tensor]) -> Result<Vec<Tensor>, Failure> {
        match without_shardings(program.global) {
            Some(whole) => self.run_whole(&text(&whole, program.name), arguments).map_err(Failure::Engine),
            None => Interpreter::default().run_global(program, arguments),
        }
    }
}
