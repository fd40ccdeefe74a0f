//! The attributes and types of a file, read on first use.
//!
//! Entries refer to each other by index, in any order. Reading one therefore stops at the first reference to an entry that has not been
//! read, which is then read first. There is no recursion, and an entry that refers to itself is an error.
//!
//! The module is printed as text afterwards, where nothing is shared. Every entry has the length that its text will have, and its depth.

use partita_base::{Cursor, code};
use partita_ir::{Attr, AttrId, LocId, Module, TypeId};

use super::bytes::Bytes;
use super::fault::{Read, Stop, beyond, invalid, unsupported};
use super::sections::{Sections, StoredEntry, pick};
use crate::parse::{attr_fragment, type_fragment};

/// An attribute, location or type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Attr(AttrId),
    Loc(LocId),
    Type(TypeId),
}

/// The index of an attribute or type in the file. Locations are attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Attr(usize),
    Type(usize),
}

/// What is known about an entry.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Not read yet.
    Raw,
    /// Being read: another entry that it needs is read first.
    Open,
    /// Read.
    Done(Done),
}

/// An entry that was read.
#[derive(Clone, Copy, Debug)]
struct Done {
    item: Item,
    cost: TextLength,
}

/// What an entry is as text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextLength {
    /// A bound on its length, references included; saturates.
    length: u64,
    /// The same without locations, which are printed as aliases inside of other locations.
    own: u64,
    /// How many levels it has.
    depth: u32,
}

/// The length of the alias of a location.
const ALIAS: u64 = 12;

/// The tables of a file and the module that is built from them.
pub(super) struct Tables<'b> {
    /// The sections of the file.
    pub(super) sections: Sections<'b>,
    /// The module that owns what was read.
    pub(super) module: Module,
    attrs: Vec<Slot>,
    types: Vec<Slot>,
    /// Entries that the entry being read needs first.
    missing: Vec<Key>,
    /// The length of the text so far, and the most it may be.
    length: u64,
    limit: u64,
}

impl<'b> Tables<'b> {
    /// Tables without entries that were read. The module may be at most `limit` bytes of text.
    pub(super) fn new(sections: Sections<'b>, module: Module, limit: u64) -> Self {
        let (attrs, types) = (vec![Slot::Raw; sections.attrs.len()], vec![Slot::Raw; sections.types.len()]);
        Self { sections, module, attrs, types, missing: Vec::new(), length: 0, limit }
    }

    /// An attribute that an op has at an offset of the file.
    pub(super) fn attr(&mut self, index: usize, at: usize) -> Read<AttrId> {
        let done = self.resolve(Key::Attr(index), at)?;
        self.count(done.cost.length)?;
        Ok(self.as_attr(done.item))
    }

    /// A type that a value has.
    pub(super) fn ty(&mut self, index: usize, at: usize) -> Read<TypeId> {
        let done = self.resolve(Key::Type(index), at)?;
        self.count(done.cost.length)?;
        match done.item {
            Item::Type(ty) => Ok(ty),
            Item::Attr(_) | Item::Loc(_) => unreachable!("a type entry is a type"),
        }
    }

    /// A location that an op or value has.
    pub(super) fn loc(&mut self, index: usize, at: usize) -> Read<LocId> {
        let done = self.resolve(Key::Attr(index), at)?;
        self.count(done.cost.own)?;
        match done.item {
            Item::Loc(loc) => Ok(loc),
            Item::Attr(_) | Item::Type(_) => Err(invalid(at, "expected a location")),
        }
    }

    /// Adds to the length of the text.
    pub(super) fn count(&mut self, length: u64) -> Read<()> {
        self.length = self.length.saturating_add(length);
        if self.length <= self.limit {
            return Ok(());
        }
        let message = format!("the bytecode expands to more than {} bytes of text", self.limit);
        Err(beyond(code::ALIAS_EXPANSION, message))
    }

    fn as_attr(&mut self, item: Item) -> AttrId {
        match item {
            Item::Attr(attr) => attr,
            Item::Loc(loc) => self.module.context.attr(Attr::Loc(loc)),
            Item::Type(ty) => self.module.context.attr(Attr::Type(ty)),
        }
    }

    fn slot(&mut self, key: Key) -> Option<&mut Slot> {
        match key {
            Key::Attr(index) => self.attrs.get_mut(index),
            Key::Type(index) => self.types.get_mut(index),
        }
    }

