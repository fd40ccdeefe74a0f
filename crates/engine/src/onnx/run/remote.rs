//! Sessions in child processes.
//!
//! A runtime may crash, hang or exhaust memory, so it never shares a process with the caller: a child process answers
//! the requests that
//! `serve.rs` describes. A process that died is started again for the next request, and its sessions are loaded again.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use partita_base::{Code, code};
use serde_json::{Value, json};

use super::messages::{describe_arrays, describe_outputs, read_arrays};
use super::{Arrays, Loadable, Session};
use crate::EngineError;
use crate::child::{Incoming, Message, Runner};

/// The number of processes: as many as ranks run at once.
const PROCESSES: usize = 2;

/// A runtime that is served by processes.
pub(super) trait Service: Send + Sync {
    /// The command that starts a process.
    fn command(&self) -> Result<Command, EngineError>;

    /// The time limit of the start, and of each request.
    fn timeout(&self) -> Duration;

    /// The error for a runtime that does not start.
    fn absent(&self, why: &str) -> EngineError;

    /// The error for a model that the runtime rejects, with the runtime's code and message.
    fn refused(&self, code: Code, message: &str) -> EngineError;

    /// The error for a process that ended during `what`; `said` is the end of its output.
    fn ended(&self, what: &str, said: &str) -> EngineError;

    /// The error for a process that exceeded the time limit during `what`.
    fn late(&self, what: &str) -> EngineError;
}

/// The processes of a runtime. Sessions are assigned round robin.
pub(super) struct Remote {
    processes: Vec<Arc<Mutex<Process>>>,
    sessions: AtomicUsize,
}

/// A process, started on first use.
struct Process {
    service: Arc<dyn Service>,
    running: Option<RunningProcess>,
    /// How many times it was started. A new start loses all sessions.
    starts: usize,
}

struct RunningProcess {
    runner: Runner,
    heard: Receiver<Incoming>,
}

/// A model and the process it is loaded in.
struct RemoteSession {
    process: Arc<Mutex<Process>>,
    id: usize,
    model: Loadable,
    /// The value of [`Process::starts`] when the model was loaded; any other value now means that it must be loaded
    /// again.
    loaded: Option<usize>,
}

impl Remote {
    /// Starts the first process, so that an absent runtime is reported at once.
    pub(super) fn start(service: Arc<dyn Service>) -> Result<Self, EngineError> {
        let process = || Process { service: Arc::clone(&service), running: None, starts: 0 };
        let processes: Vec<_> = (0..PROCESSES).map(|_| Arc::new(Mutex::new(process()))).collect();
        lock(&processes[0]).running()?;
        Ok(Self { processes, sessions: AtomicUsize::new(0) })
    }

    /// Loads a model in one of the processes.
    pub(super) fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        let id = self.sessions.fetch_add(1, Ordering::Relaxed);
        let process = Arc::clone(&self.processes[id % self.processes.len()]);
        let mut session = RemoteSession { process, id, model, loaded: None };
        session.load()?;
        Ok(Box::new(session))
    }
}

impl RemoteSession {
    fn load(&mut self) -> Result<(), EngineError> {
        let mut process = lock(&self.process);
        process.running()?;
        if self.loaded != Some(process.starts) {
            let Loadable { bytes, outputs } = &self.model;
            let outputs = describe_outputs(outputs);
            process.ask(&json!({"load": self.id, "outputs": outputs, "bytes": bytes.len()}), bytes)?;
            self.loaded = Some(process.starts);
        }
        Ok(())
    }
}

impl Session for RemoteSession {
    fn run(&mut self, inputs: &Arrays) -> Result<Arrays, EngineError> {
        self.load()?;
        let (described, bytes) = describe_arrays(inputs);
        let request = json!({"run": self.id, "inputs": described, "bytes": bytes.len()});
        let mut process = lock(&self.process);
        let answer = process.ask(&request, &bytes)?;
        let outputs = read_arrays(&answer.line["outputs"], answer.bytes.into());
        outputs.ok_or_else(|| {
            let said = process.end();
            EngineError::failed("the process of the runtime sent an invalid answer").output(&said)
        })
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
    /// Starts the process unless it is running.
    fn running(&mut self) -> Result<(), EngineError> {
        if self.running.is_some() {
            return Ok(());
        }
        let (said, heard) = channel();
        let runner = Runner::spawn(self.service.command()?, 0, said).map_err(EngineError::absent)?;
        self.running = Some(RunningProcess { runner, heard });
        self.starts += 1;
        let hello = self
            .hear("the start")
            .map_err(|error| EngineError { output: error.output, ..self.service.absent(&error.message) })?;
        match &hello.line["absent"] {
            Value::String(why) => {
                self.running = None;
                Err(self.service.absent(why))
            }
            _ => Ok(()),
        }
    }

    /// Sends a request and waits for the answer.
    fn ask(&mut self, line: &Value, bytes: &[u8]) -> Result<Message, EngineError> {
        if let Some(running) = &self.running {
            running.runner.send(line, bytes);
        }
        let answer = self.hear("the run")?;
        let (first, rest) = match answer.line["error"].as_str() {
            Some(error) => error.split_once('\n').unwrap_or((error, "")),
            None => return Ok(answer),
        };
        let code = answer.line["code"].as_str().and_then(Code::parse).unwrap_or(code::ONNX_RUNTIME_FAILED);
        Err(self.service.refused(code, first).output(rest))
    }

    fn hear(&mut self, what: &str) -> Result<Message, EngineError> {
        let Some(running) = &self.running else {
            return Err(self.service.ended(what, ""));
        };
        match running.heard.recv_timeout(self.service.timeout()) {
            Ok((_, Some(message))) => Ok(message),
            Ok((_, None)) | Err(RecvTimeoutError::Disconnected) => {
                let said = self.end();
                Err(self.service.ended(what, &said))
            }
            Err(RecvTimeoutError::Timeout) => {
                let said = self.end();
                Err(self.service.late(what).output(&said))
            }
        }
    }

    /// Ends the process and returns the end of its output.
    fn end(&mut self) -> String {
        self.running.take().map(|mut running| running.runner.end()).unwrap_or_default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
