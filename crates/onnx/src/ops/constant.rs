//! Signatures of ops that generate tensors from attributes and parameters.

use super::build::Rule;
use super::layout::shape_or_rank_from;
use super::{Call, Contents, IntElement, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

type Answer = Result<Signature, NoRule>;

/// `Constant`: one of several attributes has the value.
pub(super) fn constant(call: &Call<'_>) -> Answer {
    use ElementType::{Float, Int64, String};
    let attribute = |name: &str| call.node.attribute(name);
    let tensor = |dims: &[i64], element: Option<i32>| {
        let dims = dims.iter().map(|dim| u64::try_from(*dim).map_or(Dim::Unknown, Dim::Known)).collect();
        (element.and_then(ElementType::from_number), dims)
    };
    let list = |element, count: usize| (Some(element), vec![Dim::Known(count as u64)]);
    let (element, dims): (_, Vec<Dim>) =
        if let Some(value) = attribute("value").and_then(|value| value.t.as_ref()) {
            tensor(&value.dims, value.data_type)
        } else if let Some(value) = attribute("sparse_value").and_then(|value| value.sparse_tensor.as_ref()) {
            tensor(&value.dims, value.values.as_ref().and_then(|values| values.data_type))
        } else if attribute("value_float").is_some() {
            (Some(Float), Vec::new())
        } else if attribute("value_int").is_some() {
            (Some(Int64), Vec::new())
        } else if attribute("value_string").is_some() {
            (Some(String), Vec::new())
        } else if let Some(value) = attribute("value_floats") {
            list(Float, value.floats.len())
        } else if let Some(value) = attribute("value_ints") {
            list(Int64, value.ints.len())
        } else if let Some(value) = attribute("value_strings") {
            list(String, value.strings.len())
        } else {
            return call.invalid("expected a value attribute".to_string());
        };
    generated(call, element, dims)
}

/// `ConstantOfShape`: zeros, or the value of an attribute.
pub(super) fn constant_of_shape(call: &Call<'_>) -> Answer {
    let value = call.node.attribute("value").and_then(|value| value.t.as_ref()?.data_type);
    let element = value.map_or(Some(ElementType::Float), ElementType::from_number);
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for (at, size) in shape_or_rank_from(call, 0)?.into_iter().enumerate() {
        axes.push(rule.new_dim(size, FactorKind::Generated));
        rule.sized_element(0, at, &axes[at]);
    }
    rule.output(element, axes);
    rule.finish()
}

/// `Range`: the size is certain if start, limit and step are.
pub(super) fn range(call: &Call<'_>) -> Answer {
    let scalar = |input: usize| match call.operand(input)?.contents.as_ref()? {
        Contents::Ints(ints) => match ints.as_slice() {
            [IntElement::Int(int)] => Some(*int as f64),
            _ => None,
        },
        Contents::Floats(floats) => floats.first().copied(),
    };
    let size = match (scalar(0), scalar(1), scalar(2)) {
        (_, _, Some(0.0)) => return call.invalid("the step must not be 0".to_string()),
        (Some(start), Some(limit), Some(step)) => {
            let count = ((limit - start) / step).ceil().max(0.0);
            if count < 1e15 { Dim::Known(count as u64) } else { Dim::Unknown }
        }
        // A range from 0 in steps of 1 to a named size.
        (Some(0.0), None, Some(1.0)) => match call.elements(1) {
            Ok(Some([IntElement::Size(size)])) => size.clone(),
            _ => Dim::Unknown,
        },
        _ => Dim::Unknown,
    };
    generated(call, call.element(0), vec![size])
}

/// Every element depends on its position only.
fn generated(call: &Call<'_>, element: Option<ElementType>, dims: Vec<Dim>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = dims.into_iter().map(|size| rule.new_dim(size, FactorKind::Generated)).collect();
    rule.output(element, axes);
    rule.finish()
}
