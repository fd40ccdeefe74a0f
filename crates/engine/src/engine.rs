//! The engines that run programs: the interpreter and XLA.

use partita_interp::{EvalError, Limits, Tensor, Topology, run, run_checked, run_spmd};

use partita_ir::OpCode;

use crate::single_device::{text_for_xla, without_shardings};
use crate::{Failure, MemoryNeed, RunnableProgram, XlaEngine};

/// An engine that runs programs.
pub trait Engine {
    /// Runs the partitioned program. `arguments` and the result have one entry per device.
    fn run_local(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, Failure>;

    /// Runs the unpartitioned program.
    fn run_global(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Tensor],
    ) -> Result<Vec<Tensor>, Failure>;

    /// Rejects a partitioned program that cannot run on this engine, before anything runs.
    fn check_local(&self, _program: &RunnableProgram<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Rejects an unpartitioned program that cannot run on this engine, before anything runs.
    fn check_global(&self, _program: &RunnableProgram<'_>) -> Result<(), Failure> {
        Ok(())
    }
}

/// The interpreter as an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter {
    /// The limits of a run.
    pub limits: Limits,
}

impl Interpreter {
    /// Fails if a manual computation of the unpartitioned program has a replicated result that depends on the device.
    /// Programs that fail for other reasons are not checked.
    pub(crate) fn check_replication(
        &self,
        program: &RunnableProgram<'_>,
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
        program: &RunnableProgram<'_>,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, Failure> {
        let topology = Topology::partitions(program.devices);
        run_spmd(program.local, program.name, arguments, topology, self.limits)
            .map_err(|fault| Failure::Local(Box::new(fault)))
    }

    fn run_global(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Tensor],
    ) -> Result<Vec<Tensor>, Failure> {
        run(program.global, program.name, arguments, self.limits)
            .map_err(|fault| Failure::Global(Box::new(fault)))
    }

    fn check_local(&self, program: &RunnableProgram<'_>) -> Result<(), Failure> {
        reject_need(MemoryNeed::of_local(program, self.limits.memory))
    }

    fn check_global(&self, program: &RunnableProgram<'_>) -> Result<(), Failure> {
        reject_need(MemoryNeed::of_global(program, self.limits.memory))
    }
}

fn reject_need(need: Option<MemoryNeed>) -> Result<(), Failure> {
    need.map_or(Ok(()), |need| Err(Failure::Memory(Box::new(need))))
}

impl Engine for XlaEngine {
    fn run_local(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, Failure> {
        self.run(&text_for_xla(program.local, program.name), arguments).map_err(Failure::Engine)
    }

    /// Programs without a single-device form run in the interpreter.
    fn run_global(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Tensor],
    ) -> Result<Vec<Tensor>, Failure> {
        match without_shardings(program.global) {
            Some(global) => self
                .run_on_one_device(&text_for_xla(&global, program.name), arguments)
                .map_err(Failure::Engine),
            None => Interpreter::default().run_global(program, arguments),
        }
    }
}
