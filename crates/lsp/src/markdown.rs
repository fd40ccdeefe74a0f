//! Markdown from text that may contain anything.

use partita::report::visible;

/// A block of code. The fence is longer than any in the text, so that the text cannot end it.
pub(crate) fn code_block(language: &str, text: &str) -> String {
    let text = visible(text);
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::code_block;

    #[test]
    fn code_cannot_end_its_block() {
        assert_eq!(code_block("mlir", "a\n"), "```mlir\na\n```\n");
        assert_eq!(code_block("", "x```\n# title"), "````\nx```\n# title\n````\n");
        assert_eq!(code_block("", "\u{1b}[1m"), "```\n\\u{1b}[1m\n```\n");
    }
}
