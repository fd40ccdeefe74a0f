//! Reads the contents of small constant tensors.

use crate::ops::{Contents, IntElement};
use crate::proto;
use crate::types::ElementType;

/// Contents of larger tensors are ignored.
pub(super) const MAX_ELEMENTS: usize = 256;

/// The contents of a tensor, if it is small and not external.
pub(super) fn tensor_contents(tensor: &proto::Tensor) -> Option<Contents> {
    tensor_contents_up_to(tensor, MAX_ELEMENTS)
}

/// The contents of a tensor, if it has at most `limit` elements and is not external.
pub(super) fn tensor_contents_up_to(tensor: &proto::Tensor, limit: usize) -> Option<Contents> {
    use ElementType::*;
    let count =
        (tensor.dims.iter()).try_fold(1usize, |count, dim| count.checked_mul(usize::try_from(*dim).ok()?))?;
    if count > limit || tensor.is_external() {
        return None;
    }
    let element = ElementType::from_number(tensor.data_type?)?;
    let raw = tensor.raw_data.as_deref().filter(|raw| !raw.is_empty());
    let contents = match (element, raw) {
        (Int64, Some(raw)) => ints(raw, i64::from_le_bytes),
        (Int32, Some(raw)) => ints(raw, |bytes| i32::from_le_bytes(bytes).into()),
        (Int16, Some(raw)) => ints(raw, |bytes| i16::from_le_bytes(bytes).into()),
        (Int8, Some(raw)) => ints(raw, |bytes| i8::from_le_bytes(bytes).into()),
        (Uint64, Some(raw)) => {
            let numbers = chunks(raw, u64::from_le_bytes).map(i64::try_from).collect::<Result<Vec<_>, _>>();
            numbers.ok().map(from_ints)
        }
        (Uint32, Some(raw)) => ints(raw, |bytes| u32::from_le_bytes(bytes).into()),
        (Uint16, Some(raw)) => ints(raw, |bytes| u16::from_le_bytes(bytes).into()),
        (Uint8 | Bool, Some(raw)) => ints(raw, |bytes| u8::from_le_bytes(bytes).into()),
        (Float, Some(raw)) => {
            Some(Contents::Floats(chunks(raw, f32::from_le_bytes).map(f64::from).collect()))
        }
        (Double, Some(raw)) => Some(Contents::Floats(chunks(raw, f64::from_le_bytes).collect())),
        (Int64, None) => Some(from_ints(tensor.int64_data.iter().copied())),
        (Int32 | Int16 | Int8 | Uint16 | Uint8 | Bool, None) => {
            Some(from_ints(tensor.int32_data.iter().map(|int| i64::from(*int))))
        }
        (Uint32 | Uint64, None) => {
            let numbers =
                tensor.uint64_data.iter().map(|int| i64::try_from(*int)).collect::<Result<Vec<_>, _>>();
            numbers.ok().map(from_ints)
        }
        (Float, None) => {
            Some(Contents::Floats(tensor.float_data.iter().map(|float| f64::from(*float)).collect()))
        }
        (Double, None) => Some(Contents::Floats(tensor.double_data.clone())),
        _ => None,
    };
    contents.filter(|contents| contents.len() == count)
}

impl Contents {
    /// The number of elements.
    pub fn len(&self) -> usize {
        match self {
            Contents::Ints(ints) => ints.len(),
            Contents::Floats(floats) => floats.len(),
        }
    }

    /// Whether the tensor has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Contents without symbolic sizes.
pub(super) fn from_ints(ints: impl IntoIterator<Item = i64>) -> Contents {
    Contents::Ints(ints.into_iter().map(IntElement::Int).collect())
}

fn ints<const N: usize>(raw: &[u8], read: impl Fn([u8; N]) -> i64) -> Option<Contents> {
    Some(from_ints(chunks(raw, read)))
}

fn chunks<const N: usize, T>(raw: &[u8], read: impl Fn([u8; N]) -> T) -> impl Iterator<Item = T> {
    raw.chunks_exact(N).filter_map(move |chunk| Some(read(chunk.try_into().ok()?)))
}
