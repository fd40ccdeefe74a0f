//! The XLA engine: XLA's CPU devices in one or several Python processes with jax.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use partita_interp::{Element, Tensor};
use serde_json::{Value, json};

use crate::EngineError;
use crate::child::{Incoming, Message, ProcessSpec, Runner};

/// The settings of the XLA engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct XlaSettings {
    /// The path of a Python with jax.
    pub python: PathBuf,
    /// The number of processes that the devices are distributed over.
    pub processes: usize,
    /// The time limit for the start and for each run.
    pub timeout: Duration,
}

partita_base::setters! { XlaSettings { python: PathBuf, processes: usize, timeout: Duration } }

impl Default for XlaSettings {
    fn default() -> Self {
        Self { python: "python3".into(), processes: 1, timeout: Duration::from_secs(600) }
    }
}

/// How XLA treats a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Partitioned: XLA runs it unchanged on all devices.
    Local,
    /// Not partitioned: XLA runs it on one device.
    Global,
}

/// XLA in child processes, which serve many runs and are restarted when they die.
pub struct XlaEngine {
    settings: XlaSettings,
    version: String,
    running: Option<XlaProcesses>,
}

/// The running processes.
struct XlaProcesses {
    /// The number of devices of all processes together.
    devices: usize,
    runners: Vec<Runner>,
    incoming: Receiver<Incoming>,
}

impl XlaEngine {
    /// Starts XLA with the given number of devices.
    pub fn start(settings: XlaSettings, devices: usize) -> Result<Self, EngineError> {
        let mut engine = Self { settings, version: String::new(), running: None };
        engine.launch(devices)?;
        Ok(engine)
    }

    /// The version of jax, as reported by the process.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs the function `main` of a partitioned module. `arguments` and the result have one entry per device.
    pub fn run(&mut self, module: &str, arguments: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>, EngineError> {
        self.execute(module, Form::Local, arguments)
    }

    /// Runs the function `main` of an unpartitioned module on one device.
    pub fn run_on_one_device(
        &mut self,
        module: &str,
        arguments: &[Tensor],
    ) -> Result<Vec<Tensor>, EngineError> {
        let mut results = self.execute(module, Form::Global, &[arguments.to_vec()])?;
        Ok(results.pop().unwrap_or_default())
    }

    fn execute(
        &mut self,
        module: &str,
        form: Form,
        arguments: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, EngineError> {
        let devices = arguments.len();
        let enough = match (&self.running, self.settings.processes) {
            (Some(running), 1) => running.devices >= devices,
            // Each process has a fixed share of the devices, so their number must match.
            (Some(running), _) => running.devices == devices,
            (None, _) => false,
        };
        if !enough {
            self.launch(devices)?;
        }
        let running = self.running.as_ref().expect("just started");
        let share = devices / running.runners.len();
        for (runner, own) in running.runners.iter().zip(arguments.chunks(share)) {
            let (line, bytes) = request(module, form, devices, own);
            runner.send(&line, &bytes);
        }
        let mut answers = self.receive_all("the run")?;
        let mut results = Vec::with_capacity(devices);
        for answer in &mut answers {
            if let Some(error) = answer.line["error"].as_str() {
                let error = xla_error("XLA cannot run the program", error);
                // The other processes may wait for this one forever, so end all of them.
                if self.settings.processes > 1 {
                    self.running = None;
                }
                return Err(error);
            }
            let read = read_results(answer, share);
            results.extend(read.ok_or_else(|| self.fail("its answer is malformed"))?);
        }
        Ok(results)
    }

    /// Ends the running processes and starts new ones.
    fn launch(&mut self, devices: usize) -> Result<(), EngineError> {
        self.running = None;
        let processes = self.settings.processes;
        if devices == 0 || processes == 0 || !devices.is_multiple_of(processes) {
            let message = format!("{devices} devices cannot be divided among {processes} processes");
            return Err(EngineError::xla(message));
        }
        let port = if processes > 1 { free_port()? } else { 0 };
        let (sender, incoming) = channel();
        let mut runners = Vec::with_capacity(processes);
        for process in 0..processes {
            let spec = ProcessSpec { devices: devices / processes, process, processes, port };
            runners.push(Runner::start(&self.settings.python, spec, sender.clone())?);
        }
        self.running = Some(XlaProcesses { devices, runners, incoming });
        let python = self.settings.python.display().to_string();
        let absent = |why: &str| EngineError::no_xla(format!("`{python}` cannot run XLA: {why}"));
        let hellos = self.receive_all("the start");
        let hellos =
            hellos.map_err(|error| EngineError { output: error.output, ..absent(&error.message) })?;
        for hello in hellos {
            let error = match (&hello.line["absent"], &hello.line["error"]) {
                (Value::String(why), _) => absent(why),
                (_, Value::String(error)) => xla_error("XLA cannot start", error),
                _ => {
                    self.version = hello.line["jax"].as_str().unwrap_or_default().into();
                    continue;
                }
            };
            self.running = None;
            return Err(error);
        }
        Ok(())
    }

    /// Waits for one message of every process and returns them in process order. If a process has ended or the time is up,
    /// all are ended; if one reports an error, the others are not awaited.
    fn receive_all(&mut self, what: &str) -> Result<Vec<Message>, EngineError> {
        let Some(running) = &self.running else { return Err(EngineError::xla("XLA is not running")) };
        let deadline = Instant::now() + self.settings.timeout;
        let mut messages: Vec<Option<Message>> = running.runners.iter().map(|_| None).collect();
        while messages.iter().any(Option::is_none) {
            match running.incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok((_, Some(message))) if is_error(&message) => return Ok(vec![message]),
                Ok((process, Some(message))) => messages[process] = Some(message),
                Ok((_, None)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.fail(&format!("its process ended during {what}")));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.settings.timeout.as_secs_f64();
                    return Err(self.fail(&format!("{what} took longer than {seconds} seconds")));
                }
            }
        }
        Ok(messages.into_iter().flatten().collect())
    }

