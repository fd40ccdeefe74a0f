//! onnxruntime, in processes of their own.
//!
//! It may crash or hang, so it never shares a process with the caller: this same program is started again with
//! [`SERVE_ARGUMENT`], loads the library there ([`serve`](super::serve)) and answers requests. A process that died is
//! started again for the next request, and its sessions are loaded anew.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};

use super::messages::{describe, read_arrays};
use super::{Arrays, OnnxError, Runtime, Session};
use crate::child::{Heard, Message, Runner};
use crate::python::isolated_python;

/// The hidden first argument with which a program that uses [`OnnxRuntime`] must call [`serve`](super::serve); the
/// second is the library.
pub const SERVE_ARGUMENT: &str = "__onnxruntime";

/// The variable that names the library.
pub const LIBRARY_VARIABLE: &str = "PARTITA_ONNXRUNTIME";

/// How many processes there are: as many as ranks run at once.
const PROCESSES: usize = 2;

/// How onnxruntime is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnnxRuntimeSettings {
    /// The library, as the Python package has it in its folder `capi`.
    pub library: PathBuf,
    /// How long starting, and each request, may take.
    pub timeout: Duration,
}

/// onnxruntime on the CPU, one thread for each session.
pub struct OnnxRuntime {
    processes: Vec<Arc<Mutex<Process>>>,
    /// Counts sessions, which take turns on the processes.
    sessions: AtomicUsize,
}

/// A process, started when it is needed.
struct Process {
    settings: OnnxRuntimeSettings,
    running: Option<Running>,
    /// How often it was started. A session is lost when it is started again.
    starts: usize,
}

struct Running {
    runner: Runner,
    heard: Receiver<Heard>,
}

/// A model, and where it is loaded.
struct RemoteSession {
    process: Arc<Mutex<Process>>,
    id: usize,
    model: Bytes,
    /// The start of the process that it is loaded in.
    loaded: Option<usize>,
}

impl OnnxRuntime {
    /// Starts onnxruntime. Fails when the library is not there or is none.
    pub fn start(settings: OnnxRuntimeSettings) -> Result<Self, OnnxError> {
        let process = || Process { settings: settings.clone(), running: None, starts: 0 };
        let processes: Vec<_> = (0..PROCESSES).map(|_| Arc::new(Mutex::new(process()))).collect();
        lock(&processes[0]).running()?;
        Ok(Self { processes, sessions: AtomicUsize::new(0) })
    }
}

impl Runtime for OnnxRuntime {
    fn name(&self) -> &str {
        "onnxruntime"
    }

    fn load(&self, model: Bytes) -> Result<Box<dyn Session>, OnnxError> {
        let id = self.sessions.fetch_add(1, Ordering::Relaxed);
        let process = Arc::clone(&self.processes[id % self.processes.len()]);
        let mut session = RemoteSession { process, id, model, loaded: None };
        session.load()?;
        Ok(Box::new(session))
    }
}

impl RemoteSession {
    fn load(&mut self) -> Result<(), OnnxError> {
        let mut process = lock(&self.process);
        process.running()?;
        if self.loaded != Some(process.starts) {
            process.ask(&json!({"load": self.id, "bytes": self.model.len()}), &self.model)?;
            self.loaded = Some(process.starts);
        }
        Ok(())
    }
}

impl Session for RemoteSession {
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, OnnxError> {
        self.load()?;
        let (described, bytes) = describe(inputs);
        let request = json!({"run": self.id, "inputs": described, "bytes": bytes.len()});
        let mut process = lock(&self.process);
        let answer = process.ask(&request, &bytes)?;
        let outputs = read_arrays(&answer.line["outputs"], answer.bytes.into());
        outputs.ok_or_else(|| process.fail("its answer makes no sense"))
    }
}

impl Drop for RemoteSession {
    fn drop(&mut self) {
        let process = lock(&self.process);
        if let Some(running) = process.running.as_ref().filter(|_| self.loaded == Some(process.starts)) {
            running.runner.send(&json!({"drop": self.id}), &[]);
        }
    }
}

