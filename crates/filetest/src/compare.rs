//! The first line in which two texts differ.

/// Where texts differ: a line of the expected text, from 0, and both lines.
pub(crate) struct Mismatch {
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// The first line that differs, white space at the end of the texts aside.
pub(crate) fn first_difference(expected: &str, found: &str) -> Option<Mismatch> {
    let (expected, found) = (expected.trim_end(), found.trim_end());
    if expected == found {
        return None;
    }
    let (mut left, mut right) = (expected.lines(), found.lines());
    let mut line = 0;
    loop {
        let (expected, found) = (left.next(), right.next());
        if expected != found || expected.is_none() {
            let shown = |line: Option<&str>| line.unwrap_or("the end of the text").to_string();
            let message = format!("  expected {}\n     found {}", shown(expected), shown(found));
            return Some(Mismatch { line, message });
        }
        line += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_shown() {
        assert!(first_difference("a\nb\n", "a\nb").is_none());
        let found = first_difference("a\nb", "a\nc").map(|found| (found.line, found.message));
        assert_eq!(found, Some((1, "  expected b\n     found c".into())));
        let found = first_difference("a\nb", "a").map(|found| found.message);
        assert_eq!(found, Some("  expected b\n     found the end of the text".into()));
    }
}
