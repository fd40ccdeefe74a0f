//! Many short lists in two allocations.

use std::marker::PhantomData;

use partita_base::Id;

/// A list of items for each key.
#[derive(Clone, Debug)]
pub struct Lists<K, T> {
    /// Where the list of each key starts; one more, where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
    key: PhantomData<fn() -> K>,
}

impl<K, T> Default for Lists<K, T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new(), key: PhantomData }
    }
}

/// Keys with items that can be visited several times, always in the same order.
pub trait Pairs<K, T> {
    /// Calls `add` with each pair.
    fn visit(&self, add: impl FnMut(K, T));

    /// Calls `add` with the key of each pair, in any order, and returns the item of one of them.
    fn visit_keys(&self, mut add: impl FnMut(K)) -> Option<T> {
        let mut any = None;
        self.visit(|key, item| {
            add(key);
            any = Some(item);
        });
        any
    }
}

impl<K: Copy, T: Copy> Pairs<K, T> for [(K, T)] {
    fn visit(&self, mut add: impl FnMut(K, T)) {
        self.iter().for_each(|&(key, item)| add(key, item));
    }
}

impl<K: Id, T: Copy> Lists<K, T> {
    /// The lists of `keys` keys; the items of a key stay in the order of the pairs.
    pub fn from_pairs(keys: usize, pairs: &[(K, T)]) -> Self {
        Self::from_visits(keys, pairs)
    }

    /// The same for pairs that are not stored: a list of them would be larger than the result.
    pub fn from_visits(keys: usize, pairs: &(impl Pairs<K, T> + ?Sized)) -> Self {
        // A counting sort. The length of each list is counted two places behind its key, so that the sums are, one place
        // behind the key, where its list starts. Filling the list moves that to where it ends: the start of the next.
        let mut starts = vec![0u32; keys + 2];
        let any = pairs.visit_keys(|key| starts[key.index() + 2] += 1);
        let Some(any) = any else { return Self::default() };
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut items = vec![any; end as usize];
        pairs.visit(|key, item| {
            let at = &mut starts[key.index() + 1];
            items[*at as usize] = item;
            *at += 1;
        });
        starts.pop();
        Self { starts, items, key: PhantomData }
    }

    /// The list of a key; empty for keys beyond those given.
    pub fn get(&self, key: K) -> &[T] {
        match (self.starts.get(key.index()), self.starts.get(key.index() + 1)) {
            (Some(&start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The items of all keys, in the order of the keys.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Item `at` of a key's list.
    pub fn item(&self, key: K, at: usize) -> Option<T> {
        self.get(key).get(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    partita_base::ids! {
        /// Numbers the lists of this test.
        Key;
    }

    #[test]
    fn items_keep_their_order() {
        let key = Key::from_index;
        let lists = Lists::from_pairs(3, &[(key(2), 'a'), (key(0), 'b'), (key(2), 'c')]);
        assert_eq!(lists.get(key(0)), ['b']);
        assert_eq!(lists.get(key(1)), []);
        assert_eq!(lists.get(key(2)), ['a', 'c']);
        assert_eq!(lists.get(key(3)), []);
        assert_eq!(lists.items(), ['b', 'a', 'c']);
    }
}
