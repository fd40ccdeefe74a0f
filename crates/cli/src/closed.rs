//! Detects whether standard output was closed when the program started.
//!
//! Before `main`, Rust replaces a closed standard output by `/dev/null`, so that output is lost silently. The check must run before
//! that: on Linux, functions in `.init_array` do. On other systems a closed standard output is not detected.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Fails if standard output was closed.
pub(crate) fn check_stdout() -> io::Result<()> {
    if CLOSED.load(Ordering::Relaxed) { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

#[cfg(target_os = "linux")]
extern "C" fn detect_closed_stdout() {
    // Reading the flags of a descriptor succeeds if and only if it is open.
    if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "functions in this section may ignore their arguments; this one makes one system call"
)]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = detect_closed_stdout;
