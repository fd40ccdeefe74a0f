//! Reuses the tails of ops that were printed before.

use std::ops::Range;

use partita_base::{Id, Key, Memo};
use partita_ir::{FormatElement, OpId, OpInfo};

use super::Printer;

/// The offsets in the text of the tails printed so far, by op, attributes and types.
#[derive(Default)]
pub(super) struct Tails {
    memo: Memo,
    places: Vec<Range<usize>>,
}

/// The largest number of attributes and types of a tail that is remembered; longer lists rarely repeat.
const LONGEST: usize = 16;

impl Printer<'_> {
    /// Writes the tail of an op, or copies it from where it was printed before.
    pub(super) fn tail(&mut self, elements: &[FormatElement], op: OpId, info: &'static OpInfo) {
        let Some(key) = self.tail_key(op, info) else { return self.template(elements, op, info) };
        if let Some(number) = self.tails.memo.get(key) {
            self.out.extend_from_within(self.tails.places[number as usize].clone());
            return;
        }
        let (start, digits) = (self.out.len(), self.digits.len());
        self.template(elements, op, info);
        // Digits that are produced later are not in the text that would be copied.
        if self.digits.len() == digits {
            self.tails.memo.insert(key, self.tails.places.len() as u32);
            self.tails.places.push(start..self.out.len());
        }
    }

    /// What the text of a tail depends on, unless it is too long.
    fn tail_key(&mut self, op: OpId, info: &OpInfo) -> Option<Key> {
        let data = self.m.op(op);
        let (attrs, operands, results) = (data.attrs.len(), data.operands.len(), data.result_count());
        let mut words = [0; LONGEST];
        let words = words.get_mut(..2 * attrs + operands + results)?;
        let (of_attrs, of_values) = words.split_at_mut(2 * attrs);
        for (words, (name, attr)) in of_attrs.chunks_exact_mut(2).zip(&data.attrs) {
            (words[0], words[1]) = (name.index() as u32, attr.index() as u32);
        }
        for (word, value) in of_values.iter_mut().zip(data.operands.iter().copied().chain(data.results())) {
            *word = self.m.type_of(value).index() as u32;
        }
        // Trailing zeros of a list do not count, so the lengths are part of the key.
        let lengths = [attrs, operands, results].iter().fold(0, |all, &length| all << 8 | length as u64);
        Some(self.tails.memo.key((info.code as u64) << 24 | lengths, words))
    }
}
