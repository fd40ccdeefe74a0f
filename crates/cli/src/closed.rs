//! Whether standard output was closed when the program started.
//!
//! Rust opens `/dev/null` in the place of a closed standard output before `main`, so that what is printed seems to arrive. The only
//! moment to see that is before; on Linux, functions in `.init_array` run then. Elsewhere nothing is seen.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Fails if standard output was closed.
pub(crate) fn check() -> io::Result<()> {
    match CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("it is closed")),
        false => Ok(()),
    }
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // The flags of a descriptor can be had whenever it is open.
    if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "the section holds functions that take nothing they need; this one makes one system call"
)]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = look;
