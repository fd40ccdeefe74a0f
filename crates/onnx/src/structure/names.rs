//! Checks definitions and uses of values, with names resolved in every list of nodes.

use std::collections::BTreeSet;

use partita_base::{Id, code};

use super::findings::Findings;
use super::nearest::nearest_name;
use crate::bodies::{Bodies, Holder, Root};
use crate::finding::{Finding, NodeLocation};
use crate::graph::{Graph, GraphValue, ValueSource};
use crate::proto;

/// Resolves the names of every list of nodes, in the order of [`Bodies::list`].
pub(super) fn resolve_names<'m>(bodies: &Bodies<'m>) -> Vec<Graph<'m>> {
    let mut graphs: Vec<Graph<'m>> = Vec::new();
    for body in &bodies.list {
        let graph = match body.holder {
            Holder::Function(function) => Graph::of_function(function),
            Holder::Graph(graph) => Graph::new(graph, |name| {
                let mut around = outer(bodies, body.root, body.parent.map(|(parent, _)| parent));
                while let Some(at) = around {
                    if graphs[at]
                        .find(name)
                        .is_some_and(|id| graphs[at].values[id].source != ValueSource::Missing)
                    {
                        return true;
                    }
                    let next = &bodies.list[at];
                    around = outer(bodies, next.root, next.parent.map(|(parent, _)| parent));
                }
                false
            }),
        };
        graphs.push(graph);
    }
    graphs
}

/// The list whose values a list can use: the enclosing one; for a training graph, the main graph.
fn outer(bodies: &Bodies<'_>, root: Root, parent: Option<usize>) -> Option<usize> {
    let training = matches!(root, Root::Initialization(_) | Root::Algorithm(_));
    let has_main = bodies.list.first().is_some_and(|body| body.root == Root::Main);
    parent.or((training && has_main).then_some(0))
}

/// Reports values that are defined twice or never, and invalid names.
pub(super) fn check_names(bodies: &Bodies<'_>, graphs: &[Graph<'_>], findings: &mut Findings) {
    for (at, graph) in graphs.iter().enumerate() {
        if findings.is_full() {
            return;
        }
        let location = bodies.location(at);
        made_twice(bodies, at, graph, findings);
        for (_, value) in graph.values.iter().filter(|(_, value)| value.source == ValueSource::Missing) {
            missing(bodies, at, graph, value, &location, findings);
        }
        odd_names(bodies, at, graph, &location, findings);
    }
}

fn missing(
    bodies: &Bodies<'_>,
    at: usize,
    graph: &Graph<'_>,
    value: &GraphValue<'_>,
    location: &NodeLocation,
    findings: &mut Findings,
) {
    let tensor = Some(value.name.to_string());
    let made = graph.values.iter().filter(|(_, other)| other.source != ValueSource::Missing);
    let known = made.map(|(_, other)| other.name);
    let finding = match value.uses.first() {
        Some(&(node, input)) => {
            let op = graph.nodes[node].proto.op();
            let location = NodeLocation { tensor, ..bodies.node_location(at, node.index()) };
            let message = format!("input {input} of {op} is '{}', which is not defined", value.name);
            Finding::error(code::ONNX_UNDEFINED, location, message)
        }
        None if value.name.is_empty() => return,
        None => {
            let message = format!("the output '{}' is not defined", value.name);
            Finding::error(code::ONNX_OUTPUT, NodeLocation { tensor, ..location.clone() }, message)
        }
    };
    let near = if findings.are_few() { nearest_name(value.name, known) } else { None };
    findings.push(match near {
        Some(name) => finding.help(format!("did you mean '{name}'?")),
        None => finding,
    });
}

