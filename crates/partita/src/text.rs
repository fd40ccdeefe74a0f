//! Creates sources from texts.

use partita_base::{Diagnostic, Diagnostics, Source, Span, code};

use crate::Error;

/// Creates a source with a name, or fails if the text is too long.
pub(crate) fn new_source(name: &str, text: &str) -> Result<Source, Error> {
    Source::new(name, text).map_err(|_| {
        let message = format!("the text is longer than {} bytes", Source::MAX_BYTES);
        let mut found = Diagnostics::default();
        found.push(Diagnostic::error(code::TOO_LARGE, Span::default(), message));
        Error::Text { source: Source::new(name, "").expect("an empty text is short"), found }
    })
}
