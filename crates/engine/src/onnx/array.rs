//! Values of a model: an element type, a shape and bytes.

use bytes::Bytes;
use partita_interp::{Element, Tensor, element_count};
use partita_ir::FloatKind;
use partita_npy::npy;
use partita_onnx::ElementType;

use crate::EngineError;

/// A tensor as runtimes exchange it. Cloning shares the elements.
///
/// Invariant: `data` has the elements in row-major order, little-endian, each in [`Array::element_bytes`]; types of
/// less than eight bits take a byte each, the upper bits are zero. A string is its length in two bytes and its UTF-8,
/// followed by zeros, so that strings can be sliced as numbers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    element: ElementType,
    shape: Vec<usize>,
    data: Bytes,
}

impl Array {
    /// An array of the given elements. Fails if the number of bytes does not match the shape.
    pub fn new(element: ElementType, shape: Vec<usize>, data: impl Into<Bytes>) -> Result<Self, EngineError> {
        let data = data.into();
        let size = Self::size(element, &shape)?;
        if data.len() != size {
            let message =
                format!("expected {size} bytes for {shape:?} of {}, found {}", element.text(), data.len());
            return Err(EngineError::contents(message));
        }
        Ok(Self { element, shape, data })
    }

    /// How many bytes an array takes.
    pub fn size(element: ElementType, shape: &[usize]) -> Result<usize, EngineError> {
        let size = element_count(shape).and_then(|count| count.checked_mul(Self::element_bytes(element)));
        size.ok_or_else(|| {
            EngineError::contents(format!("the size in bytes of a tensor of shape {shape:?} overflows"))
        })
    }

    /// How many bytes an element takes in an array.
    pub fn element_bytes(element: ElementType) -> usize {
        match element {
            ElementType::String => STRING_BYTES,
            _ => element.bits().div_ceil(8) as usize,
        }
    }

    /// An array of strings. Fails for long ones, and if the shape has a different number of elements.
    pub fn strings<S: AsRef<[u8]>>(
        shape: Vec<usize>,
        values: impl IntoIterator<Item = S>,
    ) -> Result<Self, EngineError> {
        let mut data = Vec::new();
        for value in values {
            let value = value.as_ref();
            let length = u16::try_from(value.len()).ok().filter(|_| value.len() <= STRING_BYTES - 2);
            let Some(length) = length else {
                let message = format!(
                    "a string of {} bytes is longer than the limit of {}",
                    value.len(),
                    STRING_BYTES - 2
                );
                return Err(EngineError::unsupported(message));
            };
            let end = data.len() + STRING_BYTES;
            data.extend(length.to_le_bytes());
            data.extend_from_slice(value);
            data.resize(end, 0);
        }
        Self::new(ElementType::String, shape, data)
    }

    /// The elements of an array of strings; `None` for other types.
    pub fn as_strings(&self) -> Option<Vec<&[u8]>> {
        let records = self.data.as_chunks::<STRING_BYTES>().0.iter();
        let text = |record: &'_ [u8; STRING_BYTES]| {
            let length = usize::from(u16::from_le_bytes([record[0], record[1]])).min(STRING_BYTES - 2);
            2..2 + length
        };
        (self.element == ElementType::String).then(|| records.map(|record| &record[text(record)]).collect())
    }

    /// The type of an element.
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// Sizes, major first.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements, in row-major order, little-endian.
    pub fn data(&self) -> &Bytes {
        &self.data
    }

    /// An array of `f32`. Fails if the shape has a different number of elements.
    pub fn f32(shape: &[usize], values: &[f32]) -> Result<Self, EngineError> {
        let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self::new(ElementType::Float, shape.to_vec(), data)
    }

    /// An array of `i64`. Fails if the shape has a different number of elements.
    pub fn i64(shape: &[usize], values: &[i64]) -> Result<Self, EngineError> {
        let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self::new(ElementType::Int64, shape.to_vec(), data)
    }

    /// The same numbers as a tensor of the interpreter, whose arithmetic and comparisons are reused here. The bytes of strings
    /// are a dimension of their own.
    pub fn to_tensor(&self) -> Result<Tensor, EngineError> {
        if self.element == ElementType::String {
            let shape = [&self.shape[..], &[STRING_BYTES]].concat();
            return Self { element: ElementType::Uint8, shape, data: self.data.clone() }.to_tensor();
        }
        let missing =
            || EngineError::unsupported(format!("arithmetic on {} is not supported", self.element.text()));
        let element = interp_element(self.element).ok_or_else(missing)?;
        Tensor::from_bytes(element, &self.shape, &self.data).ok_or_else(missing)
    }

    /// The array of a tensor. Fails for element types that ONNX lacks.
    pub fn from_tensor(tensor: &Tensor) -> Result<Self, EngineError> {
        // The numbers of all element types of ONNX; 0 means undefined.
        let element = (1..=26).filter_map(ElementType::from_number);
        let element = element.into_iter().find(|&element| interp_element(element) == Some(tensor.element));
        let element = element.ok_or_else(|| {
            EngineError::unsupported(format!("ONNX has no tensors of {}", tensor.element.name()))
        })?;
        Self::new(element, tensor.shape.clone(), tensor.to_bytes())
    }

    /// Reads an `.npy` file. `element` is the type of its elements if NumPy has no such type and stores them as
    /// another.
    pub fn from_npy(bytes: &[u8], element: Option<ElementType>) -> Result<Self, EngineError> {
        let element = element.and_then(interp_element);
        let tensor = npy::read(bytes, element).map_err(|error| EngineError::contents(error.to_string()))?;
        Self::from_tensor(&tensor)
    }

    /// The bytes of an `.npy` file.
    pub fn to_npy(&self) -> Result<Vec<u8>, EngineError> {
        if self.element == ElementType::String {
            return Err(EngineError::unsupported("strings are not written as .npy files"));
        }
        Ok(npy::write(&self.to_tensor()?))
    }
}

