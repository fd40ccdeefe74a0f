//! The escaping of text.

use crate::visible::is_unprintable;

/// Escapes text for HTML. Unprintable characters are written as `\u{202e}`.
pub(crate) fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if is_unprintable(c) => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_tags() {
        assert_eq!(escape_html("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
        assert_eq!(escape_html("a\u{0}\u{1b}\tb"), "a\\u{0}\\u{1b}\tb");
        assert_eq!(escape_html("\u{202e}evil\u{9b}"), "\\u{202e}evil\\u{9b}");
    }
}
