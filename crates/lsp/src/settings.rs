//! What the program that hosts the server provides.

use std::fmt;
use std::time::Duration;

use partita::{Code, Limits};

/// Settings of a server. Start with the default and set individual fields.
#[non_exhaustive]
pub struct ServerSettings {
    /// The limits for each file.
    pub limits: Limits,
    /// How long a text must be unchanged before it is analysed.
    pub delay: Duration,
    /// The page that explains a code, as Markdown.
    pub page: fn(Code) -> Option<&'static str>,
    /// The address of that page, for links.
    pub page_address: Box<dyn Fn(Code) -> Option<String> + Send + Sync>,
    /// Rewrites the help of a diagnostic for the users of the program.
    pub reword: fn(&str) -> String,
}

impl Default for ServerSettings {
    /// No pages, and a delay that is shorter than the time between two words.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            delay: Duration::from_millis(100),
            page: |_| None,
            page_address: Box::new(|_| None),
            reword: str::to_string,
        }
    }
}

impl fmt::Debug for ServerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerSettings").field("delay", &self.delay).finish_non_exhaustive()
    }
}
