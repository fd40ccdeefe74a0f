//! What a kind finds in a chunk.

/// What a kind finds in a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// What is compared with the expected text.
    pub text: String,
    /// How the answer differs from an oracle's, beyond what the text shows.
    pub disagreement: Option<String>,
}

impl From<String> for Found {
    fn from(text: String) -> Self {
        Self { text, disagreement: None }
    }
}
