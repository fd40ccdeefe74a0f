//! Tensors whose contents are stored in files beside the model.

use std::ops::Range;

use partita_base::code;

use crate::bodies::Bodies;
use crate::finding::{Finding, NodeLocation};
use crate::proto::{Model, StringEntry, Tensor};
use crate::structure::content_bytes;

/// Where the contents of a tensor are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External<'m> {
    /// The file, relative to the folder of the model. The path does not leave that folder.
    pub location: &'m str,
    /// The first byte of the contents in that file.
    pub offset: u64,
    /// The number of bytes. `None` means up to the end of the file: neither the description nor the shape gives a length.
    pub length: Option<u64>,
}

impl External<'_> {
    /// The byte range of the contents in a file of this size; `None` if the file is too short.
    pub fn range(&self, file_size: u64) -> Option<Range<u64>> {
        let length = self.length.unwrap_or(file_size.saturating_sub(self.offset));
        let end = self.offset.checked_add(length)?;
        (end <= file_size).then_some(self.offset..end)
    }
}

/// Where the contents of an external tensor are stored, according to its description. `owner` is where findings are reported.
///
/// # Errors
///
/// The description is invalid, or the path leaves the folder of the model.
pub fn locate_external<'m>(tensor: &'m Tensor, owner: &NodeLocation) -> Result<External<'m>, Box<Finding>> {
    let find = |key| StringEntry::find(&tensor.external_data, key);
    let bad = |message: String| {
        let finding = Finding::error(code::ONNX_EXTERNAL_DATA, owner.clone(), message);
        Err(Box::new(finding))
    };
    let Some(location) = find("location").filter(|location| !location.is_empty()) else {
        return bad("the tensor is external, but has no `location`".into());
    };
    if let Some(reason) = leaves_folder(location) {
        let message = format!("the file {location:?} of external data {reason}");
        let finding = Finding::error(code::ONNX_EXTERNAL_PATH, owner.clone(), message);
        return Err(Box::new(finding.help("store external data in the folder of the model or below")));
    }
    let number = |key: &'static str| match find(key) {
        None => Ok(None),
        Some(text) => match text.trim().parse::<u64>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("the {key} of external data must be a number, found {text:?}")),
        },
    };
    let (offset, stated) = match (number("offset"), number("length")) {
        (Ok(offset), Ok(length)) => (offset.unwrap_or(0), length),
        (Err(message), _) | (_, Err(message)) => return bad(message),
    };
    let needed = content_bytes(tensor);
    if let (Some(stated), Some(needed)) = (stated, needed)
        && stated != needed
    {
        return bad(format!("the shape needs {needed} bytes of external data, found {stated}"));
    }
    Ok(External { location, offset, length: stated.or(needed) })
}

/// Whether the description has no length and the file is longer than the shape needs.
fn is_too_long(tensor: &Tensor, external: &External<'_>, file_size: u64) -> bool {
    let end = external.length.and_then(|length| external.offset.checked_add(length));
    StringEntry::find(&tensor.external_data, "length").is_none() && end.is_some_and(|end| end < file_size)
}

/// Why a path leaves the folder of the model. The check uses the path alone and applies the rules of all operating systems.
fn leaves_folder(location: &str) -> Option<&'static str> {
    let bytes = location.as_bytes();
    let has_drive = bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    if location.contains('\0') {
        Some("has a NUL character in its path")
    } else if location.starts_with(['/', '\\']) || has_drive {
        Some("has an absolute path")
    } else if location.split(['/', '\\']).any(|part| part == "..") {
        Some("is outside the folder of the model")
    } else {
        None
    }
}

