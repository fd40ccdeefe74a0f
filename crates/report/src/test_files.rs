//! The outcome of test files with commands and checks.

use serde::Serialize;

use crate::view::{View, json_as_declared};
use crate::visible_line;

/// The first failure of a test file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestFailureView {
    /// The line of the test file: of the check, or of the command.
    pub line: usize,
    /// One lower-case sentence.
    pub message: String,
    /// The lines that show it: the check and the text that was found, or what the command printed.
    pub details: Vec<String>,
}

/// The outcome of a test file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestFileView {
    /// The name of the file.
    pub file: String,
    /// The first failure; `None` if the test passed.
    pub failure: Option<TestFailureView>,
}

/// The outcomes of all test files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TestFilesView {
    /// The number of tests that passed.
    pub passed: usize,
    /// The number of tests that failed.
    pub failed: usize,
    /// The files in order.
    pub tests: Vec<TestFileView>,
}

impl TestFilesView {
    /// Adds an outcome.
    pub fn push(&mut self, test: TestFileView) {
        match test.failure {
            None => self.passed += 1,
            Some(_) => self.failed += 1,
        }
        self.tests.push(test);
    }
}

impl View for TestFilesView {
    fn text(&self) -> String {
        let mut out = String::new();
        for TestFileView { file, failure } in &self.tests {
            match failure {
                None => out += &format!("PASS {file}\n"),
                Some(TestFailureView { line, message, details }) => {
                    out += &format!("FAIL {file}:{line}: {}\n", visible_line(message));
                    for detail in details {
                        out += &format!("     {}\n", visible_line(detail));
                    }
                }
            }
        }
        out + &format!("{} passed, {} failed\n", self.passed, self.failed)
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}
