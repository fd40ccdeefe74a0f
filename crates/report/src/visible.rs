//! Text of a file, shown instead of obeyed.
//!
//! Names, locations and messages come from files that others made. A terminal obeys control characters in them (a title, a colour, a
//! cleared screen), and bidirectional and invisible characters make a text look like another one. They are shown as `\u{1b}`.

use std::borrow::Cow;

/// Whether a character is obeyed or not seen: controls of C0 and C1, bidirectional and invisible formatting, line separators, tags.
pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text of several lines for people: what would be obeyed is shown. Line ends and tabs are kept.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, |c| matches!(c, '\n' | '\t'))
}

/// The same for a name or anything else that belongs on one line.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

fn shown(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_shown = |c: char| is_obeyed(c) && !is_kept(c);
    if !text.contains(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_shown(c) {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Text of our renderer, whose colours are kept. It shows escapes of source lines as pictures itself, and all else that it is given is
/// [`visible`], so an escape that is left is ours.
pub(crate) fn rendered(text: &str) -> Cow<'_, str> {
    shown(text, |c| matches!(c, '\n' | '\t' | '\u{1b}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(visible("a\tb\nc"), "a\tb\nc");
        assert!(matches!(visible("größer ∀ 日本"), Cow::Borrowed(_)));
        assert_eq!(visible("\u{1b}]0;t\u{7}\r\u{9b}2J\u{7f}"), "\\u{1b}]0;t\\u{7}\\r\\u{9b}2J\\u{7f}");
        assert_eq!(visible("\u{202e}cba\u{2066}\u{200b}\u{feff}"), "\\u{202e}cba\\u{2066}\\u{200b}\\u{feff}");
        assert_eq!(visible_line("a\nb\tc"), "a\\nb\\tc");
    }

    #[test]
    fn every_control_character_is_covered() {
        for c in (0..0x20).chain(0x7f..0xa0).filter_map(char::from_u32).filter(|c| !matches!(c, '\n' | '\t'))
        {
            assert!(!visible(&c.to_string()).contains(c), "{c:?}");
        }
    }
}
