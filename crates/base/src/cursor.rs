//! A cursor over text with MLIR's lexical grammar.
//!
//! MLIR's custom forms are driven by context (`4x8xf32` is one token inside `tensor<…>` and three
//! outside), so there is no token stream: each parsing function asks the cursor for the tokens that may come next.

use std::borrow::Cow;
use std::fmt;

use crate::Fix;
use crate::source::byte_order_mark;
use crate::{Code, Span, code};

/// A parse error with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The diagnostic code of this kind of error.
    pub code: Code,
    /// The text at fault.
    pub span: Span,
    /// One lower-case sentence.
    pub message: String,
    /// A suggestion how to fix the error. Boxed to keep the error small.
    pub help: Option<Box<str>>,
    /// The edit that the help describes, if it is exact.
    pub fix: Option<Box<Fix>>,
}

impl SyntaxError {
    /// Creates an error without a help text.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, span, message: message.into(), help: None, fix: None }
    }

    /// Adds a suggestion how to fix the error.
    pub fn help(mut self, text: impl Into<Box<str>>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds the edit that fixes the error.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Box::new(Fix { span, replacement: replacement.into() }));
        self
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.code, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// The result of parsing. The error is boxed, because it is rare and results are passed often.
pub type SyntaxResult<T> = Result<T, Box<SyntaxError>>;

/// A number as written, without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number<'s> {
    /// An integer such as `42`; all of its digits.
    Decimal(&'s str),
    /// `0x2A`; the digits after `0x`.
    Hex(&'s str),
    /// A number with a decimal point, such as `4.2e1`; its full text.
    Float(&'s str),
}

/// Reads MLIR text from left to right.
#[derive(Clone)]
pub struct Cursor<'s> {
    text: &'s str,
    pos: usize,
    depth: u32,
}

const fn ident_table() -> [bool; 256] {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        let c = b as u8;
        table[b] = c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c == b'.';
        b += 1;
    }
    table
}

/// Bytes that may follow the first of a bare identifier.
static IDENT: [bool; 256] = ident_table();

/// The number of leading bytes for which `is_counted` holds.
#[inline]
fn count_while(text: &str, is_counted: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !is_counted(byte)).unwrap_or(text.len())
}

impl<'s> Cursor<'s> {
    /// The maximum nesting depth of attributes, types and regions.
    pub const MAX_DEPTH: u32 = 200;

    /// Creates a cursor at the start of `text`.
    pub fn new(text: &'s str) -> Self {
        Self::at(text, 0)
    }

    /// Creates a cursor at byte `pos` of `text`. Position 0 skips the byte order mark that some editors write.
    pub fn at(text: &'s str, pos: usize) -> Self {
        let pos = if pos == 0 { byte_order_mark(text) } else { pos };
        Self { text, pos, depth: 0 }
    }

