//! Ops that broadcast their operands to a common shape.

use partita_ir::{Attr, AttrId, EnumAttr, EnumKind, OpCode, OpId, ValueId};

use super::Rewriter;
use crate::ops::view;

/// `broadcast`: the new dimensions come first.
pub(super) fn broadcast(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let operand = rewriter.operand(op, 0);
    let (from, to) = (rewriter.emit.shape(operand).len(), rewriter.result_shape(op).len());
    let dims: Vec<i64> = (to.checked_sub(from)?..to).map(|dim| dim as i64).collect();
    let dims = rewriter.emit.ints_attr(&dims);
    let new = rewriter.instead(op, OpCode::BroadcastInDim, &[operand], &[]);
    rewriter.set(new, "broadcast_dimensions", dims);
    rewriter.results(new)
}

/// `chlo.broadcast_add` and the like
pub(super) fn broadcast_elementwise(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let code = rewriter.emit.out.op(op).name.code()?.traits().broadcasts?;
    let [lhs, rhs] = rewriter.emit.out.op(op).operands[..] else { return None };
    let given = view::int_list_attr(&rewriter.emit.out, op, "broadcast_dimensions").to_vec();
    let ranks = [lhs, rhs].map(|value| rewriter.emit.shape(value).len());
    let mut places = Vec::new();
    for rank in ranks {
        // The given dimensions apply to the operand of lower rank.
        let is_given = rank < ranks[0].max(ranks[1]) && !given.is_empty();
        places.push(if is_given { given.clone() } else { aligned(rewriter, op, rank)? });
    }
    for (value, dims) in [lhs, rhs].into_iter().zip(&places) {
        check(rewriter, op, value, dims)?;
    }
    let cases = comparison(rewriter, op, code)?;
    let operands: Vec<ValueId> = [lhs, rhs]
        .into_iter()
        .zip(&places)
        .map(|(value, dims)| broadcast_to_result(rewriter, op, value, dims))
        .collect();
    let new = rewriter.instead(op, code, &operands, &[]);
    for (name, case) in cases {
        rewriter.set(new, name, case);
    }
    rewriter.results(new)
}

/// `chlo.broadcast_select`
pub(super) fn broadcast_select(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let operands = rewriter.emit.out.op(op).operands.clone();
    let mut places = Vec::new();
    for &value in &operands {
        let rank = rewriter.emit.shape(value).len();
        let dims = aligned(rewriter, op, rank)?;
        check(rewriter, op, value, &dims)?;
        places.push(dims);
    }
    let operands: Vec<ValueId> = operands
        .into_iter()
        .zip(&places)
        .map(|(value, dims)| broadcast_to_result(rewriter, op, value, dims))
        .collect();
    let new = rewriter.instead(op, OpCode::Select, &operands, &[]);
    rewriter.results(new)
}

/// The last dimensions of the result, for an operand of this rank.
fn aligned(rewriter: &Rewriter, op: OpId, rank: usize) -> Option<Vec<i64>> {
    let all = rewriter.result_shape(op).len();
    Some((all.checked_sub(rank)?..all).map(|dim| dim as i64).collect())
}

/// Checks that an operand can be broadcast to the shape of the result.
fn check(rewriter: &Rewriter, op: OpId, value: ValueId, dims: &[i64]) -> Option<()> {
    let (from, to) = (rewriter.emit.shape(value), rewriter.result_shape(op));
    let fits = |(&size, &dim): (&u64, &i64)| {
        usize::try_from(dim)
            .ok()
            .and_then(|dim| to.get(dim))
            .is_some_and(|&wanted| size == 1 || size == wanted)
    };
    let rises = dims.windows(2).all(|pair| pair[0] < pair[1]);
    (from.len() == dims.len() && rises && from.iter().zip(dims).all(fits)).then_some(())
}

fn broadcast_to_result(rewriter: &mut Rewriter, op: OpId, value: ValueId, dims: &[i64]) -> ValueId {
    let shape = rewriter.result_shape(op);
    if rewriter.emit.shape(value) == shape {
        return value;
    }
    rewriter.emit.broadcast_in_dim(value, &shape, dims)
}

/// The attributes of a comparison in the other dialect; none for other ops.
fn comparison(rewriter: &mut Rewriter, op: OpId, code: OpCode) -> Option<Vec<(&'static str, AttrId)>> {
    if code != OpCode::Compare {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    for (name, kind) in
        [("compare_type", EnumKind::ComparisonType), ("comparison_direction", EnumKind::ComparisonDirection)]
    {
        let context = &mut rewriter.emit.out.context;
        let Some(given) = context.find_symbol(name).and_then(|name| rewriter.emit.out.op(op).attr(name))
        else {
            continue;
        };
        let context = &mut rewriter.emit.out.context;
        let Attr::Enum(case) = context.attr_of(given) else { return None };
        let case = EnumAttr::parse(kind, case.text())?;
        found.push((name, context.attr(Attr::Enum(case))));
    }
    Some(found)
}
