//! Source text, byte spans into it, and line/column positions.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A byte range of one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Whether the span covers no text. Values that were not parsed from text have such a span.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The bytes `start..end`. Offsets fit because [`Source::new`] limits the text.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end.max(start) as u32 }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// This span, moved right by `offset` bytes.
    pub fn shifted(self, offset: usize) -> Span {
        Span { start: self.start + offset as u32, end: self.end + offset as u32 }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A position as editors show it: both numbers start at 1, columns are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// Line number, from 1.
    pub line: usize,
    /// Byte column, from 1.
    pub column: usize,
}

/// The text is longer than spans can address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLarge;

impl fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text is longer than {} bytes", Source::MAX_BYTES)
    }
}

impl std::error::Error for SourceTooLarge {}

/// One named text. Clones share the text.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    /// Shared, so that a text of gigabytes is not copied.
    text: Arc<String>,
    /// The start of each line; computed at the first request for a position.
    lines: Arc<OnceLock<Vec<u32>>>,
}

impl Source {
    /// Texts of this length or longer are rejected.
    pub const MAX_BYTES: usize = 1 << 31;

    /// Wraps a text; diagnostics refer to it as `name`.
    pub fn new(name: &str, text: impl Into<String>) -> Result<Self, SourceTooLarge> {
        let text = Arc::new(text.into());
        if text.len() >= Self::MAX_BYTES {
            return Err(SourceTooLarge);
        }
        Ok(Self { name: name.into(), text, lines: Arc::default() })
    }

    /// The name of the text in diagnostics.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The full text, including a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty if the span does not fit this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The line and column of a byte offset. Offsets beyond the end yield the position of the end.
    pub fn position(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.text.len());
        let lines = self.line_starts();
        // A byte order mark precedes the first line, which starts after it.
        let line = lines.partition_point(|&start| start as usize <= offset).max(1);
        LineColumn { line, column: offset.saturating_sub(lines[line - 1] as usize) + 1 }
    }

    /// The text of a line, counted from 1, without its end; empty when there is no such line.
    pub fn line(&self, line: usize) -> &str {
        let lines = self.line_starts();
        let Some(&start) = line.checked_sub(1).and_then(|index| lines.get(index)) else { return "" };
        let rest = &self.text[start as usize..];
        let end = lines.get(line).map_or(rest.len(), |&next| (next - start) as usize - 1);
        rest[..end].trim_end_matches('\r')
    }

    /// The start of each line. Even an empty text has a first line, which starts after the byte order mark.
    fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(byte_order_mark(&self.text) as u32)
                .chain(ends.map(|(at, _)| at as u32 + 1))
                .collect()
        })
    }
}

/// The length of the byte order mark that a text begins with; 0 when it has none.
pub(crate) fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_does_not_count_as_a_column() {
        let source = Source::new("t", "\u{feff}ab\ncd").unwrap();
        assert_eq!(source.position(0), LineColumn { line: 1, column: 1 });
        assert_eq!(source.position(4), LineColumn { line: 1, column: 2 });
        assert_eq!(source.position(6), LineColumn { line: 2, column: 1 });
        assert_eq!(source.line(1), "ab");
        assert_eq!(crate::Cursor::new(source.text()).peek_word(), "ab");
        assert_eq!(Source::new("t", "\u{feff}").unwrap().line(1), "");
    }

    #[test]
    fn positions_count_from_one() {
        let source = Source::new("t", "ab\ncd").unwrap();
        assert_eq!(source.position(0), LineColumn { line: 1, column: 1 });
        assert_eq!(source.position(4), LineColumn { line: 2, column: 2 });
        assert_eq!(source.slice(Span::new(3, 5)), "cd");
        assert_eq!(source.position(2), LineColumn { line: 1, column: 3 });
        assert_eq!(source.position(99), LineColumn { line: 2, column: 3 });
    }

    #[test]
    fn lines_have_no_ends() {
        let source = Source::new("t", "ab\r\n\ncd").unwrap();
        let lines: Vec<&str> = (0..5).map(|line| source.line(line)).collect();
        assert_eq!(lines, ["", "ab", "", "cd", ""]);
        assert_eq!(Source::new("t", "").unwrap().position(0), LineColumn { line: 1, column: 1 });
    }
}
