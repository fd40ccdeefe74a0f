//! Source text, byte spans into it, and line/column positions.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A byte range of one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Whether it covers no text, as the span of what was not read from any.
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

    /// As a range for slicing.
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

/// A position as people count: both from 1, columns in bytes.
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

/// One named text. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

impl Source {
    /// Texts of this length and more are refused.
    pub const MAX_BYTES: usize = 1 << 31;

    /// Wraps a text; `name` is what diagnostics call it.
    pub fn new(name: &str, text: impl Into<Arc<str>>) -> Result<Self, SourceTooLarge> {
        let text = text.into();
        if text.len() >= Self::MAX_BYTES {
            return Err(SourceTooLarge);
        }
        Ok(Self { name: name.into(), text })
    }

    /// What diagnostics call this text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty when the span is not of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: u32) -> LineColumn {
        let before = &self.text.as_bytes()[..(offset as usize).min(self.text.len())];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        LineColumn {
            line: before.iter().filter(|&&b| b == b'\n').count() + 1,
            column: before.len() - line_start + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one() {
        let source = Source::new("t", "ab\ncd").unwrap();
        assert_eq!(source.position(0), LineColumn { line: 1, column: 1 });
        assert_eq!(source.position(4), LineColumn { line: 2, column: 2 });
        assert_eq!(source.slice(Span::new(3, 5)), "cd");
    }
}
