//! The process that has the library, seen from outside.

use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::error::CkksTrouble;
use super::wire::{Request, Response, bytes, receive};
use crate::EngineError;
use crate::spawned::Spawned;

/// How long a process that ends may take to tell why.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A running process. It is killed when this is dropped, and with it go keys and ciphertexts.
pub(super) struct Process {
    spawned: Spawned,
    answers: Receiver<Response>,
}

impl Process {
    /// Starts what serves a library.
    pub(super) fn start(command: Command) -> Result<Self, EngineError> {
        let program = command.get_program().display().to_string();
        let (spawned, stdout) = Spawned::start(command).map_err(|error| {
            EngineError::ckks(CkksTrouble::Absent, format!("cannot start `{program}`: {}", error.kind()))
        })?;
        let (answer, answers) = channel();
        std::thread::spawn(move || {
            // Not buffered: what stays in a buffer is not wiped.
            let mut stdout = stdout;
            while let Some(response) = receive::<Response>(&mut stdout) {
                if answer.send(response).is_err() {
                    return;
                }
            }
        });
        Ok(Self { spawned, answers })
    }

    /// The process's number.
    pub(super) fn id(&self) -> u32 {
        self.spawned.id()
    }

    /// Asks for something and waits for the answer. Where none comes, the process is of no use any more.
    pub(super) fn ask(&self, request: &Request, timeout: Duration) -> Result<Response, String> {
        self.spawned.send(bytes(request));
        self.answers.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Disconnected => "the process of the library ended".into(),
            RecvTimeoutError::Timeout => {
                format!("the library did not answer within {} seconds", timeout.as_secs_f64())
            }
        })
    }

    /// Ends the process and returns the last it had to complain about. It is given the time to tell why it ends.
    pub(super) fn end(&mut self) -> String {
        self.spawned.end(LAST_WORDS)
    }
}
