//! Tests in the format of LLVM's `lit` and `FileCheck`.
//!
//! A test file contains the commands to run, `// RUN: sdy_opt %s -pass | FileCheck %s`, and a description of what they print:
//! `// CHECK: pattern`. This crate reads both and compares a text with the description; it runs nothing.

mod check;
mod directive;
mod expected;
mod pattern;
mod regex;
mod run_line;

use std::error::Error;
use std::fmt;

pub use check::CheckFailure;
pub use directive::{CheckFile, CheckOptions};
pub use expected::expected_errors;
pub use run_line::{TestCommand, test_commands};

/// A mistake in a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestFileError {
    /// The line, from 1.
    pub line: usize,
    /// One lower-case sentence.
    pub message: String,
}

impl fmt::Display for TestFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl Error for TestFileError {}

impl TestFileError {
    /// A mistake in a line, from 1.
    pub fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}
