//! Signatures of elementwise ops, with broadcasting.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

type Answer = Result<Signature, NoRule>;

/// Aligns inputs at their last dimensions. A dimension of size 1 is broadcast and has no factor. A dimension of unknown size is assumed
/// not to be broadcast.
pub(super) fn align_inputs(rule: &mut Rule<'_>, inputs: &[usize]) -> Result<Vec<RuleDim>, NoRule> {
    let mut shapes: Vec<(usize, &[Dim])> = Vec::new();
    for &input in inputs {
        shapes.push((input, rule.call.dims(input)?));
    }
    let rank = shapes.iter().map(|(_, dims)| dims.len()).max().unwrap_or(0);
    let mut axes = Vec::with_capacity(rank);
    for dim in 0..rank {
        let sizes: Vec<(usize, usize, &Dim)> = (shapes.iter())
            .filter_map(|(input, dims)| {
                let own = (dim + dims.len()).checked_sub(rank)?;
                (dims[own] != Dim::Known(1)).then_some((*input, own, &dims[own]))
            })
            .collect();
        let Some((_, _, first)) = sizes.first() else {
            axes.push(RuleDim::free(Dim::Known(1)));
            continue;
        };
        let known = sizes.iter().map(|(_, _, size)| *size).find(|size| size.known().is_some());
        let size = match known {
            Some(size) => size.clone(),
            None => {
                let all =
                    sizes.iter().try_fold((*first).clone(), |all, (_, _, size)| all.broadcast_with(size));
                all.unwrap_or(Dim::Unknown)
            }
        };
        if let Some((_, _, other)) =
            sizes.iter().find(|(_, _, other)| other.known().is_some() && **other != size)
        {
            return rule.call.invalid(format!("cannot broadcast sizes {size} and {other}"));
        }
        let axis = rule.new_dim(size, FactorKind::PassThrough);
        for (input, own, _) in sizes {
            rule.join(input, own, &axis)?;
        }
        axes.push(axis);
    }
    Ok(axes)
}

/// All inputs are broadcast; the element type is that of the first input that has one.
pub(super) fn broadcast(call: &Call<'_>) -> Answer {
    broadcast_to(call, call.inputs.iter().flatten().find_map(|input| input.ty.element))
}

/// All inputs are broadcast; the result is boolean.
pub(super) fn compare(call: &Call<'_>) -> Answer {
    broadcast_to(call, Some(ElementType::Bool))
}

/// The first input gives the element type (`Pow`, `BitShift`).
pub(super) fn broadcast_first(call: &Call<'_>) -> Answer {
    broadcast_to(call, call.element(0))
}

/// A condition and two alternatives (`Where`).
pub(super) fn select(call: &Call<'_>) -> Answer {
    broadcast_to(call, call.element(1).or(call.element(2)))
}

fn broadcast_to(call: &Call<'_>, element: Option<ElementType>) -> Answer {
    if call.inputs.is_empty() {
        return call.invalid("no inputs".to_string());
    }
    let mut rule = Rule::new(call);
    let axes = align_inputs(&mut rule, &(0..call.inputs.len()).collect::<Vec<_>>())?;
    rule.output(element, axes);
    rule.finish()
}

/// The slope is broadcast to the first input, which keeps its shape.
pub(super) fn prelu(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = align_inputs(&mut rule, &[0, 1])?;
    let rank = call.dims(0)?.len();
    if axes.len() != rank {
        return call.invalid(format!("expected a slope of rank {rank} or less, found {}", axes.len()));
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// Elementwise in the first input; the others are parameters.
pub(super) fn unary(call: &Call<'_>) -> Answer {
    unary_to(call, call.element(0))
}

/// Elementwise in the first input, with a boolean result.
pub(super) fn test(call: &Call<'_>) -> Answer {
    unary_to(call, Some(ElementType::Bool))
}

/// The attribute `to` is the new element type.
pub(super) fn cast(call: &Call<'_>) -> Answer {
    if call.element_attribute("to").is_none() {
        return call.invalid(format!("`to` is {}", call.int("to").unwrap_or(0)));
    }
    unary_to(call, call.element_attribute("to"))
}

/// The same bits as another element type of the same width.
pub(super) fn bit_cast(call: &Call<'_>) -> Answer {
    if let (Some(from), Some(to)) = (call.element(0), call.element_attribute("to"))
        && from.bits() != to.bits()
    {
        return call.invalid(format!("{} and {} have different widths", from.text(), to.text()));
    }
    cast(call)
}

/// The second input gives a type; its contents are not read.
pub(super) fn cast_like(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    if call.operand(1).is_some_and(|operand| operand.ty.dims.is_some()) {
        rule.keep_all(1, |_| FactorKind::Unread)?;
    }
    rule.output(call.element(1), axes);
    rule.finish()
}

/// The input and, optionally, the mask of kept elements. Nothing is dropped outside training.
pub(super) fn dropout(call: &Call<'_>) -> Answer {
    if call.number(2).is_some_and(|training| training != 0) || (call.has(2) && call.number(2).is_none()) {
        return Err(NoRule::Unsupported("training mode drops elements at random"));
    }
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    rule.output(call.element(0), axes.clone());
    let mask = if call.opset >= 10 { Some(ElementType::Bool) } else { call.element(0) };
    rule.output(mask, axes);
    rule.finish()
}

/// Inputs of the same shape; the element type is that of the first.
pub(super) fn same_shape(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    for input in 1..call.inputs.len() {
        rule.join_all(input, &axes.iter().collect::<Vec<_>>())?;
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// A training step: two scalars, then the tensors, their gradients and their states; returns the tensors and their states.
pub(super) fn optimizer(call: &Call<'_>, kept: usize) -> Answer {
    let each = call.inputs.len().saturating_sub(2);
    if each == 0 || !each.is_multiple_of(kept + 1) {
        return call.invalid(format!("{} inputs", call.inputs.len()));
    }
    let (mut rule, count) = (Rule::new(call), each / (kept + 1));
    let mut tensors = Vec::new();
    for tensor in 0..count {
        let axes = rule.pass_all(2 + tensor)?;
        for other in 1..=kept {
            rule.join_all(2 + other * count + tensor, &axes.iter().collect::<Vec<_>>())?;
        }
        tensors.push(axes);
    }
    // The new tensors, then the new states; gradients are not returned.
    for part in 0..kept {
        for (tensor, axes) in tensors.iter().enumerate() {
            let from = if part == 0 { 0 } else { part + 1 };
            rule.output(call.element(2 + from * count + tensor), axes.clone());
        }
    }
    rule.finish()
}

/// Splits every string into a row of substrings. The length of the rows is determined at run time.
pub(super) fn string_split(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    let mut parts = axes.clone();
    rule.set_kind_all(
        &axes,
        FactorKind::Ordered("all shards must agree on the largest number of substrings"),
    );
    parts.push(RuleDim::free(Dim::Unknown));
    rule.output(Some(ElementType::String), parts);
    rule.output(Some(ElementType::Int64), axes);
    rule.finish()
}

fn unary_to(call: &Call<'_>, element: Option<ElementType>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    rule.output(element, axes);
    rule.finish()
}
