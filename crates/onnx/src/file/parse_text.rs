//! Parses protobuf's text format.

use partita_base::code;

use super::ReadLimits;
use super::schema::{Field, FieldKind, MODEL, Message};
use super::wire::{WireType, put_bytes, put_tag, put_varint};
use crate::finding::{Finding, NodeLocation};

/// Encodes the model that a text describes.
///
/// # Errors
///
/// The first syntax error, with its line.
pub fn from_text(text: &str) -> Result<Vec<u8>, Box<Finding>> {
    let mut parser = Parser { text: text.as_bytes(), at: 0 };
    let mut out = Vec::new();
    parser.message(&MODEL, None, 0, &mut out).map_err(|fault| {
        let before = &text.as_bytes()[..fault.at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let code = if fault.too_deep { code::ONNX_NESTING } else { code::ONNX_BROKEN_FILE };
        Box::new(Finding::error(code, NodeLocation::default(), format!("line {line}: {}", fault.message)))
    })?;
    Ok(out)
}

struct Fault {
    at: usize,
    message: String,
    too_deep: bool,
}

type Parsed<T> = Result<T, Fault>;

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Parser<'t> {
    fn fault<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(Fault { at: self.at, message: message.into(), too_deep: false })
    }

    /// Skips white space and comments and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'#' => {
                    while self.text.get(self.at).is_some_and(|byte| *byte != b'\n') {
                        self.at += 1;
                    }
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                byte => return Some(*byte),
            }
        }
        None
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// A word: letters, digits, `_`, and the characters of numbers.
    fn word(&mut self) -> Parsed<&'t str> {
        self.peek();
        let start = self.at;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'+' | b'-');
        while self.text.get(self.at).is_some_and(|byte| is_part(*byte)) {
            self.at += 1;
        }
        match std::str::from_utf8(&self.text[start..self.at]) {
            Ok(word) if !word.is_empty() => Ok(word),
            _ => self.fault("expected a name or a number"),
        }
    }

    /// Parses fields up to `close`, or to the end of the text.
    fn message(
        &mut self,
        message: &'static Message,
        close: Option<u8>,
        depth: usize,
        out: &mut Vec<u8>,
    ) -> Parsed<()> {
        loop {
            match self.peek() {
                None if close.is_none() => return Ok(()),
                None => return self.fault(format!("unterminated {}", message.name)),
                byte if byte == close => {
                    self.at += 1;
                    return Ok(());
                }
                Some(_) => {}
            }
            let name = self.word()?;
            let Some(field) = message.field_named(name) else {
                return self.fault(format!("{} has no field '{name}'", message.name));
            };
            let has_colon = self.take(b':');
            if field.is_repeated && self.peek() == Some(b'[') {
                self.at += 1;
                while !self.take(b']') {
                    self.value(field, has_colon, depth, out)?;
                    if !self.take(b',') && self.peek() != Some(b']') {
                        return self.fault("expected `,` or `]` in a list");
                    }
                }
            } else {
                self.value(field, has_colon, depth, out)?;
            }
            if self.take(b',') || self.take(b';') {}
        }
    }

    fn value(&mut self, field: &Field, has_colon: bool, depth: usize, out: &mut Vec<u8>) -> Parsed<()> {
        if let FieldKind::Message(inner) = field.kind {
            let close = match self.peek() {
                Some(b'{') => b'}',
                Some(b'<') => b'>',
                _ => return self.fault(format!("expected a message in braces for '{}'", field.name)),
            };
            if depth >= ReadLimits::MAX_DEPTH {
                return Err(Fault {
                    at: self.at,
                    message: "messages nest too deeply".into(),
                    too_deep: true,
                });
            }
            self.at += 1;
            let mut bytes = Vec::new();
            self.message(inner, Some(close), depth + 1, &mut bytes)?;
            put_bytes(field.number, &bytes, out);
            return Ok(());
        }
        if !has_colon {
            return self.fault(format!("expected `:` after '{}'", field.name));
        }
        match field.kind {
            FieldKind::Text | FieldKind::Bytes => {
                let bytes = self.string()?;
                if matches!(field.kind, FieldKind::Text) && std::str::from_utf8(&bytes).is_err() {
                    return self.fault(format!("the text of '{}' is not UTF-8", field.name));
                }
                put_bytes(field.number, &bytes, out);
            }
            FieldKind::Float | FieldKind::Double => {
                let word = self.word()?;
                let bare = word.strip_suffix(['f', 'F']).filter(|_| !word.contains("inf")).unwrap_or(word);
                let Ok(number) = bare.parse::<f64>() else {
                    return self.fault(format!("expected a number, found '{word}'"));
                };
                if matches!(field.kind, FieldKind::Float) {
                    put_tag(field.number, WireType::Fixed32, out);
                    // Parsed from the text rather than from the double, because rounding twice may give a different result.
                    let number = bare.parse::<f32>().unwrap_or(number as f32);
                    out.extend(number.to_le_bytes());
                } else {
                    put_tag(field.number, WireType::Fixed64, out);
                    out.extend(number.to_le_bytes());
                }
            }
            FieldKind::Enum(names) => {
                let word = self.word()?;
                let named = names.iter().find(|(_, name)| *name == word).map(|(number, _)| *number);
                let Some(number) = named.or_else(|| word.parse().ok()) else {
                    return self.fault(format!("unknown value '{word}' of '{}'", field.name));
                };
                put_tag(field.number, WireType::Varint, out);
                put_varint(i64::from(number) as u64, out);
            }
            FieldKind::Int32 | FieldKind::Int64 | FieldKind::Uint64 => {
                let word = self.word()?;
                let number = integer(word).filter(|number| match field.kind {
                    FieldKind::Int32 => i32::try_from(*number).is_ok(),
                    FieldKind::Uint64 => u64::try_from(*number).is_ok(),
                    _ => i64::try_from(*number).is_ok(),
                });
                let Some(number) = number else {
                    return self.fault(format!("'{word}' is not a valid number for '{}'", field.name));
                };
                put_tag(field.number, WireType::Varint, out);
                put_varint(number as u64, out);
            }
            FieldKind::Message(_) => unreachable!("read above"),
        }
        Ok(())
    }

    /// Adjacent strings are concatenated.
    fn string(&mut self) -> Parsed<Vec<u8>> {
        let mut out = Vec::new();
        let mut found = false;
        while let Some(quote @ (b'"' | b'\'')) = self.peek() {
            found = true;
            self.at += 1;
            loop {
                let Some(&byte) = self.text.get(self.at).filter(|byte| **byte != b'\n') else {
                    return self.fault("unterminated string");
                };
                self.at += 1;
                match byte {
                    b'\\' => self.escape(&mut out)?,
                    byte if byte == quote => break,
                    byte => out.push(byte),
                }
            }
        }
        if found { Ok(out) } else { self.fault("expected a string") }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Parsed<()> {
        let Some(&byte) = self.text.get(self.at) else { return self.fault("unterminated string") };
        self.at += 1;
        let digits = |parser: &mut Self, radix: u32, most: usize| {
            let start = parser.at;
            let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
            while parser.at - start < most && parser.text.get(parser.at).is_some_and(is_digit) {
                parser.at += 1;
            }
            let text = std::str::from_utf8(&parser.text[start..parser.at]).unwrap_or_default();
            u32::from_str_radix(text, radix).ok()
        };
        let byte = match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'"' | b'\'' | b'\\' | b'?' => byte,
            b'x' | b'X' => match digits(self, 16, 2) {
                Some(number) => number as u8,
                None => return self.fault("expected hexadecimal digits in an escape"),
            },
            b'u' | b'U' => {
                let most = if byte == b'u' { 4 } else { 8 };
                let Some(letter) = digits(self, 16, most).and_then(char::from_u32) else {
                    return self.fault("an escape is not a valid character");
                };
                out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            b'0'..=b'7' => {
                self.at -= 1;
                match digits(self, 8, 3).and_then(|number| u8::try_from(number).ok()) {
                    Some(number) => number,
                    None => return self.fault("an octal escape is larger than a byte"),
                }
            }
            _ => return self.fault("unknown escape"),
        };
        out.push(byte);
        Ok(())
    }
}

