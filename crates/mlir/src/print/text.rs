//! Printed text, in which the digits of large constants stay where they are held.

use std::convert::Infallible;
use std::fmt;

use partita_ir::Elements;

/// The text of a module, in pieces.
///
/// A file of gigabytes is mostly digits of constants. A copy of them would double the memory that printing takes, so they are made when the
/// text is written.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Everything but the digits that are made later.
    rest: String,
    /// At which byte of the rest digits belong, and whose; in order.
    digits: Vec<(usize, Elements)>,
}

impl Text {
    /// Constants of this many bytes and more are not copied.
    pub(super) const LARGE: usize = 1 << 15;

    pub(super) fn new(rest: String, digits: Vec<(usize, Elements)>) -> Self {
        Self { rest, digits }
    }

    /// Calls `write` with one piece after the other.
    pub fn write<E>(&self, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        let mut start = 0;
        for (end, elements) in &self.digits {
            write(&self.rest[start..*end])?;
            write_digits(elements, &mut write)?;
            start = *end;
        }
        write(&self.rest[start..])
    }

    /// Appends another text.
    pub fn append(&mut self, other: Text) {
        let start = self.rest.len();
        self.rest.push_str(&other.rest);
        self.digits.extend(other.digits.into_iter().map(|(at, elements)| (start + at, elements)));
    }

    /// Whether this is the text `other`.
    pub fn is(&self, other: &str) -> bool {
        let mut left = other;
        let is_beginning = self.write(|piece| {
            left = left.strip_prefix(piece).ok_or(())?;
            Ok::<(), ()>(())
        });
        is_beginning.is_ok() && left.is_empty()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(|piece| f.write_str(piece))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::new(text, Vec::new())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        if text.digits.is_empty() {
            return text.rest;
        }
        let digits: usize = text.digits.iter().map(|(_, elements)| 2 * elements.len()).sum();
        let mut out = String::with_capacity(text.rest.len() + digits);
        let Ok(()) = text.write(|piece| {
            out.push_str(piece);
            Ok::<(), Infallible>(())
        });
        out
    }
}

/// Calls `write` with the bytes of a constant as digits in capitals, some at a time.
fn write_digits<E>(elements: &Elements, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    /// How many digits are made at once.
    const CHUNK: usize = 1 << 16;
    let mut chunk = String::with_capacity(CHUNK);
    let mut next = |fill: &mut dyn FnMut(&mut String)| {
        chunk.clear();
        fill(&mut chunk);
        write(&chunk)
    };
    match elements.digits() {
        // Digits of the text are printed as they are, in capitals.
        Some(mut digits) => {
            while !digits.is_empty() {
                let (now, later) = digits.split_at(digits.len().min(CHUNK));
                digits = later;
                next(&mut |chunk| {
                    chunk.push_str(now);
                    chunk.make_ascii_uppercase();
                })?;
            }
            Ok(())
        }
        None => elements.chunks(CHUNK / 2).try_for_each(|bytes| next(&mut |chunk| push_bytes(bytes, chunk))),
    }
}

fn push_bytes(bytes: &[u8], out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in bytes {
        out.push(DIGITS[usize::from(byte >> 4)] as char);
        out.push(DIGITS[usize::from(byte & 15)] as char);
    }
}

/// Appends the bytes of a constant as digits.
pub(super) fn push_digits(elements: &Elements, out: &mut String) {
    out.reserve(2 * elements.len());
    let Ok(()) = write_digits(elements, |digits| {
        out.push_str(digits);
        Ok::<(), Infallible>(())
    });
}

#[cfg(test)]
mod tests {
    use partita_base::{Source, Span};

    use super::*;

    /// A text with the digits of a constant that is held as bytes, and of one that is digits in small letters.
    fn text() -> (Text, String) {
        let bytes: Elements = (0..100_000u32).map(|byte| byte as u8).collect();
        let digits = "0a1B2c".repeat(Text::LARGE);
        let source = Source::new("t", digits.clone()).expect("short");
        let written = Elements::from_hex(source, Span::new(0, digits.len()));
        let spelled: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let expected = format!("a{spelled}b{}c", digits.to_uppercase());
        (Text::new("abc".into(), vec![(1, bytes), (2, written)]), expected)
    }

    #[test]
    fn digits_are_put_in_place() {
        let (text, expected) = text();
        assert!(text.is(&expected) && !text.is(&expected[1..]) && !text.is(&expected[..expected.len() - 1]));
        assert_eq!(text.to_string(), expected);
        let mut pieces = 0;
        let Ok(()) = text.write(|piece| {
            pieces += 1;
            assert!(piece.len() <= 1 << 16);
            Ok::<(), Infallible>(())
        });
        assert!(pieces > 6, "{pieces}");
        assert_eq!(String::from(text), expected);
    }

    #[test]
    fn texts_are_joined() {
        let (mut all, first) = text();
        let (second, _) = text();
        all.append("-".to_string().into());
        all.append(second);
        assert_eq!(String::from(all), format!("{first}-{first}"));
    }
}
