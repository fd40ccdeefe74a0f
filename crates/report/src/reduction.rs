//! What the reduction of a program tried.

use serde::Serialize;

use crate::view::{View, json_as_declared};

/// The course of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReduceView {
    /// The number of ops of the original program.
    pub ops_before: usize,
    /// The number of ops of the reduced program.
    pub ops_after: usize,
    /// The number of programs that were tried.
    pub trials: usize,
    /// The number of edits that kept the property.
    pub kept: usize,
    /// Whether no further edit keeps the property; otherwise the limit of trials was reached.
    pub is_complete: bool,
}

impl View for ReduceView {
    fn text(&self) -> String {
        let Self { ops_before, ops_after, trials, kept, is_complete } = self;
        let plural = if *ops_after == 1 { "" } else { "s" };
        let end = if *is_complete { "no further edit keeps it" } else { "the limit of trials was reached" };
        format!("{ops_before} → {ops_after} op{plural}: {kept} of {trials} trials kept the property; {end}\n")
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}