/// Checks external tensors against the sizes of their files, without reading them.
///
/// `size_of` returns the size of a file, or why it is not available. It is called once per file.
pub fn check_external(model: &Model, mut size_of: impl FnMut(&str) -> Result<u64, String>) -> Vec<Finding> {
    let bodies = Bodies::of(model);
    let mut sizes = std::collections::BTreeMap::new();
    let mut findings = Vec::new();
    for (holder, tensor) in bodies.tensors().filter(|(_, tensor)| tensor.is_external()) {
        if findings.len() >= crate::structure::MOST_FINDINGS {
            break;
        }
        // The structural check reports invalid descriptions.
        let Ok(external) = locate_external(tensor, &NodeLocation::default()) else { continue };
        let size = sizes.entry(external.location).or_insert_with(|| size_of(external.location));
        let message = match size {
            Err(reason) => format!("the file '{}' of external data: {reason}", external.location),
            Ok(size) if external.range(*size).is_none() => {
                let end = external.length.and_then(|length| external.offset.checked_add(length));
                let end = end.map_or("more than 2^64".to_string(), |end| end.to_string());
                format!("external data ends at byte {end} of '{}', which has {size} bytes", external.location)
            }
            // Without a length, the contents extend to the end of the file.
            Ok(size) if is_too_long(tensor, &external, *size) => {
                let (rest, needed) = (size.saturating_sub(external.offset), external.length.unwrap_or(0));
                format!(
                    "external data without a length extends to the end of '{}': the shape needs {needed} bytes, found {rest}",
                    external.location
                )
            }
            Ok(_) => continue,
        };
        findings.push(Finding::error(code::ONNX_EXTERNAL_DATA, holder.location(&bodies), message));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(entries: &[(&str, &str)]) -> Tensor {
        let entry = |(key, value): &(&str, &str)| StringEntry {
            key: Some((*key).into()),
            value: Some((*value).into()),
        };
        Tensor {
            dims: vec![2, 3],
            data_type: Some(1),
            external_data: entries.iter().map(entry).collect(),
            data_location: Some(1),
            ..Tensor::default()
        }
    }

    #[track_caller]
    fn fails(entries: &[(&str, &str)], code: partita_base::Code) {
        assert_eq!(locate_external(&tensor(entries), &NodeLocation::default()).unwrap_err().code, code);
    }

    #[test]
    fn the_description_is_read() {
        let tensor = tensor(&[("location", "w/data.bin"), ("offset", "8"), ("length", "24")]);
        let external = locate_external(&tensor, &NodeLocation::default()).expect("it is fine");
        assert_eq!(external, External { location: "w/data.bin", offset: 8, length: Some(24) });
        assert_eq!(external.range(32), Some(8..32));
        assert_eq!(external.range(31), None);
    }

    #[test]
    fn paths_stay_in_the_folder() {
        for bad in
            ["/etc/passwd", "../x", "a/../../x", "C:\\x", "C:x", "\\\\server\\x", "a\\..\\..\\x", "a\0"]
        {
            fails(&[("location", bad)], code::ONNX_EXTERNAL_PATH);
        }
        assert!(locate_external(&tensor(&[("location", "a..b/..c")]), &NodeLocation::default()).is_ok());
    }

    #[test]
    fn nonsense_is_refused() {
        fails(&[], code::ONNX_EXTERNAL_DATA);
        fails(&[("location", "")], code::ONNX_EXTERNAL_DATA);
        fails(&[("location", "x"), ("offset", "-1")], code::ONNX_EXTERNAL_DATA);
        fails(&[("location", "x"), ("length", "23")], code::ONNX_EXTERNAL_DATA);
        let overflow = tensor(&[("location", "x"), ("offset", "18446744073709551615")]);
        assert_eq!(
            locate_external(&overflow, &NodeLocation::default()).expect("it reads").range(u64::MAX),
            None
        );
    }

    /// Without a length `load_external` reads to the end of the file, and then finds too many bytes.
    #[test]
    fn a_file_without_a_length_has_that_of_the_shape() {
        let model = |entries: &[(&str, &str)]| {
            let graph = crate::proto::Graph { initializer: vec![tensor(entries)], ..Default::default() };
            Model { graph: Some(graph), ..Default::default() }
        };
        let found = |entries: &[(&str, &str)], size: u64| check_external(&model(entries), |_| Ok(size)).len();
        let open_ended = [("location", "x"), ("offset", "8")];
        assert_eq!([31, 32, 33].map(|size| found(&open_ended, size)), [1, 0, 1]);
        let closed = [("location", "x"), ("offset", "8"), ("length", "24")];
        assert_eq!([31, 32, 33].map(|size| found(&closed, size)), [1, 0, 0]);
    }
}
