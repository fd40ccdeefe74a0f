//! The process that has the library, seen from outside.

use std::io::BufReader;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::error::{CkksError, CkksTrouble};
use super::wire::{Request, Response, bytes, receive};
use crate::child::{PATIENCE, keep_tail, write_all};

/// A running process. It is killed when this is dropped, and with it go keys and ciphertexts.
pub(super) struct Process {
    child: Child,
    /// What is to be written. A thread writes it: a process that hangs does not read.
    input: Option<Sender<Vec<u8>>>,
    answers: Receiver<Response>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Whether complaints have come to an end.
    silent: Receiver<()>,
}

impl Process {
    /// Starts what serves a library.
    pub(super) fn start(mut command: Command) -> Result<Self, CkksError> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(
                |error| {
                    let program = command.get_program().display();
                    CkksError::new(CkksTrouble::Absent, format!("cannot start `{program}`: {}", error.kind()))
                },
            )?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let stderr = child.stderr.take().expect("standard error is piped");
        let (input, to_write) = channel();
        let (answer, answers) = channel();
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaints);
        std::thread::spawn(move || write_all(stdin, &to_write));
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(response) = receive::<Response>(&mut stdout) {
                if answer.send(response).is_err() {
                    return;
                }
            }
        });
        let (ended, silent) = channel();
        std::thread::spawn(move || {
            keep_tail(stderr, &kept);
            let _ = ended.send(());
        });
        Ok(Self { child, input: Some(input), answers, complaints, silent })
    }

    /// The process's number.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks for something and waits for the answer. Where none comes, the process is of no use any more.
    pub(super) fn ask(&self, request: &Request, timeout: Duration) -> Result<Response, String> {
        // Whoever does not read any more has ended, which is heard.
        let _ = self.input.as_ref().map(|input| input.send(bytes(request)));
        self.answers.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Disconnected => "the process of the library ended".into(),
            RecvTimeoutError::Timeout => {
                format!("the library did not answer within {} seconds", timeout.as_secs_f64())
            }
        })
    }

    /// Ends the process and returns the last it had to complain about.
    pub(super) fn end(&mut self) -> String {
        self.input = None;
        // Who is about to say why it ends is given the time.
        let _ = self.silent.recv_timeout(PATIENCE / 10);
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.silent.recv_timeout(PATIENCE);
        let kept = self.complaints.lock().map(|kept| String::from_utf8_lossy(&kept).into_owned());
        kept.unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
