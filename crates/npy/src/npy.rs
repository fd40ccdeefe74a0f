//! Tensors as `.npy` files: a header in Python's notation, then the elements.
//!
//! Pure functions on bytes. Types that NumPy lacks (`bf16`, 8-bit floats, 4-bit integers) are stored as raw bytes
//! with the type `|V2` or `|V1`, as `ml_dtypes` does; decoding those needs the element type to be given.

use partita_interp::{Element, Tensor, checked_count, transpose};
use partita_ir::FloatKind;

use crate::NpyError;

const MAGIC: &[u8] = b"\x93NUMPY";

/// NumPy's name of an element type, for types that it has.
fn descriptor(element: Element) -> Option<&'static str> {
    Some(match element {
        Element::Bool => "|b1",
        Element::Int { bits: 8, signed: true } => "|i1",
        Element::Int { bits: 16, signed: true } => "<i2",
        Element::Int { bits: 32, signed: true } => "<i4",
        Element::Int { bits: 64, signed: true } => "<i8",
        Element::Int { bits: 8, signed: false } => "|u1",
        Element::Int { bits: 16, signed: false } => "<u2",
        Element::Int { bits: 32, signed: false } => "<u4",
        Element::Int { bits: 64, signed: false } => "<u8",
        Element::Float(FloatKind::F16) => "<f2",
        Element::Float(FloatKind::F32) => "<f4",
        Element::Float(FloatKind::F64) => "<f8",
        Element::Complex64 => "<c8",
        Element::Complex128 => "<c16",
        _ => return None,
    })
}

const KNOWN: &[Element] = &[
    Element::Bool,
    Element::Int { bits: 8, signed: true },
    Element::Int { bits: 16, signed: true },
    Element::I32,
    Element::I64,
    Element::Int { bits: 8, signed: false },
    Element::Int { bits: 16, signed: false },
    Element::U32,
    Element::U64,
    Element::Float(FloatKind::F16),
    Element::F32,
    Element::F64,
    Element::Complex64,
    Element::Complex128,
];

/// Encodes a tensor as the bytes of a file.
pub fn write(tensor: &Tensor) -> Vec<u8> {
    let raw = format!("|V{}", tensor.element.bytes());
    let descriptor = descriptor(tensor.element).unwrap_or(&raw);
    let sizes: String = tensor.shape.iter().map(|size| format!("{size}, ")).collect();
    let sizes = if tensor.rank() == 1 {
        sizes.trim_end().to_string()
    } else {
        sizes.trim_end_matches(", ").to_string()
    };
    let mut header = format!("{{'descr': '{descriptor}', 'fortran_order': False, 'shape': ({sizes}), }}");
    // NumPy aligns the elements to a multiple of 64 bytes.
    let unpadded = MAGIC.len() + 4 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    let mut bytes = MAGIC.to_vec();
    // Version 1 has a header length of 16 bits; a shape is never that long.
    bytes.extend([1, 0]);
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(tensor.to_bytes());
    bytes
}

/// Decodes a file. `element` is the type of raw bytes, and must agree with any other type that the file names.
pub fn read(bytes: &[u8], element: Option<Element>) -> Result<Tensor, NpyError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("not an npy file")?;
    let (length, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err("unknown npy version".into()),
    };
    let header = rest.get(..length).ok_or("the header is truncated")?;
    let header = std::str::from_utf8(header).map_err(|_| "the header is not valid UTF-8")?;
    let data = &rest[length..];
    let named = text_field(header, "descr").ok_or("missing `descr` in the header")?;
    let element = element_of(named, element)?;
    let fortran = field(header, "fortran_order").is_some_and(|value| value.starts_with("True"));
    let mut shape = shape_field(header).ok_or("missing `shape` in the header")?;
    checked_count(&shape).map_err(|error| error.message().to_string())?;
    if fortran {
        shape.reverse();
    }
    let tensor = Tensor::from_bytes(element, &shape, data)
        .ok_or_else(|| format!("{} bytes do not match shape {shape:?} of {}", data.len(), element.name()))?;
    if !fortran {
        return Ok(tensor);
    }
    let order: Vec<i64> = (0..shape.len() as i64).rev().collect();
    transpose(&tensor, &order).map_err(|error| NpyError::from(error.message()))
}

fn element_of(named: &str, given: Option<Element>) -> Result<Element, NpyError> {
    let plain = named.trim_start_matches(['<', '|', '=']);
    if let Some(size) = plain.strip_prefix('V') {
        let element = given.ok_or_else(|| format!("raw elements `{named}` need an element type"))?;
        return if size.parse() == Ok(element.bytes()) {
            Ok(element)
        } else {
            Err(format!("the size of `{named}` differs from that of {}", element.name()).into())
        };
    }
    let found = KNOWN.iter().copied().find(|&element| {
        descriptor(element).is_some_and(|descriptor| descriptor.trim_start_matches(['<', '|']) == plain)
    });
    let found = found.ok_or_else(|| format!("unknown type `{named}`"))?;
    match given {
        Some(element) if element != found => {
            Err(format!("expected a file of {}, found {}", element.name(), found.name()).into())
        }
        _ => Ok(found),
    }
}

/// The text after a key of the header.
fn field<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let (_, rest) = header.split_once(&format!("'{key}'"))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

fn text_field<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    field(header, key)?.strip_prefix('\'')?.split('\'').next()
}

fn shape_field(header: &str) -> Option<Vec<usize>> {
    let inside = field(header, "shape")?.strip_prefix('(')?.split(')').next()?;
    inside.split(',').map(str::trim).filter(|size| !size.is_empty()).map(|size| size.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_back() {
        let bf16 = Element::Float(FloatKind::Bf16);
        for tensor in [
            Tensor::f32(&[2, 3], vec![1.0, -0.0, f32::INFINITY, 2.5, 3.0, 4.0]),
            Tensor::new(Element::Bool, vec![1], vec![true]),
            Tensor::int(Element::U64, -1),
            Tensor::new(bf16, vec![2], vec![1.5f32, -2.0]),
            Tensor::zeros(Element::Complex128, &[0, 3]).unwrap(),
        ] {
            let bytes = write(&tensor);
            assert_eq!((bytes.len() - tensor.to_bytes().len()) % 64, 0);
            assert_eq!(read(&bytes, Some(tensor.element)), Ok(tensor));
        }
        assert!(read(&write(&Tensor::new(bf16, vec![1], vec![1f32])), None).is_err());
        assert!(read(&write(&Tensor::int(Element::I32, 1)), Some(Element::U32)).is_err());
        assert!(read(b"", None).is_err());
    }

    #[test]
    fn columns_first_is_understood() {
        let text = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2), }\n";
        let mut bytes = [MAGIC, &[1, 0], &(text.len() as u16).to_le_bytes(), text.as_bytes()].concat();
        for value in [1i32, 3, 2, 4] {
            bytes.extend(value.to_le_bytes());
        }
        assert_eq!(read(&bytes, None).unwrap().ints().unwrap(), [1, 2, 3, 4]);
    }
}
