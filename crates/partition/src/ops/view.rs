//! Accessors for attributes of global ops.

use partita_ir::{Attr, DenseData, Module, OpId, RecordAttr};

fn attr<'m>(module: &'m Module, op: OpId, name: &str) -> Option<&'m Attr> {
    module.attr(op, module.context.find_symbol(name)?)
}

/// An integer attribute; `default` when absent.
pub(crate) fn int_attr(module: &Module, op: OpId, name: &str, default: i64) -> i64 {
    match attr(module, op, name) {
        Some(Attr::Integer { value, .. }) => i64::try_from(*value).unwrap_or(default),
        _ => default,
    }
}

/// A list of integers; empty when absent.
pub(crate) fn int_list_attr<'m>(module: &'m Module, op: OpId, name: &str) -> &'m [i64] {
    match attr(module, op, name) {
        Some(Attr::DenseArray { values, .. }) => values,
        _ => &[],
    }
}

/// A list of integers with one entry per dimension; `default` for each when absent.
pub(crate) fn ints_or(module: &Module, op: OpId, name: &str, rank: usize, default: i64) -> Vec<i64> {
    match int_list_attr(module, op, name) {
        [] => vec![default; rank],
        list => list.to_vec(),
    }
}

/// A list of dimensions.
pub(crate) fn dims_attr(module: &Module, op: OpId, name: &str) -> Vec<usize> {
    int_list_attr(module, op, name).iter().filter_map(|&dim| usize::try_from(dim).ok()).collect()
}

/// The padding of a window: low and high per dimension, zero when absent.
pub(crate) fn window_padding(module: &Module, op: OpId, rank: usize) -> Vec<[i64; 2]> {
    let number = |bytes: &[u8]| bytes.try_into().map_or(0, i64::from_le_bytes);
    match attr(module, op, "padding") {
        Some(Attr::Dense { data: DenseData::Splat(bytes), .. }) => vec![[number(bytes); 2]; rank],
        Some(Attr::Dense { data: DenseData::Full(bytes), .. }) => {
            bytes.chunks(16).map(|pair| [number(&pair[..8]), number(&pair[8..])]).collect()
        }
        _ => vec![[0; 2]; rank],
    }
}

/// A record attribute: one with named fields.
pub(crate) fn record_attr<'m>(module: &'m Module, op: OpId, name: &str) -> Option<&'m RecordAttr> {
    match attr(module, op, name)? {
        Attr::Record(record) => Some(record),
        _ => None,
    }
}
