//! Numbers, strings and sections of MLIR bytecode.
//!
//! Every count is compared with the bytes that are left before anything is allocated: an element takes at least one byte.

use super::fault::{Read, invalid};

/// The byte that fills gaps before aligned data.
const PADDING: u8 = 0xCB;

/// A range of a file that is read from its start to its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'b> {
    /// The bytes that are left.
    rest: &'b [u8],
    /// The offset of the next byte in the file.
    at: usize,
}

/// A numbered range of a file.
pub(super) struct Section<'b> {
    /// The number, which determines the content.
    pub(super) id: u8,
    /// The content.
    pub(super) bytes: Bytes<'b>,
}

impl<'b> Bytes<'b> {
    /// All bytes of a file.
    pub(super) fn new(file: &'b [u8]) -> Self {
        Self { rest: file, at: 0 }
    }

    /// The offset of the next byte in the file.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The number of bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Whether no bytes are left.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next bytes.
    pub(super) fn take(&mut self, count: u64) -> Read<&'b [u8]> {
        match usize::try_from(count).ok().and_then(|count| self.rest.split_at_checked(count)) {
            Some((taken, rest)) => {
                self.rest = rest;
                self.at += taken.len();
                Ok(taken)
            }
            None => {
                let left = self.left();
                Err(invalid(self.at, format_args!("expected {count} bytes, found {left}")))
            }
        }
    }

    /// The next bytes as a range of their own.
    pub(super) fn part(&mut self, count: u64) -> Read<Bytes<'b>> {
        let at = self.at;
        Ok(Bytes { rest: self.take(count)?, at })
    }

    /// The next byte.
    pub(super) fn byte(&mut self) -> Read<u8> {
        Ok(self.take(1)?[0])
    }

    /// A number of one to nine bytes. The lowest set bit of the first byte gives the length.
    pub(super) fn number(&mut self) -> Read<u64> {
        let first = self.byte()?;
        let more = first.trailing_zeros() as usize;
        let following = self.take(more as u64)?;
        let mut word = [0u8; 8];
        if first == 0 {
            word.copy_from_slice(following);
            return Ok(u64::from_le_bytes(word));
        }
        word[0] = first;
        word[1..=more].copy_from_slice(following);
        Ok(u64::from_le_bytes(word) >> (more + 1))
    }

    /// A number with a sign in its lowest bit.
    pub(super) fn signed(&mut self) -> Read<i64> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A number with a flag in its lowest bit.
    pub(super) fn flagged(&mut self) -> Read<(u64, bool)> {
        let number = self.number()?;
        Ok((number >> 1, number & 1 == 1))
    }

    /// A number that is an index or a size in memory.
    pub(super) fn index(&mut self) -> Read<usize> {
        let at = self.at;
        let number = self.number()?;
        usize::try_from(number).map_err(|_| invalid(at, format_args!("the number {number} is too large")))
    }

    /// The length of a list, whose elements take at least one byte each.
    pub(super) fn count(&mut self) -> Read<usize> {
        let at = self.at;
        let number = self.number()?;
        self.checked_count(number, at)
    }

    /// Compares a length with the bytes that are left.
    pub(super) fn checked_count(&self, number: u64, at: usize) -> Read<usize> {
        match usize::try_from(number).ok().filter(|&count| count <= self.left()) {
            Some(count) => Ok(count),
            None => {
                let left = self.left();
                Err(invalid(at, format_args!("a list of {number} elements in {left} bytes")))
            }
        }
    }

    /// A list of numbers with signs.
    pub(super) fn signed_list(&mut self) -> Read<Vec<i64>> {
        let count = self.count()?;
        (0..count).map(|_| self.signed()).collect()
    }

    /// A list of bytes.
    pub(super) fn blob(&mut self) -> Read<&'b [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    /// Bytes up to a zero.
    pub(super) fn until_zero(&mut self) -> Read<&'b [u8]> {
        let Some(length) = self.rest.iter().position(|&byte| byte == 0) else {
            return Err(invalid(self.at, "a string without end"));
        };
        let text = self.take(length as u64)?;
        self.byte()?;
        Ok(text)
    }

    /// Skips padding, so that the next byte has an offset that is a multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: u64) -> Read<()> {
        let at = self.at;
        if !alignment.is_power_of_two() {
            return Err(invalid(at, format_args!("the alignment {alignment} is not a power of two")));
        }
        let gap = (at as u64).next_multiple_of(alignment.min(1 << 32)) - at as u64;
        match self.take(gap)?.iter().all(|&byte| byte == PADDING) {
            true => Ok(()),
            false => Err(invalid(at, "expected padding before aligned data")),
        }
    }

    /// The next section.
    pub(super) fn section(&mut self) -> Read<Section<'b>> {
        let id = self.byte()?;
        let length = self.number()?;
        if id & 0x80 != 0 {
            let alignment = self.number()?;
            self.align(alignment)?;
        }
        Ok(Section { id: id & 0x7f, bytes: self.part(length)? })
    }
}
