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
    /// The symbol of the string that every interner of a family interns as number `index`.
    pub const fn fixed(index: u32) -> Symbol {
        Symbol(std::num::NonZeroU32::MIN.saturating_add(index))
    }
}

/// A set of values named by ids of type `I`, in order of first sight.
#[derive(Clone)]
pub struct Interner<I, T> {
    items: IndexSet<T, FxBuildHasher>,
    id: std::marker::PhantomData<fn() -> I>,
}

impl<I: Id, T: Hash + Eq> Interner<I, T> {
    /// The id of `item`, which is added when new.
    pub fn intern(&mut self, item: T) -> I {
        I::from_index(self.items.insert_full(item).0)
    }

    /// The id of `item` if it was interned before.
    pub fn find(&self, item: &T) -> Option<I> {
        self.items.get_index_of(item).map(I::from_index)
    }

    /// The value behind an id.
    pub fn get(&self, id: I) -> &T {
        self.items.get_index(id.index()).expect("an id is only made by its own interner")
    }

    /// All values with their ids, in order of first sight.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// How many distinct values there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing was interned yet.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl<I: Id, T: Hash + Eq> Default for Interner<I, T> {
    fn default() -> Self {
        Self { items: IndexSet::default(), id: std::marker::PhantomData }
    }
}

/// Strings named by [`Symbol`]s.
#[derive(Clone, Default)]
pub struct StringInterner {
    strings: indexmap::IndexMap<Box<str>, (), FxBuildHasher>,
}

impl StringInterner {
    /// The symbol of `text`, which is copied when new.
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

    /// The text of a symbol.
    pub fn get(&self, symbol: Symbol) -> &str {
        self.strings.get_index(symbol.index()).expect("a symbol is only made by its own interner").0
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
