//! Several tensors in one `.npz` file: a zip archive whose members are `.npy` files.
//!
//! Pure functions on bytes. Members may be stored or deflated, as `numpy.savez` and `numpy.savez_compressed` write them; this
//! module writes stored members. A member is only decompressed on access, and only up to a limit that the caller derives from
//! the type it expects: a small file cannot cause a large allocation.

use std::borrow::Cow;

use partita_interp::Tensor;

use crate::{NpyError, npy};

// The signatures of zip records, little-endian.
const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;

/// The value of a 32-bit size or offset that does not fit and is stored in a 64-bit field instead.
const ELSEWHERE: u64 = 0xffff_ffff;

/// The largest number of members of a file.
pub const MAX_MEMBERS: u64 = 1 << 16;

/// An archive whose table of contents has been parsed.
#[derive(Clone, Debug)]
pub struct Archive<'a> {
    bytes: &'a [u8],
    members: Vec<Member>,
}

#[derive(Clone, Debug)]
struct Member {
    name: String,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    unpacked: u64,
    /// The offset of its local header.
    header: u64,
}

/// Whether bytes start like a zip archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

impl<'a> Archive<'a> {
    /// Parses the table of contents.
    pub fn open(bytes: &'a [u8]) -> Result<Self, NpyError> {
        let end = find_end(bytes).ok_or("the archive is truncated: it has no table of contents")?;
        let broken = "invalid table of contents of the archive";
        let (count, start) = contents(bytes, end).ok_or(broken)?;
        if count > MAX_MEMBERS {
            return Err(
                format!("expected at most {MAX_MEMBERS} members in the archive, found {count}").into()
            );
        }
        let mut at = usize::try_from(start).map_err(|_| broken)?;
        let mut members = Vec::new();
        for _ in 0..count {
            let (member, next) = member(bytes, at).ok_or(broken)?;
            members.push(member);
            at = next;
        }
        Ok(Self { bytes, members })
    }

    /// The names of the members, without `.npy`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.name.strip_suffix(".npy").unwrap_or(&member.name))
    }

    /// The `.npy` file of the member at an index, of at most `limit` bytes.
    pub fn member(&self, index: usize, limit: u64) -> Result<Cow<'a, [u8]>, NpyError> {
        let member = self.members.get(index).ok_or_else(|| format!("the archive has no member {index}"))?;
        let name = &member.name;
        if member.flags & 1 != 0 {
            return Err(format!("member `{name}` is encrypted").into());
        }
        if member.unpacked > limit {
            let size = member.unpacked;
            return Err(format!("expected at most {limit} bytes in member `{name}`, found {size}").into());
        }
        let packed =
            packed(self.bytes, member).ok_or_else(|| format!("member `{name}` is truncated or misplaced"))?;
        let unpacked = match member.method {
            0 => Cow::Borrowed(packed),
            8 => {
                let most = usize::try_from(member.unpacked).unwrap_or(usize::MAX);
                let unpacked = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, most);
                Cow::Owned(unpacked.map_err(|_| format!("cannot decompress member `{name}`"))?)
            }
            method => {
                return Err(format!("unknown compression method {method} of member `{name}`").into());
            }
        };
        if unpacked.len() as u64 != member.unpacked || crc32(&unpacked) != member.crc {
            return Err(format!("member `{name}` does not match its checksum").into());
        }
        Ok(unpacked)
    }
}

