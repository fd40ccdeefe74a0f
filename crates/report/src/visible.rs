//! Escapes control characters in text from files.
//!
//! Names, locations and messages come from untrusted files. A terminal interprets control characters in them (a window title, a colour,
//! clearing the screen), and bidirectional and invisible characters can disguise a text. They are printed as `\u{1b}`.

use std::borrow::Cow;

/// Whether a terminal would interpret a character or not show it: C0 and C1 controls, bidirectional and invisible formatting, line
/// separators, tags.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Escapes the unprintable characters of a text of several lines. Line ends and tabs are kept.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, |c| matches!(c, '\n' | '\t'))
}

/// Escapes the unprintable characters of a name or any other text on one line, including line ends and tabs.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

fn shown(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_shown = |c: char| is_unprintable(c) && !is_kept(c);
    if !text.contains(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_shown(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Escapes the unprintable characters of rendered text, except for colours. The renderer replaces escapes in source lines itself, and
/// [`visible`] has been applied to all its other input, so the remaining escapes are its own colours.
pub(crate) fn escape_rendered(text: &str) -> Cow<'_, str> {
    shown(text, |c| matches!(c, '\n' | '\t' | '\u{1b}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unprintable_characters_are_escaped() {
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
