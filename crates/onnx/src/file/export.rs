//! Prints a file in protobuf's text format, or as JSON by protobuf's mapping.
//!
//! Both print from the bytes. Unknown fields are omitted. Unless full detail is requested, long lists and byte strings are omitted too:
//! as a comment in text, and as `"<1024 bytes>"` in JSON, which protobuf does not read back.

use super::schema::{MODEL, Message};
use super::values::{FieldValue, FieldValues, double_text, float_text, message_fields};

/// How much to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Omit large contents.
    #[default]
    Short,
    /// Print everything.
    Full,
}

/// Prints a model file in the text format.
pub fn to_text(file: &[u8], detail: Detail) -> String {
    let mut out = String::new();
    text_message(&MODEL, file, detail == Detail::Full, 0, &mut out);
    out
}

/// Prints a model file as JSON.
pub fn to_json(file: &[u8], detail: Detail) -> String {
    let mut out = String::new();
    json_message(&MODEL, file, detail == Detail::Full, 0, &mut out);
    out.push('\n');
    out
}

fn indent(depth: usize, out: &mut String) {
    (0..depth).for_each(|_| out.push_str("  "));
}

fn text_message(message: &'static Message, bytes: &[u8], full: bool, depth: usize, out: &mut String) {
    for (field, values) in message_fields(message, bytes, full) {
        let list = match values {
            FieldValues::One(value) => vec![value],
            FieldValues::Many(list) => list,
            FieldValues::LeftOut { count, unit } => {
                indent(depth, out);
                out.push_str(&format!("# {}: {count} {unit} omitted\n", field.name));
                continue;
            }
        };
        for value in list {
            indent(depth, out);
            out.push_str(field.name);
            if let FieldValue::Message(inner, bytes) = &value {
                out.push_str(" {\n");
                text_message(inner, bytes, full, depth + 1, out);
                indent(depth, out);
                out.push_str("}\n");
                continue;
            }
            out.push_str(": ");
            match value {
                FieldValue::Int32(number) => out.push_str(&number.to_string()),
                FieldValue::Int64(number) => out.push_str(&number.to_string()),
                FieldValue::Uint64(number) => out.push_str(&number.to_string()),
                FieldValue::Float(number) => out.push_str(&float_text(number)),
                FieldValue::Double(number) => out.push_str(&double_text(number)),
                FieldValue::Text(text) => quote(text, Quoted::Text, out),
                FieldValue::Bytes(bytes) => quote(bytes, Quoted::Bytes, out),
                FieldValue::Enum(_, Some(name)) => out.push_str(name),
                FieldValue::Enum(number, None) => out.push_str(&number.to_string()),
                FieldValue::Message(..) => unreachable!("printed above"),
            }
            out.push('\n');
        }
    }
}

/// The kind of a quoted literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoted {
    Text,
    Bytes,
}

/// Quotes text or bytes. Characters beyond ASCII are kept in text and escaped in bytes.
fn quote(bytes: &[u8], quoted: Quoted, out: &mut String) {
    out.push('"');
    let escape = |byte: u8, out: &mut String| match byte {
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        b'"' => out.push_str("\\\""),
        b'\'' => out.push_str("\\'"),
        b'\\' => out.push_str("\\\\"),
        0x20..0x7F => out.push(char::from(byte)),
        _ => out.push_str(&format!("\\{byte:03o}")),
    };
    match std::str::from_utf8(bytes) {
        Ok(text) if quoted == Quoted::Text => {
            for c in text.chars() {
                match u8::try_from(c) {
                    Ok(byte) if c.is_ascii() => escape(byte, out),
                    _ => out.push(c),
                }
            }
        }
        _ => bytes.iter().for_each(|byte| escape(*byte, out)),
    }
    out.push('"');
}

fn json_message(message: &'static Message, bytes: &[u8], full: bool, depth: usize, out: &mut String) {
    let fields = message_fields(message, bytes, full);
    if fields.is_empty() {
        out.push_str("{}");
        return;
    }
    out.push_str("{\n");
    for (i, (field, values)) in fields.into_iter().enumerate() {
        if i > 0 {
            out.push_str(",\n");
        }
        indent(depth + 1, out);
        out.push_str(&format!("\"{}\": ", camel_case(field.name)));
        match values {
            FieldValues::One(value) => json_value(value, full, depth + 1, out),
            FieldValues::LeftOut { count, unit } => out.push_str(&format!("\"<{count} {unit}>\"")),
            FieldValues::Many(list) => {
                out.push_str("[\n");
                for (i, value) in list.into_iter().enumerate() {
                    if i > 0 {
                        out.push_str(",\n");
                    }
                    indent(depth + 2, out);
                    json_value(value, full, depth + 2, out);
                }
                out.push('\n');
                indent(depth + 1, out);
                out.push(']');
            }
        }
    }
    out.push('\n');
    indent(depth, out);
    out.push('}');
}

fn json_value(value: FieldValue<'_>, full: bool, depth: usize, out: &mut String) {
    let float = |text: String| match text.as_str() {
        "nan" => "\"NaN\"".to_string(),
        "inf" => "\"Infinity\"".to_string(),
        "-inf" => "\"-Infinity\"".to_string(),
        _ => text,
    };
    let text = |text: &str| serde_json::Value::from(text).to_string();
    match value {
        FieldValue::Int32(number) => out.push_str(&number.to_string()),
        // JavaScript numbers cannot represent all 64-bit integers.
        FieldValue::Int64(number) => out.push_str(&format!("\"{number}\"")),
        FieldValue::Uint64(number) => out.push_str(&format!("\"{number}\"")),
        FieldValue::Float(number) => out.push_str(&float(float_text(number))),
        FieldValue::Double(number) => out.push_str(&float(double_text(number))),
        FieldValue::Text(bytes) => out.push_str(&text(&String::from_utf8_lossy(bytes))),
        FieldValue::Bytes(bytes) => out.push_str(&format!("\"{}\"", base64(bytes))),
        FieldValue::Enum(_, Some(name)) => out.push_str(&format!("\"{name}\"")),
        FieldValue::Enum(number, None) => out.push_str(&number.to_string()),
        FieldValue::Message(inner, bytes) => json_message(inner, &bytes, full, depth, out),
    }
}

/// `opset_import` as `opsetImport`.
fn camel_case(name: &str) -> String {
    let mut out = String::new();
    let mut upper = false;
    for c in name.chars() {
        match c {
            '_' => upper = true,
            c if upper => {
                out.push(c.to_ascii_uppercase());
                upper = false;
            }
            c => out.push(c),
        }
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            match i <= chunk.len() {
                true => out.push(char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize])),
                false => out.push('='),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_base_64() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(&[0xFF, 0xFE, 0xFD]), "//79");
    }
}
