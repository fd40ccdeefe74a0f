//! The local socket at which the processes of ranks connect to this one.

use std::fs::DirBuilder;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::launch::RankGroup;
use crate::EngineError;
use crate::child::{Incoming, Message, encode_message, listen};

/// How often to look for a process that connects.
const POLL: Duration = Duration::from_millis(5);

/// A socket in a folder that only this user can enter. Both are removed on drop, so that nothing remains once all ranks are
/// connected.
pub(super) struct Meeting {
    listener: UnixListener,
    folder: PathBuf,
    path: PathBuf,
}

/// The connections to all ranks, by rank.
pub(super) struct Connections {
    streams: Vec<UnixStream>,
    /// The rank of every connection, by its number.
    ranks: Vec<usize>,
    incoming: Receiver<Incoming>,
}

impl Meeting {
    pub(super) fn open() -> Result<Self, EngineError> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let open = |base: PathBuf| -> io::Result<Meeting> {
            let folder = base.join(format!("partita-ranks-{}-{number}", std::process::id()));
            DirBuilder::new().mode(0o700).create(&folder)?;
            let path = folder.join("socket");
            match UnixListener::bind(&path).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            }) {
                Ok(listener) => Ok(Meeting { listener, folder, path }),
                Err(error) => {
                    let _ = std::fs::remove_dir(&folder);
                    Err(error)
                }
            }
        };
        // The path of a socket may have about 100 bytes, which the configured folder may exceed.
        open(std::env::temp_dir()).or_else(|_| open("/tmp".into())).map_err(|error| {
            EngineError::absent(format!("cannot open a local socket for the ranks: {error}"))
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until all ranks have connected.
    pub(super) fn connect(
        self,
        processes: &mut RankGroup,
        ranks: usize,
        timeout: Duration,
    ) -> Result<Connections, EngineError> {
        let deadline = Instant::now() + timeout;
        let (sender, incoming) = channel();
        let mut unordered = Vec::with_capacity(ranks);
        while unordered.len() < ranks {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    let reader = stream.set_nonblocking(false).and_then(|()| stream.try_clone());
                    let reader = reader.map_err(|error| lost(&error))?;
                    start_listening(reader, unordered.len(), sender.clone());
                    unordered.push(stream);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // A process that ended without a connection will not connect any more.
                    if Instant::now() >= deadline || processes.any_ended() {
                        let said = processes.end_all();
                        let message = "the processes of the ranks do not start";
                        return Err(EngineError::absent(message).output(&said));
                    }
                    std::thread::sleep(POLL);
                }
                Err(error) => return Err(lost(&error)),
            }
        }
        let mut connections = Connections { streams: Vec::new(), ranks: vec![0; ranks], incoming };
        let mut ordered: Vec<Option<UnixStream>> = (0..ranks).map(|_| None).collect();
        let mut unordered: Vec<Option<UnixStream>> = unordered.into_iter().map(Some).collect();
        for _ in 0..ranks {
            let left = deadline.saturating_duration_since(Instant::now());
            let hello = match connections.incoming.recv_timeout(left) {
                Ok((number, Some(hello))) => (number, hello),
                Ok((_, None)) | Err(_) => {
                    let said = processes.end_all();
                    return Err(EngineError::absent("the processes of the ranks do not start").output(&said));
                }
            };
            let (number, Message { line, .. }) = hello;
            if let Some(why) = line["absent"].as_str() {
                let message = format!("the processes of the ranks cannot use onnxruntime: {why}");
                return Err(EngineError::absent(message));
            }
            let rank = line["rank"].as_u64().map_or(ranks, |rank| rank as usize);
            let slot = ordered.get_mut(rank).filter(|slot| slot.is_none());
            let slot =
                slot.ok_or_else(|| EngineError::absent(format!("rank {rank} is started twice or unknown")))?;
            *slot = unordered[number].take();
            connections.ranks[number] = rank;
        }
        connections.streams = ordered.into_iter().flatten().collect();
        Ok(connections)
    }
}

impl Drop for Meeting {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_dir(&self.folder);
    }
}

impl Drop for Connections {
    fn drop(&mut self) {
        // The readers have the same sockets open, so that closing them here would end nothing.
        for stream in &self.streams {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Connections {
    /// Sends a command to a rank. A failure means that its process has ended, which its reader detects.
    pub(super) fn send(&mut self, rank: usize, line: &Value, bytes: &[u8], timeout: Duration) {
        let stream = &mut self.streams[rank];
        // A process that hangs does not read.
        let _ = stream.set_write_timeout(Some(timeout.max(POLL)));
        let _ = stream.write_all(&encode_message(line, &[])).and_then(|()| stream.write_all(bytes));
    }

    /// The next answer and the rank that sends it; `None` in place of the answer if its process has ended.
    pub(super) fn receive(&self, timeout: Duration) -> Result<Incoming, RecvTimeoutError> {
        let (number, message) = self.incoming.recv_timeout(timeout)?;
        Ok((self.ranks[number], message))
    }
}

fn start_listening(stream: impl Read + Send + 'static, number: usize, incoming: Sender<Incoming>) {
    std::thread::spawn(move || listen(stream, number, &incoming));
}

fn lost(error: &io::Error) -> EngineError {
    EngineError::failed(format!("the connection to a rank was lost: {error}"))
}
