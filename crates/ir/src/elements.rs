//! The bytes of the elements of a constant.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use partita_base::{Source, Span};

use crate::{FloatKind, Specials};

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
    /// What the elements are if they are floats of a kind, found once.
    floats: OnceLock<(FloatKind, FloatFacts)>,
}

/// Which values are among the elements of a constant of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatFacts {
    /// A zero of either sign.
    pub has_zero: bool,
    /// An infinity, or what is not a number, in a format that has infinities.
    pub has_special: bool,
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
        let hex = Some(Hex { source, digits });
        Self(Arc::new(Held { bytes: OnceLock::new(), hex, floats: OnceLock::new() }))
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

    /// Which values are among the elements, as floats of a kind. What the constant holds is read once.
    pub fn float_facts(&self, kind: FloatKind) -> FloatFacts {
        let (known, facts) = self.0.floats.get_or_init(|| (kind, self.read_floats(kind)));
        if *known == kind { *facts } else { self.read_floats(kind) }
    }

    fn read_floats(&self, kind: FloatKind) -> FloatFacts {
        let width = (kind.bits() as usize).div_ceil(8).next_power_of_two();
        let magnitude = u64::MAX >> (64 - kind.bits() + 1);
        let special = magnitude >> (kind.precision() - 1) << (kind.precision() - 1);
        let has_specials = kind.specials() == Specials::Ieee;
        let mut facts = FloatFacts::default();
        let mut add = |element: u64| {
            facts.has_zero |= element & magnitude == 0;
            facts.has_special |= has_specials && element & special == special;
        };
        match (self.0.bytes.get(), self.digits()) {
            // The digits stay digits.
            (None, Some(digits)) => {
                for element in digits.as_bytes().chunks_exact(2 * width) {
                    add(element
                        .chunks_exact(2)
                        .rev()
                        .fold(0, |all, pair| all << 8 | u64::from(decoded(pair))));
                }
            }
            _ => {
                for element in self.chunks_exact(width) {
                    add(element.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte)));
                }
            }
        }
        facts
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
        Self(Arc::new(Held { bytes: OnceLock::from(bytes), hex: None, floats: OnceLock::new() }))
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
    fn zeros_and_infinities_are_found_in_digits_and_bytes() {
        let facts = |values: [f32; 3]| {
            let bytes: Elements = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let digits = written(&digits);
            assert_eq!(digits.float_facts(FloatKind::F32), bytes.float_facts(FloatKind::F32));
            assert!(digits.0.bytes.get().is_none(), "the digits stay digits");
            let FloatFacts { has_zero, has_special } = bytes.float_facts(FloatKind::F32);
            (has_zero, has_special)
        };
        assert_eq!(facts([1.0, f32::MAX, 1e-40]), (false, false));
        assert_eq!(facts([1.0, -0.0, 1.0]), (true, false));
        assert_eq!(facts([1.0, 2.0, f32::NEG_INFINITY]), (false, true));
        assert_eq!(facts([f32::NAN, 0.0, 1.0]), (true, true));
        let largest = Elements::from([0x7e]);
        assert!(!largest.float_facts(FloatKind::F8E4M3Fn).has_special, "a format without infinities");
        assert!(Elements::from([0x78]).float_facts(FloatKind::F8E4M3).has_special);
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