    fn entry(&self, key: Key, at: usize) -> Read<StoredEntry<'b>> {
        match key {
            Key::Attr(index) => pick(&self.sections.attrs, index, at, "attribute").copied(),
            Key::Type(index) => pick(&self.sections.types, index, at, "type").copied(),
        }
    }

    /// Reads an entry and all that it needs.
    fn resolve(&mut self, key: Key, at: usize) -> Read<Done> {
        self.entry(key, at)?;
        let mut stack = vec![key];
        while let Some(&key) = stack.last() {
            let entry = self.entry(key, at)?;
            if let Some(Slot::Done(done)) = self.slot(key).copied() {
                stack.pop();
                if stack.is_empty() {
                    return Ok(done);
                }
                continue;
            }
            match self.read_entry(key, entry) {
                Ok(done) => *self.slot(key).expect("the entry exists") = Slot::Done(done),
                Err(Stop::Missing) => {
                    *self.slot(key).expect("the entry exists") = Slot::Open;
                    for needed in std::mem::take(&mut self.missing) {
                        self.entry(needed, entry.bytes.offset())?;
                        if let Some(Slot::Open) = self.slot(needed) {
                            let message = "an attribute or type contains itself";
                            return Err(invalid(entry.bytes.offset(), message));
                        }
                        stack.push(needed);
                    }
                }
                Err(stop) => return Err(stop),
            }
        }
        unreachable!("the loop ends with the first entry")
    }

    fn read_entry(&mut self, key: Key, entry: StoredEntry<'b>) -> Read<Done> {
        let length = (entry.bytes.left() as u64).saturating_mul(4).saturating_add(16);
        let cost = TextLength { length, own: length, depth: 1 };
        let mut reader = EntryReader { tables: self, bytes: entry.bytes, cost };
        let item = match (key, entry.is_encoded) {
            (Key::Attr(_), true) => reader.dialect_attr(entry.dialect)?,
            (Key::Type(_), true) => Item::Type(reader.dialect_type(entry.dialect)?),
            (_, false) => reader.text_entry(key)?,
        };
        let (cost, bytes) = (reader.cost, reader.bytes);
        if !bytes.is_empty() {
            return Err(invalid(bytes.offset(), "bytes after the end of an attribute or type"));
        }
        if cost.depth > Cursor::MAX_DEPTH {
            let message = format!("attributes nest more than {} levels deep", Cursor::MAX_DEPTH);
            return Err(beyond(code::NESTING, message));
        }
        if let Item::Loc(_) = item {
            self.count(cost.own)?;
        }
        Ok(Done { item, cost })
    }
}

/// Reads one attribute or type.
pub(super) struct EntryReader<'t, 'b> {
    /// The tables that the entry belongs to.
    pub(super) tables: &'t mut Tables<'b>,
    /// The bytes of the entry that are left.
    pub(super) bytes: Bytes<'b>,
    cost: TextLength,
}

