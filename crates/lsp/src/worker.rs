//! The thread that analyses texts, so that the server answers requests meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;
use partita::Source;

use crate::analysis::Analysis;
use crate::diagnostics;
use crate::settings::ServerSettings;

/// Parsing and verifying nested text is recursive. This is enough stack for the maximum nesting depth.
const STACK_BYTES: usize = 64 << 20;

/// A text to analyse.
pub(crate) struct Job {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) source: Source,
}

/// The result of a job.
pub(crate) struct Analysed {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    /// `None` after an internal error.
    pub(crate) analysis: Option<Analysis>,
    /// The diagnostics in the form of the protocol.
    pub(crate) published: Vec<lsp_types::Diagnostic>,
    pub(crate) took: Duration,
}

/// Starts the thread. It ends when the sender is dropped.
pub(crate) fn start(settings: Arc<ServerSettings>) -> std::io::Result<(Sender<Job>, Receiver<Analysed>)> {
    let (jobs, waiting) = unbounded::<Job>();
    let (finished, results) = unbounded();
    let work = move || {
        for job in waiting {
            if finished.send(analyse(job, &settings)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("analysis".into()).stack_size(STACK_BYTES).spawn(work)?;
    Ok((jobs, results))
}

fn analyse(job: Job, settings: &ServerSettings) -> Analysed {
    let Job { uri, version, source } = job;
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| {
        let analysis = Analysis::new(&source, settings.limits);
        let published = diagnostics::published(&analysis, &uri, settings);
        (analysis, published)
    }));
    let took = start.elapsed();
    match result {
        Ok((analysis, published)) => Analysed { uri, version, analysis: Some(analysis), published, took },
        Err(_) => {
            let published = vec![diagnostics::internal_error()];
            Analysed { uri, version, analysis: None, published, took }
        }
    }
}

/// Runs a function on a stack for nested text. `None` after an internal error.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()?;
        thread.join().ok()
    })
}
