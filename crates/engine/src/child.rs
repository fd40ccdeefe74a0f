//! A process that runs programs on XLA or onnxruntime, and the messages to and from it.
//!
//! They may crash or hang, so they never share a process with us. `runner.py` describes the messages of XLA's.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{ChildStdout, Command};
use std::sync::mpsc::Sender;
use std::time::Duration;

use serde_json::{Value, json};

use crate::EngineError;
use crate::python::isolated_python;
use crate::spawned::Spawned;

const RUNNER: &str = include_str!("runner.py");

/// Most bytes of the line of a message: types and names of tensors, or an error. What is in tensors follows the line.
const LONGEST_LINE: u64 = 16 << 20;

/// A message: a line of JSON, and bytes.
pub(crate) struct Message {
    pub(crate) line: Value,
    pub(crate) bytes: Vec<u8>,
}

/// What one of several processes says; nothing, once, when it has ended.
pub(crate) type Heard = (usize, Option<Message>);

/// Which of several processes one is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    /// Devices of one process.
    pub(crate) devices: usize,
    pub(crate) process: usize,
    pub(crate) processes: usize,
    /// Where they meet on this machine.
    pub(crate) port: u16,
}

/// A running process. It is killed when this is dropped, with all that it started.
pub(crate) struct Runner(Spawned);

impl Runner {
    /// Starts a process of XLA. What it says goes to `heard`.
    pub(crate) fn start(python: &Path, seat: Seat, heard: Sender<Heard>) -> Result<Self, EngineError> {
        let arguments = [seat.devices, seat.process, seat.processes, seat.port.into()];
        let mut command = isolated_python(python, RUNNER);
        command.args(arguments.map(|argument| argument.to_string()));
        Self::spawn(command, seat.process, heard).map_err(EngineError::no_xla)
    }

    /// Starts any process that speaks this way, the one of that number. Fails with the reason.
    pub(crate) fn spawn(command: Command, process: usize, heard: Sender<Heard>) -> Result<Self, String> {
        let program = command.get_program().display().to_string();
        let (spawned, stdout) =
            Spawned::start(command).map_err(|error| format!("cannot start `{program}`: {}", error.kind()))?;
        std::thread::spawn(move || listen(stdout, process, &heard));
        Ok(Self(spawned))
    }

    /// Sends a request.
    pub(crate) fn send(&self, line: &Value, bytes: &[u8]) {
        self.0.send(written(line, bytes).into());
    }

    /// Ends the process and returns the last it had to complain about.
    pub(crate) fn end(&mut self) -> String {
        self.0.end(Duration::ZERO)
    }
}

fn listen(stdout: ChildStdout, process: usize, heard: &Sender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(message) = read_message(&mut stdout) {
        let is_last = message.line["absent"].is_string();
        if heard.send((process, Some(message))).is_err() || is_last {
            break;
        }
    }
    let _ = heard.send((process, None));
}

/// A message as it is sent.
pub(crate) fn written(line: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut message = line.to_string().into_bytes();
    message.push(b'\n');
    message.extend(bytes);
    message
}

/// The next message; none when there is no more or it makes no sense. A line that is too long is not held: the message is an error.
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
    fn messages_are_read_one_after_the_other() {
        let mut text: &[u8] = b"{\"ready\": true}\n{\"bytes\": 3}\nabc{\"bytes\": 9}\ncut off";
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
