//! An open document: its text, its version, and its names.

use std::cell::OnceCell;

use lsp_types::{Range, TextDocumentContentChangeEvent, Uri};
use partita::Source;
use partita::hlo::text_outline::Outline;

use crate::position::LineIndex;

/// A document as the client has it now.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    source: Source,
    lines: LineIndex,
    outline: OnceCell<Outline>,
}

impl Document {
    /// Creates a document. A text that is too long for any analysis counts as empty.
    pub(crate) fn new(uri: Uri, version: i32, text: String) -> Self {
        let lines = LineIndex::new(&text);
        Self::with_lines(uri, version, text, lines)
    }

    fn with_lines(uri: Uri, version: i32, text: String, lines: LineIndex) -> Self {
        let name = uri.as_str().rsplit('/').next().unwrap_or_default().to_string();
        let (source, lines) = match Source::new(&name, text) {
            Ok(source) => (source, lines),
            Err(_) => (Source::new(&name, "").expect("an empty text is short"), LineIndex::new("")),
        };
        Self { uri, version, source, lines, outline: OnceCell::new() }
    }

    pub(crate) fn text(&self) -> &str {
        self.source.text()
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The names of the text.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::new(self.text()))
    }

    /// The range of some bytes.
    pub(crate) fn range(&self, start: usize, end: usize) -> Range {
        self.lines.range(self.text(), start, end)
    }

    /// The document after some changes, each of which refers to the text after the one before.
    pub(crate) fn changed(&self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) -> Self {
        let mut text = self.text().to_string();
        let mut lines = self.lines.clone();
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = lines.offset(&text, range.start);
                    let end = lines.offset(&text, range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
                None => text = change.text,
            }
            lines = LineIndex::new(&text);
        }
        Self::with_lines(self.uri.clone(), version, text, lines)
    }
}