/// Encodes tensors, by name, as the bytes of an archive of at most 4 GiB.
pub fn write<'t>(tensors: impl IntoIterator<Item = (String, &'t Tensor)>) -> Result<Vec<u8>, NpyError> {
    let (mut out, mut contents, mut count) = (Vec::new(), Vec::new(), 0u16);
    let fits = |size: usize| {
        u32::try_from(size).map_err(|_| "the tensors have more than 4 GiB, the limit of an npz file")
    };
    for (name, tensor) in tensors {
        let (name, data, start) = (format!("{name}.npy"), npy::write(tensor), fits(out.len())?);
        let mut common = Vec::new();
        // Version 2.0, no flags, stored, midnight of 1980-01-01, the earliest date that zip can express.
        for field in [20u16, 0, 0, 0, 0x0021] {
            common.extend(field.to_le_bytes());
        }
        for field in [crc32(&data), fits(data.len())?, fits(data.len())?] {
            common.extend(field.to_le_bytes());
        }
        let length = u16::try_from(name.len()).map_err(|_| "the name of a member is too long")?;
        common.extend(length.to_le_bytes());
        common.extend([0, 0]);
        out.extend(LOCAL.to_le_bytes());
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(&data);
        contents.extend(CENTRAL.to_le_bytes());
        contents.extend([20, 0]);
        contents.extend(&common);
        // No comment, first disk, no attributes.
        contents.extend([0; 10]);
        contents.extend(start.to_le_bytes());
        contents.extend(name.as_bytes());
        count = count.checked_add(1).ok_or("an npz file holds at most 65535 tensors")?;
    }
    let (start, size) = (fits(out.len())?, fits(contents.len())?);
    out.extend(contents);
    out.extend(END.to_le_bytes());
    out.extend([0; 4]);
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(size.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    Ok(out)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

/// The offset of the end record. A comment may follow it; the record contains its length.
fn find_end(bytes: &[u8]) -> Option<usize> {
    // The size of the record without its comment, whose length has 16 bits. The search starts at the back, because
    // members may contain the signature as well.
    const RECORD: usize = 22;
    let last = bytes.len().checked_sub(RECORD)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| {
        u32_at(bytes, at) == Some(END)
            && u16_at(bytes, at + 20).is_some_and(|comment| at + RECORD + usize::from(comment) == bytes.len())
    })
}

/// The number of members, and the offset of the table of contents.
fn contents(bytes: &[u8], end: usize) -> Option<(u64, u64)> {
    let (count, start) = (u16_at(bytes, end + 10)?, u32_at(bytes, end + 16)?);
    if count != u16::MAX && u64::from(start) != ELSEWHERE {
        return Some((count.into(), start.into()));
    }
    let locator = end.checked_sub(20).filter(|&at| u32_at(bytes, at) == Some(LOCATOR_64));
    let Some(locator) = locator else { return Some((count.into(), start.into())) };
    let record = usize::try_from(u64_at(bytes, locator + 8)?).ok()?;
    if u32_at(bytes, record)? != END_64 {
        return None;
    }
    Some((u64_at(bytes, record.checked_add(32)?)?, u64_at(bytes, record.checked_add(48)?)?))
}

/// The entry of the table of contents at an offset, and the offset of the next one.
fn member(bytes: &[u8], at: usize) -> Option<(Member, usize)> {
    let entry = bytes.get(at..)?;
    if u32_at(entry, 0)? != CENTRAL {
        return None;
    }
    let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(entry, at).map(usize::from));
    let (name_end, extra_end) = (46 + name?, 46 + name? + extra?);
    let mut sizes = [u32_at(entry, 24)?, u32_at(entry, 20)?, u32_at(entry, 42)?].map(u64::from);
    long_sizes(entry.get(name_end..extra_end)?, &mut sizes)?;
    let [unpacked, packed, header] = sizes;
    let member = Member {
        name: String::from_utf8_lossy(&entry[46..name_end]).into_owned(),
        flags: u16_at(entry, 8)?,
        method: u16_at(entry, 10)?,
        crc: u32_at(entry, 16)?,
        packed,
        unpacked,
        header,
    };
    Some((member, at + extra_end + comment?))
}

/// Replaces sizes by their 64-bit form where the 32-bit field refers to it.
fn long_sizes(extra: &[u8], sizes: &mut [u64; 3]) -> Option<()> {
    if !sizes.contains(&ELSEWHERE) {
        return Some(());
    }
    let mut at = 0;
    while at < extra.len() {
        let (id, length) = (u16_at(extra, at)?, usize::from(u16_at(extra, at + 2)?));
        let field = extra.get(at + 4..at + 4 + length)?;
        if id == 1 {
            for (index, size) in sizes.iter_mut().filter(|size| **size == ELSEWHERE).enumerate() {
                *size = u64_at(field, 8 * index)?;
            }
            return Some(());
        }
        at += 4 + length;
    }
    Some(())
}

/// The bytes of a member as stored in the file.
fn packed<'a>(bytes: &'a [u8], member: &Member) -> Option<&'a [u8]> {
    let header = bytes.get(usize::try_from(member.header).ok()?..)?;
    if u32_at(header, 0)? != LOCAL {
        return None;
    }
    let start = 30 + usize::from(u16_at(header, 26)?) + usize::from(u16_at(header, 28)?);
    header.get(start..start.checked_add(usize::try_from(member.packed).ok()?)?)
}