    /// Ends all processes and reports the end of their output.
    fn fail(&mut self, message: &str) -> EngineError {
        let output: Vec<String> = match self.running.take() {
            Some(mut running) => running.runners.iter_mut().map(Runner::end).collect(),
            None => Vec::new(),
        };
        EngineError::xla(message).output(&output.join("\n"))
    }
}

/// Whether a message reports an error.
fn is_error(message: &Message) -> bool {
    message.line["absent"].is_string() || message.line["error"].is_string()
}

/// An error of XLA: its first line becomes part of the message, the others its output.
fn xla_error(what: &str, error: &str) -> EngineError {
    let (first, rest) = error.split_once('\n').unwrap_or((error, ""));
    EngineError::xla(format!("{what}: {first}")).output(rest)
}

/// A local port that is not in use.
fn free_port() -> Result<u16, EngineError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| EngineError::xla(format!("no free port: {error}")))
}

/// The request to run a module on `devices` devices; `own` are the arguments for the devices of one process.
fn request(module: &str, form: Form, devices: usize, own: &[Vec<Tensor>]) -> (Value, Vec<u8>) {
    let types = own.first().into_iter().flatten();
    let types: Vec<Value> =
        types.map(|tensor| json!({"element": tensor.element.name(), "shape": tensor.shape})).collect();
    let mut bytes = module.as_bytes().to_vec();
    for tensor in own.iter().flatten() {
        bytes.extend(tensor.to_bytes());
    }
    let line = json!({
        "bytes": bytes.len(),
        "text": module.len(),
        "devices": devices,
        "unpartitioned": form == Form::Global,
        "arguments": types,
    });
    (line, bytes)
}

/// Parses the results of each device.
fn read_results(answer: &Message, devices: usize) -> Option<Vec<Vec<Tensor>>> {
    let types: Vec<(Element, Vec<usize>)> =
        answer.line["results"].as_array()?.iter().map(result_type).collect::<Option<_>>()?;
    let mut rest = answer.bytes.as_slice();
    let mut all = Vec::with_capacity(devices);
    for _ in 0..devices {
        let mut results = Vec::with_capacity(types.len());
        for (element, shape) in &types {
            let size = partita_interp::element_count(shape)?.checked_mul(element.bytes())?;
            let (bytes, behind) = rest.split_at_checked(size)?;
            results.push(Tensor::from_bytes(*element, shape, bytes)?);
            rest = behind;
        }
        all.push(results);
    }
    rest.is_empty().then_some(all)
}

fn result_type(value: &Value) -> Option<(Element, Vec<usize>)> {
    let element = Element::parse(value["element"].as_str()?)?;
    let sizes = value["shape"].as_array()?.iter();
    let shape = sizes.map(|size| size.as_u64()?.try_into().ok()).collect::<Option<_>>()?;
    Some((element, shape))
}

#[cfg(test)]
mod tests {
    use partita_base::code;

    use super::*;

    fn start(python: &str, processes: usize, devices: usize) -> EngineError {
        let settings = XlaSettings { python: python.into(), processes, timeout: Duration::from_secs(20) };
        XlaEngine::start(settings, devices).err().expect("XLA is not available")
    }

    #[test]
    fn without_python_there_is_no_engine() {
        let error = start("/nonexistent/python", 1, 2);
        assert_eq!(error.code, code::ENGINE_ABSENT);
        assert!(error.message.starts_with("cannot start `/nonexistent/python`"), "{}", error.message);
    }

    #[cfg(unix)]
    #[test]
    fn other_programs_are_rejected() {
        for program in ["true", "echo"] {
            let error = start(program, 2, 2);
            assert_eq!(error.code, code::ENGINE_ABSENT);
            assert!(error.message.contains("cannot run XLA"), "{}", error.message);
        }
    }

    #[test]
    fn devices_are_divided_evenly() {
        let error = start("/nonexistent/python", 3, 8);
        assert_eq!(error.code, code::ENGINE_FAILED);
        assert_eq!(error.message, "8 devices cannot be divided among 3 processes");
    }

    #[test]
    fn answers_are_checked() {
        let answer = |shape: Value, bytes: usize| Message {
            line: json!({"results": [{"element": "i16", "shape": shape}]}),
            bytes: vec![1; bytes],
        };
        let results = read_results(&answer(json!([3]), 12), 2).expect("two devices");
        assert_eq!(results[1][0].ints().unwrap(), [257; 3]);
        assert!(read_results(&answer(json!([3]), 11), 2).is_none());
        assert!(read_results(&answer(json!([3]), 13), 2).is_none());
        assert!(read_results(&answer(json!([u64::MAX, 3]), 12), 2).is_none());
        assert!(read_results(&answer(json!([-3]), 12), 2).is_none());
        let tensor = Tensor::f32(&[2], vec![1.0, 2.0]);
        let (line, bytes) = request("module {}", Form::Local, 2, &[vec![tensor.clone()], vec![tensor]]);
        assert_eq!((line["text"].as_u64(), bytes.len()), (Some(9), 9 + 16));
    }
}
