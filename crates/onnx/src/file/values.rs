//! The values of a message's fields, in the order of the format, for printing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::schema::{Field, FieldKind, Message};
use super::wire::{self, Token, WireType};

/// A decoded value; text and bytes point into the file.
pub(crate) enum FieldValue<'a> {
    Int32(i32),
    Int64(i64),
    Uint64(u64),
    Float(f32),
    Double(f64),
    Text(&'a [u8]),
    Bytes(&'a [u8]),
    Enum(i32, Option<&'static str>),
    Message(&'static Message, Cow<'a, [u8]>),
}

/// The values of a field, or the amount that was omitted.
pub(crate) enum FieldValues<'a> {
    One(FieldValue<'a>),
    Many(Vec<FieldValue<'a>>),
    LeftOut { count: usize, unit: &'static str },
}

/// Longer byte strings and lists are omitted unless full detail is requested.
const MOST: usize = 64;

/// The known fields of a message, by ascending number.
pub(crate) fn message_fields<'a>(
    message: &'static Message,
    bytes: &'a [u8],
    full: bool,
) -> Vec<(&'static Field, FieldValues<'a>)> {
    let mut by_number: BTreeMap<u32, Vec<Token>> = BTreeMap::new();
    for token in wire::iter_tokens(bytes, 0..bytes.len()) {
        by_number.entry(token.number).or_default().push(token);
    }
    let known = by_number.into_iter().filter_map(|(number, tokens)| Some((message.field(number)?, tokens)));
    known.map(|(field, tokens)| (field, values(field, &tokens, bytes, full))).collect()
}

fn values<'a>(field: &'static Field, tokens: &[Token], bytes: &'a [u8], full: bool) -> FieldValues<'a> {
    if !full && let Some(left_out) = large(field, tokens, bytes) {
        return left_out;
    }
    if let (FieldKind::Message(inner), false) = (field.kind, field.is_repeated) {
        // Protobuf concatenates the occurrences of a split message.
        let joined = match tokens {
            [one] => Cow::Borrowed(&bytes[one.value.clone()]),
            parts => Cow::Owned(
                parts.iter().flat_map(|part| &bytes[part.value.clone()]).copied().collect::<Vec<u8>>(),
            ),
        };
        return FieldValues::One(FieldValue::Message(inner, joined));
    }
    let mut list: Vec<FieldValue<'a>> = Vec::new();
    for token in tokens {
        each(field, token, bytes, &mut list);
    }
    match field.is_repeated {
        true => FieldValues::Many(list),
        // Protobuf keeps the last occurrence of a field that is not repeated.
        false => list.pop().map_or(FieldValues::Many(Vec::new()), FieldValues::One),
    }
}

/// Detects contents that are too large to print.
fn large(field: &Field, tokens: &[Token], bytes: &[u8]) -> Option<FieldValues<'static>> {
    let count: usize = match field.kind {
        FieldKind::Bytes | FieldKind::Text if field.is_repeated => return None,
        FieldKind::Bytes => tokens.last()?.value.len(),
        FieldKind::Int32 | FieldKind::Int64 | FieldKind::Uint64 | FieldKind::Enum(_) => tokens
            .iter()
            .map(|token| match token.wire_type {
                WireType::Bytes => bytes[token.value.clone()].iter().filter(|byte| **byte < 0x80).count(),
                _ => 1,
            })
            .sum(),
        FieldKind::Float => tokens.iter().map(|token| token.value.len() / 4).sum(),
        FieldKind::Double => tokens.iter().map(|token| token.value.len() / 8).sum(),
        FieldKind::Text | FieldKind::Message(_) => return None,
    };
    let unit = if matches!(field.kind, FieldKind::Bytes) { "bytes" } else { "values" };
    (count > MOST).then_some(FieldValues::LeftOut { count, unit })
}

fn each<'a>(field: &'static Field, token: &Token, bytes: &'a [u8], out: &mut Vec<FieldValue<'a>>) {
    let value_bytes = &bytes[token.value.clone()];
    let int = |varint: u64| match field.kind {
        FieldKind::Int32 => FieldValue::Int32(varint as i32),
        FieldKind::Uint64 => FieldValue::Uint64(varint),
        FieldKind::Enum(names) => {
            let number = varint as i32;
            FieldValue::Enum(number, names.iter().find(|(n, _)| *n == number).map(|(_, name)| *name))
        }
        _ => FieldValue::Int64(varint as i64),
    };
    match field.kind {
        FieldKind::Message(inner) => out.push(FieldValue::Message(inner, Cow::Borrowed(value_bytes))),
        FieldKind::Text => out.push(FieldValue::Text(value_bytes)),
        FieldKind::Bytes => out.push(FieldValue::Bytes(value_bytes)),
        FieldKind::Float => {
            out.extend(
                value_bytes
                    .as_chunks::<4>()
                    .0
                    .iter()
                    .map(|chunk| FieldValue::Float(f32::from_le_bytes(*chunk))),
            );
        }
        FieldKind::Double => {
            out.extend(
                value_bytes
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .map(|chunk| FieldValue::Double(f64::from_le_bytes(*chunk))),
            );
        }
        _ if token.wire_type == WireType::Varint => out.push(int(token.varint)),
        _ => {
            let mut at = token.value.start;
            while at < token.value.end
                && let Ok((varint, next)) = wire::read_varint(bytes, at, token.value.end)
            {
                out.push(int(varint));
                at = next;
            }
        }
    }
}

/// Formats a float like Python, with the fewest digits that parse back to the same float.
pub(crate) fn float_text(value: f32) -> String {
    for digits in 5..9usize {
        let text = format!("{value:.digits$e}");
        if text.parse::<f32>() == Ok(value) {
            return double_text(text.parse().unwrap_or(f64::from(value)));
        }
    }
    double_text(f64::from(value))
}

/// Formats a double like Python, with the fewest digits: `1.0`, `1e-05`, `1e+16`.
pub(crate) fn double_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let text = format!("{value:e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-4..16).contains(&exponent) {
        return format!("{value:?}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_python_does() {
        assert_eq!(float_text(0.1), "0.1");
        assert_eq!(float_text(1.0), "1.0");
        assert_eq!(float_text(1e-5), "1e-05");
        assert_eq!(float_text(16_777_216.0), "16777216.0");
        assert_eq!(float_text(f32::MAX), "3.4028235e+38");
        assert_eq!(float_text(-0.0), "-0.0");
        assert_eq!(float_text(f32::NAN), "nan");
        assert_eq!(double_text(1e16), "1e+16");
        assert_eq!(double_text(1e15), "1000000000000000.0");
        assert_eq!(double_text(1.5e300), "1.5e+300");
        assert_eq!(double_text(0.0001), "0.0001");
        assert_eq!(double_text(f64::NEG_INFINITY), "-inf");
    }
}
