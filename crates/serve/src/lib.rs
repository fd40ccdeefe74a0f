//! The explorer page of `partita report`, live: a user edits annotations on the page, and the program is propagated and
//! partitioned again.
//!
//! [`PageServer::bind`] listens on the loopback interface, [`PageServer::run`] answers requests until it is stopped. One thread
//! reads each request and checks it; the thread that called `run` does all of the work, one request after another, with a
//! [`Host`] that reads and analyses programs.

mod edit;
mod guard;
mod host;
mod http;
pub mod limits;
mod published;
mod routes;
mod server;
mod session;

pub use host::{FileState, Host};
pub use server::{BindError, PageServer};
