//! Numbers and names in the text formats of this crate.

use std::fmt;

use partita_base::{Cursor, Span, SyntaxError, SyntaxResult, code};

use crate::CkksError;

/// Reads `[64, 56, 56]`.
pub(crate) fn read_triple(cursor: &mut Cursor<'_>) -> SyntaxResult<[usize; 3]> {
    let start = cursor.start();
    cursor.expect(b'[')?;
    let sizes = cursor.list_until(b']', |cursor| read_number(cursor, "a size"))?;
    sizes.try_into().map_err(|_| {
        let message = "expected three sizes: channels, height and width";
        Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message))
    })
}

/// Reads `8x16`.
pub(crate) fn read_pair(cursor: &mut Cursor<'_>) -> SyntaxResult<[usize; 2]> {
    let first = read_number(cursor, "a size")?;
    cursor.expect(b'x')?;
    Ok([first, read_number(cursor, "a size")?])
}

/// Reads decimal digits.
pub(crate) fn read_number(cursor: &mut Cursor<'_>, what: &str) -> SyntaxResult<usize> {
    let start = cursor.start();
    // `0x8` is a zero and an eight here, not a hexadecimal number.
    let text = &cursor.text()[start..];
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        return Err(cursor.expected(what));
    }
    let value = text[..length].parse::<u32>();
    cursor.advance(length);
    value.map(|n| n as usize).map_err(|_| {
        let message = format!("expected {what} below 2^32");
        Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message))
    })
}

/// Reads a number as Rust prints it; the cursor does not support all of these forms.
pub(crate) fn read_float(cursor: &mut Cursor<'_>, what: &str) -> SyntaxResult<f64> {
    let start = cursor.start();
    let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let length = (0..).take_while(|&n| is_part(cursor.peek_raw_at(n))).count();
    match cursor.text()[start..start + length].parse() {
        Ok(number) => {
            cursor.advance(length);
            Ok(number)
        }
        Err(_) => Err(cursor.expected(what)),
    }
}

/// Reads a word that names something.
pub(crate) fn read_name(cursor: &mut Cursor<'_>, what: &str) -> SyntaxResult<String> {
    if cursor.peek_word().is_empty() {
        return Err(cursor.expected(what));
    }
    Ok(cursor.word().to_string())
}

/// The name of a layer, which may be any text: a word as it is, anything else in quotes.
pub(crate) struct Named<'a>(pub(crate) &'a str);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.chars();
        let is_word = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_word {
            return f.write_str(self.0);
        }
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_ascii_control() => write!(f, "\\{:02X}", c as u32)?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Reads the name of a layer.
pub(crate) fn read_layer_name(cursor: &mut Cursor<'_>, what: &str) -> SyntaxResult<String> {
    if cursor.peek() == b'"' {
        return cursor.expect_text(what).map(|text| text.into_owned());
    }
    read_name(cursor, what)
}

/// Converts an error to a syntax error at a span.
pub(crate) fn syntax_error_at(span: Span, error: CkksError) -> Box<SyntaxError> {
    let found = SyntaxError::new(error.code, span, error.message);
    Box::new(if error.help.is_empty() { found } else { found.help(error.help) })
}
