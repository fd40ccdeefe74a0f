//! The narrowest float type that the values of a model are rounded to before its outputs.
//!
//! A model that computes in `f16` often returns `f32`: converters keep the types of inputs and outputs. Its results are
//! as exact as `f16`, whatever the type they are returned in.

use std::collections::BTreeMap;

use partita_onnx::{ElementType, TensorType, proto};

use super::Closeness;
use super::precision::moves_elements;

/// What is known about a value.
#[derive(Clone, Copy, Debug, Default)]
struct RoundedValue {
    /// Its own type.
    element: Option<ElementType>,
    /// The narrowest type that it or a value before it was rounded to.
    narrowest: Option<ElementType>,
    /// Whether it is the same in every run.
    is_constant: bool,
}

/// The narrowest float type that each value of a graph was rounded to, by name; values of unknown type are absent.
pub(super) fn narrowest_types(graph: &proto::Graph) -> BTreeMap<&str, ElementType> {
    let mut known: BTreeMap<&str, RoundedValue> = BTreeMap::new();
    for info in &graph.input {
        let element = info.r#type.as_ref().and_then(|ty| TensorType::from_proto(ty)?.element);
        let value = RoundedValue { element, ..RoundedValue::default() };
        known.extend(info.name.as_deref().map(|name| (name, value)));
    }
    for tensor in &graph.initializer {
        let element = tensor.data_type.and_then(ElementType::from_number);
        let value = RoundedValue { element, is_constant: true, ..RoundedValue::default() };
        known.extend(tensor.name.as_deref().map(|name| (name, value)));
    }
    for node in &graph.node {
        let value = result_of(node, &known);
        known.extend(node.output.iter().map(|name| (name.as_str(), value)));
    }
    known.into_iter().filter_map(|(name, value)| Some((name, value.narrowest?))).collect()
}

fn result_of(node: &proto::Node, known: &BTreeMap<&str, RoundedValue>) -> RoundedValue {
    let inputs = || node.input.iter().filter_map(|name| known.get(name.as_str()));
    // An input that is not declared may be anything.
    let mut given = node.input.iter().filter(|name| !name.is_empty());
    let is_constant = given.all(|name| known.get(name.as_str()).is_some_and(|input| input.is_constant));
    let op = if node.name_space().is_empty() { node.op() } else { "" };
    let element = match op {
        "Cast" => node.attribute("to").and_then(|to| ElementType::from_number(to.i?.try_into().ok()?)),
        // The scale has the type of the result.
        "DequantizeLinear" => node.input.get(1).and_then(|name| known.get(name.as_str())?.element),
        _ => inputs().filter_map(|input| input.element).find(|element| share(*element) > 0.0),
    };
    // Constants are the same however a model is partitioned, and elements that only move are not rounded.
    let own = element.filter(|_| !is_constant && !moves_elements(node));
    let narrowest = inputs().filter_map(|input| input.narrowest).chain(own);
    RoundedValue { element, narrowest: narrowest.max_by(|a, b| share(*a).total_cmp(&share(*b))), is_constant }
}

/// How inexact numbers of a type are; 0 for types that are not floats.
fn share(element: ElementType) -> f64 {
    Closeness::of(element).relative
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(op: &str, inputs: &[&str], output: &str) -> proto::Node {
        proto::Node {
            op_type: Some(op.into()),
            input: inputs.iter().map(|&name| name.into()).collect(),
            output: vec![output.into()],
            ..Default::default()
        }
    }

    fn cast(input: &str, output: &str, to: ElementType) -> proto::Node {
        let to = proto::Attribute { name: Some("to".into()), i: Some(to as i64), ..Default::default() };
        proto::Node { attribute: vec![to], ..node("Cast", &[input], output) }
    }

    fn value(name: &str, element: ElementType) -> proto::ValueInfo {
        let r#type = Some(TensorType::new(element, &[2, 2]).to_proto());
        proto::ValueInfo { name: Some(name.into()), r#type, ..Default::default() }
    }

    #[test]
    fn results_are_as_exact_as_the_narrowest_type_before_them() {
        use ElementType::{Bfloat16, Float, Float16};
        let weight = |name: &str, element: ElementType| proto::Tensor {
            name: Some(name.into()),
            data_type: Some(element as i32),
            ..Default::default()
        };
        let graph = proto::Graph {
            input: vec![value("x", Float), value("half", Float16)],
            initializer: vec![weight("w16", Float16), weight("w32", Float)],
            node: vec![
                // As converters write it: everything in f16, inputs and outputs in f32.
                cast("x", "x16", Float16),
                node("MatMul", &["x16", "w16"], "y16"),
                cast("y16", "converted", Float),
                // Weights that are only stored in f16.
                cast("w16", "stored", Float),
                node("MatMul", &["x", "stored"], "exact"),
                // An input that is moved and cast, but not computed with.
                node("Transpose", &["half"], "moved"),
                cast("moved", "wide", Float),
                node("Add", &["wide", "w32"], "sum"),
                // One of several branches is narrow.
                cast("exact", "brain", Bfloat16),
                cast("brain", "back", Float),
                node("Concat", &["back", "converted"], "joined"),
            ],
            ..Default::default()
        };
        let found = narrowest_types(&graph);
        let of = |name| found.get(name).copied();
        assert_eq!(of("converted"), Some(Float16));
        assert_eq!((of("stored"), of("exact")), (None, Some(Float)));
        assert_eq!((of("moved"), of("sum")), (None, Some(Float)));
        assert_eq!((of("back"), of("joined")), (Some(Bfloat16), Some(Bfloat16)));
    }
}
