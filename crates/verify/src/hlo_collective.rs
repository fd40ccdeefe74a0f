//! Collectives: ops that move or add up tensors between devices.

use partita_base::{Diagnostic, code};
use partita_ir::{Attr, OpCode};

use crate::check::{Checked, Element, Integers, OpCheck};
use crate::hlo_elementwise::same_elements;
use crate::hlo_reduce::{Reducer, Starts, check_reducer};
use crate::shape::{Extent, Extents, Tensor};

/// Which replica groups an op accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    /// Groups that together name each id from 0 once.
    Cover,
    /// The same, but `-1` fills short groups.
    Padded,
    /// Groups of distinct ids.
    Distinct,
}

fn group_fault(op: &OpCheck<'_>, message: impl std::fmt::Display) -> Box<Diagnostic> {
    op.attr_fault(code::REPLICA_GROUPS, "replica_groups", message).into()
}

/// Checks `replica_groups`; those spelled by mesh axes are checked with the attribute itself.
fn check_groups<'m>(op: &OpCheck<'m>, rule: Groups) -> Checked<Option<Integers<'m>>> {
    let Some(groups) = op.integers("replica_groups") else { return Ok(None) };
    if groups.shape.len() != 2 {
        return Err(group_fault(
            op,
            format!("replica groups have two dimensions, not {}", groups.shape.len()),
        ));
    }
    let mut ids: Vec<i64> = Vec::new();
    // Of elements that are all equal, two tell as much as all.
    for id in groups.iter().take(groups.stored().max(2)) {
        if id == -1 && rule == Groups::Padded {
            continue;
        }
        if id < 0 {
            return Err(group_fault(op, format!("the replica id {id} is negative")));
        }
        ids.push(id);
    }
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(group_fault(op, format!("the replica id {} is in two groups", pair[0])));
    }
    if rule != Groups::Distinct
        && let Some((missing, _)) = ids.iter().enumerate().find(|(index, id)| *index as i64 != **id)
    {
        return Err(group_fault(op, format!("the replica id {missing} is in no group")));
    }
    Ok(Some(groups))
}

/// With global device ids a collective needs a channel.
fn check_channel(op: &OpCheck<'_>) -> Checked {
    if !matches!(op.attr("use_global_device_ids"), Some(Attr::Unit)) {
        return Ok(());
    }
    let handle = op.record("channel_handle").map(|channel| channel.int("handle"));
    let fits = match op.code {
        OpCode::AllGather => handle.is_none_or(|handle| handle >= 0),
        _ => handle.is_some_and(|handle| handle > 0),
    };
    if fits {
        return Ok(());
    }
    op.fail_attr("use_global_device_ids", "global device ids need a channel with a positive handle")
}

fn check_counts(op: &OpCheck<'_>) -> Checked {
    if op.op.operands.len() == op.op.result_count() {
        return Ok(());
    }
    let message = format!("there are {} results for {} operands", op.op.result_count(), op.op.operands.len());
    op.fail(code::RESULT_COUNT, message)
}

