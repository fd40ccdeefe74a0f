//! A child process that runs programs on XLA or onnxruntime, and the messages to and from it.
//!
//! XLA and onnxruntime may crash or hang, so they run in processes of their own. `runner.py` documents the messages of XLA.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::Sender;
use std::time::Duration;

use serde_json::{Value, json};

use crate::EngineError;
use crate::python::isolated_python;
use crate::spawned::Spawned;

const RUNNER: &str = include_str!("runner.py");

/// The maximum length of the line of a message: types and names of tensors, or an error. The elements of tensors follow the line.
const LONGEST_LINE: u64 = 16 << 20;

/// A message: a line of JSON, followed by bytes.
pub(crate) struct Message {
    pub(crate) line: Value,
    pub(crate) bytes: Vec<u8>,
}

/// The number of a process and its message; `None`, once, when the process has ended.
pub(crate) type Incoming = (usize, Option<Message>);

/// The position of a process among several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessSpec {
    /// The number of devices per process.
    pub(crate) devices: usize,
    pub(crate) process: usize,
    pub(crate) processes: usize,
    /// The local port at which the processes connect.
    pub(crate) port: u16,
}

/// A running process. On drop it is killed, with all processes that it started.
pub(crate) struct Runner(Spawned);

impl Runner {
    /// Starts an XLA process. Its messages are sent to `incoming`.
    pub(crate) fn start(
        python: &Path,
        spec: ProcessSpec,
        incoming: Sender<Incoming>,
    ) -> Result<Self, EngineError> {
        let arguments = [spec.devices, spec.process, spec.processes, spec.port.into()];
        let mut command = isolated_python(python, RUNNER);
        command.args(arguments.map(|argument| argument.to_string()));
        Self::spawn(command, spec.process, incoming).map_err(EngineError::no_xla)
    }

    /// Starts any process with this protocol, under the given number. On failure, returns the reason.
    pub(crate) fn spawn(
        command: Command,
        process: usize,
        incoming: Sender<Incoming>,
    ) -> Result<Self, String> {
        let program = command.get_program().display().to_string();
        let (spawned, stdout) =
            Spawned::start(command).map_err(|error| format!("cannot start `{program}`: {}", error.kind()))?;
        std::thread::spawn(move || listen(stdout, process, &incoming));
        Ok(Self(spawned))
    }

    /// Sends a request.
    pub(crate) fn send(&self, line: &Value, bytes: &[u8]) {
        self.0.send(encode_message(line, bytes).into());
    }

    /// Ends the process and returns the end of its standard error.
    pub(crate) fn end(&mut self) -> String {
        self.0.end(Duration::ZERO)
    }
}

/// Forwards the messages of a process, then its end.
pub(crate) fn listen(from: impl Read, process: usize, incoming: &Sender<Incoming>) {
    let mut from = BufReader::new(from);
    while let Some(message) = read_message(&mut from) {
        let is_last = message.line["absent"].is_string();
        if incoming.send((process, Some(message))).is_err() || is_last {
            break;
        }
    }
    let _ = incoming.send((process, None));
}

/// Serialises a message: the line, a line end, then the raw bytes.
pub(crate) fn encode_message(line: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut message = line.to_string().into_bytes();
    message.push(b'\n');
    message.extend(bytes);
    message
}

/// Reads the next message; `None` at the end or if it is malformed. For a line that is too long, returns an error message instead of
/// storing it.
pub(crate) fn read_message(from: &mut impl BufRead) -> Option<Message> {
    let mut line = Vec::new();
    from.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line).ok()?;
    if line.len() as u64 > LONGEST_LINE {
        let why = format!("its process wrote a line of more than {LONGEST_LINE} bytes");
        return Some(Message { line: json!({"absent": why, "error": why}), bytes: Vec::new() });
    }
    let line: Value = serde_json::from_slice(&line).ok()?;
    let count = line["bytes"].as_u64().unwrap_or(0);
    let mut bytes = Vec::new();
    from.take(count).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == count).then_some(Message { line, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_in_order() {
        let mut text: &[u8] = b"{\"ready\": true}\n{\"bytes\": 3}\nabc{\"bytes\": 10}\ntruncated";
        assert_eq!(read_message(&mut text).unwrap().line["ready"], true);
        assert_eq!(read_message(&mut text).unwrap().bytes, b"abc");
        assert!(read_message(&mut text).is_none());
        assert!(read_message(&mut &b"Usage: something else\n"[..]).is_none());
        assert!(read_message(&mut &b""[..]).is_none());
        let endless = read_message(&mut BufReader::new(std::io::repeat(b'a'))).expect("a message");
        let expected = "its process wrote a line of more than 16777216 bytes";
        assert_eq!((&endless.line["error"], endless.bytes.len()), (&json!(expected), 0));
    }
}