    /// The full text, including what has been read.
    pub fn text(&self) -> &'s str {
        self.text
    }

    /// The current byte position; white space is not skipped.
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// Moves back to byte `pos`, an earlier position of this cursor.
    pub fn rewind(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// Where the next token starts.
    pub fn start(&mut self) -> usize {
        self.skip_trivia();
        self.pos
    }

    /// The span from `start` to the current position.
    pub fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.pos)
    }

    /// Skips white space and comments.
    #[inline]
    pub fn skip_trivia(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.pos) {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.pos += 1,
                Some(b'/') if bytes.get(self.pos + 1) == Some(&b'/') => {
                    self.pos = bytes[self.pos..]
                        .iter()
                        .position(|&b| b == b'\n' || b == b'\r')
                        .map_or(bytes.len(), |n| self.pos + n);
                }
                _ => return,
            }
        }
    }

    /// The first byte of the next token; `0` at the end. A NUL byte in the text is not a token, so `0` is unambiguous.
    #[inline]
    pub fn peek(&mut self) -> u8 {
        self.skip_trivia();
        self.peek_raw()
    }

    /// The byte under the cursor, white space not skipped; `0` at the end.
    #[inline]
    pub fn peek_raw(&self) -> u8 {
        self.text.as_bytes().get(self.pos).copied().unwrap_or(0)
    }

    /// The byte `n` after the cursor, white space not skipped; `0` past the end.
    #[inline]
    pub fn peek_raw_at(&self, n: usize) -> u8 {
        self.text.as_bytes().get(self.pos + n).copied().unwrap_or(0)
    }

    /// Moves past `n` bytes just peeked.
    #[inline]
    pub fn advance(&mut self, n: usize) {
        self.pos += n;
    }

    /// Whether only white space and comments are left.
    pub fn at_end(&mut self) -> bool {
        self.skip_trivia();
        self.pos >= self.text.len()
    }

    /// Reads the one-byte token `byte` if it is next.
    #[inline]
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        if found {
            self.pos += 1;
        }
        found
    }

    /// Reads punctuation such as `->` if it is next.
    #[inline]
    pub fn eat_str(&mut self, token: &str) -> bool {
        self.skip_trivia();
        let found = self.text.as_bytes()[self.pos..].starts_with(token.as_bytes());
        if found {
            self.pos += token.len();
        }
        found
    }

    /// Reads `text`, including its white space, if it comes next and does not end in the middle of an identifier.
    #[inline]
    pub fn eat_exactly(&mut self, text: &str) -> bool {
        let rest = &self.text.as_bytes()[self.pos..];
        let is_ident = |byte: Option<&u8>| byte.is_some_and(|&byte| IDENT[byte as usize]);
        let goes_on = || is_ident(text.as_bytes().last()) && is_ident(rest.get(text.len()));
        let found = rest.starts_with(text.as_bytes()) && !goes_on();
        if found {
            self.pos += text.len();
        }
        found
    }

    /// Reads the bare identifier `word` if it is next. A longer identifier that starts with `word` does not match.
    #[inline]
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.skip_trivia();
        let rest = &self.text.as_bytes()[self.pos..];
        let found =
            rest.starts_with(word.as_bytes()) && rest.get(word.len()).is_none_or(|&b| !IDENT[b as usize]);
        if found {
            self.pos += word.len();
        }
        found
    }

    /// Reads the one-byte token `byte`, or fails.
    #[inline]
    pub fn expect(&mut self, byte: u8) -> SyntaxResult<()> {
        if self.eat(byte) { Ok(()) } else { Err(self.expected(&format!("`{}`", byte as char))) }
    }

    /// Reads punctuation or fails.
    pub fn expect_str(&mut self, token: &str) -> SyntaxResult<()> {
        if self.eat_str(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// Reads the bare identifier `word` or fails.
    pub fn expect_word(&mut self, word: &str) -> SyntaxResult<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// The bare identifier that is next, left unread; empty if there is none.
    pub fn peek_word(&mut self) -> &'s str {
        self.skip_trivia();
        let rest = &self.text[self.pos..];
        match rest.as_bytes().first() {
            Some(first) if first.is_ascii_alphabetic() || *first == b'_' => {
                &rest[..count_while(rest, |byte| IDENT[byte as usize])]
            }
            _ => "",
        }
    }

    /// Reads a bare identifier; empty if there is none.
    #[inline]
    pub fn word(&mut self) -> &'s str {
        let word = self.peek_word();
        self.pos += word.len();
        word
    }

    /// Reads the identifier right after a sigil (`%`, `^`, `#`, `!`): digits, or a name that may also
    /// contain `-`. White space before it is not skipped; empty if there is none.
    pub fn suffix_id(&mut self) -> &'s str {
        let rest = &self.text[self.pos..];
        let len = match rest.as_bytes().first() {
            Some(first) if first.is_ascii_digit() => count_while(rest, |byte| byte.is_ascii_digit()),
            _ => count_while(rest, |byte| IDENT[byte as usize] || byte == b'-'),
        };
        self.pos += len;
        &rest[..len]
    }

    /// Reads a string literal if one is next. MLIR strings are bytes: an escape can denote any byte.
    pub fn string(&mut self) -> SyntaxResult<Option<Cow<'s, [u8]>>> {
        if self.peek() != b'"' {
            return Ok(None);
        }
        let start = self.pos;
        let bytes = self.text.as_bytes();
        let mut pos = start + 1;
        while let Some(&b) = bytes.get(pos) {
            match b {
                b'"' => {
                    self.pos = pos + 1;
                    return Ok(Some(Cow::Borrowed(&bytes[start + 1..pos])));
                }
                b'\\' => return self.escaped_string(start).map(|s| Some(Cow::Owned(s))),
                b'\n' | b'\r' | 0x0b | 0x0c => break,
                _ => pos += 1,
            }
        }
        Err(self.unterminated(start, pos))
    }

    fn unterminated(&self, start: usize, end: usize) -> Box<SyntaxError> {
        let message = "string literal does not end on its line";
        Box::new(SyntaxError::new(code::UNTERMINATED_STRING, Span::new(start, end), message))
    }

    fn escaped_string(&mut self, start: usize) -> SyntaxResult<Vec<u8>> {
        let bytes = self.text.as_bytes();
        let mut pos = start + 1;
        let mut out = Vec::new();
        let hex = |b: Option<&u8>| b.and_then(|&b| (b as char).to_digit(16));
        loop {
            match bytes.get(pos) {
                Some(b'"') => {
                    self.pos = pos + 1;
                    return Ok(out);
                }
                Some(b'\\') => match (bytes.get(pos + 1), bytes.get(pos + 2)) {
                    (Some(&b @ (b'"' | b'\\')), _) => {
                        out.push(b);
                        pos += 2;
                    }
                    (Some(b'n'), _) => {
                        out.push(b'\n');
                        pos += 2;
                    }
                    (Some(b't'), _) => {
                        out.push(b'\t');
                        pos += 2;
                    }
                    (high, low) => {
                        let (Some(high), Some(low)) = (hex(high), hex(low)) else {
                            let span = Span::new(pos, (pos + 2).min(bytes.len()));
                            let error =
                                SyntaxError::new(code::BAD_ESCAPE, span, "unknown escape in string literal")
                                    .help("the escapes are \\\", \\\\, \\n, \\t and two hexadecimal digits");
                            return Err(Box::new(error));
                        };
                        out.push((high * 16 + low) as u8);
                        pos += 3;
                    }
                },
                None | Some(b'\n' | b'\r' | 0x0b | 0x0c) => return Err(self.unterminated(start, pos)),
                Some(&b) => {
                    out.push(b);
                    pos += 1;
                }
            }
        }
    }

    /// Reads a string literal that must be UTF-8, or fails with "expected `what`".
    pub fn expect_text(&mut self, what: &str) -> SyntaxResult<Cow<'s, str>> {
        let start = self.start();
        let invalid = |cursor: &Self| {
            let span = cursor.span_from(start);
            Box::new(SyntaxError::new(code::NOT_UTF8, span, format!("{what} is not UTF-8")))
        };
        match self.string()? {
            Some(Cow::Borrowed(bytes)) => {
                std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| invalid(self))
            }
            Some(Cow::Owned(bytes)) => String::from_utf8(bytes).map(Cow::Owned).map_err(|_| invalid(self)),
            None => Err(self.expected(&format!("{what} in quotes"))),
        }
    }

    /// Reads a number without sign if one is next.
    pub fn number(&mut self) -> Option<Number<'s>> {
        if !self.peek().is_ascii_digit() {
            return None;
        }
        let bytes = self.text.as_bytes();
        let start = self.pos;
        let digits = |mut pos: usize| {
            while bytes.get(pos).is_some_and(u8::is_ascii_digit) {
                pos += 1;
            }
            pos
        };
        if bytes[start] == b'0' && bytes.get(start + 1) == Some(&b'x') {
            let mut end = start + 2;
            while bytes.get(end).is_some_and(u8::is_ascii_hexdigit) {
                end += 1;
            }
            if end > start + 2 {
                self.pos = end;
                return Some(Number::Hex(&self.text[start + 2..end]));
            }
        }
        let mut end = digits(start);
        if bytes.get(end) != Some(&b'.') {
            self.pos = end;
            return Some(Number::Decimal(&self.text[start..end]));
        }
        end = digits(end + 1);
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = matches!(bytes.get(end + 1), Some(b'+' | b'-')) as usize;
            let exponent = digits(end + 1 + sign);
            if exponent > end + 1 + sign {
                end = exponent;
            }
        }
        self.pos = end;
        Some(Number::Float(&self.text[start..end]))
    }

    /// Reads an optionally negative decimal integer, or fails with "expected `what`".
    pub fn expect_int(&mut self, what: &str) -> SyntaxResult<i64> {
        let start = self.start();
        let negative = self.eat(b'-');
        let out_of_range = |cursor: &Self| {
            let message = format!("{what} does not fit in 64 bits");
            Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message))
        };
        match self.number() {
            Some(Number::Decimal(_)) => {
                let text = &self.text[start..self.pos];
                let value = if negative && text.as_bytes()[1..].iter().any(|b| b.is_ascii_whitespace()) {
                    text.replace(char::is_whitespace, "").parse()
                } else {
                    text.parse()
                };
                value.map_err(|_| out_of_range(self))
            }
            _ => {
                self.pos = start;
                Err(self.expected(what))
            }
        }
    }

    /// Reads `item , item , …` up to and including `close`.
    pub fn list_until<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> SyntaxResult<T>,
    ) -> SyntaxResult<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(b',') {
                return Err(self.expected(&format!("`,` or `{}`", close as char)));
            }
        }
    }

    /// Runs `body` one nesting level deeper, or fails at [`Cursor::MAX_DEPTH`].
    pub fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> SyntaxResult<T>) -> SyntaxResult<T> {
        self.enter()?;
        let result = body(self);
        self.leave();
        result
    }

    /// The current nesting depth.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Enters a nesting level. Every call is paired with one of [`Cursor::leave`].
    pub fn enter(&mut self) -> SyntaxResult<()> {
        if self.depth >= Self::MAX_DEPTH {
            let span = self.token_span();
            let message = format!("nested more than {} levels deep", Self::MAX_DEPTH);
            return Err(Box::new(SyntaxError::new(code::NESTING, span, message)));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves the nesting level of the last [`Cursor::enter`].
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The error "expected X, found …" at the next token.
    pub fn expected(&mut self, what: &str) -> Box<SyntaxError> {
        let span = self.token_span();
        let found = &self.text[span.range()];
        let message = if found.is_empty() {
            format!("expected {what}, found the end of the text")
        } else {
            format!("expected {what}, found `{found}`")
        };
        Box::new(SyntaxError::new(code::SYNTAX, span, message))
    }

    /// The span of the next token, truncated to a length that fits in a message.
    pub fn token_span(&mut self) -> Span {
        const LONGEST: usize = 40;
        self.skip_trivia();
        let rest = &self.text[self.pos..];
        let sigil = rest.starts_with(['%', '#', '!', '^', '@']) as usize;
        let name = rest[sigil..].bytes().take_while(|&b| IDENT[b as usize] || (sigil == 1 && b == b'-'));
        let mut length = sigil + name.take(LONGEST).count();
        if length == 0 {
            length = rest.chars().next().map_or(0, char::len_utf8);
        }
        Span::new(self.pos, self.pos + length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_trivia() {
        let mut c = Cursor::new(" // note\n tensor.x$1 -12 0x1F 1.5e+3 1.e 7");
        assert_eq!(c.word(), "tensor.x$1");
        assert_eq!(c.expect_int("n").unwrap(), -12);
        assert_eq!(c.number(), Some(Number::Hex("1F")));
        assert_eq!(c.number(), Some(Number::Float("1.5e+3")));
        assert_eq!(c.number(), Some(Number::Float("1.")));
        assert_eq!(c.word(), "e");
        assert_eq!(c.number(), Some(Number::Decimal("7")));
        assert!(c.at_end());
    }

    #[test]
    fn strings_keep_bytes() {
        let mut c = Cursor::new(r#" "a\22b\FF\n" "#);
        assert_eq!(c.string().unwrap().unwrap().as_ref(), b"a\"b\xff\n");
        assert_eq!(Cursor::new("\"abc").string().unwrap_err().code, code::UNTERMINATED_STRING);
        assert_eq!(Cursor::new("\"\\q\"").string().unwrap_err().code, code::BAD_ESCAPE);
    }

    #[test]
    fn errors_name_the_token_found() {
        assert_eq!(Cursor::new("  foo").expected("`x`").message, "expected `x`, found `foo`");
        assert_eq!(Cursor::new("  ").expected("`x`").message, "expected `x`, found the end of the text");
        assert_eq!(Cursor::new("é").expected("`x`").message, "expected `x`, found `é`");
    }

    #[test]
    fn integers_out_of_range_are_errors() {
        assert_eq!(Cursor::new("9223372036854775808").expect_int("n").unwrap_err().code, code::NUMBER_RANGE);
        assert_eq!(Cursor::new("-9223372036854775808").expect_int("n").unwrap(), i64::MIN);
    }
}