fn made_twice(bodies: &Bodies<'_>, at: usize, graph: &Graph<'_>, findings: &mut Findings) {
    let mut twice = |location: NodeLocation, name: &str, how: &str| {
        let location = NodeLocation { tensor: Some(name.to_string()), ..location };
        findings.push(Finding::error(
            code::ONNX_REDEFINED,
            location,
            format!("'{name}' is defined twice: {how}"),
        ));
    };
    for (i, &id) in graph.inputs.iter().enumerate() {
        let value = &graph.values[id];
        if value.source != ValueSource::Input(i) && !value.name.is_empty() {
            twice(bodies.location(at), value.name, "two inputs have this name");
        }
    }
    if let Some(proto) = bodies.list[at].graph() {
        for tensor in &proto.initializer {
            let Some(id) = tensor.name.as_deref().and_then(|name| graph.find(name)) else { continue };
            let value = &graph.values[id];
            let is_first = value.initializer.is_some_and(|first| std::ptr::eq(first, tensor));
            if !value.name.is_empty() && !is_first {
                twice(bodies.location(at), value.name, "two initialisers have this name");
            }
        }
    }
    let around = around(bodies, at);
    for (node_id, node) in graph.nodes.iter() {
        for (i, &output) in node.outputs.iter().enumerate() {
            let Some(value) = output.map(|id| &graph.values[id]) else { continue };
            let how = match value.source {
                ValueSource::Node(other, j) if (other, j) == (node_id, i) => {
                    if around.contains(value.name) {
                        hides(bodies.node_location(at, node_id.index()), value.name, findings);
                    }
                    continue;
                }
                ValueSource::Node(other, _) if other == node_id => {
                    "two outputs of one node have this name".to_string()
                }
                ValueSource::Node(other, _) => format!("node {} defines it first", other.index()),
                ValueSource::Input(_) => "it is also an input".to_string(),
                _ => "it is also an initialiser".to_string(),
            };
            let location = bodies.node_location(at, node_id.index());
            let location = NodeLocation { tensor: Some(value.name.to_string()), ..location };
            let message = format!("'{}' is defined twice: {how}", value.name);
            findings.push(Finding::error(code::ONNX_REDEFINED, location, message));
        }
    }
}

/// The inputs and outputs of the node that contains a graph.
fn around<'m>(bodies: &Bodies<'m>, at: usize) -> BTreeSet<&'m str> {
    let Some((parent, step)) = bodies.list[at].parent else { return BTreeSet::new() };
    let node = &bodies.list[parent].nodes()[step.node];
    node.output.iter().chain(&node.input).map(String::as_str).collect()
}

/// Warns if a nested graph redefines a value that the enclosing node uses or defines.
fn hides(location: NodeLocation, name: &str, findings: &mut Findings) {
    let location = NodeLocation { tensor: Some(name.to_string()), ..location };
    let message = format!("'{name}' is also an input or output of the enclosing node");
    findings.push(Finding::warning(code::ONNX_REDEFINED, location, message));
}

fn odd_names(
    bodies: &Bodies<'_>,
    at: usize,
    graph: &Graph<'_>,
    location: &NodeLocation,
    findings: &mut Findings,
) {
    for (_, value) in graph.values.iter() {
        let is_odd = value.name.chars().any(char::is_control) || value.name.trim() != value.name;
        if value.name.is_empty() {
            let message = "an input, output or initialiser has no name";
            findings.push(Finding::error(code::ONNX_NAME, location.clone(), message));
        } else if is_odd && value.source != ValueSource::Outer {
            let tensor = Some(value.name.escape_default().to_string());
            let message = "the name contains control characters, or begins or ends with white space";
            findings.push(Finding::warning(
                code::ONNX_NAME,
                NodeLocation { tensor, ..location.clone() },
                message,
            ));
        }
    }
    let nodes: &[proto::Node] = bodies.list[at].nodes();
    for (i, _) in nodes.iter().enumerate().filter(|(_, node)| node.op().is_empty()) {
        findings.push(Finding::error(
            code::ONNX_NAME,
            bodies.node_location(at, i),
            "the node has no op_type",
        ));
    }
}
