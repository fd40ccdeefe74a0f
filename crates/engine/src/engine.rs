//! What can run a program: the interpreter, or XLA.

use partita_interp::{EvalError, Limits, Tensor, Topology, run, run_checked, run_spmd};

use partita_ir::OpCode;

use crate::whole::{text, without_shardings};
use crate::{Failure, MemoryNeed, Program, XlaEngine};

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

    /// Refuses a partitioned program that cannot run here, before anything runs.
    fn check_local(&self, _program: &Program<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Refuses a program that cannot run here as it was before partitioning, before anything runs.
    fn check_global(&self, _program: &Program<'_>) -> Result<(), Failure> {
        Ok(())
    }
}

/// The interpreter as an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter {
    /// What a run may use.
    pub limits: Limits,
}

impl Interpreter {
    /// Fails where a manual computation of the program as it was gives a replicated result that depends on the device.
    /// Programs that do not run here are not checked.
    pub(crate) fn check_replication(
        &self,
        program: &Program<'_>,
        arguments: &[Tensor],
    ) -> Result<(), Failure> {
        let module = program.global;
        let is_manual = |op| module.op(op).name.code() == Some(OpCode::SdyManualComputation);
        if !module.walk(module.top()).into_iter().any(is_manual) {
            return Ok(());
        }
        match run_checked(program.global, program.name, arguments, self.limits) {
            Err(fault) if matches!(fault.error, EvalError::DeviceDependent(_)) => {
                Err(Failure::Global(Box::new(fault)))
            }
            _ => Ok(()),
        }
    }
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

    fn check_local(&self, program: &Program<'_>) -> Result<(), Failure> {
        refuse(MemoryNeed::of_local(program, self.limits.memory))
    }

    fn check_global(&self, program: &Program<'_>) -> Result<(), Failure> {
        refuse(MemoryNeed::of_global(program, self.limits.memory))
    }
}

fn refuse(need: Option<MemoryNeed>) -> Result<(), Failure> {
    need.map_or(Ok(()), |need| Err(Failure::Memory(Box::new(need))))
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
