//! Typed ids and the vectors they index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small integer that names one element of one kind of arena.
pub trait Id: Copy + Eq + fmt::Debug {
    /// The id of element `index`.
    fn from_index(index: usize) -> Self;
    /// The position of the element that this id names.
    fn index(self) -> usize;
}

/// Declares newtype ids that implement [`Id`]. They are stored from 1 on, so that `Option` of an id takes no extra space.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::num::NonZeroU32);

        impl $crate::Id for $name {
            fn from_index(index: usize) -> Self {
                let number = u32::try_from(index + 1).ok().and_then(std::num::NonZeroU32::new);
                Self(number.expect("fewer than 2^32 - 1 elements in an arena"))
            }
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0.get() - 1)
            }
        }
    )+};
}

/// A vector indexed by its own kind of id.
#[derive(Clone)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn() -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty arena.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }

    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// Reserves capacity for at least `more` further elements.
    pub fn reserve(&mut self, more: usize) {
        self.items.reserve(more);
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The element, or `None` if the id is out of range because it belongs to another or a newer arena.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids, in order of creation.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All elements with their ids, in order of creation.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(i, item)| (I::from_index(i), item))
    }

    /// All elements, in order of creation.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// All elements, in order of creation, for changes in place.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// The id of the last element; `None` if the arena is empty.
    pub fn last_id(&self) -> Option<I> {
        self.items.len().checked_sub(1).map(I::from_index)
    }
}

impl<I: Id, T: Clone> IdVec<I, T> {
    /// Creates an arena of `len` copies of `item`, for side tables.
    pub fn filled(item: T, len: usize) -> Self {
        Self { items: vec![item; len], id: PhantomData }
    }

    /// Grows with copies of `item` until `id` is in range, then returns its slot.
    pub fn grow(&mut self, id: I, item: T) -> &mut T {
        if self.items.len() <= id.index() {
            self.items.resize(id.index() + 1, item);
        }
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
