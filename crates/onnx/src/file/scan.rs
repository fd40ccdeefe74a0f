//! Scans the bytes of a file before decoding: reports the first invalid byte and bounds the cost of decoding.

use super::ReadLimits;
use super::schema::{Field, FieldKind, MODEL, Message};
use super::wire::{self, Broken, Token, WireType};

/// Why a file is not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The offset of the first invalid byte.
    pub(crate) at: usize,
    /// The enclosing fields, such as `graph.node[3].attribute[0]`.
    pub(crate) path: String,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Broken(&'static str),
    /// The wire type of a field differs from that in the format.
    Mismatch {
        expected: &'static str,
    },
    NotUtf8,
    TooDeep,
    TooManyParts,
}

/// Scans the bytes of a model and returns the first fault.
pub(crate) fn scan_model(bytes: &[u8], limits: &ReadLimits) -> Result<(), Fault> {
    let mut scan = Scan { bytes, depth: limits.depth.min(ReadLimits::MAX_DEPTH), parts: limits.parts };
    scan.message(&MODEL, 0, bytes.len(), 0)
}

struct Scan<'a> {
    bytes: &'a [u8],
    depth: usize,
    /// The number of messages that may still follow.
    parts: usize,
}

impl Scan<'_> {
    fn message(
        &mut self,
        message: &'static Message,
        start: usize,
        end: usize,
        depth: usize,
    ) -> Result<(), Fault> {
        let fault = |at, what| Fault { at, path: String::new(), what };
        let mut at = start;
        while at < end {
            let token = wire::read_token(self.bytes, at, end, self.depth.saturating_sub(depth))
                .map_err(|Broken { at, reason }| fault(at, What::Broken(reason)))?;
            if let Some(field) = message.field(token.number) {
                self.field(field, &token, depth).map_err(|mut fault| {
                    let index = wire::iter_tokens(self.bytes, start..token.start)
                        .filter(|before| before.number == token.number)
                        .count();
                    let step = if field.is_repeated {
                        format!("{}[{index}]", field.name)
                    } else {
                        field.name.into()
                    };
                    fault.path = if fault.path.is_empty() { step } else { format!("{step}.{}", fault.path) };
                    fault
                })?;
            }
            at = token.end;
        }
        Ok(())
    }

    fn field(&mut self, field: &Field, token: &Token, depth: usize) -> Result<(), Fault> {
        let fault = |at, what| Err(Fault { at, path: String::new(), what });
        let (wire_type, expected) = match field.kind {
            FieldKind::Int32 | FieldKind::Int64 | FieldKind::Uint64 | FieldKind::Enum(_) => {
                (WireType::Varint, "a number")
            }
            FieldKind::Float => (WireType::Fixed32, "a float"),
            FieldKind::Double => (WireType::Fixed64, "a double"),
            FieldKind::Text => (WireType::Bytes, "text"),
            FieldKind::Bytes => (WireType::Bytes, "bytes"),
            FieldKind::Message(_) => (WireType::Bytes, "a message"),
        };
        if token.wire_type != wire_type {
            // Repeated numbers may also be packed into one field.
            let is_packed =
                field.is_repeated && token.wire_type == WireType::Bytes && wire_type != WireType::Bytes;
            if !is_packed {
                return fault(token.start, What::Mismatch { expected });
            }
            return self.packed(wire_type, token);
        }
        match field.kind {
            FieldKind::Text if std::str::from_utf8(&self.bytes[token.value.clone()]).is_err() => {
                fault(token.value.start, What::NotUtf8)
            }
            FieldKind::Message(inner) => {
                if depth >= self.depth {
                    return fault(token.start, What::TooDeep);
                }
                if self.parts == 0 {
                    return fault(token.start, What::TooManyParts);
                }
                self.parts -= 1;
                self.message(inner, token.value.start, token.value.end, depth + 1)
            }
            _ => Ok(()),
        }
    }

    fn packed(&self, wire_type: WireType, token: &Token) -> Result<(), Fault> {
        let fault = |at, reason| Fault { at, path: String::new(), what: What::Broken(reason) };
        let range = token.value.clone();
        let width = match wire_type {
            WireType::Fixed32 => 4,
            WireType::Fixed64 => 8,
            _ => {
                let mut at = range.start;
                while at < range.end {
                    at = wire::read_varint(self.bytes, at, range.end)
                        .map_err(|broken| fault(broken.at, broken.reason))?
                        .1;
                }
                return Ok(());
            }
        };
        match range.len() % width {
            0 => Ok(()),
            rest => Err(fault(range.end - rest, "a list of numbers ends inside a number")),
        }
    }
}
