//! The bytes of the elements of a constant.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use partita_base::{Source, Span};

/// The bytes of the elements of a constant, as a slice.
///
/// A file of gigabytes is mostly hexadecimal digits that are not read before they are printed again. The bytes may therefore stay digits in
/// the source text, which are decoded on first access. Clones share both.
#[derive(Clone, Debug)]
pub struct Elements(Arc<Held>);

#[derive(Debug)]
struct Held {
    bytes: OnceLock<Box<[u8]>>,
    /// The span of the digits, two for each byte.
    hex: Option<Hex>,
}

#[derive(Debug)]
struct Hex {
    source: Source,
    digits: Span,
}

impl Elements {
    /// The number of bytes at each end that are compared before all bytes are.
    const END: usize = 16;

    /// The bytes of an even number of hexadecimal digits in a text, decoded on first access.
    pub fn from_hex(source: Source, digits: Span) -> Self {
        debug_assert!(is_hex(source.slice(digits).as_bytes()));
        Self(Arc::new(Held { bytes: OnceLock::new(), hex: Some(Hex { source, digits }) }))
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        match &self.0.hex {
            Some(hex) => hex.digits.range().len() / 2,
            None => self.deref().len(),
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hexadecimal digits of the text, if the bytes come from one.
    pub fn digits(&self) -> Option<&str> {
        self.0.hex.as_ref().map(|hex| hex.source.slice(hex.digits))
    }

    /// Decodes one byte; the others stay digits.
    fn byte(&self, index: usize) -> u8 {
        match (self.0.bytes.get(), self.digits()) {
            (None, Some(digits)) => decoded(&digits.as_bytes()[2 * index..2 * index + 2]),
            _ => self[index],
        }
    }
}

/// Whether a text is an even number of hexadecimal digits.
pub fn is_hex(digits: &[u8]) -> bool {
    // Fixed-size blocks, so that the compiler can vectorise the comparison.
    let is_block = |block: &[u8]| block.iter().fold(true, |all, digit| all & digit.is_ascii_hexdigit());
    digits.len().is_multiple_of(2) && digits.chunks(64).all(is_block)
}

/// Decodes hexadecimal digits.
pub fn hex_bytes(digits: &[u8]) -> Box<[u8]> {
    digits.chunks_exact(2).map(decoded).collect()
}

fn decoded(pair: &[u8]) -> u8 {
    let digit = |digit: u8| (digit as char).to_digit(16).unwrap_or(0) as u8;
    digit(pair[0]) << 4 | digit(pair[1])
}

impl Deref for Elements {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.0.bytes.get_or_init(|| hex_bytes(self.digits().unwrap_or_default().as_bytes()))
    }
}

impl PartialEq for Elements {
    fn eq(&self, other: &Self) -> bool {
        if self.0.hex.is_none() && other.0.hex.is_none() {
            return **self == **other;
        }
        let is_same_text = self.0.hex.is_some() && self.digits() == other.digits();
        self.len() == other.len()
            && (is_same_text || (0..self.len()).all(|index| self.byte(index) == other.byte(index)))
    }
}

impl Eq for Elements {}

impl Hash for Elements {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let len = self.len();
        state.write_usize(len);
        let ends = (0..len.min(Self::END)).chain(len.saturating_sub(Self::END)..len);
        ends.for_each(|index| state.write_u8(self.byte(index)));
    }
}

impl From<Box<[u8]>> for Elements {
    fn from(bytes: Box<[u8]>) -> Self {
        Self(Arc::new(Held { bytes: OnceLock::from(bytes), hex: None }))
    }
}

impl From<Vec<u8>> for Elements {
    fn from(bytes: Vec<u8>) -> Self {
        bytes.into_boxed_slice().into()
    }
}

impl From<&[u8]> for Elements {
    fn from(bytes: &[u8]) -> Self {
        Box::<[u8]>::from(bytes).into()
    }
}

impl<const N: usize> From<[u8; N]> for Elements {
    fn from(bytes: [u8; N]) -> Self {
        Box::<[u8]>::from(bytes).into()
    }
}

impl FromIterator<u8> for Elements {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        bytes.into_iter().collect::<Box<[u8]>>().into()
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::*;

    fn written(digits: &str) -> Elements {
        Elements::from_hex(Source::new("t", digits).expect("short"), Span::new(0, digits.len()))
    }

    #[test]
    fn digits_are_equal_to_their_bytes() {
        let bytes: Elements = (0..100u8).collect();
        let digits: String = (0..100u8).map(|byte| format!("{byte:02X}")).collect();
        let (upper, lower) = (written(&digits), written(&digits.to_lowercase()));
        let hash = |elements: &Elements| rustc_hash::FxBuildHasher.hash_one(elements);
        assert!(upper == bytes && bytes == lower && upper == lower);
        assert!(hash(&upper) == hash(&bytes) && hash(&lower) == hash(&bytes));
        assert!(upper.0.bytes.get().is_none(), "comparing keeps the digits");
        assert_eq!(*upper, *bytes);
        let mut other = bytes.to_vec();
        other[50] = 0;
        assert_ne!(upper, Elements::from(other));
        assert_ne!(upper, written(&digits[2..]));
    }
}
