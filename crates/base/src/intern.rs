//! Interning: equal values share one id, so comparing ids compares values.

use std::hash::Hash;

use indexmap::IndexSet;
use indexmap::map::raw_entry_v1::RawEntryApiV1;
use rustc_hash::FxBuildHasher;

use crate::{Id, ids};

ids! {
    /// An interned string.
    Symbol;
}

impl Symbol {
    /// The symbol of a string that all interners of a family intern as their `index`-th string.
    pub const fn fixed(index: u32) -> Symbol {
        Symbol(std::num::NonZeroU32::MIN.saturating_add(index))
    }
}

/// A set of values with ids of type `I`, in order of first occurrence.
#[derive(Clone)]
pub struct Interner<I, T> {
    items: IndexSet<T, FxBuildHasher>,
    id: std::marker::PhantomData<fn() -> I>,
}

impl<I: Id, T: Hash + Eq> Interner<I, T> {
    /// Returns the id of `item`, adding the item if it is new.
    pub fn intern(&mut self, item: T) -> I {
        I::from_index(self.items.insert_full(item).0)
    }

    /// The id of `item` if it was interned before.
    pub fn find(&self, item: &T) -> Option<I> {
        self.items.get_index_of(item).map(I::from_index)
    }

    /// The value with this id, which must come from this interner.
    pub fn get(&self, id: I) -> &T {
        self.items.get_index(id.index()).expect("ids are created only by their own interner")
    }

    /// All values with their ids, in order of first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// The number of distinct values.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether no value has been interned.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl<I: Id, T: Hash + Eq> Default for Interner<I, T> {
    fn default() -> Self {
        Self { items: IndexSet::default(), id: std::marker::PhantomData }
    }
}

/// A set of strings with [`Symbol`]s as ids.
#[derive(Clone, Default)]
pub struct StringInterner {
    strings: indexmap::IndexMap<Box<str>, (), FxBuildHasher>,
}

impl StringInterner {
    /// Returns the symbol of `text`, copying the text if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        use indexmap::map::raw_entry_v1::RawEntryMut;
        match self.strings.raw_entry_mut_v1().from_key(text) {
            RawEntryMut::Occupied(entry) => Symbol::from_index(entry.index()),
            RawEntryMut::Vacant(entry) => {
                let index = entry.index();
                entry.insert(text.into(), ());
                Symbol::from_index(index)
            }
        }
    }

    /// The symbol of `text` if it was interned before.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.strings.get_index_of(text).map(Symbol::from_index)
    }

    /// All symbols, in the order in which they were interned.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.strings.len()).map(Symbol::from_index)
    }

    /// The text of a symbol, which must come from this interner.
    pub fn get(&self, symbol: Symbol) -> &str {
        self.strings.get_index(symbol.index()).expect("symbols are created only by their own interner").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_symbol() {
        let mut strings = StringInterner::default();
        let (a, b, a2) = (strings.intern("a"), strings.intern("b"), strings.intern("a"));
        assert_eq!(a, a2);
        assert_ne!(a, b);
        assert_eq!(strings.get(b), "b");
        assert_eq!(strings.find("c"), None);
    }
}