/// The number of bytes of a string in an array.
const STRING_BYTES: usize = 256;

/// The interpreter's name of an element type.
pub(crate) fn interp_element(element: ElementType) -> Option<Element> {
    let int = |bits, signed| Element::Int { bits, signed };
    Some(match element {
        ElementType::Float => Element::F32,
        ElementType::Uint8 => int(8, false),
        ElementType::Int8 => int(8, true),
        ElementType::Uint16 => int(16, false),
        ElementType::Int16 => int(16, true),
        ElementType::Int32 => Element::I32,
        ElementType::Int64 => Element::I64,
        ElementType::String => return None,
        ElementType::Bool => Element::Bool,
        ElementType::Float16 => Element::Float(FloatKind::F16),
        ElementType::Double => Element::F64,
        ElementType::Uint32 => Element::U32,
        ElementType::Uint64 => Element::U64,
        ElementType::Complex64 => Element::Complex64,
        ElementType::Complex128 => Element::Complex128,
        ElementType::Bfloat16 => Element::Float(FloatKind::Bf16),
        ElementType::Float8E4M3FN => Element::Float(FloatKind::F8E4M3Fn),
        ElementType::Float8E4M3FNUZ => Element::Float(FloatKind::F8E4M3Fnuz),
        ElementType::Float8E5M2 => Element::Float(FloatKind::F8E5M2),
        ElementType::Float8E5M2FNUZ => Element::Float(FloatKind::F8E5M2Fnuz),
        ElementType::Uint4 => int(4, false),
        ElementType::Int4 => int(4, true),
        ElementType::Float4E2M1 => Element::Float(FloatKind::F4E2M1Fn),
        ElementType::Float8E8M0 => Element::Float(FloatKind::F8E8M0Fnu),
        ElementType::Uint2 => int(2, false),
        ElementType::Int2 => int(2, true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_fit_the_shape() {
        assert!(Array::new(ElementType::Int16, vec![2, 3], vec![0; 12]).is_ok());
        assert!(Array::new(ElementType::Int16, vec![2, 3], vec![0; 11]).is_err());
        assert!(Array::new(ElementType::Int16, vec![usize::MAX, 3], vec![]).is_err());
        assert!(Array::new(ElementType::String, vec![1], vec![]).is_err());
        assert!(Array::new(ElementType::Float, vec![0, usize::MAX], vec![]).is_ok());
    }

    #[test]
    fn strings_have_equal_sizes() {
        let array = Array::strings(vec![2], ["é", ""]).unwrap();
        assert_eq!(array.as_strings(), Some(vec!["é".as_bytes(), b""]));
        assert!(Array::strings(vec![3], ["a"]).is_err());
        assert!(Array::strings(vec![1], ["a".repeat(255)]).is_err());
        assert_eq!(array.to_tensor().unwrap().shape, [2, 256]);
    }

    #[test]
    fn every_type_becomes_a_tensor_and_back() {
        for element in (1..=26).filter_map(ElementType::from_number) {
            let size = Array::element_bytes(element);
            if element == ElementType::String {
                continue;
            }
            let mut bytes = vec![0; 2 * size];
            bytes[0] = 1;
            let array = Array::new(element, vec![2], bytes).unwrap();
            assert_eq!(Array::from_tensor(&array.to_tensor().unwrap()), Ok(array.clone()), "{element:?}");
            assert_eq!(Array::from_npy(&array.to_npy().unwrap(), Some(element)), Ok(array));
        }
    }
}
