//! Rejects models that the embedded runtime would compute differently from the ONNX standard.

use partita_base::Id;
use partita_onnx::graph::Node;
use partita_onnx::{ElementType, TypedGraph};

use super::Array;
use crate::EngineError;

/// Ops whose results differ from the standard, and how.
const WRONG: &[(&str, &str)] = &[
    ("ArgMax", "it does not return the first of several largest elements"),
    ("ArgMin", "it does not return the first of several smallest elements"),
    ("BitCast", "it lacks some element types"),
    ("ConvInteger", "it pads with a value other than zero"),
    ("DynamicQuantizeLinear", "it rounds differently"),
    ("NonMaxSuppression", "it supports neither several classes nor flipped boxes"),
    ("Sign", "it does not return zero for zero"),
];

/// Whether `rten` can represent an element type, perhaps in a wider one.
fn is_known(element: ElementType) -> bool {
    use ElementType as E;
    matches!(element, E::Float | E::Int32 | E::Int64 | E::Bool | E::Int8 | E::Uint8)
}

/// Rejects a graph with types that the embedded runtime lacks, or with ops in which it deviates from the standard.
pub(crate) fn check_graph(graph: &TypedGraph<'_>) -> Result<(), EngineError> {
    // Type inference has limited the nesting of bodies, so this recursion is bounded.
    graph.bodies.values().chain(graph.calls.values()).try_for_each(check_graph)?;
    for (id, node) in graph.graph.nodes.iter() {
        for value in node.inputs.iter().chain(&node.outputs).copied().flatten() {
            match graph.types[value].element {
                Some(element) if !is_known(element) => {
                    let message =
                        format!("the embedded runtime has no {} of {}", node.proto.op(), element.text());
                    return Err(EngineError::unsupported(message));
                }
                _ => {}
            }
        }
        if let Some(why) = wrong(graph, node) {
            let name = node.proto.name.as_deref().unwrap_or_default();
            let op = node.proto.op();
            let message = format!(
                "{op} of the embedded runtime deviates from the ONNX standard: {why} (node {} `{name}`)",
                id.index()
            );
            return Err(EngineError::unsupported(message));
        }
    }
    for value in graph.graph.values.iter().map(|(_, value)| value) {
        let Some(tensor) =
            value.initializer.filter(|tensor| tensor.data_type == Some(ElementType::Int64 as i32))
        else {
            continue;
        };
        // Exporters write "up to the last element" in a `Slice` as the largest `i64`; as the largest `i32` it means the
        // same.
        let is_limit = value.uses.iter().all(|(node, _)| graph.graph.nodes[*node].proto.op() == "Slice");
        if !is_limit && Array::from_proto(tensor)?.data().as_chunks::<8>().0.iter().any(|c| is_wide(*c)) {
            let message =
                format!("the embedded runtime has no 64-bit integers such as those in `{}`", value.name);
            return Err(EngineError::unsupported(message));
        }
    }
    Ok(())
}

fn is_wide(chunk: [u8; 8]) -> bool {
    i32::try_from(i64::from_le_bytes(chunk)).is_err()
}

/// How the result of a node would deviate from the standard, if it would.
fn wrong(graph: &TypedGraph<'_>, node: &Node<'_>) -> Option<&'static str> {
    let op = node.proto.op();
    let text = |name| node.proto.attribute(name).and_then(|attribute| attribute.s.as_deref());
    let rank = |input: usize| {
        let value = node.inputs.get(input).copied().flatten()?;
        graph.types[value].rank()
    };
    let first = node.inputs.first().copied().flatten().and_then(|value| graph.types[value].element);
    match op {
        "Resize" if text("mode") == Some(b"cubic") => Some("it computes mode cubic as linear"),
        "Resize" if text("coordinate_transformation_mode") == Some(b"align_corners") => {
            Some("it does not align corners when the result is smaller")
        }
        "MatMul" if rank(1) == Some(1) && rank(0) != Some(2) && rank(0) != Some(1) => {
            Some("its product with a vector keeps a dimension too many")
        }
        _ if text("auto_pad") == Some(b"SAME_LOWER") => Some("it pads the wrong end for SAME_LOWER"),
        "ReduceMax" | "ReduceMin" if first == Some(ElementType::Bool) => Some("it does not support booleans"),
        "Dropout" if node.inputs.get(2).copied().flatten().is_some() => {
            Some("it does not support training mode")
        }
        _ => WRONG.iter().find(|(wrong, _)| *wrong == op).map(|(_, why)| *why),
    }
}
