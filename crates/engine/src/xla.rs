//! XLA's CPU devices as an engine: one or several processes of Python with jax.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use partita_interp::{Element, Tensor};
use serde_json::{Value, json};

use crate::EngineError;
use crate::child::{Heard, Message, Runner, Seat};

/// How XLA is run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct XlaSettings {
    /// A Python with jax.
    pub python: PathBuf,
    /// How many processes share the devices.
    pub processes: usize,
    /// How long starting, and each run, may take.
    pub timeout: Duration,
}

partita_base::setters! { XlaSettings { python: PathBuf, processes: usize, timeout: Duration } }

impl Default for XlaSettings {
    fn default() -> Self {
        Self { python: "python3".into(), processes: 1, timeout: Duration::from_secs(600) }
    }
}

/// What a program is to XLA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Partitioned: it is run as it is written.
    Local,
    /// Not partitioned, for one device.
    Whole,
}

/// XLA, in processes of its own that serve many runs and are started again when they die.
pub struct XlaEngine {
    settings: XlaSettings,
    version: String,
    running: Option<Running>,
}

/// The processes.
struct Running {
    /// Devices of all processes together.
    devices: usize,
    runners: Vec<Runner>,
    heard: Receiver<Heard>,
}

impl XlaEngine {
    /// Starts XLA with so many devices.
    pub fn start(settings: XlaSettings, devices: usize) -> Result<Self, EngineError> {
        let mut engine = Self { settings, version: String::new(), running: None };
        engine.launch(devices)?;
        Ok(engine)
    }

    /// The version of jax.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs the function `main` of a partitioned module. `arguments` has what each device is given; the result is
    /// what each returns.
    pub fn run(&mut self, module: &str, arguments: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>, EngineError> {
        self.execute(module, Form::Local, arguments)
    }

    /// Runs the function `main` of a module that says nothing about devices on one of them.
    pub fn run_whole(&mut self, module: &str, arguments: &[Tensor]) -> Result<Vec<Tensor>, EngineError> {
        let mut results = self.execute(module, Form::Whole, &[arguments.to_vec()])?;
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
            // Each process has its share of the devices, which depends on how many there are.
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
        let mut answers = self.hear_all("the run")?;
        let mut results = Vec::with_capacity(devices);
        for answer in &mut answers {
            if let Some(error) = answer.line["error"].as_str() {
                let error = complaint("XLA does not run the program", error);
                // The others may wait for this one for ever.
                if self.settings.processes > 1 {
                    self.running = None;
                }
                return Err(error);
            }
            let read = read_results(answer, share);
            results.extend(read.ok_or_else(|| self.fail("its answer makes no sense"))?);
        }
        Ok(results)
    }

    /// Starts the processes, and ends those that are there.
    fn launch(&mut self, devices: usize) -> Result<(), EngineError> {
        self.running = None;
        let processes = self.settings.processes;
        if devices == 0 || processes == 0 || !devices.is_multiple_of(processes) {
            let message = format!("{devices} devices cannot be divided among {processes} processes");
            return Err(EngineError::xla(message));
        }
        let port = if processes > 1 { free_port()? } else { 0 };
        let (said, heard) = channel();
        let mut runners = Vec::with_capacity(processes);
        for process in 0..processes {
            let seat = Seat { devices: devices / processes, process, processes, port };
            runners.push(Runner::start(&self.settings.python, seat, said.clone())?);
        }
        self.running = Some(Running { devices, runners, heard });
        let python = self.settings.python.display().to_string();
        let absent = |why: &str| EngineError::no_xla(format!("`{python}` cannot run XLA: {why}"));
        let hellos = self.hear_all("the start");
        let hellos = hellos.map_err(|error| EngineError { said: error.said, ..absent(&error.message) })?;
        for hello in hellos {
            let trouble = match (&hello.line["absent"], &hello.line["error"]) {
                (Value::String(why), _) => absent(why),
                (_, Value::String(error)) => complaint("XLA does not start", error),
                _ => {
                    self.version = hello.line["jax"].as_str().unwrap_or_default().into();
                    continue;
                }
            };
            self.running = None;
            return Err(trouble);
        }
        Ok(())
    }

    /// One message of every process, in their order. When one has ended or time is up, all are ended; when one
    /// reports an error, the others are not waited for.
    fn hear_all(&mut self, what: &str) -> Result<Vec<Message>, EngineError> {
        let Some(running) = &self.running else { return Err(EngineError::xla("XLA is not running")) };
        let deadline = Instant::now() + self.settings.timeout;
        let mut messages: Vec<Option<Message>> = running.runners.iter().map(|_| None).collect();
        while messages.iter().any(Option::is_none) {
            match running.heard.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok((_, Some(message))) if is_trouble(&message) => return Ok(vec![message]),
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

    /// Ends all processes and reports what they said.
    fn fail(&mut self, message: &str) -> EngineError {
        let said: Vec<String> = match self.running.take() {
            Some(mut running) => running.runners.iter_mut().map(Runner::end).collect(),
            None => Vec::new(),
        };
        EngineError::xla(message).said(&said.join("\n"))
    }
}

/// Whether a process says why it does not do what it was asked to.
fn is_trouble(message: &Message) -> bool {
    message.line["absent"].is_string() || message.line["error"].is_string()
}

/// What XLA says is wrong: its first line belongs to the message, the others follow.
fn complaint(what: &str, error: &str) -> EngineError {
    let (first, rest) = error.split_once('\n').unwrap_or((error, ""));
    EngineError::xla(format!("{what}: {first}")).said(rest)
}

/// A port of this machine that nobody listens at.
fn free_port() -> Result<u16, EngineError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| EngineError::xla(format!("there is no free port: {error}")))
}

/// A request to run a module on some devices, of which one process has `own`.
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
        "whole": form == Form::Whole,
        "arguments": types,
    });
    (line, bytes)
}

/// What each of some devices returned.
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
        XlaEngine::start(settings, devices).err().expect("there is no XLA there")
    }

    #[test]
    fn without_python_there_is_no_engine() {
        let error = start("/nonexistent/python", 1, 2);
        assert_eq!(error.code, code::ENGINE_ABSENT);
        assert!(error.message.starts_with("cannot start `/nonexistent/python`"), "{}", error.message);
    }

    #[cfg(unix)]
    #[test]
    fn another_program_has_no_xla() {
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
