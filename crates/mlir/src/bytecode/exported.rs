//! Files that `jax.export` serialises: a FlatBuffers table, of which one field is a portable artefact.
//!
//! A table starts with the distance to its list of field offsets, which starts with its own length. All offsets are relative to the place
//! where they are stored.

use super::sections::MAGIC;

/// The number of the field with the module.
const MODULE_FIELD: usize = 13;

/// The module in a file of `jax.export`; `None` if the file is another one.
///
/// The derivatives that such a file may contain are modules of their own, and are not returned.
pub fn exported_module(file: &[u8]) -> Option<&[u8]> {
    let table = offset(file, 0)?;
    let distance = i32::from_le_bytes(array(file, table)?);
    let fields = usize::try_from(i64::try_from(table).ok()? - i64::from(distance)).ok()?;
    let length = usize::from(u16::from_le_bytes(array(file, fields)?));
    // The list starts with its length and that of the table.
    let place = 4 + 2 * MODULE_FIELD;
    if place + 2 > length {
        return None;
    }
    let field = usize::from(u16::from_le_bytes(array(file, fields.checked_add(place)?)?));
    if field == 0 {
        return None;
    }
    let module = offset(file, table.checked_add(field)?)?;
    let count = usize::try_from(u32::from_le_bytes(array(file, module)?)).ok()?;
    let start = module.checked_add(4)?;
    let bytes = file.get(start..start.checked_add(count)?)?;
    bytes.starts_with(MAGIC).then_some(bytes)
}

/// The place that the offset stored at `at` refers to.
fn offset(file: &[u8], at: usize) -> Option<usize> {
    let distance = usize::try_from(u32::from_le_bytes(array(file, at)?)).ok()?;
    at.checked_add(distance)
}

fn array<const N: usize>(file: &[u8], at: usize) -> Option<[u8; N]> {
    file.get(at..at.checked_add(N)?)?.try_into().ok()
}
