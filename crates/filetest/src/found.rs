//! The result of running a chunk.

/// The result of running a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The text that is compared with the expected one.
    pub text: String,
    /// How the answer differs from an oracle's, beyond what the text shows.
    pub disagreement: Option<String>,
}

impl From<String> for Found {
    fn from(text: String) -> Self {
        Self { text, disagreement: None }
    }
}
