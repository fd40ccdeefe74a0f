//! Rewrites nodes for the embedded runtime: makes default values explicit that depend on the number of dimensions, and
//! expresses ops that it lacks in terms of others.

use partita_onnx::graph::Node;
use partita_onnx::partition::spell_attributes;
use partita_onnx::proto::{self, Attribute, AttributeKind};
use partita_onnx::{NodeId, TypedGraph};

use super::Array;

/// The nodes of a graph, rewritten. Bodies of its nodes are unchanged.
pub(crate) fn rewrite_nodes(graph: &TypedGraph<'_>) -> Vec<proto::Node> {
    let mut nodes = Vec::with_capacity(graph.graph.nodes.len());
    for (id, node) in graph.graph.nodes.iter() {
        match node.proto.op() {
            "LRN" => local_response(node.proto, &mut nodes),
            "Dropout" if is_identity(graph, node) => {
                nodes.push(plain("Identity", &[&node.proto.input[0]], &node.proto.output[0]))
            }
            _ => nodes.push(with_window(graph, id, node)),
        }
    }
    nodes
}

fn input_shape(graph: &TypedGraph<'_>, node: &Node<'_>, input: usize) -> Option<Vec<u64>> {
    graph.types[node.inputs.get(input).copied().flatten()?].shape()
}

/// The node with explicit strides, dilations and pads, whose default values depend on the number of spatial dimensions.
fn with_window(graph: &TypedGraph<'_>, id: NodeId, node: &Node<'_>) -> proto::Node {
    let mut written = node.proto.clone();
    spell_attributes(graph, id, &mut written);
    let window = match node.proto.op() {
        "AveragePool" | "MaxPool" | "LpPool" => {
            node.proto.attribute("kernel_shape").map(|kernel| kernel.ints.len())
        }
        "Conv" | "ConvTranspose" | "ConvInteger" => {
            input_shape(graph, node, 1).and_then(|weight| weight.len().checked_sub(2))
        }
        _ => None,
    };
    let Some(window) = window else { return written };
    let automatic = written.attribute("auto_pad").and_then(|attribute| attribute.s.as_deref());
    let is_padded =
        automatic.is_none_or(|mode| mode == b"NOTSET") && written.attribute("output_shape").is_none();
    for (name, value, count) in [("strides", 1, window), ("dilations", 1, window), ("pads", 0, 2 * window)] {
        if written.attribute(name).is_none() && (name != "pads" || is_padded) {
            written.attribute.push(ints(name, vec![value; count]));
        }
    }
    written
}

/// Whether a `Dropout` drops nothing: it is not in training mode, and its mask is unused.
fn is_identity(graph: &TypedGraph<'_>, node: &Node<'_>) -> bool {
    let input = |index: usize| node.inputs.get(index).copied().flatten();
    let mask = node.outputs.get(1).copied().flatten();
    let is_asked = mask
        .is_some_and(|mask| !graph.graph.values[mask].uses.is_empty() || graph.graph.outputs.contains(&mask));
    input(0).is_some() && input(2).is_none() && node.outputs.first().is_some_and(Option::is_some) && !is_asked
}

/// `x / (bias + alpha * mean) ^ beta`, where the mean is that of the squares of `size` neighbouring channels: an
/// average pool over the channels, reshaped to the rows of an image.
fn local_response(node: &proto::Node, nodes: &mut Vec<proto::Node>) {
    let ([x, ..], [y, ..]) = (node.input.as_slice(), node.output.as_slice()) else { return };
    let float = |name, default| node.attribute(name).and_then(|attribute| attribute.f).unwrap_or(default);
    let size = node.attribute("size").and_then(|attribute| attribute.i).unwrap_or(1).max(1);
    let name = |hint: &str| inner(node, hint);
    let mut constant = |hint: &str, array: Option<Array>| {
        let name = name(hint);
        let mut node = plain("Constant", &[], &name);
        let kind = Some(AttributeKind::Tensor as i32);
        let t = array.map(|array| array.to_proto(&name));
        node.attribute.push(Attribute {
            name: Some("value".into()),
            t,
            r#type: kind,
            ..Attribute::default()
        });
        nodes.push(node);
        name
    };
    let scalar = |value| Array::f32(&[], &[value]).ok();
    let alpha = constant("alpha", scalar(float("alpha", 1e-4)));
    let beta = constant("beta", scalar(float("beta", 0.75)));
    let bias = constant("bias", scalar(float("bias", 1.0)));
    // Reshapes to batch, channels and all the rest, then inserts a dimension in front of the channels.
    let flat = constant("flat", Array::i64(&[3], &[0, 0, -1]).ok());
    let front = constant("front", Array::i64(&[1], &[1]).ok());
    let mut pool = plain("AveragePool", &[&name("rows")], &name("mean"));
    let (before, behind) = ((size - 1) / 2, size / 2);
    pool.attribute = vec![
        ints("kernel_shape", vec![size, 1]),
        ints("strides", vec![1, 1]),
        ints("pads", vec![before, 0, behind, 0]),
        Attribute {
            name: Some("count_include_pad".into()),
            i: Some(1),
            r#type: Some(AttributeKind::Int as i32),
            ..Attribute::default()
        },
    ];
    nodes.extend([
        plain("Mul", &[x, x], &name("squares")),
        plain("Reshape", &[&name("squares"), &flat], &name("pixels")),
        plain("Unsqueeze", &[&name("pixels"), &front], &name("rows")),
        pool,
        plain("Mul", &[&name("mean"), &alpha], &name("scaled")),
        plain("Add", &[&name("scaled"), &bias], &name("base")),
        plain("Pow", &[&name("base"), &beta], &name("power")),
        plain("Shape", &[x], &name("shape")),
        plain("Reshape", &[&name("power"), &name("shape")], &name("divisor")),
        plain("Div", &[x, &name("divisor")], y),
    ]);
}

/// A name of a value inside a rewritten node. The space avoids clashes: names that other tools generate contain none.
fn inner(node: &proto::Node, hint: &str) -> String {
    format!("{} rewritten {hint}", node.output.first().map(String::as_str).unwrap_or_default())
}

fn plain(op: &str, inputs: &[&str], output: &str) -> proto::Node {
    proto::Node {
        op_type: Some(op.into()),
        name: Some(output.into()),
        input: inputs.iter().map(|input| (*input).into()).collect(),
        output: vec![output.into()],
        ..proto::Node::default()
    }
}

fn ints(name: &str, ints: Vec<i64>) -> Attribute {
    let r#type = Some(AttributeKind::Ints as i32);
    Attribute { name: Some(name.into()), ints, r#type, ..Attribute::default() }
}
