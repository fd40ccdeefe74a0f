//! The sections of a file: strings, dialects, and the offsets of attributes, types, properties and resources.

use super::bytes::Bytes;
use super::fault::{Read, invalid, unsupported};

/// The first bytes of every file.
pub(super) const MAGIC: &[u8] = b"ML\xefR";

/// The newest version that is read.
const NEWEST: u64 = 6;

/// Versions of the format, named for what changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u64);

impl Version {
    /// Dialects may have versions.
    const DIALECT_VERSIONS: Version = Version(1);
    /// Isolated regions are sections.
    pub(super) const REGION_SECTIONS: Version = Version(2);
    /// The order of uses is stored.
    pub(super) const USE_ORDERS: Version = Version(3);
    /// Block arguments may have no location, and the number of op names is stored.
    pub(super) const ARGUMENT_LOCS: Version = Version(4);
    /// Inherent attributes are stored as properties.
    pub(super) const PROPERTIES: Version = Version(5);
    /// The sizes of operand and result groups are stored as numbers.
    pub(super) const SEGMENT_NUMBERS: Version = Version(6);
}

/// The name of an op.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpNameEntry<'b> {
    /// The index of its dialect.
    pub(super) dialect: usize,
    /// The name without the dialect.
    pub(super) name: &'b [u8],
    /// Whether the writer had a definition of the op, which determines how properties are stored.
    pub(super) is_registered: bool,
}

/// An attribute or type that has not been read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredEntry<'b> {
    /// The index of its dialect.
    pub(super) dialect: usize,
    /// Whether the dialect encodes it; otherwise it is text.
    pub(super) is_encoded: bool,
    /// The encoding, or the text with a zero at its end.
    pub(super) bytes: Bytes<'b>,
}

/// A resource that has not been read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceEntry<'b> {
    /// Whether it belongs to a dialect, and not to a tool.
    pub(super) is_of_dialect: bool,
    /// The dialect or tool.
    pub(super) owner: &'b [u8],
    /// The key that attributes refer to.
    pub(super) key: &'b [u8],
    /// Blob, flag or string.
    pub(super) kind: u8,
    /// The encoding, or the text with a zero at its end.
    pub(super) bytes: Bytes<'b>,
}

/// The sections of a file, before attributes, types and ops are read.
pub(super) struct Sections<'b> {
    /// The version of the format.
    pub(super) version: Version,
    /// Strings, without the zeros at their ends.
    pub(super) strings: Vec<&'b [u8]>,
    /// Names of dialects.
    pub(super) dialects: Vec<&'b [u8]>,
    /// Names of ops.
    pub(super) op_names: Vec<OpNameEntry<'b>>,
    /// Attributes.
    pub(super) attrs: Vec<StoredEntry<'b>>,
    /// Every type of the file, by the index that the rest of the file uses.
    pub(super) types: Vec<StoredEntry<'b>>,
    /// Properties of ops.
    pub(super) properties: Vec<Bytes<'b>>,
    /// Resources, those of tools first.
    pub(super) resources: Vec<ResourceEntry<'b>>,
    /// The ops.
    pub(super) ir: Bytes<'b>,
}

impl<'b> Sections<'b> {
    /// Reads the header and the tables of a file.
    pub(super) fn read(file: &'b [u8]) -> Read<Self> {
        let mut bytes = Bytes::new(file);
        if !file.starts_with(MAGIC) {
            return Err(invalid(0, "expected the bytes 4d 4c ef 52"));
        }
        bytes.take(MAGIC.len() as u64)?;
        let version = bytes.number()?;
        let producer = bytes.until_zero()?;
        if version > NEWEST {
            let producer = String::from_utf8_lossy(producer);
            let message = format!(
                "the bytecode has version {version}, written by {producer}; versions up to {NEWEST} can be read"
            );
            return Err(unsupported(message));
        }
        let version = Version(version);
        let mut found: [Option<Bytes<'b>>; 9] = [None; 9];
        while !bytes.is_empty() {
            let at = bytes.offset();
            let section = bytes.section()?;
            match found.get_mut(section.id as usize) {
                Some(slot @ None) => *slot = Some(section.bytes),
                Some(_) => return Err(invalid(at, format_args!("the section {} occurs twice", section.id))),
                None => return Err(invalid(at, format_args!("unknown section {}", section.id))),
            }
        }
        let end = bytes.offset();
        let required = |id: usize, what: &str| {
            found[id].ok_or_else(|| invalid(end, format_args!("the section of {what} is missing")))
        };
        let strings = read_strings(required(0, "strings")?)?;
        let (dialects, op_names) = read_dialects(required(1, "dialects")?, &strings, version)?;
        let offsets = required(3, "offsets")?;
        let (attrs, types) = read_entries(offsets, required(2, "attributes")?, dialects.len())?;
        let properties = found[8].map(read_properties).transpose()?.unwrap_or_default();
        let resources = match (found[6], found[5]) {
            (Some(offsets), Some(data)) => read_resources(offsets, data, &strings, &dialects)?,
            _ => Vec::new(),
        };
        let ir = required(4, "ops")?;
        Ok(Self { version, strings, dialects, op_names, attrs, types, properties, resources, ir })
    }
}

/// The lengths come first, in reverse order; the strings fill the end of the section.
fn read_strings(mut bytes: Bytes<'_>) -> Read<Vec<&[u8]>> {
    let at = bytes.offset();
    let count = bytes.count()?;
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(bytes.number()?);
    }
    let mut strings = Vec::with_capacity(count);
    for &length in lengths.iter().rev() {
        let text = bytes.take(length)?;
        strings.push(text.strip_suffix(b"\0").ok_or_else(|| invalid(at, "a string does not end in zero"))?);
    }
    match bytes.is_empty() {
        true => Ok(strings),
        false => Err(invalid(bytes.offset(), "the strings do not fill their section")),
    }
}

