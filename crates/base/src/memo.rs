//! Results by short lists of numbers.

use rustc_hash::FxHashMap;

/// Numbers remembered by what they were computed from: a short list of numbers.
///
/// Lists lie end to end in one vector, and a list is found by its hash. What is looked up tens of thousands of
/// times for a model, as rules and steps of propagation are, is worth more than a map of vectors.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    keys: Vec<u32>,
    entries: Vec<Entry>,
    /// The newest entry of each hash.
    newest: FxHashMap<u64, u32>,
}

#[derive(Clone, Debug)]
struct Entry {
    start: u32,
    end: u32,
    result: u32,
    /// The entry of the same hash before this one.
    older: Option<u32>,
}

impl Memo {
    /// What a list stands for, if it is known.
    pub fn get(&self, key: &[u32]) -> Option<u32> {
        let mut at = self.newest.get(&hash(key)).copied();
        while let Some(index) = at {
            let entry = &self.entries[index as usize];
            if self.keys[entry.start as usize..entry.end as usize] == *key {
                return Some(entry.result);
            }
            at = entry.older;
        }
        None
    }

    /// How many lists are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Remembers what is not known yet.
    pub fn insert(&mut self, key: &[u32], result: u32) {
        let start = self.keys.len() as u32;
        self.keys.extend_from_slice(key);
        let index = self.entries.len() as u32;
        let older = self.newest.insert(hash(key), index);
        self.entries.push(Entry { start, end: self.keys.len() as u32, result, older });
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
        memo.insert(&[1, 2], 7);
        memo.insert(&[1, 2, 0], 8);
        assert_eq!(memo.get(&[1, 2]), Some(7));
        assert_eq!(memo.get(&[1, 2, 0]), Some(8));
        assert_eq!(memo.get(&[2, 1]), None);
    }
}