/// Parses an integer in decimal, hexadecimal (`0x`) or octal (`0`) notation.
fn integer(word: &str) -> Option<i128> {
    let (negative, digits) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let number = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        i128::from_str_radix(hex, 16)
    } else if digits.len() > 1 && digits.starts_with('0') {
        i128::from_str_radix(digits, 8)
    } else {
        digits.parse()
    };
    number.ok().map(|number| if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{Detail, to_text};

    #[track_caller]
    fn fails(text: &str, message: &str) {
        assert_eq!(from_text(text).unwrap_err().message, message);
    }

    #[test]
    fn reads_what_is_printed() {
        let text = "ir_version: 11\nproducer_name: \"\\\"ü\\n\\\\\"\ngraph {\n  node {\n    attribute {\n      name: \"f\"\n      \
                    f: 1e-05\n      s: \"\\377\\000\"\n      floats: nan\n      floats: -inf\n      type: FLOAT\n    }\n  \
                    }\n  initializer {\n    dims: -1\n    double_data: 0.1\n    uint64_data: 18446744073709551615\n  \
                    }\n}\n";
        let bytes = from_text(text).expect("it reads");
        assert_eq!(to_text(&bytes, Detail::Full), text);
    }

    #[test]
    fn other_notations() {
        let plain = from_text("ir_version: 10 graph { initializer { dims: 1 dims: 2 raw_data: \"ab\" } }");
        let other = from_text(
            "ir_version: 0xA; # why not\ngraph: < initializer { dims: [1, 02], raw_data: 'a' \"\\x62\" } >",
        );
        assert_eq!(plain.expect("it reads"), other.expect("it reads"));
    }

    #[test]
    fn errors_have_lines() {
        fails("ir_version: 1\nnonsense: 2", "line 2: ModelProto has no field 'nonsense'");
        fails("graph {", "line 1: unterminated GraphProto");
        fails("graph { node { op_type: \"x }", "line 1: unterminated string");
        fails(
            "ir_version: 99999999999999999999",
            "line 1: '99999999999999999999' is not a valid number for 'ir_version'",
        );
        fails("ir_version 3", "line 1: expected `:` after 'ir_version'");
        let deep = "graph { node { attribute { g { node { attribute { ".to_string();
        let deep = deep + &"g { node { attribute { ".repeat(100);
        assert_eq!(from_text(&deep).unwrap_err().code, code::ONNX_NESTING);
    }
}
