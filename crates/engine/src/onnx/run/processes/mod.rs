//! Ranks as processes of their own, which exchange arrays among each other.
//!
//! Every rank is a Python process with onnxruntime, `rank_process.py`. This process drives all of them: it sends one command after
//! the other over a local socket, and starts a collective once all its members have reached it, so that ranks that disagree
//! are reported instead of waiting for each other. The arrays of collectives never pass through here: ranks exchange them
//! through shared memory or MPI.

#[cfg(unix)]
mod connect;
#[cfg(unix)]
mod drive;
#[cfg(unix)]
mod launch;

use std::path::PathBuf;
use std::time::Duration;

use partita_onnx::proto;

use super::Arrays;
use crate::EngineError;

/// How ranks exchange the arrays of collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankExchange {
    /// MPI, through the Python package `mpi4py` and the launcher of its MPI.
    Mpi,
    /// Memory that all processes share.
    SharedMemory,
}

/// How ranks are run as processes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RankProcesses {
    /// A Python with the package onnxruntime.
    pub python: PathBuf,
    /// The exchange between ranks; by default MPI if Python has `mpi4py` and MPI has a launcher that opens no port
    /// (`mpiexec.gforker` of MPICH), else shared memory.
    pub exchange: Option<RankExchange>,
    /// The time limit of the start, and of the run.
    pub timeout: Duration,
}

impl RankProcesses {
    /// Ranks on a Python with the package onnxruntime, with the time limit of a run.
    pub fn new(python: impl Into<PathBuf>, timeout: Duration) -> Self {
        Self { python: python.into(), exchange: None, timeout }
    }

    /// Runs the models of all ranks, each in a process. `inputs` has the inputs of each rank, the result the outputs of each.
    /// If one process fails, all are ended.
    #[cfg(unix)]
    pub fn run(&self, models: &[proto::Model], inputs: &[Arrays]) -> Result<Vec<Arrays>, EngineError> {
        let programs = super::ranks::split_ranks(models, inputs, true)?;
        let launcher = launch::choose_launcher(self)?;
        let meeting = connect::Meeting::open()?;
        let mut processes = launch::start_ranks(self, &launcher, meeting.path(), models.len())?;
        let connections = meeting.connect(&mut processes, models.len(), self.timeout)?;
        drive::drive_ranks(&programs, inputs, processes, connections, self.timeout)
    }

    /// Reports that ranks cannot be processes on this system, which has no local sockets.
    #[cfg(not(unix))]
    pub fn run(&self, _: &[proto::Model], _: &[Arrays]) -> Result<Vec<Arrays>, EngineError> {
        Err(EngineError::absent("ranks as processes need a Unix system"))
    }
}

partita_base::setters! { RankProcesses { python: PathBuf, exchange: Option<RankExchange>, timeout: Duration } }
