//! Results by short lists of numbers.

/// Numbers remembered by what they were computed from: a short list of numbers.
///
/// Lists lie end to end in one vector; a table of places, probed one after the other, finds them by their hash. What
/// is looked up tens of thousands of times for a model, as rules and steps of propagation are, is worth more than
/// a map of vectors.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    keys: Vec<u32>,
    entries: Vec<Entry>,
    /// One more than the entry at each place, 0 for none; at most half of the places are taken.
    table: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Entry {
    hash: u64,
    start: u32,
    end: u32,
    result: u32,
}

impl Memo {
    /// What a list stands for, if it is known.
    pub fn get(&self, key: &[u32]) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let hash = hash(key);
        let mut place = self.place(hash);
        loop {
            let entry = &self.entries[self.table[place].checked_sub(1)? as usize];
            if entry.hash == hash && self.keys[entry.start as usize..entry.end as usize] == *key {
                return Some(entry.result);
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }

    /// Remembers what is not known yet.
    pub fn insert(&mut self, key: &[u32], result: u32) {
        let start = self.keys.len() as u32;
        self.keys.extend_from_slice(key);
        self.entries.push(Entry { hash: hash(key), start, end: self.keys.len() as u32, result });
        if self.table.len() < 2 * self.entries.len() {
            let size = (4 * self.entries.len()).next_power_of_two();
            self.table = vec![0; size];
            (0..self.entries.len()).for_each(|entry| self.enter(entry));
        } else {
            self.enter(self.entries.len() - 1);
        }
    }

    /// How many lists are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where a search begins. The table's size is a power of two; the upper bits of the hash are the good ones.
    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }

    fn enter(&mut self, entry: usize) {
        let mut place = self.place(self.entries[entry].hash);
        while self.table[place] != 0 {
            place = (place + 1) & (self.table.len() - 1);
        }
        self.table[place] = entry as u32 + 1;
    }
}

fn hash(key: &[u32]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    key.iter()
        .fold(key.len() as u64, |state, &word| (state.rotate_left(26) ^ u64::from(word)).wrapping_mul(ODD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart() {
        let mut memo = Memo::default();
        assert_eq!(memo.get(&[]), None);
        memo.insert(&[1, 2], 7);
        memo.insert(&[1, 2, 0], 8);
        assert_eq!(memo.get(&[1, 2]), Some(7));
        assert_eq!(memo.get(&[1, 2, 0]), Some(8));
        assert_eq!(memo.get(&[2, 1]), None);
    }

    #[test]
    fn many_keys_are_found_again() {
        let mut memo = Memo::default();
        for n in 0..5000u32 {
            memo.insert(&[n % 7, n], n);
        }
        assert_eq!(memo.len(), 5000);
        assert!((0..5000u32).all(|n| memo.get(&[n % 7, n]) == Some(n) && memo.get(&[n, n + 1]).is_none()));
    }
}
