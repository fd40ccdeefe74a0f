//! `dot`: a product of matrices or vectors.

use partita_ir::{Attr, AttrId, Field, OpCode, OpId, RecordAttr, RecordKind, ValueId};

use super::Rewriter;

/// The dimension numbers of a product: batching dimensions of both sides, then contracting dimensions of both.
pub(super) fn dot_dimension_numbers(rewriter: &mut Rewriter, lists: [Vec<i64>; 4]) -> AttrId {
    let fields = lists.map(|list| Field::Ints(list.into())).to_vec();
    rewriter.emit.out.context.attr(Attr::Record(RecordAttr::new(RecordKind::Dot, fields)))
}

/// `dot` as a `dot_general`.
pub(super) fn dot(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let [lhs, rhs] = rewriter.emit.out.op(op).operands[..] else { return None };
    let (left, right) = (rewriter.emit.shape(lhs), rewriter.emit.shape(rhs));
    if left.last()? != right.first()? || left.len() > 2 || right.len() > 2 {
        return None;
    }
    let lists = [Vec::new(), Vec::new(), vec![left.len() as i64 - 1], vec![0]];
    let numbers = dot_dimension_numbers(rewriter, lists);
    let new = rewriter.instead(op, OpCode::DotGeneral, &[lhs, rhs], &["precision_config"]);
    rewriter.set(new, "dot_dimension_numbers", numbers);
    rewriter.results(new)
}
