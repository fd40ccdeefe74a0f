//! A list of findings of limited length.

use crate::finding::Finding;

/// Collects findings.
#[derive(Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    /// Maximum number of findings: an invalid file may have one per node.
    pub(crate) const LIMIT: usize = 1000;

    pub(crate) fn push(&mut self, finding: Finding) {
        if !self.is_full() {
            self.list.push(finding);
        }
    }

    /// Whether further findings would be dropped.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= Self::LIMIT
    }

    /// Whether there are few enough findings to search a similar name for each, which is slow.
    pub(crate) fn are_few(&self) -> bool {
        self.list.len() < 50
    }

    pub(crate) fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
