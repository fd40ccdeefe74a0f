//! Printed text in which the digits of large constants are produced on demand.

use std::convert::Infallible;
use std::fmt;

use partita_ir::Elements;

/// The text of a module, in segments.
///
/// A file of gigabytes is mostly digits of constants. A copy of them would double the memory that printing takes, so they are produced
/// when the text is written.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Everything except the digits that are produced later.
    rest: String,
    /// The offsets in `rest` at which digits belong, and the constants they come from; in order.
    digits: Vec<(usize, Elements)>,
}

impl Text {
    /// Constants of at least this many bytes are not copied.
    pub(super) const LARGE: usize = 1 << 15;

    pub(super) fn new(rest: String, digits: Vec<(usize, Elements)>) -> Self {
        Self { rest, digits }
    }

    /// Calls `write` with one segment after the other.
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

    /// Whether this text equals `other`.
    pub fn is(&self, other: &str) -> bool {
        let mut left = other;
        let is_beginning = self.write(|segment| {
            left = left.strip_prefix(segment).ok_or(())?;
            Ok::<(), ()>(())
        });
        is_beginning.is_ok() && left.is_empty()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(|segment| f.write_str(segment))
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
        let Ok(()) = text.write(|segment| {
            out.push_str(segment);
            Ok::<(), Infallible>(())
        });
        out
    }
}

/// Calls `write` with the bytes of a constant as upper-case digits, a chunk at a time.
fn write_digits<E>(elements: &Elements, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    /// The number of digits per chunk.
    const CHUNK: usize = 1 << 16;
    let mut chunk = String::with_capacity(CHUNK);
    let mut next = |fill: &mut dyn FnMut(&mut String)| {
        chunk.clear();
        fill(&mut chunk);
        write(&chunk)
    };
    match elements.digits() {
        // Digits of the source text are printed unchanged, but in upper case.
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

    /// A text with the digits of a constant that is held as bytes, and of one that is held as lower-case digits.
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
        let mut segments = 0;
        let Ok(()) = text.write(|segment| {
            segments += 1;
            assert!(segment.len() <= 1 << 16);
            Ok::<(), Infallible>(())
        });
        assert!(segments > 6, "{segments}");
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