/// The CRC-32 checksum of zip files, with the least significant bit first.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut rest = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                rest = if rest & 1 == 1 { 0xedb8_8320 ^ (rest >> 1) } else { rest >> 1 };
                bit += 1;
            }
            table[byte] = rest;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, &byte| TABLE[((sum ^ u32::from(byte)) & 0xff) as usize] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use partita_interp::Element;

    fn tensors() -> [Tensor; 2] {
        [Tensor::f32(&[2, 2], vec![1.0, -2.0, 3.5, f32::NAN]), Tensor::int(Element::I64, -7)]
    }

    fn archive() -> Vec<u8> {
        let tensors = tensors();
        write(tensors.iter().enumerate().map(|(n, tensor)| (format!("arr_{n}"), tensor))).unwrap()
    }

    /// An archive of one deflated member that claims to be `unpacked` bytes long.
    fn deflated(data: &[u8], unpacked: u32) -> Vec<u8> {
        let packed = miniz_oxide::deflate::compress_to_vec(data, 6);
        let mut bytes = write([("x".to_string(), &tensors()[1])]).unwrap();
        let (start, end) = (30 + 5, bytes.len() - 22 - (46 + 5));
        bytes.splice(start..end, packed.iter().copied());
        let contents = bytes.len() - 22 - (46 + 5);
        for at in [8, contents + 10] {
            bytes[at..at + 2].copy_from_slice(&8u16.to_le_bytes());
        }
        for at in [14, contents + 16] {
            bytes[at..at + 4].copy_from_slice(&crc32(data).to_le_bytes());
            bytes[at + 4..at + 8].copy_from_slice(&(packed.len() as u32).to_le_bytes());
            bytes[at + 8..at + 12].copy_from_slice(&unpacked.to_le_bytes());
        }
        let end = bytes.len();
        bytes[end - 6..end - 2].copy_from_slice(&(contents as u32).to_le_bytes());
        bytes
    }

    #[test]
    fn checksums_are_those_of_zip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn archives_read_back() {
        let bytes = archive();
        assert!(is_archive(&bytes));
        let archive = Archive::open(&bytes).unwrap();
        assert_eq!(archive.names().collect::<Vec<_>>(), ["arr_0", "arr_1"]);
        for (index, tensor) in tensors().iter().enumerate() {
            let read = npy::read(&archive.member(index, 1 << 20).unwrap(), Some(tensor.element)).unwrap();
            assert_eq!(read.to_bytes(), tensor.to_bytes());
            assert_eq!(read.shape, tensor.shape);
        }
        let none = write([]).unwrap();
        assert_eq!(Archive::open(&none).unwrap().names().count(), 0);
    }

    #[test]
    fn deflated_members_are_unpacked_to_their_size() {
        let data = vec![7u8; 100_000];
        let bytes = deflated(&data, 100_000);
        assert!(bytes.len() < 1000);
        let archive = Archive::open(&bytes).unwrap();
        assert_eq!(archive.member(0, 100_000).unwrap(), data);
        // More than expected, according to the table and according to the data.
        let error = archive.member(0, 99_999).unwrap_err();
        assert!(error.message.contains("at most 99999 bytes"), "{error}");
        let understated = deflated(&data, 50);
        assert!(Archive::open(&understated).unwrap().member(0, 100).is_err());
        let overstated = deflated(&data, 200_000);
        assert!(Archive::open(&overstated).unwrap().member(0, 1 << 20).is_err());
    }

    #[test]
    fn hostile_archives_are_refused() {
        let good = archive();
        for end in 0..good.len() {
            assert!(Archive::open(&good[..end]).is_err(), "truncated at {end}");
        }
        let contents = good.len() - 22 - 2 * (46 + 9);
        let spoilt = |at: usize, with: &[u8]| {
            let mut bytes = good.clone();
            bytes[at..at + with.len()].copy_from_slice(with);
            bytes
        };
        let first = |bytes: &[u8]| Archive::open(bytes)?.member(0, 1 << 20).map(|_| ());
        assert!(first(&spoilt(contents + 8, &[1])).unwrap_err().message.contains("encrypted"));
        assert!(first(&spoilt(contents + 10, &[12])).unwrap_err().message.contains("method 12"));
        assert!(first(&spoilt(contents + 16, &[0; 4])).unwrap_err().message.contains("checksum"));
        assert!(first(&spoilt(contents + 20, &[0xff; 3])).unwrap_err().message.contains("truncated"));
        // Sizes that refer to a 64-bit field that is missing.
        assert!(first(&spoilt(contents + 20, &[0xff; 8])).unwrap_err().message.contains("at most"));
        assert!(first(&spoilt(contents + 42, &[0xee; 4])).unwrap_err().message.contains("truncated"));
        assert!(
            Archive::open(&spoilt(good.len() - 12, &[0xff, 0x7f]))
                .unwrap_err()
                .message
                .contains("invalid table")
        );
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(changes in prop::collection::vec((0usize..400, any::<u8>()), 0..12)) {
            let mut bytes = archive();
            for (at, byte) in changes {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            if let Ok(archive) = Archive::open(&bytes) {
                for index in 0..archive.names().count().min(10) {
                    let _ = archive.member(index, 1 << 16).map(|data| npy::read(&data, None));
                }
            }
        }
    }
}
