//! Checks collectives: ops that move or reduce tensors between devices.

use partita_base::{Diagnostic, code};
use partita_ir::{Attr, OpCode};

use crate::check::{Checked, ExpectedElement, Integers, OpCheck};
use crate::hlo_elementwise::same_elements;
use crate::hlo_reduce::{Reducer, Starts, check_reducer};
use crate::shape::{Extent, Extents, TensorView};

/// The replica groups that an op accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    /// Groups that together contain each id from 0 on exactly once.
    Cover,
    /// Like `Cover`, but `-1` may pad short groups.
    Padded,
    /// Groups of distinct ids.
    Distinct,
}

fn group_fault(op: &OpCheck<'_>, message: impl std::fmt::Display) -> Box<Diagnostic> {
    op.attr_fault(code::REPLICA_GROUPS, "replica_groups", message).into()
}

/// Checks `replica_groups`; groups given by mesh axes are checked with the attribute itself.
fn check_groups<'m>(op: &OpCheck<'m>, rule: Groups) -> Checked<Option<Integers<'m>>> {
    let Some(groups) = op.integers("replica_groups") else { return Ok(None) };
    if groups.shape.len() != 2 {
        return Err(group_fault(
            op,
            format!("expected replica groups of rank 2, found rank {}", groups.shape.len()),
        ));
    }
    let mut ids: Vec<i64> = Vec::new();
    // Two of the elements of a splat are enough to find a duplicate.
    for id in groups.iter().take(groups.stored().max(2)) {
        if id == -1 && rule == Groups::Padded {
            continue;
        }
        if id < 0 {
            return Err(group_fault(op, format!("negative replica id {id}")));
        }
        ids.push(id);
    }
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(group_fault(op, format!("replica id {} appears more than once", pair[0])));
    }
    if rule != Groups::Distinct
        && let Some((missing, _)) = ids.iter().enumerate().find(|(index, id)| *index as i64 != **id)
    {
        return Err(group_fault(op, format!("replica id {missing} is missing from the groups")));
    }
    Ok(Some(groups))
}

/// Checks that a collective with global device ids has a channel.
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
    op.fail_attr("use_global_device_ids", "expected a channel with a positive handle for global device ids")
}

fn check_counts(op: &OpCheck<'_>) -> Checked {
    if op.op.operands.len() == op.op.result_count() {
        return Ok(());
    }
    let message = format!(
        "expected one result per operand: {} operands, {} results",
        op.op.operands.len(),
        op.op.result_count()
    );
    op.fail(code::RESULT_COUNT, message)
}