impl<'b> EntryReader<'_, 'b> {
    fn dialect_attr(&mut self, dialect: usize) -> Read<Item> {
        match self.tables.sections.dialects[dialect] {
            b"builtin" => self.builtin_attr(),
            b"stablehlo" => self.stablehlo_attr().map(Item::Attr),
            b"chlo" => self.chlo_attr().map(Item::Attr),
            b"sdy" => self.sdy_attr().map(Item::Attr),
            b"vhlo" => self.vhlo_attr().map(Item::Attr),
            other => Err(unknown_dialect("attributes", other)),
        }
    }

    fn dialect_type(&mut self, dialect: usize) -> Read<TypeId> {
        match self.tables.sections.dialects[dialect] {
            b"builtin" => self.builtin_type(),
            b"stablehlo" => self.stablehlo_type(),
            b"vhlo" => self.vhlo_type(),
            other => Err(unknown_dialect("types", other)),
        }
    }

    /// Parses an entry that its dialect does not encode.
    fn text_entry(&mut self, key: Key) -> Read<Item> {
        let at = self.bytes.offset();
        let text = self.bytes.until_zero()?;
        let Ok(text) = std::str::from_utf8(text) else {
            return Err(invalid(at, "the text of an attribute is not UTF-8"));
        };
        let module = &mut self.tables.module;
        let item = match key {
            Key::Attr(_) => attr_fragment(module, text).map(|attr| match module.context.attr_of(attr) {
                Attr::Loc(loc) => Item::Loc(*loc),
                _ => Item::Attr(attr),
            }),
            Key::Type(_) => type_fragment(module, text).map(Item::Type),
        };
        item.map_err(|error| {
            let shown: String = text.chars().take(60).collect();
            unsupported(format!("the bytecode contains `{shown}`: {}", error.message))
        })
    }

    /// The error of an unknown code of a dialect.
    pub(super) fn unknown_code(&self, what: &str, code: u64) -> Stop {
        unsupported(format!("the bytecode has {what} with the unknown code {code}"))
    }

    /// Creates an attribute.
    pub(super) fn intern(&mut self, attr: Attr) -> AttrId {
        self.tables.module.context.attr(attr)
    }

    /// The entries behind keys. If some were not read yet, all of them are requested.
    fn items(&mut self, keys: &[Key]) -> Read<Vec<Item>> {
        let mut items = Vec::with_capacity(keys.len());
        for &key in keys {
            match self.tables.slot(key) {
                Some(Slot::Done(done)) => {
                    let done = *done;
                    self.cost.length = self.cost.length.saturating_add(done.cost.length);
                    let own = if let Item::Loc(_) = done.item { ALIAS } else { done.cost.length };
                    self.cost.own = self.cost.own.saturating_add(own);
                    self.cost.depth = self.cost.depth.max(done.cost.depth + 1);
                    items.push(done.item);
                }
                _ => self.tables.missing.push(key),
            }
        }
        match self.tables.missing.is_empty() {
            true => Ok(items),
            false => Err(Stop::Missing),
        }
    }

    fn item(&mut self, key: Key) -> Read<Item> {
        Ok(self.items(&[key])?[0])
    }

    /// An attribute.
    pub(super) fn attr(&mut self) -> Read<AttrId> {
        let index = self.bytes.index()?;
        let item = self.item(Key::Attr(index))?;
        Ok(self.tables.as_attr(item))
    }

    /// An attribute that may be absent.
    pub(super) fn optional_attr(&mut self) -> Read<Option<AttrId>> {
        let (index, is_present) = self.bytes.flagged()?;
        if !is_present {
            return Ok(None);
        }
        let item = self.item(Key::Attr(usize::try_from(index).unwrap_or(usize::MAX)))?;
        Ok(Some(self.tables.as_attr(item)))
    }

    /// A list of attributes.
    pub(super) fn attrs(&mut self) -> Read<Vec<AttrId>> {
        let keys = self.keys(Key::Attr)?;
        let items = self.items(&keys)?;
        Ok(items.into_iter().map(|item| self.tables.as_attr(item)).collect())
    }

    /// A list of pairs of attributes.
    pub(super) fn attr_pairs(&mut self) -> Read<Vec<(AttrId, AttrId)>> {
        let count = self.bytes.count()?;
        let mut keys = Vec::with_capacity(count);
        for _ in 0..count {
            keys.push(Key::Attr(self.bytes.index()?));
            keys.push(Key::Attr(self.bytes.index()?));
        }
        let items = self.items(&keys)?;
        Ok(items.chunks(2).map(|pair| (self.tables.as_attr(pair[0]), self.tables.as_attr(pair[1]))).collect())
    }

    fn keys(&mut self, key: fn(usize) -> Key) -> Read<Vec<Key>> {
        let count = self.bytes.count()?;
        (0..count).map(|_| Ok(key(self.bytes.index()?))).collect()
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Read<TypeId> {
        let index = self.bytes.index()?;
        let at = self.bytes.offset();
        as_type(self.item(Key::Type(index))?, at)
    }

    /// A list of types.
    pub(super) fn types(&mut self) -> Read<Box<[TypeId]>> {
        let at = self.bytes.offset();
        let keys = self.keys(Key::Type)?;
        self.items(&keys)?.into_iter().map(|item| as_type(item, at)).collect()
    }

    /// A location.
    pub(super) fn loc(&mut self) -> Read<LocId> {
        let at = self.bytes.offset();
        let index = self.bytes.index()?;
        as_loc(self.item(Key::Attr(index))?, at)
    }

    /// A list of locations.
    pub(super) fn locs(&mut self) -> Read<Box<[LocId]>> {
        let at = self.bytes.offset();
        let keys = self.keys(Key::Attr)?;
        self.items(&keys)?.into_iter().map(|item| as_loc(item, at)).collect()
    }

    /// A string of the file.
    pub(super) fn string(&mut self) -> Read<&'b [u8]> {
        let at = self.bytes.offset();
        let index = self.bytes.index()?;
        let text = *pick(&self.tables.sections.strings, index, at, "string")?;
        self.add_length(text.len() as u64);
        Ok(text)
    }

    /// Adds to the length that the entry has as text.
    pub(super) fn add_length(&mut self, length: u64) {
        self.cost.length = self.cost.length.saturating_add(length);
        self.cost.own = self.cost.own.saturating_add(length);
    }

    /// A string of the file as text.
    pub(super) fn text(&mut self) -> Read<&'b str> {
        let at = self.bytes.offset();
        std::str::from_utf8(self.string()?).map_err(|_| invalid(at, "a name is not UTF-8"))
    }

    /// The bytes of an attribute that is a string.
    pub(super) fn string_attr(&mut self) -> Read<Box<[u8]>> {
        let at = self.bytes.offset();
        let attr = self.attr()?;
        match self.tables.module.context.attr_of(attr) {
            Attr::String(text) => Ok(text.clone()),
            _ => Err(invalid(at, "expected a string attribute")),
        }
    }

    /// A list of integers.
    pub(super) fn ints(&mut self) -> Read<Vec<i64>> {
        self.bytes.signed_list()
    }
}

fn as_type(item: Item, at: usize) -> Read<TypeId> {
    match item {
        Item::Type(ty) => Ok(ty),
        Item::Attr(_) | Item::Loc(_) => Err(invalid(at, "expected a type")),
    }
}

fn as_loc(item: Item, at: usize) -> Read<LocId> {
    match item {
        Item::Loc(loc) => Ok(loc),
        Item::Attr(_) | Item::Type(_) => Err(invalid(at, "expected a location")),
    }
}

fn unknown_dialect(what: &str, dialect: &[u8]) -> Stop {
    let dialect = String::from_utf8_lossy(dialect);
    unsupported(format!("the bytecode has {what} of the dialect `{dialect}`, whose encoding is unknown"))
}
