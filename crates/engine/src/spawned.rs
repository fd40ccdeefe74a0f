//! Child processes. Each one leads its own process group, ends with its parent, and is killed together with the processes it started.
//!
//! If the parent ends without ending a child (for example, it is killed), the standard input of the child ends, which every child
//! detects unless it hangs. On Linux the system kills a hanging child: it requests that when it starts ([`end_with_parent`], and
//! [`python`](crate::python) for Python). The system watches the *thread* that started a child, not the process, so each child has a
//! thread that starts it and stays alive.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zeroize::Zeroizing;

/// The number of bytes kept from the end of standard error.
const TAIL_BYTES: usize = 4000;

/// The time to wait for the end of standard error after a process has been killed.
const STDERR_TIME: Duration = Duration::from_secs(1);

/// A running child with its standard input and the end of its standard error. It is killed on drop.
pub(crate) struct Spawned {
    child: Child,
    is_ended: bool,
    /// Data to write. A thread writes it, because a hanging process does not read.
    input: Option<Sender<Zeroizing<Vec<u8>>>>,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// Receives a message at the end of standard error.
    silent: Receiver<()>,
    /// Whether that message has been received.
    was_silent: bool,
    /// Keeps the thread that started the child alive.
    _kept: Sender<()>,
}

impl Spawned {
    /// Starts a child; the caller reads its standard output.
    pub(crate) fn start(mut command: Command) -> io::Result<(Spawned, ChildStdout)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut command);
        let (started, child) = channel();
        let (ended, silent) = channel();
        let (kept, until) = channel::<()>();
        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        let tail = Arc::clone(&stderr_tail);
        std::thread::Builder::new().spawn(move || {
            let spawned = command.spawn().map(|mut child| {
                let stderr = child.stderr.take().expect("standard error is piped");
                (child, stderr)
            });
            let stderr = match spawned {
                Ok((child, stderr)) => {
                    let _ = started.send(Ok(child));
                    stderr
                }
                Err(error) => {
                    let _ = started.send(Err(error));
                    return;
                }
            };
            keep_tail(stderr, &tail);
            let _ = ended.send(());
            // Nothing is ever sent: this waits until the child is dropped.
            let _ = until.recv();
        })?;
        let mut child = child.recv().map_err(|_| io::Error::other("its thread ended"))??;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (input, to_write) = channel();
        std::thread::Builder::new().spawn(move || write_all(stdin, &to_write))?;
        Ok((
            Spawned {
                child,
                is_ended: false,
                input: Some(input),
                stderr_tail,
                silent,
                was_silent: false,
                _kept: kept,
            },
            stdout,
        ))
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process, and all that it started, have closed standard error, as they do when they end.
    pub(crate) fn is_silent(&mut self) -> bool {
        self.was_silent |= !matches!(self.silent.try_recv(), Err(TryRecvError::Empty));
        self.was_silent
    }

    /// Queues data for the process. It is wiped after writing, because it may be secret.
    pub(crate) fn send(&self, bytes: Zeroizing<Vec<u8>>) {
        // A failure means that the process has ended, which its reader detects.
        let _ = self.input.as_ref().map(|input| input.send(bytes));
    }

    /// Ends the process, after giving it `time` to end by itself, and returns the end of its standard error.
    pub(crate) fn end(&mut self, time: Duration) -> String {
        self.input = None;
        self.wait_for_silence(time);
        self.kill();
        self.wait_for_silence(STDERR_TIME);
        let kept = self.stderr_tail.lock().map(|kept| String::from_utf8_lossy(&kept).into_owned());
        kept.unwrap_or_default()
    }

    fn wait_for_silence(&mut self, time: Duration) {
        if !self.was_silent {
            self.was_silent = !matches!(self.silent.recv_timeout(time), Err(RecvTimeoutError::Timeout));
        }
    }

    /// Kills the process and all processes that it started. Only once: after the wait, its id may belong to another process.
    fn kill(&mut self) {
        if !self.is_ended {
            kill_group(self.child.id());
            let _ = self.child.kill();
            let _ = self.child.wait();
            self.is_ended = true;
        }
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

/// Makes this process end with its parent, where the system supports that. Server processes call it first.
pub(crate) fn end_with_parent() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

fn write_all(mut stdin: ChildStdin, to_write: &Receiver<Zeroizing<Vec<u8>>>) {
    for message in to_write {
        if stdin.write_all(&message).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn keep_tail(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend(&buffer[..count]);
        let excess = kept.len().saturating_sub(TAIL_BYTES);
        kept.drain(..excess);
    }
}
