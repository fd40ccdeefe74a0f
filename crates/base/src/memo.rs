//! A cache of results, keyed by short lists of numbers.

/// A cache of numbers. The [`Key`] of an entry is what the number was computed from: a number and a short list of numbers.
///
/// Rules and propagation steps are looked up tens of thousands of times per model, for which a map with vectors as keys is
/// too slow. The table uses open addressing with linear probing.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// At most half of the entries are occupied, so that probing stays short.
    table: Vec<Entry>,
    len: usize,
}

/// A number and a list of up to four numbers. Longer lists are rare: their leading numbers, in groups of four, are replaced by the
/// number of an entry of their own. Trailing zeros of a list are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key([u64; 3]);

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    /// The result plus one; 0 for a free entry.
    result: u32,
}

impl Key {
    /// First numbers must be less than this.
    pub const LIMIT: u64 = 1 << 62;
    /// Marks the key of a prefix of a list.
    const IS_PREFIX: u64 = 1 << 63;
    /// Marks a first number that is the number of a prefix.
    const AFTER_PREFIX: u64 = 1 << 62;

    /// The key of a number below [`Key::LIMIT`] and a list, padded with zeros.
    #[inline]
    pub fn new(first: u64, list: [u32; 4]) -> Self {
        debug_assert!(first < Key::IS_PREFIX);
        let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        Self([first, pair(list[0], list[1]), pair(list[2], list[3])])
    }

    /// A sum of products with odd constants. The upper half of the last product is returned: every bit of the key affects it.
    #[inline]
    fn hash(self) -> usize {
        let Key([first, low, high]) = self;
        let sum = first.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let sum = sum.wrapping_add(low.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
        let sum = (sum ^ sum >> 32).wrapping_add(high.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        (sum.wrapping_mul(0xA076_1D64_78BD_642F) >> 32) as usize
    }
}

impl Memo {
    /// The key of a number below [`Key::LIMIT`] and a list of any length.
    #[inline]
    pub fn key(&mut self, first: u64, list: &[u32]) -> Key {
        match *list {
            [] => Key::new(first, [0; 4]),
            [a] => Key::new(first, [a, 0, 0, 0]),
            [a, b] => Key::new(first, [a, b, 0, 0]),
            [a, b, c] => Key::new(first, [a, b, c, 0]),
            [a, b, c, d] => Key::new(first, [a, b, c, d]),
            _ => self.long_key(first, list),
        }
    }

    #[inline(never)]
    fn long_key(&mut self, mut first: u64, mut list: &[u32]) -> Key {
        while let Some((start, rest)) = list.split_first_chunk::<4>().filter(|(_, rest)| !rest.is_empty()) {
            let Key([first_number, low, high]) = Key::new(first, *start);
            let start = Key([first_number | Key::IS_PREFIX, low, high]);
            let number = self.get(start).unwrap_or_else(|| {
                let number = self.len as u32;
                self.insert(start, number);
                number
            });
            first = Key::AFTER_PREFIX | u64::from(number);
            list = rest;
        }
        self.key(first, list)
    }

    /// The result of a key, if there is one.
    #[inline]
    pub fn get(&self, key: Key) -> Option<u32> {
        let mut at = key.hash();
        loop {
            let entry = self.table.get(at & self.table.len().wrapping_sub(1))?;
            let result = entry.result.checked_sub(1)?;
            if entry.key == key {
                return Some(result);
            }
            at += 1;
        }
    }

    /// Adds an entry. The key must be new, and the result less than `u32::MAX`.
    #[inline(never)]
    pub fn insert(&mut self, key: Key, result: u32) {
        self.len += 1;
        if self.table.len() < 2 * self.len {
            // The size is always a power of two, so that a mask replaces the modulo.
            let size = (4 * self.len).next_power_of_two().max(64);
            let old = std::mem::replace(&mut self.table, vec![Entry::default(); size]);
            old.into_iter().filter(|entry| entry.result != 0).for_each(|entry| self.place_entry(entry));
        }
        self.place_entry(Entry { key, result: result + 1 });
    }

    fn place_entry(&mut self, entry: Entry) {
        let mask = self.table.len() - 1;
        let mut at = entry.key.hash() & mask;
        while self.table[at].result != 0 {
            at = (at + 1) & mask;
        }
        self.table[at] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(memo: &mut Memo, words: &[u32]) -> Key {
        let first = words.first().map_or(0, |&first| u64::from(first));
        memo.key(first, words.get(1..).unwrap_or_default())
    }

    fn get(memo: &mut Memo, words: &[u32]) -> Option<u32> {
        let key = key(memo, words);
        memo.get(key)
    }

    fn insert(memo: &mut Memo, words: &[u32], result: u32) {
        let key = key(memo, words);
        assert_eq!(memo.get(key), None);
        memo.insert(key, result);
    }

    #[test]
    fn keys_are_distinguished() {
        let mut memo = Memo::default();
        assert_eq!(get(&mut memo, &[]), None);
        insert(&mut memo, &[1, 2], 7);
        insert(&mut memo, &[1, 2, 1], 8);
        assert_eq!(get(&mut memo, &[1, 2]), Some(7));
        assert_eq!(get(&mut memo, &[1, 2, 1]), Some(8));
        assert_eq!(get(&mut memo, &[1, 2, 0]), Some(7));
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
    fn lists_of_any_length_are_distinguished() {
        // Long lists, their prefixes, and lists that share a prefix.
        let mut memo = Memo::default();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for first in [0, 1] {
            for last in [1, 2] {
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