impl Process {
    /// Starts the process unless it runs.
    fn running(&mut self) -> Result<(), OnnxError> {
        if self.running.is_some() {
            return Ok(());
        }
        let program = std::env::current_exe()
            .map_err(|error| OnnxError::absent(format!("this program does not know where it is: {error}")))?;
        let mut command = Command::new(program);
        command.arg(SERVE_ARGUMENT).arg(&self.settings.library);
        let (said, heard) = channel();
        let runner = Runner::spawn(command, 0, said).map_err(OnnxError::absent)?;
        self.running = Some(Running { runner, heard });
        self.starts += 1;
        let library = self.settings.library.display().to_string();
        let hello = self.hear("the start").map_err(|error| OnnxError {
            said: error.said,
            ..OnnxError::absent(format!("`{library}` does not load: {}", error.message))
        })?;
        match &hello.line["absent"] {
            Value::String(why) => {
                self.running = None;
                Err(OnnxError::absent(format!("`{library}` does not load: {why}")))
            }
            _ => Ok(()),
        }
    }

    /// Sends a request and waits for the answer.
    fn ask(&mut self, line: &Value, bytes: &[u8]) -> Result<Message, OnnxError> {
        if let Some(running) = &self.running {
            running.runner.send(line, bytes);
        }
        let answer = self.hear("the run")?;
        let (first, rest) = match answer.line["error"].as_str() {
            Some(error) => error.split_once('\n').unwrap_or((error, "")),
            None => return Ok(answer),
        };
        Err(if answer.line["lacks"] == true {
            OnnxError::unsupported(format!("onnxruntime: {first}")).said(rest)
        } else {
            OnnxError::failed(format!("onnxruntime does not run the model: {first}")).said(rest)
        })
    }

    fn hear(&mut self, what: &str) -> Result<Message, OnnxError> {
        let Some(running) = &self.running else {
            return Err(OnnxError::failed("onnxruntime is not running"));
        };
        match running.heard.recv_timeout(self.settings.timeout) {
            Ok((_, Some(message))) => Ok(message),
            Ok((_, None)) | Err(RecvTimeoutError::Disconnected) => {
                Err(self.fail(&format!("the process of onnxruntime ended during {what}")))
            }
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.settings.timeout.as_secs_f64();
                Err(self.fail(&format!("{what} took longer than {seconds} seconds")))
            }
        }
    }

    /// Ends the process and reports what it said.
    fn fail(&mut self, message: &str) -> OnnxError {
        let said = self.running.take().map(|mut running| running.runner.end());
        OnnxError::failed(message).said(&said.unwrap_or_default())
    }
}

/// Where the library is: as given, else as [`LIBRARY_VARIABLE`] says, else in the package of a Python.
pub fn find_onnxruntime(given: Option<&Path>, python: &Path) -> Result<PathBuf, OnnxError> {
    let variable = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty());
    if let Some(library) = given.map(Path::to_path_buf).or(variable.map(PathBuf::from)) {
        return match library.is_file() {
            // The loader looks for a bare file name in other places than the current folder.
            true => Ok(std::path::absolute(&library).unwrap_or(library)),
            false => Err(OnnxError::absent(format!("there is no library `{}`", library.display()))),
        };
    }
    in_package(python).ok_or_else(|| {
        OnnxError::absent(format!(
            "`{}` has no package onnxruntime, and neither --onnxruntime nor {LIBRARY_VARIABLE} names its library",
            python.display()
        ))
    })
}

/// The library in the package onnxruntime of a Python.
fn in_package(python: &Path) -> Option<PathBuf> {
    const ASK: &str =
        "import importlib.util as u; print(u.find_spec('onnxruntime').submodule_search_locations[0])";
    let output = isolated_python(python, ASK).output().ok().filter(|output| output.status.success())?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end()).join("capi");
    // A package that is found relative to the current folder is one that somebody put there, not one that is installed.
    if !folder.is_absolute() {
        return None;
    }
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let is_library = |name: OsString| {
        let name = name.to_string_lossy().into_owned();
        name.starts_with("libonnxruntime.") || name == "onnxruntime.dll"
    };
    entries.filter(|entry| is_library(entry.file_name())).map(|entry| entry.path()).max()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
