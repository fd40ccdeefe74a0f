//! The headers of `.safetensors` files: which tensors a file has, and where their bytes are.
//!
//! A file is the length of the header in 8 bytes, the header as JSON, and the elements of all tensors. Only headers are read and
//! written here; the caller copies elements, so that no file needs to fit into memory.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::NpyError;

/// The number of bytes before the header.
pub const PREFIX: usize = 8;

/// The longest header, as in the format's own library.
pub const MAX_HEADER: u64 = 100_000_000;

/// The key of a header that is not a tensor.
const METADATA: &str = "__metadata__";

/// A tensor of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTensor {
    /// The element type, such as `BF16`.
    pub element: String,
    /// The sizes.
    pub shape: Vec<u64>,
    /// The bytes of its elements, counted from the end of the header.
    pub bytes: Range<u64>,
}

impl StoredTensor {
    /// The number of elements.
    pub fn elements(&self) -> Option<u64> {
        self.shape.iter().try_fold(1u64, |all, &size| all.checked_mul(size))
    }

    /// The number of bytes of an element; `None` if it is not a whole number, or unknown because there are no elements.
    pub fn element_bytes(&self) -> Option<u64> {
        let (elements, bytes) = (self.elements()?, self.bytes.end - self.bytes.start);
        (elements > 0 && bytes.is_multiple_of(elements)).then(|| bytes / elements)
    }
}

/// The header of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SafetensorsHeader {
    /// The tensors by name.
    pub tensors: BTreeMap<String, StoredTensor>,
    /// What the writer of the file has noted.
    pub metadata: BTreeMap<String, String>,
}

/// The length of the header, from the first bytes of a file.
pub fn header_length(prefix: [u8; PREFIX]) -> Result<u64, NpyError> {
    let length = u64::from_le_bytes(prefix);
    if length > MAX_HEADER {
        return Err(format!("expected a header of at most {MAX_HEADER} bytes, found {length}").into());
    }
    Ok(length)
}

impl SafetensorsHeader {
    /// Reads a header.
    pub fn parse(bytes: &[u8]) -> Result<Self, NpyError> {
        let json: Value =
            serde_json::from_slice(bytes).map_err(|error| format!("the header is invalid JSON: {error}"))?;
        let Value::Object(entries) = json else { return Err("the header is not a JSON object".into()) };
        let mut header = Self::default();
        for (name, value) in entries {
            if name == METADATA {
                let notes = value.as_object().ok_or("`__metadata__` of the header is not an object")?;
                let notes =
                    notes.iter().filter_map(|(key, note)| Some((key.clone(), note.as_str()?.to_string())));
                header.metadata = notes.collect();
            } else {
                let tensor =
                    stored_tensor(&value).ok_or_else(|| format!("invalid entry `{name}` of the header"))?;
                header.tensors.insert(name, tensor);
            }
        }
        Ok(header)
    }

    /// The first bytes of a file with this header: its length and the header, padded to a multiple of 8 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut entries = Map::new();
        if !self.metadata.is_empty() {
            entries.insert(METADATA.into(), json!(self.metadata));
        }
        for (name, tensor) in &self.tensors {
            let StoredTensor { element, shape, bytes } = tensor;
            let entry = json!({ "dtype": element, "shape": shape, "data_offsets": [bytes.start, bytes.end] });
            entries.insert(name.clone(), entry);
        }
        let mut text = Value::Object(entries).to_string().into_bytes();
        text.resize(text.len().next_multiple_of(PREFIX), b' ');
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.append(&mut text);
        bytes
    }
}

fn stored_tensor(value: &Value) -> Option<StoredTensor> {
    let numbers =
        |key: &str| value.get(key)?.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
    let &[start, end] = numbers("data_offsets")?.as_slice() else { return None };
    (start <= end).then_some(())?;
    Some(StoredTensor {
        element: value.get("dtype")?.as_str()?.to_string(),
        shape: numbers("shape")?,
        bytes: start..end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_written() {
        let tensor = StoredTensor { element: "BF16".into(), shape: vec![2, 3], bytes: 4..16 };
        let mut header = SafetensorsHeader::default();
        header.tensors.insert("layers.0.\"w\"".into(), tensor.clone());
        header.metadata.insert("format".into(), "pt".into());
        let bytes = header.to_bytes();
        let length = header_length(bytes[..PREFIX].try_into().expect("8 bytes")).expect("short");
        assert_eq!(bytes.len() as u64, PREFIX as u64 + length);
        assert!(length.is_multiple_of(8));
        assert_eq!(SafetensorsHeader::parse(&bytes[PREFIX..]), Ok(header));
        assert_eq!(tensor.element_bytes(), Some(2));
    }

    #[test]
    fn damaged_headers_are_rejected() {
        for text in [
            "",
            "[]",
            "{\"a\": 1}",
            "{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [4, 0]}}",
            "{\"a\": {\"dtype\": \"F32\", \"shape\": [-1], \"data_offsets\": [0, 4]}}",
        ] {
            assert!(SafetensorsHeader::parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(header_length([255; 8]).is_err());
        let huge = StoredTensor { element: "F32".into(), shape: vec![u64::MAX, 2], bytes: 0..4 };
        assert_eq!(huge.element_bytes(), None);
    }
}
