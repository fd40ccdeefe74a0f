//! Child processes: each is the first of a process group of its own, ends with us, and is ended together with what it started.
//!
//! When we end without ending it (killed, say), its standard input ends, which is how every one of them finds out, unless it hangs. On
//! Linux the system kills it then: a child asks for that when it starts ([`end_with_parent`], and [`python`](crate::python) for Python's).
//! The system watches the *thread* that started a child, not the process. So each child has a thread that starts it and stays.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zeroize::Zeroizing;

/// How much of a process's complaints is kept.
const TAIL_BYTES: usize = 4000;

/// How long a process that was killed may take to finish its last words.
const PATIENCE: Duration = Duration::from_secs(1);

/// A running child with what is written to it and what it complains about. It is killed when this is dropped.
pub(crate) struct Spawned {
    child: Child,
    is_ended: bool,
    /// What is to be written. A thread writes it: a process that hangs does not read.
    input: Option<Sender<Zeroizing<Vec<u8>>>>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Whether complaints have come to an end.
    silent: Receiver<()>,
    /// The thread that started the child ends when this does.
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
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let said = Arc::clone(&complaints);
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
            keep_tail(stderr, &said);
            let _ = ended.send(());
            // Nothing is sent: this waits for the child to be dropped.
            let _ = until.recv();
        })?;
        let mut child = child.recv().map_err(|_| io::Error::other("its thread ended"))??;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (input, to_write) = channel();
        std::thread::Builder::new().spawn(move || write_all(stdin, &to_write))?;
        Ok((Spawned { child, is_ended: false, input: Some(input), complaints, silent, _kept: kept }, stdout))
    }

    /// The process's number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes to the process, some time. What was written is wiped: it may be secret.
    pub(crate) fn send(&self, bytes: Zeroizing<Vec<u8>>) {
        // Whoever does not read any more has ended, which is heard.
        let _ = self.input.as_ref().map(|input| input.send(bytes));
    }

    /// Ends the process, after the time it may take to end by itself, and returns the last it had to complain about.
    pub(crate) fn end(&mut self, time: Duration) -> String {
        self.input = None;
        if !time.is_zero() {
            let _ = self.silent.recv_timeout(time);
        }
        self.kill();
        let _ = self.silent.recv_timeout(PATIENCE);
        let kept = self.complaints.lock().map(|kept| String::from_utf8_lossy(&kept).into_owned());
        kept.unwrap_or_default()
    }

    /// Kills the process and all that it started. Once it is waited for its number may be another's.
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

/// Called first by a process of our own that serves another: where the system can, it ends with the one that started it.
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
