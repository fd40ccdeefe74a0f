//! Converts between byte offsets and the positions of the protocol: lines, and UTF-16 code units within a line.

use lsp_types::{Position, Range};

/// The start of every line of a text. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends_line =
            |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let starts = (0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at + 1);
        Self { starts: std::iter::once(0).chain(starts).collect() }
    }

    /// The number of lines.
    pub(crate) fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The line of an offset, from 0.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).max(1) - 1
    }

    /// The first byte of a line; the end of the text for lines beyond it.
    pub(crate) fn line_start(&self, text: &str, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(text.len())
    }

    /// The position of an offset. Offsets inside a character count as its start, those beyond the text as its end.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset);
        let before = &text[self.starts[line]..offset];
        let column = if before.is_ascii() { before.len() } else { before.encode_utf16().count() };
        Position::new(line as u32, column as u32)
    }

    /// The range of a span of bytes.
    pub(crate) fn range(&self, text: &str, start: usize, end: usize) -> Range {
        Range::new(self.position(text, start), self.position(text, end.max(start)))
    }

    /// The offset of a position. Columns beyond a line count as its end, lines beyond the text as the end of the text.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() };
        let end = self.line_start(text, position.line as usize + 1);
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += c.len_utf16();
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units() {
        let text = "aé😀b\r\nc\rd\n";
        let index = LineIndex::new(text);
        assert_eq!(index.lines(), 4);
        let places: Vec<(usize, Position)> =
            text.char_indices().map(|(at, _)| (at, index.position(text, at))).collect();
        let columns: Vec<(u32, u32)> = places.iter().map(|(_, at)| (at.line, at.character)).collect();
        assert_eq!(columns, [(0, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 6), (1, 0), (1, 1), (2, 0), (2, 1)]);
        // A position inside a line end is the end of its line.
        for (at, position) in places.iter().filter(|(at, _)| !matches!(text.as_bytes()[*at], b'\n')) {
            assert_eq!(index.offset(text, *position), *at);
        }
        assert_eq!(index.offset(text, Position::new(0, 99)), text.find('\r').unwrap());
        assert_eq!(index.offset(text, Position::new(99, 0)), text.len());
        // In the middle of a surrogate pair: the character after it.
        assert_eq!(index.offset(text, Position::new(0, 3)), text.find('b').unwrap());
        assert_eq!(index.position(text, text.find('😀').unwrap() + 1), Position::new(0, 2));
    }
}
