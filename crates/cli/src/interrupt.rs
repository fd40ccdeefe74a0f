//! Ctrl-C ends a search, which answers with the best that it has found.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit code of a command that a signal ends, as shells have it.
#[cfg(unix)]
const INTERRUPTED: i32 = 128 + signal_hook::consts::SIGINT;

/// A flag that the first Ctrl-C sets. The second one ends the command at once, as does the first where the system has no
/// signals.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGINT, flag};
        // Handlers run in this order, so the first signal does not see the flag that it sets.
        let ends = flag::register_conditional_shutdown(SIGINT, INTERRUPTED, Arc::clone(&stop));
        if ends.is_ok() {
            // Without the handler, Ctrl-C ends the command, as it does by default.
            let _ = flag::register(SIGINT, Arc::clone(&stop));
        }
    }
    stop
}
