//! The resources that a command may use.

use std::time::Duration;

/// The budgets of one command. `docs/limits.md` lists them beside the fixed limits, with their flags and codes.
///
/// They are passed explicitly: a module carries the limits it was parsed under, and a run takes its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of memory: of all values of a run alive at one time, and of a runtime's own process.
    pub memory: u64,
    /// Ops that one run evaluates, on all devices together.
    pub ops: u64,
    /// The maximum duration of a run, or of the entire command.
    pub time: Option<Duration>,
    /// Ops that copies of functions may add to a module; aliases may expand to [`Limits::BYTES_PER_OP`] bytes of text per op. A
    /// large input may grow by [`Limits::GROWTH`] times its own size even if that is more.
    pub expansion: u64,
    /// Maximum nesting depth of calls and regions in a run.
    pub depth: usize,
}

crate::setters! { Limits { memory: u64, ops: u64, time: Option<Duration>, expansion: u64, depth: usize } }

impl Limits {
    /// The factor by which a large input may grow when calls and aliases are expanded.
    pub const GROWTH: u64 = 16;

    /// The bytes of text that count as an op when calls and aliases are expanded.
    pub const BYTES_PER_OP: u64 = 64;

    /// The number of ops that copies of functions may add to a module of `ops` ops.
    pub fn copied_ops_of(&self, ops: usize) -> u64 {
        self.expansion.max((ops as u64).saturating_mul(Self::GROWTH))
    }

    /// The number of bytes that aliases may expand to in a text of `length` bytes.
    pub fn alias_text_of(&self, length: usize) -> u64 {
        self.expansion.saturating_mul(Self::BYTES_PER_OP).max((length as u64).saturating_mul(Self::GROWTH))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 16 << 30, ops: 1 << 28, time: None, expansion: 1 << 16, depth: 100 }
    }
}
