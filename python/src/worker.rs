//! Runs work without the interpreter's lock, on a thread of its own, so that Ctrl-C is noticed meanwhile.
//!
//! The thread has the stack that nested text needs, which a thread of Python may lack. After Ctrl-C the call returns at once; the thread
//! ends at the next stage, because stages cannot be interrupted.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use partita::{Error, Watch};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::failure;

/// The time between two looks for signals.
const TICK: Duration = Duration::from_millis(20);

/// Ends the work at the start of a stage after the call was interrupted.
#[derive(Clone)]
pub(crate) struct Stopper(Arc<AtomicBool>);

/// What unwinds an interrupted thread. It is raised by `resume_unwind`, which prints nothing.
struct Interrupted;

impl Watch for Stopper {
    fn begin(&mut self, _: &'static str) {
        self.stop_if_interrupted();
    }

    fn count(&mut self, _: usize, _: usize, _: &'static str) {
        self.stop_if_interrupted();
    }
}

impl Stopper {
    /// Whether the caller has given up.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Is set once the caller has given up.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    fn stop_if_interrupted(&self) {
        if self.is_interrupted() {
            resume_unwind(Box::new(Interrupted));
        }
    }
}

/// Runs `body` on its own thread and waits for its result.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    body: impl FnOnce(&mut Stopper) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let mut stopper = Stopper(interrupted.clone());
    let (sender, mut receiver) = channel();
    let thread = std::thread::Builder::new().name("partita".into()).stack_size(partita_cli::STACK_BYTES);
    thread
        .spawn(move || {
            // If the caller was interrupted, nothing receives the result.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(|| body(&mut stopper))));
        })
        .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
    let result = loop {
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(TICK)) {
            Ok(result) => break result,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    interrupted.store(true, Ordering::Relaxed);
                    return Err(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err(failure::internal(py, "the thread ended")),
        }
    };
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(failure::to_python(py, &error)),
        Err(panic) => Err(failure::internal(py, &panic_message(&*panic))),
    }
}

/// The same, in a pool of threads of its own: the shared pool of the process does not survive a fork.
pub(crate) fn work_in_pool<T: Send + 'static>(
    py: Python<'_>,
    body: impl FnOnce(&mut Stopper) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(partita_cli::STACK_BYTES).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
    work(py, move |stopper| pool.install(|| body(stopper)))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