/// Checks `stablehlo.all_gather`.
pub(crate) fn all_gather(op: &OpCheck<'_>) -> Checked {
    check_counts(op)?;
    check_groups(op, Groups::Cover)?;
    check_channel(op)?;
    let pairs: Vec<(TensorView<'_>, TensorView<'_>)> =
        op.tensors()?.into_iter().zip(op.result_tensors()?).collect();
    if let Some(index) = pairs.iter().position(|(operand, result)| operand.element != result.element) {
        return op.wrong_result(index, &format!("tensor<…x{}>", op.spell(pairs[index].0.element)));
    }
    for (operand, result) in pairs {
        let dim = op.dimension("all_gather_dim", op.int("all_gather_dim").unwrap_or(0), operand.rank())?;
        if operand.rank() != result.rank() {
            return op.fail_shape(format!(
                "`{}` and `{}` have different ranks",
                op.spell(operand.ty),
                op.spell(result.ty)
            ));
        }
        check_other_dims(op, operand, result, dim)?;
        if operand.dim(dim) == Extent::Fixed(0) {
            return op.fail_shape(format!("dimension {dim} of the operand is empty"));
        }
        match (operand.dim(dim).fixed(), result.dim(dim).fixed()) {
            (Some(local), Some(gathered)) if gathered % local != 0 => {
                return op.fail_shape(format!(
                    "size {gathered} of dimension {dim} of the result is not a multiple of {local}"
                ));
            }
            (Some(_), Some(_)) => {}
            // Like MLIR, skips the remaining operands after an unknown size.
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// Fails unless all dimensions except one agree.
fn check_other_dims(
    op: &OpCheck<'_>,
    operand: TensorView<'_>,
    result: TensorView<'_>,
    dim: usize,
) -> Checked {
    match (0..operand.rank()).find(|other| *other != dim && !operand.dim(*other).matches(result.dim(*other)))
    {
        None => Ok(()),
        Some(other) => {
            let (operand, result) = (op.spell(operand.ty), op.spell(result.ty));
            op.fail_shape(format!("dimension {other} of `{operand}` and of `{result}` differ"))
        }
    }
}

/// Checks `stablehlo.all_reduce`.
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
        op.infer(
            index,
            &operand.unbounded(),
            sums.first().map_or(ExpectedElement::Any, |sum| ExpectedElement::Is(*sum)),
        )?;
    }
    Ok(())
}

/// Checks `stablehlo.reduce_scatter`.
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
            "`{}` and `{}` have different ranks",
            op.spell(operand.ty),
            op.spell(result.ty)
        ));
    }
    let dim = op.dimension("scatter_dimension", op.int("scatter_dimension").unwrap_or(0), operand.rank())?;
    let (Some(full), Some(scattered)) = (operand.dim(dim).fixed(), result.dim(dim).fixed()) else {
        return Ok(());
    };
    check_other_dims(op, operand, result, dim)?;
    if full == 0 || scattered == 0 || full % scattered != 0 {
        return op.fail_shape(format!(
            "size {full} of dimension {dim} of the operand is not a multiple of {scattered}"
        ));
    }
    match sums.first() {
        Some(sum) if *sum != result.element => op.wrong_result(0, &format!("tensor<…x{}>", op.spell(*sum))),
        _ => Ok(()),
    }
}

/// Checks `stablehlo.all_to_all`.
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
                "`split_count` {count} does not divide dimension {split} of `{}`",
                op.spell(operand.ty)
            ));
        }
        let mut extents: Extents = operand.extents();
        extents[split] = extents[split].map(|size| size / count);
        extents[concat] = extents[concat].map(|size| size.saturating_mul(count));
        op.infer(index, &extents, ExpectedElement::Is(operand.element))?;
    }
    if let Some(groups) = groups {
        let size = groups.size(1);
        if groups.size(0) > 0 && size != count {
            return Err(group_fault(
                op,
                format!("expected groups of `split_count` = {count} replicas, found {size}"),
            ));
        }
    }
    Ok(())
}

/// Checks `stablehlo.collective_permute`.
pub(crate) fn collective_permute(op: &OpCheck<'_>) -> Checked {
    check_pairs(op)?;
    check_same_type(op)
}

/// Checks the pairs of a permutation: each id is a source and a target at most once.
fn check_pairs(op: &OpCheck<'_>) -> Checked {
    let name = "source_target_pairs";
    let Some(pairs) = op.integers(name) else { return Ok(()) };
    let fault = |message: String| op.attr_fault(code::REPLICA_GROUPS, name, message);
    if pairs.shape.len() != 2 || pairs.size(1) != 2 {
        return Err(fault(format!("expected `{name}` to be a list of pairs")).into());
    }
    // Two of the pairs of a splat are enough to find a duplicate.
    let values: Vec<i64> = pairs.iter().take(pairs.stored().max(4)).collect();
    if let Some(id) = values.iter().find(|id| **id < 0) {
        return Err(fault(format!("negative id {id}")).into());
    }
    for (side, what) in [(0, "source"), (1, "target")] {
        let mut ids: Vec<i64> = values.iter().skip(side).step_by(2).copied().collect();
        ids.sort_unstable();
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(fault(format!("{} is a {what} more than once", pair[0])).into());
        }
    }
    Ok(())
}

/// Checks that the result has the type of the operand, which comes from another device.
fn check_same_type(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(0)?;
    op.infer(0, &operand.extents(), ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.collective_broadcast`.
pub(crate) fn collective_broadcast(op: &OpCheck<'_>) -> Checked {
    check_groups(op, Groups::Distinct)?;
    check_same_type(op)
}
