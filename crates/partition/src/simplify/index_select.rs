//! `torch_index_select`: slices of one dimension, by one list of indices or by one list per batch.

use partita_ir::{Attr, Field, OpCode, OpId, RecordAttr, RecordKind, ValueId};

use super::Rewriter;
use crate::ops::view;

/// `torch_index_select`
pub(super) fn index_select(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let [operand, index] = rewriter.emit.out.op(op).operands[..] else { return None };
    let (table, indices) = (rewriter.emit.shape(operand), rewriter.emit.shape(index));
    let [dim, batch] = ["dim", "batch_dims"].map(|name| view::int_attr(&rewriter.emit.out, op, name, 0));
    // Negative dimensions count from the end.
    let from_end = |number: i64, end: usize| {
        let number = if number < 0 { number + end as i64 } else { number };
        usize::try_from(number).ok()
    };
    let (dim, batch) = (from_end(dim, table.len())?, from_end(batch, indices.len())?);
    if dim >= table.len() || batch > dim || batch > indices.len() || table[..batch] != indices[..batch] {
        return None;
    }
    let chosen = indices.len() - batch;
    let expected: Vec<u64> =
        table[..dim].iter().chain(&indices[batch..]).chain(&table[dim + 1..]).copied().collect();
    if expected[..] != rewriter.result_shape(op)[..] {
        return None;
    }
    let offset = (batch..dim).chain(dim + chosen..expected.len()).map(|dim| dim as i64).collect();
    let batches: Box<[i64]> = (0..batch as i64).collect();
    let fields = vec![
        Field::Ints(offset),
        Field::Ints([dim as i64].into()),
        Field::Ints(batches.clone()),
        Field::Ints(batches),
        Field::Ints([dim as i64].into()),
        Field::Int(indices.len() as i64),
    ];
    let numbers = RecordAttr::new(RecordKind::Gather, fields);
    let numbers = rewriter.emit.out.context.attr(Attr::Record(numbers));
    let is_one = |at: usize| at < batch || at == dim;
    let sizes: Vec<i64> = table
        .iter()
        .enumerate()
        .map(|(at, &size)| if is_one(at) { size.min(1) } else { size } as i64)
        .collect();
    let sizes = rewriter.emit.ints_attr(&sizes);
    let new = rewriter.instead(op, OpCode::Gather, &[operand, index], &[]);
    rewriter.set(new, "dimension_numbers", numbers);
    rewriter.set(new, "slice_sizes", sizes);
    rewriter.results(new)
}