fn string_at<'b>(bytes: &mut Bytes<'b>, strings: &[&'b [u8]]) -> Read<&'b [u8]> {
    let at = bytes.offset();
    let index = bytes.index()?;
    pick(strings, index, at, "string").copied()
}

/// The element at an index that the file gives.
pub(super) fn pick<'t, T>(list: &'t [T], index: usize, at: usize, what: &str) -> Read<&'t T> {
    let count = list.len();
    list.get(index).ok_or_else(|| invalid(at, format_args!("{what} {index} of {count} is not in the file")))
}

type Dialects<'b> = (Vec<&'b [u8]>, Vec<OpNameEntry<'b>>);

fn read_dialects<'b>(mut bytes: Bytes<'b>, strings: &[&'b [u8]], version: Version) -> Read<Dialects<'b>> {
    let count = bytes.count()?;
    let mut dialects = Vec::with_capacity(count);
    for _ in 0..count {
        let at = bytes.offset();
        let (name, is_versioned) = match version >= Version::DIALECT_VERSIONS {
            true => bytes.flagged()?,
            false => (bytes.number()?, false),
        };
        let index = usize::try_from(name).unwrap_or(usize::MAX);
        dialects.push(*pick(strings, index, at, "string")?);
        if is_versioned {
            // Portable artefacts have versions of their own in the names of their ops.
            bytes.section()?;
        }
    }
    let mut op_names = Vec::new();
    if version >= Version::ARGUMENT_LOCS {
        bytes.number()?;
    }
    groups(bytes, count, |dialect, bytes| {
        let at = bytes.offset();
        let (name, is_registered) = match version >= Version::PROPERTIES {
            true => bytes.flagged()?,
            false => (bytes.number()?, true),
        };
        let index = usize::try_from(name).unwrap_or(usize::MAX);
        let name = *pick(strings, index, at, "string")?;
        op_names.push(OpNameEntry { dialect, name, is_registered });
        Ok(())
    })?;
    Ok((dialects, op_names))
}

/// Reads groups of elements that have the same dialect.
fn groups<'b>(
    mut bytes: Bytes<'b>,
    dialects: usize,
    mut read: impl FnMut(usize, &mut Bytes<'b>) -> Read<()>,
) -> Read<()> {
    while !bytes.is_empty() {
        let at = bytes.offset();
        let dialect = bytes.index()?;
        if dialect >= dialects {
            return Err(invalid(at, format_args!("dialect {dialect} of {dialects} is not in the file")));
        }
        for _ in 0..bytes.count()? {
            read(dialect, &mut bytes)?;
        }
    }
    Ok(())
}

type Entries<'b> = (Vec<StoredEntry<'b>>, Vec<StoredEntry<'b>>);

fn read_entries<'b>(mut offsets: Bytes<'b>, mut data: Bytes<'b>, dialects: usize) -> Read<Entries<'b>> {
    let at = offsets.offset();
    let attr_count = offsets.count()?;
    let type_count = offsets.count()?;
    let mut entries = Vec::new();
    groups(offsets, dialects, |dialect, offsets| {
        let (length, is_encoded) = offsets.flagged()?;
        entries.push(StoredEntry { dialect, is_encoded, bytes: data.part(length)? });
        Ok(())
    })?;
    if entries.len() != attr_count.saturating_add(type_count) {
        let found = entries.len();
        let message = format_args!("expected {attr_count} attributes and {type_count} types, found {found}");
        return Err(invalid(at, message));
    }
    let types = entries.split_off(attr_count);
    Ok((entries, types))
}

fn read_properties(mut bytes: Bytes<'_>) -> Read<Vec<Bytes<'_>>> {
    let count = bytes.count()?;
    (0..count)
        .map(|_| {
            let length = bytes.number()?;
            bytes.part(length)
        })
        .collect()
}

fn read_resources<'b>(
    mut offsets: Bytes<'b>,
    mut data: Bytes<'b>,
    strings: &[&'b [u8]],
    dialects: &[&'b [u8]],
) -> Read<Vec<ResourceEntry<'b>>> {
    let tools = offsets.number()?;
    let mut resources = Vec::new();
    let mut group = 0;
    while !offsets.is_empty() {
        let is_of_dialect = group >= tools;
        group += 1;
        let owner = match is_of_dialect {
            true => {
                let at = offsets.offset();
                let dialect = offsets.index()?;
                *pick(dialects, dialect, at, "dialect")?
            }
            false => string_at(&mut offsets, strings)?,
        };
        for _ in 0..offsets.count()? {
            let key = string_at(&mut offsets, strings)?;
            let length = offsets.number()?;
            let kind = offsets.byte()?;
            let bytes = data.part(length)?;
            resources.push(ResourceEntry { is_of_dialect, owner, key, kind, bytes });
        }
    }
    Ok(resources)
}
