//! Sessions in processes of their own.
//!
//! A runtime may crash, hang or take all memory, so it never shares a process with the caller: a program is started that answers requests
//! as [`serve`](super::serve) describes them. A process that died is started again for the next request, and its sessions are loaded
//! anew.

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

/// How many processes there are: as many as ranks run at once.
const PROCESSES: usize = 2;

/// A runtime that is served by processes.
pub(super) trait Service: Send + Sync {
    /// What starts a process.
    fn command(&self) -> Result<Command, EngineError>;

    /// How long starting, and each request, may take.
    fn timeout(&self) -> Duration;

    /// Why it cannot be started.
    fn absent(&self, why: &str) -> EngineError;

    /// Why it refuses a model, in its own words.
    fn refused(&self, code: Code, message: &str) -> EngineError;

    /// A process ended while it should do something; `said` are its last words.
    fn ended(&self, what: &str, said: &str) -> EngineError;

    /// A process took too long to do something.
    fn late(&self, what: &str) -> EngineError;
}

/// The processes of a runtime. Sessions take turns on them.
pub(super) struct Remote {
    processes: Vec<Arc<Mutex<Process>>>,
    sessions: AtomicUsize,
}

/// A process, started when it is needed.
struct Process {
    service: Arc<dyn Service>,
    running: Option<RunningProcess>,
    /// How often it was started. A session is lost when it is started again.
    starts: usize,
}

struct RunningProcess {
    runner: Runner,
    heard: Receiver<Incoming>,
}

/// A model, and where it is loaded.
struct RemoteSession {
    process: Arc<Mutex<Process>>,
    id: usize,
    model: Loadable,
    /// The start of the process that it is loaded in.
    loaded: Option<usize>,
}

impl Remote {
    /// Starts the first process, so that a runtime that is not there is noticed at once.
    pub(super) fn start(service: Arc<dyn Service>) -> Result<Self, EngineError> {
        let process = || Process { service: Arc::clone(&service), running: None, starts: 0 };
        let processes: Vec<_> = (0..PROCESSES).map(|_| Arc::new(Mutex::new(process()))).collect();
        lock(&processes[0]).running()?;
        Ok(Self { processes, sessions: AtomicUsize::new(0) })
    }

    /// Prepares a model in one of the processes.
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
            EngineError::failed("its answer makes no sense").output(&said)
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
    /// Starts the process unless it runs.
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

    /// Ends the process and returns what it said last.
    fn end(&mut self) -> String {
        self.running.take().map(|mut running| running.runner.end()).unwrap_or_default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