/// `stablehlo.all_gather`
pub(crate) fn all_gather(op: &OpCheck<'_>) -> Checked {
    check_counts(op)?;
    check_groups(op, Groups::Cover)?;
    check_channel(op)?;
    let pairs: Vec<(Tensor<'_>, Tensor<'_>)> = op.tensors()?.into_iter().zip(op.result_tensors()?).collect();
    if let Some(index) = pairs.iter().position(|(operand, result)| operand.element != result.element) {
        return op.wrong_result(index, &format!("tensor<…x{}>", op.spell(pairs[index].0.element)));
    }
    for (operand, result) in pairs {
        let dim = op.dimension("all_gather_dim", op.int("all_gather_dim").unwrap_or(0), operand.rank())?;
        if operand.rank() != result.rank() {
            return op.fail_shape(format!(
                "`{}` and `{}` differ in rank",
                op.spell(operand.ty),
                op.spell(result.ty)
            ));
        }
        check_other_dims(op, operand, result, dim)?;
        if operand.dim(dim) == Extent::Fixed(0) {
            return op.fail_shape(format!("there is nothing to gather along dimension {dim}"));
        }
        match (operand.dim(dim).fixed(), result.dim(dim).fixed()) {
            (Some(part), Some(whole)) if whole % part != 0 => {
                return op.fail_shape(format!("size {whole} of dimension {dim} is no multiple of {part}"));
            }
            (Some(_), Some(_)) => {}
            // As in MLIR, an unknown size leaves the operands behind it unchecked.
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// Fails unless all dimensions but one agree.
fn check_other_dims(op: &OpCheck<'_>, operand: Tensor<'_>, result: Tensor<'_>, dim: usize) -> Checked {
    match (0..operand.rank()).find(|other| *other != dim && !operand.dim(*other).matches(result.dim(*other)))
    {
        None => Ok(()),
        Some(other) => {
            let (operand, result) = (op.spell(operand.ty), op.spell(result.ty));
            op.fail_shape(format!("dimension {other} of `{operand}` and `{result}` differs"))
        }
    }
}

/// `stablehlo.all_reduce`
pub(crate) fn all_reduce(op: &OpCheck<'_>) -> Checked {
    check_groups(op, Groups::Padded)?;
    check_channel(op)?;
    check_counts(op)?;
    for index in 0..op.op.operands.len() {
        let operand = op.tensor(index)?;
        let sums = check_reducer(
            op,
            0,
            &Reducer { inputs: &[operand], starts: Starts::Elements(&[operand.element]), allowed: &[] },
        )?;
        op.infer(index, &operand.unbounded(), sums.first().map_or(Element::Any, |sum| Element::Is(*sum)))?;
    }
    Ok(())
}

/// `stablehlo.reduce_scatter`
pub(crate) fn reduce_scatter(op: &OpCheck<'_>) -> Checked {
    check_groups(op, Groups::Cover)?;
    check_channel(op)?;
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let sums = check_reducer(
        op,
        0,
        &Reducer { inputs: &[operand], starts: Starts::Elements(&[operand.element]), allowed: &[] },
    )?;
    if operand.rank() != result.rank() {
        return op.fail_shape(format!(
            "`{}` and `{}` differ in rank",
            op.spell(operand.ty),
            op.spell(result.ty)
        ));
    }
    let dim = op.dimension("scatter_dimension", op.int("scatter_dimension").unwrap_or(0), operand.rank())?;
    let (Some(whole), Some(part)) = (operand.dim(dim).fixed(), result.dim(dim).fixed()) else {
        return Ok(());
    };
    check_other_dims(op, operand, result, dim)?;
    if whole == 0 || part == 0 || whole % part != 0 {
        return op.fail_shape(format!("size {whole} of dimension {dim} is no multiple of {part}"));
    }
    match sums.first() {
        Some(sum) if *sum != result.element => op.wrong_result(0, &format!("tensor<…x{}>", op.spell(*sum))),
        _ => Ok(()),
    }
}

/// `stablehlo.all_to_all`
pub(crate) fn all_to_all(op: &OpCheck<'_>) -> Checked {
    if op.op.operands.len() != op.op.result_count() {
        return check_counts(op);
    }
    let int = |name| op.int(name).unwrap_or(0);
    let count = int("split_count").unsigned_abs().max(1);
    let groups = check_groups(op, Groups::Cover)?;
    for index in 0..op.op.operands.len() {
        let operand = op.tensor(index)?;
        let split = op.dimension("split_dimension", int("split_dimension"), operand.rank())?;
        let concat = op.dimension("concat_dimension", int("concat_dimension"), operand.rank())?;
        if operand.dim(split).fixed().is_some_and(|size| size % count != 0) {
            return op.fail_shape(format!(
                "{count} parts do not divide dimension {split} of `{}`",
                op.spell(operand.ty)
            ));
        }
        let mut extents: Extents = operand.extents();
        extents[split] = extents[split].map(|size| size / count);
        extents[concat] = extents[concat].map(|size| size.saturating_mul(count));
        op.infer(index, &extents, Element::Is(operand.element))?;
    }
    if let Some(groups) = groups {
        let size = groups.size(1);
        if groups.size(0) > 0 && size != count {
            return Err(group_fault(op, format!("groups of {size} do not fit split_count {count}")));
        }
    }
    Ok(())
}

/// `stablehlo.collective_permute`
pub(crate) fn collective_permute(op: &OpCheck<'_>) -> Checked {
    check_pairs(op)?;
    moved(op)
}

/// The pairs of a permutation: each source and each target at most once.
fn check_pairs(op: &OpCheck<'_>) -> Checked {
    let name = "source_target_pairs";
    let Some(pairs) = op.integers(name) else { return Ok(()) };
    let fault = |message: String| op.attr_fault(code::REPLICA_GROUPS, name, message);
    if pairs.shape.len() != 2 || pairs.size(1) != 2 {
        return Err(fault(format!("`{name}` is not a list of pairs")).into());
    }
    // Of elements that are all equal, two pairs tell as much as all.
    let values: Vec<i64> = pairs.iter().take(pairs.stored().max(4)).collect();
    if let Some(id) = values.iter().find(|id| **id < 0) {
        return Err(fault(format!("the id {id} is negative")).into());
    }
    for (side, what) in [(0, "source"), (1, "target")] {
        let mut ids: Vec<i64> = values.iter().skip(side).step_by(2).copied().collect();
        ids.sort_unstable();
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(fault(format!("{} is a {what} twice", pair[0])).into());
        }
    }
    Ok(())
}

/// The result is the operand, from another device.
fn moved(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(0)?;
    op.infer(0, &operand.extents(), Element::Is(operand.element))
}

/// `stablehlo.collective_broadcast`
pub(crate) fn collective_broadcast(op: &OpCheck<'_>) -> Checked {
    check_groups(op, Groups::Distinct)?;
    moved(op)
}
