//! A process that runs programs on XLA or onnxruntime, and the messages to and from it.
//!
//! They may crash or hang, so they never share a process with us. `runner.py` describes the messages of XLA's.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use crate::EngineError;
use crate::python::isolated_python;

const RUNNER: &str = include_str!("runner.py");

/// How much of a process's complaints is kept.
const TAIL_BYTES: usize = 4000;

/// How long a process that was killed may take to finish its last words. What it started itself may live longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

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

/// A running process. It is killed when this is dropped.
pub(crate) struct Runner {
    child: Child,
    /// What is to be written. A thread writes it: a process that hangs does not read.
    input: Option<Sender<Vec<u8>>>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Whether complaints have come to an end.
    silent: Receiver<()>,
}

impl Runner {
    /// Starts a process of XLA. What it says goes to `heard`.
    pub(crate) fn start(python: &Path, seat: Seat, heard: Sender<Heard>) -> Result<Self, EngineError> {
        let arguments = [seat.devices, seat.process, seat.processes, seat.port.into()];
        let mut command = isolated_python(python, RUNNER);
        command.args(arguments.map(|argument| argument.to_string()));
        Self::spawn(command, seat.process, heard).map_err(EngineError::absent)
    }

    /// Starts any process that speaks this way, the one of that number. Fails with the reason.
    pub(crate) fn spawn(mut command: Command, process: usize, heard: Sender<Heard>) -> Result<Self, String> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(
                |error| format!("cannot start `{}`: {}", command.get_program().display(), error.kind()),
            )?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let stderr = child.stderr.take().expect("standard error is piped");
        let (input, to_write) = channel();
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaints);
        std::thread::spawn(move || write_all(stdin, &to_write));
        std::thread::spawn(move || listen(stdout, process, &heard));
        let (ended, silent) = channel();
        std::thread::spawn(move || {
            keep_tail(stderr, &kept);
            let _ = ended.send(());
        });
        Ok(Self { child, input: Some(input), complaints, silent })
    }

    /// Sends a request.
    pub(crate) fn send(&self, line: &Value, bytes: &[u8]) {
        let message = written(line, bytes);
        // Whoever does not read any more has ended, which is heard.
        let _ = self.input.as_ref().map(|input| input.send(message));
    }

    /// Ends the process and returns the last it had to complain about.
    pub(crate) fn end(&mut self) -> String {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.silent.recv_timeout(PATIENCE);
        let kept = self.complaints.lock().map(|kept| String::from_utf8_lossy(&kept).into_owned());
        kept.unwrap_or_default()
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.end();
    }
}

pub(crate) fn write_all(mut stdin: ChildStdin, to_write: &Receiver<Vec<u8>>) {
    for message in to_write {
        if stdin.write_all(&message).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn listen(stdout: ChildStdout, process: usize, heard: &Sender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(message) = read_message(&mut stdout) {
        if heard.send((process, Some(message))).is_err() {
            return;
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

/// The next message; none when there is no more or it makes no sense.
pub(crate) fn read_message(from: &mut impl BufRead) -> Option<Message> {
    let mut line = Vec::new();
    from.read_until(b'\n', &mut line).ok()?;
    let line: Value = serde_json::from_slice(&line).ok()?;
    let count = line["bytes"].as_u64().unwrap_or(0);
    let mut bytes = Vec::new();
    from.take(count).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == count).then_some(Message { line, bytes })
}

pub(crate) fn keep_tail(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend(&buffer[..count]);
        let excess = kept.len().saturating_sub(TAIL_BYTES);
        kept.drain(..excess);
    }
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
    }
}
