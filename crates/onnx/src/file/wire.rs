//! Protobuf's wire format: fields with a number and one of a few wire types.

use std::ops::Range;

/// The encoding of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WireType {
    Varint,
    Fixed64,
    /// A length, followed by that many bytes.
    Bytes,
    /// Fields up to an end mark. The format has no groups, but unknown fields may be groups.
    Group,
    Fixed32,
}

/// One field in a file.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) number: u32,
    pub(crate) wire_type: WireType,
    /// The offset of its tag.
    pub(crate) start: usize,
    /// The end of the tag, where the length begins if there is one.
    pub(crate) tag_end: usize,
    /// The value, without tag and length.
    pub(crate) value: Range<usize>,
    /// The offset of the next field.
    pub(crate) end: usize,
    /// The decoded value, if the wire type is [`WireType::Varint`].
    pub(crate) varint: u64,
}

/// Why bytes are not a sequence of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// The offset of the first invalid byte.
    pub(crate) at: usize,
    pub(crate) reason: &'static str,
}

/// Decodes a varint and returns it with the offset behind it. Longer forms than necessary are accepted.
pub(crate) fn read_varint(bytes: &[u8], at: usize, end: usize) -> Result<(u64, usize), Broken> {
    let mut value = 0u64;
    for i in 0..10 {
        if at + i >= end {
            return Err(Broken {
                at: at + i,
                reason: "the file or the enclosing message ends inside a number",
            });
        }
        let byte = bytes[at + i];
        if i == 9 && byte > 1 {
            break;
        }
        value |= u64::from(byte & 0x7F) << (7 * i);
        if byte < 0x80 {
            return Ok((value, at + i + 1));
        }
    }
    Err(Broken { at, reason: "a number is longer than 64 bits" })
}

/// Reads the field at `at` of a message that ends at `end`. Groups may nest at most `depth` levels.
pub(crate) fn read_token(bytes: &[u8], at: usize, end: usize, depth: usize) -> Result<Token, Broken> {
    let (tag, tag_end) = read_varint(bytes, at, end)?;
    let broken = |reason| Err(Broken { at, reason });
    let Ok(tag) = u32::try_from(tag) else { return broken("a field number is too large") };
    let number = tag >> 3;
    if number == 0 {
        return broken("a field has the number 0");
    }
    let fixed = |length: usize, wire_type| match tag_end.checked_add(length) {
        Some(stop) if stop <= end => {
            Ok(Token { number, wire_type, start: at, tag_end, value: tag_end..stop, end: stop, varint: 0 })
        }
        _ => Err(Broken { at: end, reason: "the file or the enclosing message ends inside a number" }),
    };
    match tag & 7 {
        0 => {
            let (varint, stop) = read_varint(bytes, tag_end, end)?;
            let value = tag_end..stop;
            Ok(Token { number, wire_type: WireType::Varint, start: at, tag_end, value, end: stop, varint })
        }
        1 => fixed(8, WireType::Fixed64),
        5 => fixed(4, WireType::Fixed32),
        2 => {
            let (length, start) = read_varint(bytes, tag_end, end)?;
            let stop = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
            match stop {
                Some(stop) if stop <= end => {
                    let value = start..stop;
                    Ok(Token {
                        number,
                        wire_type: WireType::Bytes,
                        start: at,
                        tag_end,
                        value,
                        end: stop,
                        varint: 0,
                    })
                }
                _ => Err(Broken { at: tag_end, reason: "a length exceeds the end of the enclosing message" }),
            }
        }
        3 => {
            if depth == 0 {
                return broken("groups nest too deeply");
            }
            let mut here = tag_end;
            loop {
                let (inner, after) = read_varint(bytes, here, end)?;
                if inner & 7 == 4 {
                    if inner >> 3 != u64::from(number) {
                        return Err(Broken { at: here, reason: "a group end without a matching start" });
                    }
                    let value = tag_end..here;
                    return Ok(Token {
                        number,
                        wire_type: WireType::Group,
                        start: at,
                        tag_end,
                        value,
                        end: after,
                        varint: 0,
                    });
                }
                here = read_token(bytes, here, end, depth - 1)?.end;
            }
        }
        4 => broken("a group end without a matching start"),
        _ => broken("unknown wire type"),
    }
}

/// Iterates over the fields of a well-formed message; stops at the first invalid byte.
pub(crate) fn iter_tokens(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = Token> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        if at >= range.end {
            return None;
        }
        let token = read_token(bytes, at, range.end, super::ReadLimits::MAX_DEPTH).ok()?;
        at = token.end;
        Some(token)
    })
}

/// Appends a varint.
pub(crate) fn put_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends the tag of a field.
pub(crate) fn put_tag(number: u32, wire_type: WireType, out: &mut Vec<u8>) {
    let wire_type = match wire_type {
        WireType::Varint => 0,
        WireType::Fixed64 => 1,
        WireType::Bytes => 2,
        WireType::Group => 3,
        WireType::Fixed32 => 5,
    };
    put_varint(u64::from(number) << 3 | wire_type, out);
}

/// Appends a length-delimited field.
pub(crate) fn put_bytes(number: u32, value: &[u8], out: &mut Vec<u8>) {
    put_tag(number, WireType::Bytes, out);
    put_varint(value.len() as u64, out);
    out.extend_from_slice(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_64_bits() {
        let mut bytes = Vec::new();
        for value in [0, 127, 128, u64::MAX] {
            bytes.clear();
            put_varint(value, &mut bytes);
            assert_eq!(read_varint(&bytes, 0, bytes.len()), Ok((value, bytes.len())));
        }
        assert_eq!(read_varint(&[0x81, 0x80, 0x00], 0, 3), Ok((1, 3)), "longer than necessary");
        assert!(read_varint(&[0xFF; 10], 0, 10).is_err());
        assert!(read_varint(&[0x80], 0, 1).is_err());
    }

    #[test]
    fn groups_are_skipped() {
        let bytes = [0x0B, 0x13, 0x14, 0x08, 0x05, 0x0C, 0x10, 0x07];
        let found: Vec<(u32, usize)> =
            iter_tokens(&bytes, 0..8).map(|token| (token.number, token.end)).collect();
        assert_eq!(found, [(1, 6), (2, 8)]);
        assert!(read_token(&[0x0B, 0x14], 0, 2, 8).is_err(), "the end of a different group");
        assert!(read_token(&[0x0B; 1000], 0, 1000, 96).is_err());
    }
}
