//! Progress of long operations.

/// Receives the progress of long operations. `()` ignores it.
pub trait Watch {
    /// A stage begins, nested in those that have not ended.
    fn begin(&mut self, _stage: &'static str) {}

    /// The innermost stage ends.
    fn end(&mut self) {}

    /// `done` of `total` units of the innermost stage are complete.
    fn count(&mut self, _done: usize, _total: usize, _unit: &'static str) {}
}

impl Watch for () {}

/// Runs a stage and reports its start and end.
pub(crate) fn run_stage<T>(watch: &mut dyn Watch, name: &'static str, body: impl FnOnce() -> T) -> T {
    watch.begin(name);
    let result = body();
    watch.end();
    result
}
