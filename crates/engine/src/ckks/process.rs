//! The process that loads the library, as seen by its parent.

use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::error::CkksTrouble;
use super::wire::{Request, Response, encode_message, receive_message};
use crate::EngineError;
use crate::spawned::Spawned;

/// How long a process that ends may take to report why.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A running process. It is killed when this is dropped, which deletes its keys and ciphertexts.
pub(super) struct Process {
    spawned: Spawned,
    answers: Receiver<Response>,
}

impl Process {
    /// Starts the process that serves a library.
    pub(super) fn start(command: Command) -> Result<Self, EngineError> {
        let program = command.get_program().display().to_string();
        let (spawned, stdout) = Spawned::start(command).map_err(|error| {
            EngineError::ckks(CkksTrouble::Absent, format!("cannot start `{program}`: {}", error.kind()))
        })?;
        let (answer, answers) = channel();
        std::thread::spawn(move || {
            // Unbuffered: what stays in a buffer is not wiped.
            let mut stdout = stdout;
            while let Some(response) = receive_message::<Response>(&mut stdout) {
                if answer.send(response).is_err() {
                    return;
                }
            }
        });
        Ok(Self { spawned, answers })
    }

    /// The id of the process.
    pub(super) fn id(&self) -> u32 {
        self.spawned.id()
    }

    /// Sends a request and waits for the answer. If there is none, the process can no longer be used.
    pub(super) fn ask(&self, request: &Request, timeout: Duration) -> Result<Response, String> {
        self.spawned.send(encode_message(request));
        self.answers.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Disconnected => "the library's process ended".into(),
            RecvTimeoutError::Timeout => {
                format!("the library did not answer within {} seconds", timeout.as_secs_f64())
            }
        })
    }

    /// Ends the process and returns its last error output. It gets some time to report why it ends.
    pub(super) fn end(&mut self) -> String {
        self.spawned.end(LAST_WORDS)
    }
}
