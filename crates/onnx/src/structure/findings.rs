//! Findings, up to a number that people can read.

use crate::finding::Finding;

/// Collects findings.
#[derive(Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    /// More are not kept: a broken file may have as many as it has nodes.
    pub(crate) const LIMIT: usize = 1000;

    pub(crate) fn push(&mut self, finding: Finding) {
        if !self.is_full() {
            self.list.push(finding);
        }
    }

    /// Whether more would be in vain.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= Self::LIMIT
    }

    /// Whether there are so few yet that each is worth a search for what was meant.
    pub(crate) fn are_few(&self) -> bool {
        self.list.len() < 50
    }

    pub(crate) fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
