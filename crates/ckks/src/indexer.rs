//! Affine indexers: the block of an array that the ciphertext at some coordinates of the mesh accesses.

use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use crate::sharding::ArraySharding;

/// `yi*2 + zi`: a sum of coordinates times strides. Without terms it is block 0 everywhere: a replicated array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indexer {
    /// Axis and stride.
    terms: Vec<(String, u64)>,
}

/// How a body accesses blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Read a block.
    Load,
    /// Write a block.
    Store,
    /// Add to a block.
    Update,
}

/// An access to the blocks of an array: a load, a store or an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accessor {
    /// The name of the array.
    pub array: String,
    /// The block that is accessed.
    pub indexer: Indexer,
    /// Load, store or update.
    pub access: Access,
}

impl Indexer {
    /// The blocks of a sharded array in order: for the input of a convolution, `yi*z + zi`.
    pub fn of(sharding: &ArraySharding) -> Indexer {
        let mut stride = 1;
        let mut terms = Vec::new();
        let names: Vec<Option<&str>> = sharding.names().collect();
        for (dim, name) in names.iter().enumerate().rev() {
            if let Some(name) = name {
                terms.push((name.to_string(), stride));
            }
            stride *= sharding.parts(dim);
        }
        terms.reverse();
        Indexer { terms }
    }

    /// The sum of these coordinates times strides.
    pub fn new(terms: Vec<(String, u64)>) -> Indexer {
        Indexer { terms }
    }

    /// Whether the block depends on this axis.
    pub fn uses(&self, axis: &str) -> bool {
        self.terms.iter().any(|(name, _)| name == axis)
    }

    /// The block at these coordinates; missing axes count as 0.
    pub fn at(&self, coordinates: &[(&str, u64)]) -> u64 {
        let of = |axis: &str| coordinates.iter().find(|(name, _)| *name == axis).map_or(0, |&(_, at)| at);
        self.terms.iter().map(|(axis, stride)| of(axis).saturating_mul(*stride)).fold(0, u64::saturating_add)
    }

    /// Reads `yi*2 + zi`, or `0`.
    pub fn parse(cursor: &mut Cursor<'_>) -> SyntaxResult<Indexer> {
        let mut terms = Vec::new();
        if cursor.eat(b'0') {
            return Ok(Indexer { terms });
        }
        loop {
            let start = cursor.start();
            let word = cursor.peek_word();
            let Some(axis) = word.strip_suffix('i').filter(|axis| !axis.is_empty()) else {
                return Err(cursor.expected("a coordinate such as `yi`"));
            };
            cursor.word();
            let stride = if cursor.eat(b'*') { cursor.expect_int("a stride")? } else { 1 };
            let Ok(stride) = u64::try_from(stride) else {
                let span = cursor.span_from(start);
                return Err(Box::new(SyntaxError::new(
                    code::NUMBER_RANGE,
                    span,
                    "expected a stride of at least 0",
                )));
            };
            terms.push((axis.to_string(), stride));
            if !cursor.eat(b'+') {
                return Ok(Indexer { terms });
            }
        }
    }
}

impl fmt::Display for Indexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (n, (axis, stride)) in self.terms.iter().enumerate() {
            write!(f, "{}{axis}i", if n == 0 { "" } else { " + " })?;
            if *stride != 1 {
                write!(f, "*{stride}")?;
            }
        }
        Ok(())
    }
}

impl Accessor {
    /// Accesses the blocks of an array with this sharding.
    pub fn new(array: impl Into<String>, sharding: &ArraySharding, access: Access) -> Accessor {
        Accessor { array: array.into(), indexer: Indexer::of(sharding), access }
    }

    /// Loads an array that is not sharded: every ciphertext reads all of it.
    pub fn replicated(array: impl Into<String>) -> Accessor {
        Accessor { array: array.into(), indexer: Indexer::default(), access: Access::Load }
    }
}

impl fmt::Display for Accessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.array, self.indexer)
    }
}
