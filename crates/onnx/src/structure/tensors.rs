//! Checks the contents of tensors against their shapes.

use partita_base::code;

use super::findings::Findings;
use crate::bodies::Bodies;
use crate::file::locate_external;
use crate::finding::{Finding, NodeLocation};
use crate::proto::Tensor;
use crate::types::ElementType;

/// The size of a tensor's contents in bytes when they are stored raw; `None` if the shape or the element type does not determine it.
pub fn content_bytes(tensor: &Tensor) -> Option<u64> {
    let element = tensor.data_type.and_then(ElementType::from_number)?;
    let bits = element.bits();
    (bits > 0).then_some(())?;
    Some(elements(tensor)?.checked_mul(bits)?.div_ceil(8))
}

/// The number of elements; `None` if the shape is invalid.
fn elements(tensor: &Tensor) -> Option<u64> {
    tensor.dims.iter().try_fold(1u64, |count, dim| count.checked_mul(u64::try_from(*dim).ok()?))
}

/// Reports tensors whose contents do not match their shape, and invalid descriptions of external data.
pub(super) fn check_tensors(bodies: &Bodies<'_>, findings: &mut Findings) {
    for (location, tensor) in bodies.tensors() {
        if findings.is_full() {
            return;
        }
        let wrong = if tensor.is_external() {
            locate_external(tensor, &NodeLocation::default()).err().map(|finding| *finding)
        } else {
            let message = contents(tensor).err();
            message.map(|message| Finding::error(code::ONNX_TENSOR_DATA, NodeLocation::default(), message))
        };
        if let Some(finding) = wrong {
            findings.push(Finding { location: location.location(bodies), ..finding });
        }
    }
}

/// Compares the contents with the shape.
fn contents(tensor: &Tensor) -> Result<(), String> {
    let Some(count) = elements(tensor) else { return Err(format!("invalid shape {:?}", tensor.dims)) };
    let number = tensor.data_type.unwrap_or(0);
    let Some(element) = ElementType::from_number(number) else {
        return Err(format!("unknown element type {number}"));
    };
    if let Some(raw) = &tensor.raw_data {
        if element == ElementType::String {
            return Err("strings cannot be stored as raw data".into());
        }
        let needed = content_bytes(tensor);
        return match needed == Some(raw.len() as u64) {
            true => Ok(()),
            false => {
                let needed = needed.map_or("more than 2^64".into(), |n| n.to_string());
                Err(format!("the shape needs {needed} bytes of raw data, found {}", raw.len()))
            }
        };
    }
    let (stored, needed) = match element {
        ElementType::Float => (tensor.float_data.len(), Some(count)),
        ElementType::Complex64 => (tensor.float_data.len(), count.checked_mul(2)),
        ElementType::Double => (tensor.double_data.len(), Some(count)),
        ElementType::Complex128 => (tensor.double_data.len(), count.checked_mul(2)),
        ElementType::Int64 => (tensor.int64_data.len(), Some(count)),
        ElementType::Uint32 | ElementType::Uint64 => (tensor.uint64_data.len(), Some(count)),
        ElementType::String => (tensor.string_data.len(), Some(count)),
        // Several elements of less than a byte share one.
        _ => (tensor.int32_data.len(), Some(count.div_ceil(8 / element.bits().clamp(1, 8)))),
    };
    match needed == Some(stored as u64) {
        true => Ok(()),
        false if stored == 0 => Err(format!("the shape has {count} elements, but the tensor has no data")),
        false => Err(format!("the shape has {count} elements, found {stored}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(dims: &[i64], element: ElementType) -> Tensor {
        Tensor { dims: dims.to_vec(), data_type: Some(element as i32), ..Tensor::default() }
    }

    #[test]
    fn sizes_are_counted() {
        assert_eq!(content_bytes(&tensor(&[3], ElementType::Int4)), Some(2));
        assert_eq!(content_bytes(&tensor(&[], ElementType::Double)), Some(8));
        assert_eq!(content_bytes(&tensor(&[2], ElementType::String)), None);
        assert_eq!(content_bytes(&tensor(&[i64::MAX, i64::MAX], ElementType::Int8)), None);
        assert_eq!(content_bytes(&tensor(&[-1], ElementType::Int8)), None);
    }

    #[test]
    fn contents_fit_the_shape() {
        let stored = |element, values: usize| {
            let mut tensor = tensor(&[3], element);
            tensor.int32_data = vec![0; values];
            contents(&tensor)
        };
        assert!(stored(ElementType::Float16, 3).is_ok());
        assert!(stored(ElementType::Int4, 2).is_ok());
        assert!(stored(ElementType::Int2, 1).is_ok());
        assert!(stored(ElementType::Int8, 2).is_err());
        let raw = |bytes: usize| {
            contents(&Tensor { raw_data: Some(vec![0; bytes].into()), ..tensor(&[3], ElementType::Int4) })
        };
        assert!(raw(2).is_ok());
        assert!(raw(3).is_err());
        assert!(contents(&tensor(&[3], ElementType::Float)).is_err());
        assert!(contents(&tensor(&[0], ElementType::Float)).is_ok());
        assert!(contents(&Tensor { data_type: Some(999), ..Tensor::default() }).is_err());
    }
}
