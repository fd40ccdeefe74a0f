//! The text of a program, line by line.

use std::ops::Range;

use partita_base::Source;
use serde::Serialize;

/// A line.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// Its number, from 1.
    pub line: usize,
    /// What it says, without its location and without what is behind [`ProgramView::LONGEST`] characters.
    pub text: String,
    /// How many characters that is.
    pub left_out: usize,
}

/// A text without the aliases of locations.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramView {
    /// The lines.
    pub lines: Vec<LineView>,
    /// How many lines behind these are left out.
    pub left_out: usize,
    /// How many lines name attributes or locations and are left out.
    pub aliases: usize,
}

impl ProgramView {
    /// Most lines that are shown.
    pub const MOST: usize = 20_000;
    /// Most characters of a line that are shown.
    pub const LONGEST: usize = 1000;

    /// Looks at a part of a text.
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
        let cut = text.char_indices().nth(ProgramView::LONGEST).map_or(text.len(), |(at, _)| at);
        Self { line, text: text[..cut].to_string(), left_out: text[cut..].chars().count() }
    }
}

/// An op without the name of its location, ` loc(#loc12)`.
fn without_location(text: &str) -> &str {
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
    fn locations_and_ends_are_left_out() {
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
