//! The resources of a file: large constants that attributes refer to by key.

use partita_ir::{Resource, ResourceValue};

use super::fault::{Read, invalid, unsupported};
use super::sections::{ResourceEntry, pick};
use super::tables::Tables;

/// Adds all resources to the module.
pub(super) fn read(tables: &mut Tables<'_>) -> Read<()> {
    for entry in std::mem::take(&mut tables.sections.resources) {
        // An attribute may name a resource that does not exist.
        if entry.bytes.is_empty() {
            continue;
        }
        let value = value(tables, entry)?;
        let at = entry.bytes.offset();
        let text = |text| std::str::from_utf8(text).map_err(|_| invalid(at, "a key is not UTF-8"));
        let (owner, key) = (text(entry.owner)?, text(entry.key)?);
        let group = if entry.is_of_dialect { "dialect_resources" } else { "external_resources" };
        let context = &mut tables.module.context;
        let (group, owner, key) = (context.symbol(group), context.symbol(owner), context.symbol(key));
        tables.module.resources.push(Resource { group, owner, key, value });
    }
    Ok(())
}

fn value(tables: &Tables<'_>, entry: ResourceEntry<'_>) -> Read<ResourceValue> {
    let mut bytes = entry.bytes;
    let at = bytes.offset();
    match entry.kind {
        0 => {
            let alignment = bytes.number()?;
            let length = bytes.number()?;
            bytes.align(alignment)?;
            let data = bytes.take(length)?;
            let alignment =
                u32::try_from(alignment).map_err(|_| invalid(at, "the alignment is too large"))?;
            // As text, a blob starts with its alignment.
            Ok(ResourceValue::Blob([&alignment.to_le_bytes(), data].concat().into()))
        }
        1 => Ok(ResourceValue::Bool(bytes.byte()? != 0)),
        2 => {
            let index = bytes.index()?;
            let text = *pick(&tables.sections.strings, index, at, "string")?;
            Ok(ResourceValue::Text(text.into()))
        }
        kind => Err(unsupported(format!("a resource has the unknown kind {kind}"))),
    }
}
