//! Ops that work element by element, with broadcasting.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

type Answer = Result<Signature, NoRule>;

/// Inputs are aligned at their last dimensions; a dimension of size 1 goes with any other and has no factor there. A
/// dimension that is known by name only is taken not to be 1.
pub(super) fn align(rule: &mut Rule<'_>, inputs: &[usize]) -> Result<Vec<RuleDim>, NoRule> {
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
            None if sizes.iter().all(|(_, _, size)| size == first) => (*first).clone(),
            None => Dim::Unknown,
        };
        if let Some((_, _, other)) =
            sizes.iter().find(|(_, _, other)| other.known().is_some() && **other != size)
        {
            return rule.call.invalid(format!("sizes {size} and {other} in one dimension"));
        }
        let axis = rule.new_dim(size, FactorKind::PassThrough);
        for (input, own, _) in sizes {
            rule.join(input, own, &axis)?;
        }
        axes.push(axis);
    }
    Ok(axes)
}

/// All inputs are broadcast; the element type is that of the first input with one.
pub(super) fn broadcast(call: &Call<'_>) -> Answer {
    broadcast_to(call, call.inputs.iter().flatten().find_map(|input| input.ty.element))
}

/// All inputs are broadcast and compared.
pub(super) fn compare(call: &Call<'_>) -> Answer {
    broadcast_to(call, Some(ElementType::Bool))
}

/// The first input gives the element type (`Pow`, `BitShift`).
pub(super) fn broadcast_first(call: &Call<'_>) -> Answer {
    broadcast_to(call, call.element(0))
}

/// The condition, then two alternatives.
pub(super) fn select(call: &Call<'_>) -> Answer {
    broadcast_to(call, call.element(1).or(call.element(2)))
}

fn broadcast_to(call: &Call<'_>, element: Option<ElementType>) -> Answer {
    if call.inputs.is_empty() {
        return call.invalid("no inputs".to_string());
    }
    let mut rule = Rule::new(call);
    let axes = align(&mut rule, &(0..call.inputs.len()).collect::<Vec<_>>())?;
    rule.output(element, axes);
    rule.finish()
}

/// The slope is broadcast to the first input, which keeps its shape.
pub(super) fn prelu(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = align(&mut rule, &[0, 1])?;
    let rank = call.dims(0)?.len();
    if axes.len() != rank {
        return call.invalid(format!("a slope of rank {} for a tensor of rank {rank}", axes.len()));
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// The first input element by element; others are parameters.
pub(super) fn unary(call: &Call<'_>) -> Answer {
    unary_to(call, call.element(0))
}

/// The first input element by element, with a truth value for each.
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
        return call.invalid(format!("{} has other bits than {}", from.text(), to.text()));
    }
    cast(call)
}

/// The second input gives a type, its contents do not matter.
pub(super) fn cast_like(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    if call.operand(1).is_some_and(|operand| operand.ty.dims.is_some()) {
        rule.keep_all(1, |_| FactorKind::Unread)?;
    }
    rule.output(call.element(1), axes);
    rule.finish()
}

/// The input and, if wanted, which elements were kept. Nothing is dropped outside training.
pub(super) fn dropout(call: &Call<'_>) -> Answer {
    if call.number(2).is_some_and(|training| training != 0) || (call.has(2) && call.number(2).is_none()) {
        return Err(NoRule::Unsupported("in training mode elements are dropped at random"));
    }
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    rule.output(call.element(0), axes.clone());
    let mask = if call.opset >= 10 { Some(ElementType::Bool) } else { call.element(0) };
    rule.output(mask, axes);
    rule.finish()
}

/// Inputs of one shape; the element type is that of the first.
pub(super) fn same_shape(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    for input in 1..call.inputs.len() {
        rule.join_all(input, &axes.iter().collect::<Vec<_>>())?;
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// A training step: two scalars, then as many tensors, gradients and states as there are; each optimised tensor with its states.
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

/// Each text becomes a row of its parts; how many is known only afterwards.
pub(super) fn string_split(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    let mut parts = axes.clone();
    rule.set_kind_all(&axes, FactorKind::Ordered("the shards must agree on the largest number of parts"));
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
