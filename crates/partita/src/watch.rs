//! Who watches long work.

/// Told what is going on. `()` watches nothing.
pub trait Watch {
    /// A stage begins, inside of those that have not ended.
    fn begin(&mut self, _stage: &'static str) {}

    /// The stage that began last ends.
    fn end(&mut self) {}

    /// So much of the stage is done.
    fn count(&mut self, _done: usize, _total: usize, _unit: &'static str) {}
}

impl Watch for () {}

/// Does a stage.
pub(crate) fn stage<T>(watch: &mut dyn Watch, name: &'static str, body: impl FnOnce() -> T) -> T {
    watch.begin(name);
    let result = body();
    watch.end();
    result
}
