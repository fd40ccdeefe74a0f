//! The tokens of MLIR text, as far as names and brackets are concerned. Any text has tokens, valid or not.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `%name`, with the number of the result: `%0#1`.
    Value,
    /// `@name` or `@"name"`.
    Symbol,
    /// `#name` or `!name`: an alias, or an attribute or type of a dialect.
    Alias,
    /// `^name`.
    Block,
    /// A word, possibly with dots.
    Word,
    /// A string in quotation marks.
    String,
    /// Digits.
    Number,
    /// Any other byte.
    Other(u8),
}

/// A token and its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Whether it is a name, and of what, or a bracket or another byte.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// The end of its bytes.
    pub end: usize,
}

impl Token {
    /// Its text, in the text that it was read from.
    pub fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// Whether it is a byte that is neither a name nor a string nor a number.
    pub fn is(self, byte: u8) -> bool {
        self.kind == TokenKind::Other(byte)
    }
}

/// Whether a byte may be in a name.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// The tokens of a text, without white space and comments.
pub fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        at += 1;
        let kind = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'/' if next == b'/' => {
                at = end_of_line(bytes, at);
                continue;
            }
            b'"' => {
                at = end_of_string(bytes, start);
                TokenKind::String
            }
            b'%' | b'^' | b'#' | b'!' if is_name_byte(next) || next == b'-' => {
                at = end_of_suffix(bytes, at);
                match byte {
                    b'%' => {
                        at = end_of_number(bytes, at);
                        TokenKind::Value
                    }
                    b'^' => TokenKind::Block,
                    _ => TokenKind::Alias,
                }
            }
            b'@' if next == b'"' => {
                at = end_of_string(bytes, at);
                TokenKind::Symbol
            }
            b'@' if is_name_byte(next) => {
                at = end_of_name(bytes, at);
                TokenKind::Symbol
            }
            b'0'..=b'9' => {
                at = end_of_digits(bytes, at);
                TokenKind::Number
            }
            _ if is_name_byte(byte) => {
                at = end_of_name(bytes, at);
                TokenKind::Word
            }
            _ => {
                // Stay at the boundaries of characters.
                while bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80) {
                    at += 1;
                }
                TokenKind::Other(byte)
            }
        };
        found.push(Token { kind, start, end: at });
    }
    found
}

fn skip(bytes: &[u8], from: usize, is_inside: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|&byte| !is_inside(byte)).map_or(bytes.len(), |count| from + count)
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    skip(bytes, from, |byte| byte != b'\n' && byte != b'\r')
}

fn end_of_name(bytes: &[u8], from: usize) -> usize {
    skip(bytes, from, is_name_byte)
}

fn end_of_digits(bytes: &[u8], from: usize) -> usize {
    skip(bytes, from, |byte| byte.is_ascii_digit())
}

/// The end of a name after `%`, `^`, `#` or `!`: digits, or letters, digits and `_$.-`.
fn end_of_suffix(bytes: &[u8], from: usize) -> usize {
    match bytes.get(from) {
        Some(first) if first.is_ascii_digit() => end_of_digits(bytes, from),
        _ => skip(bytes, from, |byte| is_name_byte(byte) || byte == b'-'),
    }
}

/// The end of `#1` after the name of a value, or `from` if there is no number.
fn end_of_number(bytes: &[u8], from: usize) -> usize {
    match (bytes.get(from), bytes.get(from + 1)) {
        (Some(b'#'), Some(digit)) if digit.is_ascii_digit() => end_of_digits(bytes, from + 1),
        _ => from,
    }
}

/// The end of a string; a string that is not closed ends with its line.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        at = skip(bytes, at.min(bytes.len()), |byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'\r'));
        match bytes.get(at) {
            Some(b'"') => return at + 1,
            // The escaped character may have several bytes, none of which is special.
            Some(b'\\') if !matches!(bytes.get(at + 1), None | Some(b'\n' | b'\r')) => at += 2,
            Some(b'\\') => at += 1,
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_strings_and_comments_are_tokens() {
        let text = r##"%0:2 = "a\"b"(%x#1, %a-b) {k = @"q r"} // %no
            #sdy.x<@f::@g> ^bb0 : !t é 4x8xf32 "open
            % # ^"##;
        let found: Vec<&str> = tokens(text).iter().map(|token| token.text(text)).collect();
        let expected = [
            "%0",
            ":",
            "2",
            "=",
            r#""a\"b""#,
            "(",
            "%x#1",
            ",",
            "%a-b",
            ")",
            "{",
            "k",
            "=",
            "@\"q r\"",
            "}",
            "#sdy.x",
            "<",
            "@f",
            ":",
            ":",
            "@g",
            ">",
            "^bb0",
            ":",
            "!t",
            "é",
            "4",
            "x8xf32",
            "\"open",
            "%",
            "#",
            "^",
        ];
        assert_eq!(found, expected);
    }
}
