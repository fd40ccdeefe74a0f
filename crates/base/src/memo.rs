//! Results by short lists of numbers.

/// Numbers remembered by what they were computed from: a short list of numbers.
///
/// What is looked up tens of thousands of times for a model, as rules and steps of propagation are, is worth more than
/// a map of vectors. A list is a block of words, compared as a whole; the few longer ones are cut into blocks, each
/// of which begins with the number of the one before. Blocks lie in a table of places, probed one after the other.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// At most half of the places are taken.
    table: Vec<Place>,
    len: usize,
}

/// A list that is not known yet to the memo that it was looked up in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Key {
    /// The last block, filled up with zeros.
    words: [u32; Key::WORDS],
    /// How many words of the last block are taken.
    taken: u32,
    /// How many words there are before the last block; for a block that is followed by another one [`Key::GOES_ON`].
    before: u32,
    hash: u32,
}

/// A list that is being written down.
pub struct List<'m> {
    memo: &'m mut Memo,
    key: Key,
    at: usize,
    hash: u64,
}

impl List<'_> {
    /// Adds a word.
    #[inline]
    pub fn push(&mut self, word: u32) {
        if self.at == Key::WORDS {
            // Nothing of the list is handed out by reference, so that it can stay in registers.
            let number = self.memo.number_of_full(self.block());
            self.key = Key { before: self.key.before + Key::WORDS as u32, ..Key::default() };
            self.key.words[0] = number;
            self.hash = Key::FACTORS[0].wrapping_mul(number.into());
            self.at = 1;
        }
        self.key.words[self.at] = word;
        self.hash = self.hash.wrapping_add(Key::FACTORS[self.at].wrapping_mul(word.into()));
        self.at += 1;
    }

    /// What the list stands for; if that is not known yet, the key by which to remember it.
    #[inline]
    pub fn find(self) -> Result<u32, Key> {
        let key = self.block();
        self.memo.get(&key).ok_or(key)
    }

    #[inline]
    fn block(&self) -> Key {
        Key { taken: self.at as u32, hash: (self.hash >> 32) as u32, ..self.key }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    key: Key,
    /// One more than what the key stands for, 0 for a free place.
    result: u32,
}

impl Key {
    const WORDS: usize = 12;
    const GOES_ON: u32 = u32::MAX;

    /// A factor for each word, odd and without a pattern: the sum of products, whose upper half is the good one, is
    /// a hash that does not wait for one word to begin with the next.
    const FACTORS: [u64; Key::WORDS] = [
        0x9E37_79B9_7F4A_7C15,
        0xC2B2_AE3D_27D4_EB4F,
        0xD6E8_FEB8_6659_FD93,
        0xA076_1D64_78BD_642F,
        0xE703_7ED1_A0B4_28DB,
        0x8EBC_6AF0_9C88_C6E3,
        0x5899_65CC_7537_4CC3,
        0x1D8E_4E27_C47D_124F,
        0xEB44_ACCA_B455_D165,
        0x9E6C_63D0_676A_9A99,
        0xDB4F_0B91_75AE_2165,
        0x4CF5_AD43_2745_937F,
    ];

    /// Word by word: what was stored as words is slow to load as anything wider.
    fn is(&self, other: &Key) -> bool {
        let same = |at: usize| self.words[at] == other.words[at];
        (self.hash, self.taken, self.before) == (other.hash, other.taken, other.before)
            && (0..Key::WORDS.min(self.taken as usize)).all(same)
    }
}

impl Memo {
    /// Begins a list.
    #[inline]
    pub fn list(&mut self) -> List<'_> {
        List { memo: self, key: Key::default(), at: 0, hash: 0 }
    }

    /// The number of a full block that another one follows.
    #[cold]
    #[inline(never)]
    fn number_of_full(&mut self, block: Key) -> u32 {
        let key = Key { before: Key::GOES_ON, ..block };
        self.get(&key).unwrap_or_else(|| {
            let number = self.len as u32;
            self.insert(key, number);
            number
        })
    }

    #[inline]
    fn get(&self, key: &Key) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let mut at = self.first_place(key);
        loop {
            let place = &self.table[at];
            let result = place.result.checked_sub(1)?;
            if place.key.is(key) {
                return Some(result);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// Remembers what is not known yet. Results are less than `u32::MAX`.
    pub fn insert(&mut self, key: Key, result: u32) {
        self.len += 1;
        if self.table.len() < 2 * self.len {
            let size = (4 * self.len).next_power_of_two();
            let old = std::mem::replace(&mut self.table, vec![Place::default(); size]);
            old.into_iter().filter(|place| place.result != 0).for_each(|place| self.enter(place));
        }
        self.enter(Place { key, result: result + 1 });
    }

    /// Where a search begins. The table's size is a power of two.
    fn first_place(&self, key: &Key) -> usize {
        key.hash as usize & (self.table.len() - 1)
    }

    fn enter(&mut self, place: Place) {
        let mut at = self.first_place(&place.key);
        while self.table[at].result != 0 {
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(memo: &mut Memo, words: &[u32]) -> Result<u32, Key> {
        let mut list = memo.list();
        words.iter().for_each(|&word| list.push(word));
        list.find()
    }

    fn get(memo: &mut Memo, words: &[u32]) -> Option<u32> {
        find(memo, words).ok()
    }

    fn insert(memo: &mut Memo, words: &[u32], result: u32) {
        let key = find(memo, words).expect_err("it is not known yet");
        memo.insert(key, result);
    }

    #[test]
    fn keys_are_told_apart() {
        let mut memo = Memo::default();
        assert_eq!(get(&mut memo, &[]), None);
        insert(&mut memo, &[1, 2], 7);
        insert(&mut memo, &[1, 2, 0], 8);
        assert_eq!(get(&mut memo, &[1, 2]), Some(7));
        assert_eq!(get(&mut memo, &[1, 2, 0]), Some(8));
        assert_eq!(get(&mut memo, &[2, 1]), None);
    }

    #[test]
    fn many_keys_are_found_again() {
        let mut memo = Memo::default();
        for n in 0..5000u32 {
            insert(&mut memo, &[n % 7, n], n);
        }
        assert!((0..5000).all(|n| get(&mut memo, &[n % 7, n]) == Some(n)));
        assert!((0..5000).all(|n| get(&mut memo, &[n, n + 1]).is_none()));
    }

    #[test]
    fn lists_of_any_length_are_told_apart() {
        // Long lists, their beginnings, and what stands behind the beginning of another.
        let mut memo = Memo::default();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for first in [0, 1] {
            for last in [0, 1] {
                for len in 1..40 {
                    let mut list = vec![0; len];
                    (list[0], list[len - 1]) = (first, last);
                    lists.push(list);
                }
            }
        }
        lists.sort();
        lists.dedup();
        for (number, list) in lists.iter().enumerate() {
            assert_eq!(get(&mut memo, list), None);
            insert(&mut memo, list, number as u32);
        }
        for (number, list) in lists.iter().enumerate() {
            assert_eq!(get(&mut memo, list), Some(number as u32));
        }
    }
}
