//! What the embedded runtime can be given: models that it would compute otherwise than the standard says are refused.

use partita_base::Id;
use partita_onnx::graph::Node;
use partita_onnx::{ElementType, TypedGraph};

use super::Array;
use crate::EngineError;

/// Ops whose results are not those of the standard, and in which case.
const WRONG: &[(&str, &str)] = &[
    ("ArgMax", "of several largest elements it does not take the first"),
    ("ArgMin", "of several smallest elements it does not take the first"),
    ("BitCast", "it has fewer types"),
    ("ConvInteger", "what it pads with is not zero"),
    ("DynamicQuantizeLinear", "it rounds otherwise"),
    ("NonMaxSuppression", "it knows neither several classes nor flipped boxes"),
    ("Sign", "the sign of zero is not zero"),
];

/// Types that it has, in whatever form.
fn is_known(element: ElementType) -> bool {
    use ElementType as E;
    matches!(element, E::Float | E::Int32 | E::Int64 | E::Bool | E::Int8 | E::Uint8)
}

/// Refuses a graph with types or ops that the embedded runtime lacks or has wrong.
pub(crate) fn check_graph(graph: &TypedGraph<'_>) -> Result<(), EngineError> {
    // Bodies in bodies: the depth is limited where types are inferred.
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
                "the embedded runtime has {op} not as the standard says: {why} (node {} `{name}`)",
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
        // "To the end" is written as the largest number.
        let is_limit = value.uses.iter().all(|(node, _)| graph.graph.nodes[*node].proto.op() == "Slice");
        if !is_limit && Array::from_proto(tensor)?.data().as_chunks::<8>().0.iter().any(|c| is_wide(*c)) {
            let message = format!("the embedded runtime has no integers as large as in `{}`", value.name);
            return Err(EngineError::unsupported(message));
        }
    }
    Ok(())
}

fn is_wide(chunk: [u8; 8]) -> bool {
    i32::try_from(i64::from_le_bytes(chunk)).is_err()
}

/// Why a node would be computed wrongly, if it would.
fn wrong(graph: &TypedGraph<'_>, node: &Node<'_>) -> Option<&'static str> {
    let op = node.proto.op();
    let text = |name| node.proto.attribute(name).and_then(|attribute| attribute.s.as_deref());
    let rank = |input: usize| {
        let value = node.inputs.get(input).copied().flatten()?;
        graph.types[value].rank()
    };
    let first = node.inputs.first().copied().flatten().and_then(|value| graph.types[value].element);
    match op {
        "Resize" if text("mode") == Some(b"cubic") => Some("mode cubic is linear"),
        "Resize" if text("coordinate_transformation_mode") == Some(b"align_corners") => {
            Some("corners are not aligned when it makes smaller")
        }
        "MatMul" if rank(1) == Some(1) && rank(0) != Some(2) && rank(0) != Some(1) => {
            Some("a product with a vector keeps a dimension")
        }
        _ if text("auto_pad") == Some(b"SAME_LOWER") => Some("SAME_LOWER pads the other end"),
        "ReduceMax" | "ReduceMin" if first == Some(ElementType::Bool) => Some("it has no truth values"),
        "Dropout" if node.inputs.get(2).copied().flatten().is_some() => Some("training is not known"),
        _ => WRONG.iter().find(|(wrong, _)| *wrong == op).map(|(_, why)| *why),
    }
}
