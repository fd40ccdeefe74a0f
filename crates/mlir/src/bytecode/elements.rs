//! The elements of constants.

use partita_ir::{Attr, Context, TypeId};

use super::fault::{Read, Stop, invalid, unsupported};
use super::tables::EntryReader;
use crate::dense::{ElementFormat, Scalar, canonical_data};

/// The number of elements of a constant of a type.
pub(super) fn shape(context: &Context, ty: TypeId, at: usize) -> Read<u64> {
    let count = context.tensor(ty).and_then(|tensor| tensor.elements());
    count.ok_or_else(|| invalid(at, "expected a tensor type of static shape for a constant"))
}

impl EntryReader<'_, '_> {
    /// A dense constant: its type, and one element for all or each.
    pub(super) fn dense(&mut self) -> Read<Attr> {
        let at = self.bytes.offset();
        let ty = self.ty()?;
        let data = self.bytes.blob()?;
        let context = &self.tables.module.context;
        let count = shape(context, ty, at)?;
        let element = context.tensor(ty).map(|tensor| tensor.element);
        let Some(format) = element.and_then(|element| ElementFormat::of(context, element)) else {
            return Err(unsupported("a constant has elements of an unsupported type"));
        };
        if let Scalar::Int { width: 65.., .. } = format.scalar {
            return Err(unsupported("constants with elements of more than 64 bits are not supported"));
        }
        let size = format.bytes();
        if matches!(format.scalar, Scalar::Int { width: 1, .. }) && !format.complex {
            // A byte has eight elements, of two digits or a word each.
            self.add_length((data.len() as u64).saturating_mul(64));
            let data = bits(data, count).ok_or_else(|| wrong_length(data, count, at))?;
            return Ok(Attr::Dense { ty, data: canonical_data(data, size, None) });
        }
        let is_full = count.checked_mul(size as u64) == Some(data.len() as u64);
        if !is_full && data.len() != size {
            return Err(wrong_length(data, count, at));
        }
        Ok(Attr::Dense { ty, data: canonical_data(data.to_vec(), size, None) })
    }
}

fn wrong_length(data: &[u8], count: u64, at: usize) -> Stop {
    let length = data.len();
    invalid(at, format_args!("a constant of {count} elements has {length} bytes of data"))
}

/// Flags, which are stored eight to a byte, lowest bit first. A single byte may also be the value of all.
fn bits(data: &[u8], count: u64) -> Option<Vec<u8>> {
    if let [all @ (0 | 0xff)] = data {
        return Some(vec![all & 1]);
    }
    if let [one] = data
        && count > 8
    {
        return Some(vec![one & 1]);
    }
    if count.div_ceil(8) != data.len() as u64 {
        return None;
    }
    let flag = |index: u64| data[index as usize / 8] >> (index % 8) & 1;
    Some((0..count).map(flag).collect())
}
