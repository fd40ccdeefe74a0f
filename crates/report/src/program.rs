//! The text of a program, line by line.

use std::ops::Range;

use partita_base::Source;
use serde::Serialize;

/// One line of the program.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// The line number, from 1.
    pub line: usize,
    /// The text without its location, truncated to [`ProgramView::LONGEST`] characters.
    pub text: String,
    /// The number of truncated characters.
    pub left_out: usize,
}

/// The text of a module without alias definitions.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramView {
    /// The lines in order, at most [`ProgramView::MOST`].
    pub lines: Vec<LineView>,
    /// The number of further lines that are omitted.
    pub left_out: usize,
    /// The number of alias definitions, which are omitted.
    pub aliases: usize,
}

impl ProgramView {
    /// The maximum number of lines.
    pub const MOST: usize = 20_000;
    /// The maximum number of characters per line.
    pub const LONGEST: usize = 1000;

    /// Creates the view of a range of a text.
    pub fn new(source: &Source, part: Range<usize>) -> Self {
        let first = source.position(part.start as u32).line;
        let last = source.position(part.end as u32).line;
        let mut view = Self { lines: Vec::new(), left_out: 0, aliases: 0 };
        for line in first..=last {
            let text = source.line(line).trim_end();
            let is_end = line == last && text.is_empty();
            let is_border = text.starts_with("// -----");
            if is_end || is_border {
                continue;
            }
            if text.starts_with('#') {
                view.aliases += 1;
            } else if view.lines.len() == Self::MOST {
                view.left_out += 1;
            } else {
                view.lines.push(LineView::new(line, text));
            }
        }
        view
    }
}

impl LineView {
    fn new(line: usize, text: &str) -> Self {
        let text = without_location(text);
        let end = text.char_indices().nth(ProgramView::LONGEST).map_or(text.len(), |(at, _)| at);
        Self { line, text: text[..end].to_string(), left_out: text[end..].chars().count() }
    }
}

/// Removes the location alias ` loc(#loc12)` at the end of a line.
pub(crate) fn without_location(text: &str) -> &str {
    let Some((before, name)) = text.rsplit_once(" loc(#loc") else { return text };
    match name.strip_suffix(')') {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => before,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_and_line_ends_are_omitted() {
        let long = "x".repeat(ProgramView::LONGEST + 3);
        let text = format!("#loc1 = loc(unknown)\na loc(#loc1)\n{long}\n\n}}\n");
        let source = Source::new("t", text.as_str()).unwrap();
        let view = ProgramView::new(&source, 0..text.len());
        let lines: Vec<(usize, usize, usize)> =
            view.lines.iter().map(|line| (line.line, line.text.len(), line.left_out)).collect();
        assert_eq!(lines, [(2, 1, 0), (3, ProgramView::LONGEST, 3), (4, 0, 0), (5, 1, 0)]);
        assert_eq!((view.aliases, view.left_out), (1, 0));
    }
}
