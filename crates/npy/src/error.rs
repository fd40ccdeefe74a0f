//! Why a file of tensors cannot be read or written.

use std::error::Error;
use std::fmt;

/// Why bytes are not a file of tensors, or tensors cannot be written into one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NpyError {
    /// One lower-case sentence.
    pub message: String,
}

impl fmt::Display for NpyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for NpyError {}

impl From<String> for NpyError {
    fn from(message: String) -> Self {
        Self { message }
    }
}

impl From<&str> for NpyError {
    fn from(message: &str) -> Self {
        Self { message: message.to_string() }
    }
}
