//! Listens on loopback and hands requests to the session.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use partita::Source;

use crate::guard::{Guard, new_token};
use crate::host::Host;
use crate::http::{Response, read_request, respond};
use crate::limits::MAX_CONNECTIONS;
use crate::published::Published;
use crate::routes::{Route, route};
use crate::session::{EditSession, RequestedWork};

/// How long the work of a request may take.
const MAX_WORK: Duration = Duration::from_secs(600);
/// How often the file and the end of the server are looked at.
const TICK: Duration = Duration::from_millis(300);

/// Why a server cannot listen.
#[derive(Debug)]
#[non_exhaustive]
pub enum BindError {
    /// The system provides no random numbers for a token.
    Token,
    /// The port cannot be used: the reason.
    Port(u16, io::Error),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token => write!(f, "the system provides no random numbers"),
            Self::Port(port, error) if error.kind() == ErrorKind::AddrInUse => {
                write!(f, "port {port} is used by another program")
            }
            Self::Port(port, error) => write!(f, "cannot listen on port {port}: {error}"),
        }
    }
}

impl std::error::Error for BindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Token => None,
            Self::Port(_, error) => Some(error),
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct PageServer {
    listeners: Vec<TcpListener>,
    port: u16,
    token: String,
}

/// A request with the way back to its client.
struct QueuedRequest {
    work: RequestedWork,
    reply: Sender<Response>,
}

/// What the threads of all connections share.
struct Shared {
    guard: Guard,
    published: Arc<Published>,
    jobs: Sender<QueuedRequest>,
    connections: AtomicUsize,
}

impl PageServer {
    /// Listens on a port of 127.0.0.1, and of ::1 if the system has it. Port 0 is any free one.
    pub fn bind(port: u16) -> Result<Self, BindError> {
        let token = new_token().map_err(|_| BindError::Token)?;
        let failed = |error| BindError::Port(port, error);
        let first = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).map_err(failed)?;
        let port = first.local_addr().map_err(failed)?.port();
        let mut listeners = vec![first];
        listeners.extend(TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))));
        Ok(Self { listeners, port, token })
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Serves the program in a text until `stop` is set. Analyses run on this thread.
    pub fn run(self, source: Source, host: &mut dyn Host, stop: &AtomicBool) {
        let published = Arc::new(Published::default());
        let mut session = EditSession::new(host, source, Arc::clone(&published));
        let (jobs, waiting) = channel::<QueuedRequest>();
        let guard = Guard::new(self.port, self.token);
        let shared = Arc::new(Shared { guard, published, jobs, connections: AtomicUsize::new(0) });
        for listener in self.listeners {
            let shared = Arc::clone(&shared);
            thread::spawn(move || accept(&listener, &shared));
        }
        while !stop.load(Ordering::Relaxed) {
            match waiting.recv_timeout(TICK) {
                Ok(QueuedRequest { work, reply }) => {
                    // A client that is gone needs no answer.
                    let _ = reply.send(session.answer(&work));
                }
                Err(RecvTimeoutError::Timeout) => session.follow_file(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    }
}

/// Accepts connections, each in a thread of its own.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else {
            // There may be no free descriptor; others are closed soon.
            thread::sleep(TICK);
            continue;
        };
        if shared.connections.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let own = Arc::clone(shared);
        let spawned = thread::Builder::new().spawn(move || {
            handle(&mut stream, &own);
            own.connections.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Answers the request of a connection.
fn handle(stream: &mut TcpStream, shared: &Shared) {
    let response = match read_request(stream) {
        Ok(request) if request.path == "/favicon.ico" => Response::nothing(),
        Ok(request) => {
            let answer = shared.guard.admit(&request).and_then(|path| route(&request, path));
            answer.map_or_else(|refused| refused, |route| shared.answer(route))
        }
        Err(Some(refused)) => refused,
        Err(None) => return,
    };
    // The client may be gone.
    let _ = respond(stream, &response);
}

impl Shared {
    fn answer(&self, route: Route) -> Response {
        let work = match route {
            Route::Wait(known, time) => {
                let version = self.published.wait(known, time);
                return Response::json(200, format!("{{\"version\":{version}}}"));
            }
            Route::Work(work) => work,
        };
        let (reply, answer) = channel();
        let sent = self.jobs.send(QueuedRequest { work, reply });
        let answer = sent.ok().and_then(|()| answer.recv_timeout(MAX_WORK).ok());
        answer.unwrap_or_else(|| Response::failure(503, "the server does not answer"))
    }
}
