//! Starts the processes of all ranks.

use std::os::fd::{AsRawFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::{RankExchange, RankProcesses};
use crate::EngineError;
use crate::python::isolated_python;
use crate::spawned::Spawned;

const RANK_PROCESS: &str = include_str!("rank_process.py");

/// Prints whether mpi4py is installed, and the launchers of MPI beside Python or on the path.
const FIND_MPI: &str = "
import importlib.util, json, os, shutil
path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get('PATH', os.defpath)])
found = {name: shutil.which(name, path=path) for name in ('mpiexec.gforker', 'mpiexec')}
found['mpi4py'] = importlib.util.find_spec('mpi4py') is not None
print(json.dumps(found))";

/// Settings that keep the communication of one MPI job on this machine, without ports: of UCX and libfabric, which MPICH
/// uses, and of Open MPI.
const ONE_HOST: &[(&str, &str)] = &[
    ("UCX_TLS", "posix,sysv,cma,self"),
    ("UCX_NET_DEVICES", "lo"),
    ("FI_TCP_IFACE", "lo"),
    ("OMPI_MCA_pml", "ob1"),
    ("OMPI_MCA_btl", "self,sm"),
    // There may be more ranks than cores.
    ("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"),
];

/// How long processes may take to end by themselves.
const FINISH_TIME: Duration = Duration::from_secs(5);

/// How the processes are started.
pub(super) enum Launcher {
    /// One by one, with shared memory.
    Memory,
    /// All at once, by the command of MPI.
    Mpi(PathBuf),
}

/// The started processes: one per rank, or the launcher of all. All are killed on drop.
pub(super) struct RankGroup(Vec<Spawned>);

impl RankGroup {
    /// Waits until the processes end by themselves, which they do once their connections are closed, so that MPI frees what it holds.
    pub(super) fn finish(&mut self) {
        for process in &mut self.0 {
            process.end(FINISH_TIME);
        }
    }

    /// Whether a process has ended.
    pub(super) fn any_ended(&mut self) -> bool {
        self.0.iter_mut().any(|process| process.is_silent())
    }

    /// Ends the process of a rank and returns the end of its output, or that of the launcher.
    pub(super) fn end(&mut self, rank: usize) -> String {
        let process = rank.min(self.0.len() - 1);
        self.0[process].end(Duration::from_millis(200))
    }

    /// Ends all processes and returns the end of the output of the first that has any.
    pub(super) fn end_all(&mut self) -> String {
        let said: Vec<String> = self.0.iter_mut().map(|process| process.end(Duration::ZERO)).collect();
        said.into_iter().find(|said| !said.trim().is_empty()).unwrap_or_default()
    }
}

/// The launcher for the requested exchange, or the best one that is present.
pub(super) fn choose_launcher(settings: &RankProcesses) -> Result<Launcher, EngineError> {
    if settings.exchange == Some(RankExchange::SharedMemory) {
        return Ok(Launcher::Memory);
    }
    let found = isolated_python(&settings.python, FIND_MPI).output();
    let found = found.map_err(|error| {
        EngineError::absent(format!("cannot start `{}`: {}", settings.python.display(), error.kind()))
    })?;
    let found: Value = serde_json::from_slice(&found.stdout).unwrap_or(Value::Null);
    let launcher = |name: &str| found[name].as_str().map(PathBuf::from);
    let has_mpi4py = found["mpi4py"] == true;
    match settings.exchange {
        // Other launchers open ports to the network, so they are used only on request.
        None => {
            Ok(launcher("mpiexec.gforker").filter(|_| has_mpi4py).map_or(Launcher::Memory, Launcher::Mpi))
        }
        Some(_) if !has_mpi4py => {
            let message = format!("`{}` has no package mpi4py", settings.python.display());
            Err(EngineError::absent(message).help(
                "install mpi4py and an MPI, such as the package mpich, or exchange through shared memory",
            ))
        }
        Some(_) => {
            let found = launcher("mpiexec.gforker").or_else(|| launcher("mpiexec"));
            let missing =
                || EngineError::absent("no launcher of MPI, `mpiexec`, beside Python or on the path");
            found.map(Launcher::Mpi).ok_or_else(missing)
        }
    }
}

/// Starts the processes of all ranks, which connect to `socket`.
pub(super) fn start_ranks(
    settings: &RankProcesses,
    launcher: &Launcher,
    socket: &Path,
    ranks: usize,
) -> Result<RankGroup, EngineError> {
    let commands = match launcher {
        Launcher::Mpi(launcher) => vec![mpi_command(settings, launcher, socket, ranks)],
        Launcher::Memory => return start_with_memory(settings, socket, ranks),
    };
    start(commands)
}

fn start(commands: Vec<Command>) -> Result<RankGroup, EngineError> {
    let start = |command: Command| {
        let program = command.get_program().display().to_string();
        let started = Spawned::start(command);
        started
            .map(|(process, _)| process)
            .map_err(|error| EngineError::absent(format!("cannot start `{program}`: {}", error.kind())))
    };
    commands.into_iter().map(start).collect::<Result<_, _>>().map(RankGroup)
}

fn start_with_memory(
    settings: &RankProcesses,
    socket: &Path,
    ranks: usize,
) -> Result<RankGroup, EngineError> {
    let memory: Vec<OwnedFd> =
        (0..ranks).map(|_| shared_memory()).collect::<Result<_, _>>().map_err(|error| {
            EngineError::absent(format!("cannot allocate shared memory for the ranks: {error}"))
        })?;
    let numbers: Vec<String> = memory.iter().map(|file| file.as_raw_fd().to_string()).collect();
    let command = |rank: usize| {
        let mut command = isolated_python(&settings.python, RANK_PROCESS);
        command.arg(socket).arg("memory").arg(rank.to_string()).arg(numbers.join(","));
        command
    };
    start((0..ranks).map(command).collect())
}

/// Memory without a name, which the processes inherit: it is freed when the last of them ends, however they end.
#[cfg(target_os = "linux")]
fn shared_memory() -> std::io::Result<OwnedFd> {
    Ok(rustix::fs::memfd_create("partita-rank", rustix::fs::MemfdFlags::empty())?)
}

#[cfg(not(target_os = "linux"))]
fn shared_memory() -> std::io::Result<OwnedFd> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("partita-memory-{}-{number}", std::process::id()));
    let file = std::fs::File::options().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(&path)?;
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty())?;
    Ok(file.into())
}

fn mpi_command(settings: &RankProcesses, launcher: &Path, socket: &Path, ranks: usize) -> Command {
    let mut command = Command::new(launcher);
    command.arg("-n").arg(ranks.to_string());
    let python = isolated_python(&settings.python, RANK_PROCESS);
    command.arg(python.get_program()).args(python.get_args()).arg(socket).arg("mpi");
    for (name, value) in ONE_HOST {
        if std::env::var_os(name).is_none() {
            command.env(name, value);
        }
    }
    command
}
